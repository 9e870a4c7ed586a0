"""The names that commands of tox, nox, turbo, nx, Gradle and mise ask for: behind flags, or in their own places."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from memlint import Span

from ._commands import Word

#: Words before a tool that only start it.
STARTERS = frozenset(
    (
        *(("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("pdm", "run"), ("hatch", "run"), ("rye", "run")),
        *(("pipx", "run"), ("pnpm", "exec"), ("npm", "exec"), ("yarn", "exec"), ("pnpm", "dlx"), ("yarn", "run")),
        *(("python", "-m"), ("python3", "-m"), ("uv", "tool")),
    )
)
_ONE = frozenset(("uvx", "npx", "bunx", "pnpm", "yarn", "bun"))


def tool_of(words: list[Word]) -> tuple[str, list[Word]]:
    """Return the tool that a command starts, if it is one of these, and the words behind it."""
    texts = [word.text for word in words[:3]]
    if len(texts) > 2 and (texts[0], texts[1]) in STARTERS:
        texts, words = texts[2:], words[2:]
    elif len(texts) > 1 and texts[0] in _ONE:
        texts, words = texts[1:], words[1:]
    tool = texts[0] if texts else ""
    tool = "gradle" if tool in ("./gradlew", "gradlew", "gradlew.bat", ".\\gradlew") else tool
    return (tool, words[1:]) if tool in _READERS else ("", words)


def asked_names(tool: str, words: list[Word]) -> Iterator[Word]:
    """Yield the names that ``tool`` is asked for; none where flags change what is asked."""
    yield from _READERS[tool](words)


def _tox(words: list[Word]) -> Iterator[Word]:
    if words and words[0].text in ("run", "r", "run-parallel", "p"):
        words = words[1:]
    if words and words[0].text.startswith("-"):  # other commands make what they name
        yield from _behind(words, ("-e",), ("-p", "-q", "-v", "-vv", "-r", "--recreate", "--parallel"), lists=True)


def _nox(words: list[Word]) -> Iterator[Word]:
    yield from _behind(words, ("-s", "-e", "--session", "--sessions"), ("-r", "-R", "-v", "--verbose"), many=True)


def _turbo(words: list[Word]) -> Iterator[Word]:
    if words and words[0].text == "run":
        for word in words[1:]:
            if word.text.startswith("-"):
                return
            yield word


def _nx(words: list[Word]) -> Iterator[Word]:
    first = words[0].text if words else ""
    if first == "run" and len(words) > 1 and ":" in words[1].text:
        project, _, rest = words[1].text.partition(":")
        if not project.startswith(("<", "{", "$")):
            yield Word(rest.partition(":")[0], words[1].span)
    elif first in ("run-many", "affected"):
        yield from _behind(words[1:], ("-t", "--target", "--targets"), ("--all", "--parallel"), lists=True)


def _gradle(words: list[Word]) -> Iterator[Word]:
    for word in words:
        if word.text.startswith("-"):
            return  # what follows may be the flag's
        if word.text.strip(":"):
            yield Word(word.text.rpartition(":")[2], word.span)


def _mise(words: list[Word]) -> Iterator[Word]:
    if len(words) > 1 and words[0].text in ("run", "r") and not words[1].text.startswith("-"):
        yield words[1]


def _behind(
    words: list[Word], flags: tuple[str, ...], harmless: tuple[str, ...], *, lists: bool = False, many: bool = False
) -> Iterator[Word]:
    """Yield what follows one of ``flags``: one word, its parts at commas (``lists``), or all up to a flag (``many``)."""
    at = 0
    while at < len(words) and words[at].text != "--":
        flag, equals, value = words[at].text.partition("=")
        at += 1
        if flag in flags:
            if not equals:
                value = words[at].text if at < len(words) else ""
                at += 1
            yield from _parts(words[at - 1], value.split(",") if lists else [value])
            while many and at < len(words) and not words[at].text.startswith("-"):
                yield words[at]
                at += 1
        elif flag not in harmless:
            return


def _parts(word: Word, parts: list[str]) -> Iterator[Word]:
    at = 0
    for part in parts:
        at = max(word.text.find(part, at), 0)
        yield Word(part, Span(word.span.start + at, word.span.start + at + len(part)))


_READERS: dict[str, Callable[[list[Word]], Iterator[Word]]] = {
    "tox": _tox,
    "nox": _nox,
    "turbo": _turbo,
    "nx": _nx,
    "gradle": _gradle,
    "mise": _mise,
}
