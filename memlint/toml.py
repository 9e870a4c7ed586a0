"""Where the keys and texts of a TOML file stand: tomllib tells values, not lines, and a complaint names its line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from memlint.errors import UsageError
from memlint.source.records import NamedTuple

_PARTS = 64  # of a dotted key: tomllib needs the square of them, and 400 KB of dots take it minutes


def loads(text: str) -> dict[str, Any]:
    """Read TOML in time that grows as the text does. Raises ValueError for what is none, or has an endless key."""
    import tomllib

    if text.count(".") > _PARTS and _endless().search(text):
        raise ValueError(f"a key has more than {_PARTS} parts")
    return tomllib.loads(text)


@cache
def _endless() -> re.Pattern[str]:
    part = r"""(?:"[^"\n]*+"|'[^'\n]*+'|[\w-]++)[ \t]*+\.[ \t]*+"""
    return re.compile(rf"(?m)(?:^|[\[{{,])[ \t]*+(?:{part}){{{_PARTS}}}")


class Places:
    """Finds the line of a key in a file that tomllib has read, so that a complaint can name it."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.prefix = ("tool", "memlint") if os.path.basename(path) == "pyproject.toml" else ()

    def error(self, keys: tuple[str, ...], message: str) -> UsageError:
        """Return the complaint about ``keys``, which lead from memlint's table to what is wrong."""
        wanted = (*self.prefix, *keys)
        lines = (mark.line for mark in marks(self.text) if mark.keys[: len(wanted)] == wanted)
        return self.at(next(lines, 1), message)

    def named(self, name: str) -> int | None:
        """Return the line where ``name`` stands as the name of a rule, a family or an option."""
        for keys, value, line in marks(self.text):
            inner = keys[len(self.prefix) :]
            inner = inner[2:] if inner[:1] == ("overrides",) else inner  # the same keys again, below a glob
            if keys[: len(self.prefix)] != self.prefix or not inner:
                continue
            if value == name and inner[0] in ("select", "extend-select", "ignore", "per-file-ignores"):
                return line
            if value is None and len(inner) > 1 and inner[-1] == name and inner[0] in ("severity", "rules"):
                return line
        return None

    def at(self, line: int, message: str) -> UsageError:
        """Return the complaint about ``line``."""
        return UsageError(f"{self.path}:{line}: {message}")


class Mark(NamedTuple):
    """A key (``value`` is None) or a text in its value; ``keys`` is the whole path from the file's top."""

    keys: tuple[str, ...]
    value: str | None
    line: int


def marks(text: str) -> Iterator[Mark]:
    """Yield the keys and texts of ``text``, which tomllib has read without complaint, in their order."""
    table: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    around: list[tuple[str, tuple[str, ...]]] = []  # brackets that are open in a value, and the keys they belong to
    parts: list[str] = []
    reading = "key"
    for token, word, line in _tokens(text):
        if token == "text" and reading == "value":
            yield Mark(keys, word, line)
        elif token in ("text", "word"):
            if reading != "value":
                parts.append(word)
        elif token == "[" and reading != "value":
            reading = "header"
        elif token == "]" and reading == "header":
            if parts:
                table, parts = tuple(parts), []
                yield Mark(table, None, line)
        elif token == "=":
            keys, parts, reading = (*(around[-1][1] if around else table), *parts), [], "value"
            yield Mark(keys, None, line)
        elif token in "[{":
            around.append((token, keys))
            reading = "key" if token == "{" else "value"
        elif token in "]}":
            keys, reading = around.pop()[1], "value"
        elif token == "," and around:
            bracket, keys = around[-1]
            reading = "key" if bracket == "{" else "value"
        elif token == "\n" and not around:
            reading = "key"


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield "text" and "word" with what they say, and brackets, ``=``, ``,`` and newlines as themselves."""
    import tomllib

    pattern = re.compile(
        r"""(?xs)
        \#[^\n]*
        |(?P<text>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
        |(?P<word>[^\s\[\]{}=,."'\#]+)
        |(?P<mark>[\[\]{}=,\n])
        """
    )
    line, at = 1, 0
    for found in pattern.finditer(text):
        line, at = line + text.count("\n", at, found.start()), found.start()
        if found["text"]:
            yield "text", tomllib.loads(f"x = {found[0]}")["x"], line
        elif found["word"]:
            yield "word", found[0], line
        elif found["mark"]:
            yield found[0], "", line
