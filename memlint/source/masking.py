"""What a report hides: credentials, and also what only may be one, since hiding too much does no harm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property

from memlint.source.patterns import compile_once
from memlint.source.secrets import credentials
from memlint.source.spans import Span, merged

_HEAD = 6  # characters by which a credential is recognised, also where it is quoted cut off
_ALIKE = 50  # credentials that may begin alike; of more, these tell
_LINE = 16  # characters; shorter lines of a private key say nothing
_SHORTEST = 15  # characters of what is told by its look alone
_KEPT = 4  # characters of a credential that stay, so that a person can tell which one it is
# One of these is in all that the first pattern finds: to look for them takes a tenth of the time.
_STARTS = (
    *("sk-", "pk-", "rk-", "sk_", "pk_", "rk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox"),
    *(
        "npm_",
        "pypi-",
        "hf_",
        "AKIA",
        "ASIA",
        "AIza",
        "GOCSPX-",
        "ya29.",
        "SG.",
        "dop_v1_",
        "dapi",
        "shp",
        ":AA",
        "eyJ",
    ),
)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Kinds of credentials, told by a prefix, by what stands before them, by a name, and by nothing but their look.

    Each is searched for alone, so that a match that turns out to be harmless hides none of another kind. A repetition
    starts where no other match of it can, or is bounded: the time is linear in the text.
    """
    known = compile_once(
        r"""(?x)
        (?<![A-Za-z0-9])(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{12,}
        |gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}
        |xox[a-z]-[A-Za-z0-9-]{10,}|npm_[A-Za-z0-9]{20,}|pypi-[A-Za-z0-9_-]{40,}|hf_[A-Za-z0-9]{20,}
        |(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza[A-Za-z0-9_-]{30,}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,}
        |SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}|dop_v1_[a-f0-9]{32,}|dapi[a-f0-9]{32,}
        |shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{20,}|(?<![0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}
        |(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]+)?
        """
    )
    placed = compile_once(
        r"""(?x)
        (?<=://)(?P<user>[^\s:/@]*:)[^\s/@]+(?=@)
        |(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{20,}
        |(?P<scheme>(?i:(?<![A-Za-z])(?:bearer|basic)\s{1,9}))[A-Za-z0-9._~+/=-]{16,}
        |(?<=PRIVATE\ KEY-----)[^-]{16,}(?:-----END[^-\n]*-----)?
        """
    )
    named = compile_once(
        r"""(?x)
        (?P<name>(?i:(?:password|passwd|passphrase|secret|token|credential|(?:api|account|access|private)[_-]?key
          |(?<![A-Za-z])(?:pass|pwd))(?:[_-][A-Za-z0-9]{1,20}){0,3}["']?[^\S\n]{0,9}[:=][^\S\n]{0,9}["']?))
        [^\s"'`,;)]{6,}
        """
    )
    return known, placed, named, compile_once(r"(?<![A-Za-z0-9_/+])[A-Za-z0-9/+_]{40,}={0,2}")


class Known:
    """The credentials that stand in ``texts``, to find them again where they stand alone.

    A password looks like any other word once a rule, or a line of the file, has only it.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = texts

    def parts(self, text: str) -> Iterator[Span]:
        """Yield where ``text`` has one of them, or how one begins."""
        pattern = self._pattern
        found = pattern.search(text) if pattern else None
        while pattern and found:
            at = found.start()
            end = at + max(_common(text, at, value) for value in self._values[found[0]])
            yield Span(at, end)
            found = pattern.search(text, end)

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        return compile_once("|".join(map(re.escape, self._values))) if self._values else None

    @cached_property
    def _values(self) -> dict[str, list[str]]:
        """The hidden parts of the credentials, by how they begin."""
        values: dict[str, list[str]] = {}
        for text in self._texts:
            for each in credentials(text):
                value = text[each.span.start + each.shown : each.span.end].replace("\\n", "\n")
                for line in [line for line in value.split() if len(line) >= _LINE] if "\n" in value else [value]:
                    alike = values.setdefault(line[:_HEAD], [])
                    if len(alike) < _ALIKE and line not in alike:
                        alike.append(line)
        return values


def _common(text: str, at: int, value: str) -> int:
    """Return how many characters of ``text`` from ``at`` on are those of ``value``."""
    end = min(len(value), len(text) - at)
    return next((number for number in range(end) if text[at + number] != value[number]), end)


def hidden_parts(text: str, known: Known | None = None) -> tuple[Span, ...]:
    """Return the parts of ``text`` to hide: what follows the first characters of something like a credential.

    ``known`` are credentials to hide also where nothing but their value stands.
    """
    guessed = [
        Span(found.start() + kept, found.end())
        for pattern, keep in _guesses(text)
        for found in pattern.finditer(text)
        if (kept := keep(found)) is not None
    ]
    shaped = (Span(found.span.start + found.shown, found.span.end) for found in credentials(text))
    return merged([*guessed, *shaped, *(known.parts(text) if known else ())])


def masked(text: str, known: Known | None = None) -> str:
    """Return ``text`` with all but the first characters of what looks like a credential replaced by ``…``."""
    if len(text) < _HEAD:
        return text
    parts: list[str] = []
    at = 0
    for start, end in hidden_parts(text, known):
        parts += (text[at:start], "…")
        at = end
    return "".join((*parts, text[at:]))


def _guesses(text: str) -> Iterator[tuple[re.Pattern[str], Callable[[re.Match[str]], int | None]]]:
    """Yield the patterns that can match in ``text``: most messages have neither a long word nor a telling one."""
    lowered = text.lower()
    is_long = any(len(word) >= _SHORTEST for word in text.split())
    placed = "://" in text or "PRIVATE KEY" in text or "bearer" in lowered or "basic" in lowered
    named = any(word in lowered for word in ("pass", "pwd", "secret", "token", "credential", "key"))
    known = is_long and any(start in text for start in _STARTS)
    wanted = (known, placed, named, is_long)
    for pattern, keep, may in zip(_patterns(), (_of_known, _of_placed, _of_named, _of_random), wanted, strict=True):
        if may:
            yield pattern, keep


# How many characters of a match may be shown; None is all of them.


def _of_known(found: re.Match[str]) -> int | None:
    # "sk-" also starts words with hyphens; keys have digits
    return _KEPT if any(map(str.isdigit, found[0])) else None


def _of_placed(found: re.Match[str]) -> int | None:
    return len(found["user"] or found["scheme"] or "")


def _of_named(found: re.Match[str]) -> int | None:
    value = found[0][len(found["name"]) :]
    reference = value.startswith(("$", "<", "{", "op://", "os.", "process.")) or len(set(value)) < 4
    return None if reference else len(found["name"])


def _of_random(found: re.Match[str]) -> int | None:
    """A long run of letters and digits may also be an identifier, a hash or a path."""
    text = found[0]
    if not (any(map(str.islower, text)) and any(map(str.isupper, text)) and sum(map(str.isdigit, text)) > 1):
        return None
    path = "/" in text and any(len(part) > 1 and part.isalpha() and part.islower() for part in text.split("/"))
    return None if path else _KEPT
