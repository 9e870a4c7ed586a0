"""Text that is safe to print: nothing invisible, nothing that moves the cursor, no secret as a whole."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from memlint.source.spans import Span, merged

# Categories that show nothing or change what is shown: controls, formats, surrogates, private use, separators.
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# Letters and marks that show nothing: variation selectors, fillers, joiners (Unicode's Default_Ignorable_Code_Point).
_BLANK = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)
_KEPT = 4  # characters of a credential that stay, so that a person can tell which one it is


def shown(text: str) -> str:
    """Return ``text`` for people: credentials cut (on the text as it is), then everything invisible escaped."""
    return visible(masked(text))


def visible(text: str) -> str:
    """Return ``text`` with every character that would not be seen written as an escape; a tab becomes a blank."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) for character in text)


def whole(text: str) -> str:
    """Return ``text`` as programs take it: exact, but for what no UTF-8 can say (bytes of a file name)."""
    return "".join(_escaped(ch) if "\ud800" <= ch <= "\udfff" else ch for ch in text)


def _escaped(character: str) -> str:
    if character == "\t":
        return " "
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(character) not in _HIDDEN and not any(low <= code <= high for low, high in _BLANK):
        return character
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Kinds of credentials, told by a prefix, by what stands before them, by a name, and by nothing but their look.

    Each is searched for alone, so that a match that turns out to be harmless hides none of another kind. A repetition
    starts where no other match of it can, or is bounded: the time is linear in the text.
    """
    known = re.compile(
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
    placed = re.compile(
        r"""(?x)
        (?<=://)(?P<user>[^\s:/@]*:)[^\s/@]+(?=@)
        |(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{20,}
        |(?P<scheme>(?i:(?<![A-Za-z])(?:bearer|basic)\s{1,9}))[A-Za-z0-9._~+/=-]{16,}
        |(?<=PRIVATE\ KEY-----)[^-]{16,}(?:-----END[^-\n]*-----)?
        """
    )
    named = re.compile(
        r"""(?x)
        (?P<name>(?i:(?:password|passwd|passphrase|secret|token|credential|(?:api|account|access|private)[_-]?key
          |(?<![A-Za-z])(?:pass|pwd))(?:[_-][A-Za-z0-9]{1,20}){0,3}["']?[^\S\n]{0,9}[:=][^\S\n]{0,9}["']?))
        [^\s"'`,;)]{6,}
        """
    )
    return known, placed, named, re.compile(r"(?<![A-Za-z0-9_/+])[A-Za-z0-9/+_]{40,}={0,2}")


def secrets(text: str) -> tuple[Span, ...]:
    """Return the parts of ``text`` to hide: what follows the first characters of something like a credential."""
    return merged(
        Span(found.start() + kept, found.end())
        for pattern, keep in zip(_patterns(), (_of_known, _of_placed, _of_named, _of_random), strict=True)
        for found in pattern.finditer(text)
        if (kept := keep(found)) is not None
    )


def masked(text: str) -> str:
    """Return ``text`` with all but the first characters of what looks like a credential replaced by ``…``."""
    if len(text) < 8:
        return text
    parts: list[str] = []
    at = 0
    for start, end in secrets(text):
        parts += (text[at:start], "…")
        at = end
    return "".join((*parts, text[at:]))


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


def width(text: str) -> int:
    """Return how many columns ``text`` takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    # Vowels and final consonants of decomposed Hangul are drawn into the syllable's first letter.
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
