"""From leaves to blocks: every line, and so every character, belongs to exactly one block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeAlias

from memlint.source.nodes import Block, BlockKind, Cell, Definition
from memlint.source.patterns import compile_once
from memlint.source.spans import Span

#: A block before it knows its lines: kind, content, list depth, and whether a block quote is around it.
Leaf: TypeAlias = tuple[BlockKind, Span, int, bool]


def tile(text: str, start: int, leaves: list[Leaf], definitions: Iterable[Definition]) -> tuple[Block, ...]:
    """Widen ``leaves`` to whole lines and fill what is between them, from offset ``start`` to the end."""
    between: list[Leaf] = [("definition", definition.span, 0, False) for definition in definitions]
    # Leaves come in document order; only definitions have to be put among them.
    found = sorted([*leaves, *between], key=lambda leaf: (leaf[1].start, -leaf[1].end)) if between else leaves
    result: list[Block] = []
    at = start
    for kind, content, depth, quoted in found:
        last = max(content.end, content.start + 1)
        if last <= at:
            continue  # inside a block that is already there
        first = text.rfind("\n", at, content.start) + 1 or at
        stop = text.find("\n", last - 1) + 1 or len(text)
        if first > at:
            result += _between(text, at, first)
        if content.start < first:  # two leaves on a line: a lone carriage return ended the first one
            content = Span(first, content.end)
        result.append(Block(kind, Span(first, stop), content, depth, quoted))
        at = stop
    if at < len(text):
        result += _between(text, at, len(text))
    return tuple(result)


def _between(text: str, start: int, end: int) -> Iterator[Block]:
    """Blank lines, and lines that hold container markers or an unused definition only."""
    if text[start:end] == "\n":  # by far the most common
        span = Span(start, end)
        yield Block("blank", span, span)
        return
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
    return compile_once(r"[ \t>]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+")


@cache
def _cell() -> re.Pattern[str]:
    return compile_once(r"(?:\\.|`[^`\n]*`|[^|\\`]|[`\\])*")


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
