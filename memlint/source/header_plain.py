"""Headers of the plainest form, which most are: read without a YAML parser, whose import takes longer than a small run.

Whatever is not of that form is left to the parser: nothing here decides what is valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple

_MAX_CHARACTERS = 10_000


class Value(NamedTuple):
    """One value as it stands at ``start`` to ``end`` of the header; ``text`` is what it says, unquoted."""

    text: str
    start: int
    end: int
    quoted: bool


class Entry(NamedTuple):
    """A line ``key: value``, or a key with what is indented below it: entries, or the ``items`` of a list.

    ``start`` and ``end`` are those of the key, ``list_start`` and ``list_end`` of all that is below or in brackets.
    """

    key: str
    start: int
    end: int
    value: Value | None
    entries: tuple[Entry, ...] = ()
    items: tuple[Value, ...] = ()
    list_start: int = -1
    list_end: int = -1


@cache
def _entry() -> re.Pattern[str]:
    return compile_once(r"( *)([A-Za-z_][A-Za-z0-9_-]*):(?: +(\S.*))?")


@cache
def _item() -> re.Pattern[str]:
    return compile_once(r"( *)- +(\S.*)")


@cache
def _value() -> re.Pattern[str]:
    """A quoted text without escapes, or plain words that hold nothing with a meaning in YAML."""
    return compile_once(r"\"[^\"\\]*\"|'[^']*'|[A-Za-z0-9_/.(~](?:[^:#]|:(?=[^ ]))*")


@cache
def _element() -> re.Pattern[str]:
    return compile_once(r" *(\"[^\"\\,\[\]{}]*\"|'[^',\[\]{}]*'|[A-Za-z0-9_/.][A-Za-z0-9_/.-]*) *(?:,|$)")


class _Line(NamedTuple):
    """A line: how far it is indented, its key ("" for an item of a list), and its value with where it stands."""

    indent: int
    key: str
    start: int
    text: str
    at: int


def read(text: str) -> tuple[Entry, ...] | None:
    """Return the entries of a header, None where it is of another form. Offsets count its characters."""
    if len(text) > _MAX_CHARACTERS:
        return None
    lines = list(_lines(text))
    if any(line is None for line in lines) or not lines:
        return None
    found: list[Entry] = []
    at = 0
    known = [line for line in lines if line is not None]
    while at < len(known):
        below = at + 1
        while below < len(known) and (known[below].indent > 0 or not known[below].key):
            below += 1
        entry = _read(known[at], known[at + 1 : below])
        if entry is None or any(other.key == entry.key for other in found):
            return None
        found.append(entry)
        at = below
    return tuple(found)


def _lines(text: str) -> Iterator[_Line | None]:
    """Yield the lines that say something; None for one of another form."""
    at = 0
    for whole in text.split("\n"):
        line = whole.removesuffix("\r").rstrip(" ")
        if not line.isprintable():  # tabs, control characters, other ends of lines, unassigned characters
            yield None
        elif line:
            found, item = _entry().fullmatch(line), None
            if found is None:
                item = _item().fullmatch(line)
            if found is not None:
                value = found[3] or ""
                yield _Line(len(found[1]), found[2], at + found.start(2), value, at + max(found.start(3), 0))
            elif item is not None:
                yield _Line(len(item[1]), "", at + len(item[1]), item[2], at + item.start(2))
            else:
                yield None
        at += len(whole) + 1


def _read(line: _Line, below: list[_Line]) -> Entry | None:
    if not line.key or line.indent:
        return None
    end = line.start + len(line.key)
    if line.text:
        if below:  # the value goes on
            return None
        if line.text.startswith("["):
            return _flow(line, end)
        value = _valued(line.text, line.at)
        return Entry(line.key, line.start, end, value) if value else None
    if not below or len({each.indent for each in below}) > 1:
        return None
    values = [_valued(each.text, each.at) for each in below]
    whole = tuple(value for value in values if value is not None)
    if len(whole) < len(below):
        return None
    if not any(each.key for each in below):
        return Entry(line.key, line.start, end, None, (), whole, below[0].start, whole[-1].end)
    keys = [each.key for each in below]
    if "" in keys or len(set(keys)) < len(keys):
        return None
    inner = tuple(
        Entry(each.key, each.start, each.start + len(each.key), value) for each, value in zip(below, whole, strict=True)
    )
    return Entry(line.key, line.start, end, None, inner, (), below[0].start, whole[-1].end)


def _flow(line: _Line, end: int) -> Entry | None:
    """Read ``[a, "b"]``."""
    inner = line.text[1:-1]
    if not line.text.endswith("]") or not inner.strip():
        return None
    items: list[Value] = []
    at = 0
    while at < len(inner):
        found = _element().match(inner, at)
        value = _valued(found[1], line.at + 1 + found.start(1)) if found else None
        if found is None or value is None:
            return None
        items.append(value)
        at = found.end()
    if inner.rstrip().endswith(","):
        return None
    return Entry(line.key, line.start, end, None, (), tuple(items), line.at, line.at + len(line.text))


def _valued(text: str, start: int) -> Value | None:
    if not _value().fullmatch(text):
        return None
    quoted = text[0] in "\"'"
    return Value(text[1:-1] if quoted else text, start, start + len(text), quoted)
