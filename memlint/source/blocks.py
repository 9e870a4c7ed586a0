"""From leaves to blocks: every line, and so every character, belongs to exactly one block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from memlint.source.nodes import Block, BlockKind, Cell, Definition
from memlint.source.spans import Span


def tile(text: str, start: int, leaves: Iterable[Block], definitions: Iterable[Definition]) -> tuple[Block, ...]:
    """Widen ``leaves`` to whole lines and fill what is between them, from offset ``start`` to the end."""
    found = [*leaves, *(Block("definition", d.span, d.span) for d in definitions)]
    found.sort(key=lambda block: (block.content.start, -block.content.end))
    result: list[Block] = []
    at = start
    for leaf in found:
        first = max(at, text.rfind("\n", at, leaf.content.start) + 1 or at)
        last = max(leaf.content.end, leaf.content.start + 1)
        if last <= at:
            continue  # inside a block that is already there
        stop = text.find("\n", last - 1) + 1 or len(text)
        if first > at:
            result += _between(text, at, first)
        content = leaf.content
        if content.start < first:  # two leaves on a line: a lone carriage return ended the first one
            content = Span(first, content.end)
        result.append(leaf._replace(span=Span(first, stop), content=content))
        at = stop
    if at < len(text):
        result += _between(text, at, len(text))
    return tuple(result)


def _between(text: str, start: int, end: int) -> Iterator[Block]:
    """Blank lines, and lines that hold container markers or an unused definition only."""
    at = start
    while at < end:
        stop = min(text.find("\n", at, end) + 1 or end, end)
        kind: BlockKind = "marker" if text[at:stop].strip() else "blank"
        while stop < end:
            following = text.find("\n", stop, end) + 1 or end
            if bool(text[stop:following].strip()) != (kind == "marker"):
                break
            stop = following
        yield Block(kind, Span(at, stop), Span(at, stop))
        at = stop


@cache
def _delimiter_row() -> re.Pattern[str]:
    return re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")


@cache
def _cell() -> re.Pattern[str]:
    return re.compile(r"(?:\\.|`[^`\n]*`|[^|\\`]|[`\\])*")


def cells(text: str, blocks: Iterable[Block]) -> Iterator[Cell]:
    """Yield the cells of pipe tables: paragraphs, for the loader's lexer, whose second line is a delimiter row."""
    for block in blocks:
        if block.kind != "paragraph" or "|" not in text[block.content.start : block.content.end]:
            continue
        lines = list(_lines(text, block.content))
        for number in range(1, len(lines)):
            start, end = lines[number]
            if "|" in text[slice(*lines[number - 1])] and _delimiter_row().fullmatch(text, start, end):
                rows = [lines[number - 1], *lines[number + 1 :]]
                for row, (first, last) in enumerate(rows):
                    yield from _row(text, first, last, row, " \t>" if block.quoted else " \t")
                break


def _lines(text: str, span: Span) -> Iterator[Span]:
    at = span.start
    while at < span.end:
        stop = text.find("\n", at, span.end)
        stop = span.end if stop < 0 else stop
        yield Span(at, stop - 1 if stop > at and text[stop - 1] == "\r" else stop)
        at = stop + 1


def _row(text: str, start: int, end: int, row: int, margin: str) -> Iterator[Cell]:
    """Yield what stands between the pipes; those at the edges, behind the ``margin``'s characters, are optional."""
    at = end - len(text[start:end].lstrip(margin))
    at += text.startswith("|", at, end)
    end = at + len(text[at:end].rstrip(" \t"))
    if text.endswith("|", at, end) and not text.endswith("\\|", at, end):
        end -= 1
    column = 0
    while at <= end:
        found = _cell().match(text, at, end)
        stop = found.end() if found else end
        first = stop - len(text[at:stop].lstrip(" \t"))
        body = text[first:stop].rstrip(" \t")
        yield Cell(Span(first, first + len(body)), row, column)
        column += 1
        at = stop + 1
