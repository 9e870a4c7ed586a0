"""Finds credentials in a text: by the shape that an issuer gives them, by where they stand, by the name of a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint.source import secret_places, secret_values
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.remembered import remembered_of_file
from memlint.source.spans import Span

_TABLE = __file__.removesuffix("secrets.py") + "token_shapes.json"
_SHOWN = 4  # characters of a token that a report may show: they say whose it is and no more
_CHANGES = 0.15  # between kinds of characters, for each; the length and the beginning say the rest
_LEAST = 20  # characters; no issuer's tokens are shorter
_TOKEN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-+/=~$%|")
_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Credential(NamedTuple):
    """Something that opens an account.

    ``span`` is the value alone, of which a report may show the first ``shown`` characters; ``kind`` says in words what
    it is. ``harmless``: it may be public by design, or it opens a test system. ``expires``: seconds since 1970, 0 when
    it does not say.
    """

    span: Span
    kind: str
    shown: int = 0
    harmless: bool = False
    expires: int = 0


class _Shape(NamedTuple):
    kind: str
    least: int  # characters that must follow; -1: the pattern is searched for as a whole
    pattern: str
    checksum: str
    shown: int
    harmless: bool


@remembered_of_file
def credentials(text: str) -> tuple[Credential, ...]:
    """Return the credentials in ``text``, sorted and disjoint. Samples, references, hashes and UUIDs are none."""
    found = [*_shaped(text)]
    for span, kind, shown, harmless, expires in secret_places.find(text):
        if not _is_published(text[slice(*span)]):
            found.append(Credential(span, kind, shown, harmless, expires))
    result: list[Credential] = []
    for each in sorted(found, key=lambda one: one.span.start):
        if not result or each.span.start >= result[-1].span.end:
            result.append(each)
        elif each.span.end > result[-1].span.end:
            last = result[-1]
            result[-1] = last._replace(span=Span(last.span.start, each.span.end))
    return tuple(result)


class _Table(NamedTuple):
    """The shapes by the first two characters that they begin with, those that are searched for, published samples."""

    by_start: dict[str, list[tuple[str, _Shape]]]
    others: list[tuple[str, _Shape]]
    samples: frozenset[str]


@cache
def _table() -> _Table:
    import json

    with open(_TABLE, encoding="utf-8") as stream:
        table = json.load(stream)
    made = _Table({}, [], frozenset(table["samples"]))
    for row in table["shapes"]:
        shape = _Shape(
            row["kind"],
            row.get("least", -1),
            row.get("body") or row["pattern"],
            row.get("checksum", ""),
            row.get("shown", _SHOWN),
            row.get("severity") == "warning",
        )
        made.others.extend((literal, shape) for literal in row.get("literals", ()))
        for start in row.get("prefixes", ()):
            made.by_start.setdefault(start[:2], []).append((start, shape))
    return made


@cache
def _compiled(pattern: str, least: int) -> re.Pattern[str]:
    return compile_once(pattern if least < 0 else rf"(?:{pattern})(?![A-Za-z0-9_-])")


@cache
def _between() -> re.Pattern[str]:
    return compile_once(r"[^A-Za-z0-9_.~-]+")


def _shaped(text: str) -> Iterator[Credential]:
    """Yield what has an issuer's shape. The long words, of which there are few, tell which shapes to look for."""
    words = " ".join([word for word in text.split() if len(word) >= _LEAST])
    if not words:
        return
    table = _table()
    for head in {run[:2] for run in _between().split(words)} & table.by_start.keys():
        for start, shape in table.by_start[head]:
            if start in words:
                yield from _with_start(text, shape, start)
    for literal, shape in table.others:
        if literal in words:
            for found in _compiled(shape.pattern, -1).finditer(text):
                yield from _judged(text, shape, Span(*found.span()), found.start())


def _with_start(text: str, shape: _Shape, start: str) -> Iterator[Credential]:
    at = text.find(start)
    while at >= 0:
        body, end = at + len(start), at + 1
        following = text[body : body + shape.least]
        if not _within_word(text, at) and len(following) == shape.least and _TOKEN.issuperset(following):
            found = _compiled(shape.pattern, shape.least).match(text, body)
            if found is not None:
                end = found.end()
                yield from _judged(text, shape, Span(at, end), body)
        at = text.find(start, end)


def _within_word(text: str, at: int) -> bool:
    """Say whether ``at`` stands within a word, be it one with hyphens: no token begins there."""
    before = text[at - 1] if at else " "
    return before.isascii() and (before.isalnum() or before in "_-")


def _judged(text: str, shape: _Shape, span: Span, body: int) -> Iterator[Credential]:
    value = text[body : span.end]
    if (
        secret_values.is_sample(value)
        or not secret_values.is_random(value, _CHANGES)
        or _is_published(text[slice(*span)])
    ):
        return
    if shape.checksum and not _sums_up(value):
        return
    if not shape.shown:  # what it begins with is a name
        span = Span(body, span.end)
    yield Credential(span, shape.kind, shape.shown, shape.harmless)


def _is_published(token: str) -> bool:
    from hashlib import sha256

    return sha256(token.encode()).hexdigest()[:16] in _table().samples


def _sums_up(value: str) -> bool:
    """Say whether the last 6 digits, to the base 62, are the CRC-32 of what stands before them."""
    from zlib import crc32

    number, digits = crc32(value[:-6].encode()), ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits = _BASE62[digit] + digits
    return value.endswith(digits)
