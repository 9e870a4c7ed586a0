"""The entries of an index that were meant as such, and what stands on their lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from memlint import Document, Entry, Index, NamedTuple, Place, Span, compile_once

SHOWN = 10  # related places; the message has the whole number
_BEFORE = 200  # characters before an entry that may call it a sample


class Item(NamedTuple):
    """A list item that begins with an entry: ``span`` with all that is nested in it, ``content`` its first paragraph."""

    entry: Entry
    span: Span
    content: Span


@cache
def _sample() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:formats?|examples?|samples?|templates?|shape|form|syntax)\b[*_`]*\s*[:：]"
        r"|\be\.g\.|\bfor (?:example|instance)\b|\blooks? like\b",
        re.IGNORECASE,
    )


@cache
def _before_entry() -> re.Pattern[str]:
    return compile_once(r"(?:\[[ xX]\]|[\s*_~`#.|\d-])*")


def is_sample(document: Document, offset: int) -> bool:
    """Say whether what stands at ``offset`` shows how entries look (case 40), by the words before it on its line."""
    near = max(0, offset - _BEFORE)
    line = document.text.rfind("\n", near, offset) + 1
    return bool(_sample().search(document.text, max(line, near), offset))


def entries(index: Index) -> Iterator[Entry]:
    """Yield the entries that are no samples, not struck out, and in no region that a tool owns."""
    document = index.document
    samples = [
        item.span
        for item in document.items
        if item.lead_in is not None and _sample().search(document.text, *item.lead_in)
    ]
    until = at = 0
    for entry in index.entries:
        start = entry.span.start
        while at < len(samples) and samples[at].start <= start:
            until = max(until, samples[at].end)
            at += 1
        before = document.text[max(0, start - 2) : start]
        meant = entry.exists or (entry.text.strip().lower() != "title" and before != "~~")
        if start >= until and meant and not document.in_generated(start) and not is_sample(document, start):
            yield entry


def items(index: Index) -> Iterator[Item]:
    """Yield the list items that begin with an entry, in order; emphasis, a check box or a number may stand before it."""
    document = index.document
    contents = [item for item in document.items if item.content.end > item.content.start]
    starts = [item.content.start for item in contents]
    last = -1
    for entry in entries(index):
        at = bisect_right(starts, entry.span.start) - 1
        if at > last and entry.span.start < contents[at].content.end:
            item = contents[at]
            if _before_entry().fullmatch(document.text, item.content.start, entry.span.start):
                last = at
                yield Item(entry, item.span, item.content)


def section(document: Document, offset: int) -> int:
    """Return the number of the heading that ``offset`` stands under, -1 for none."""
    return bisect_right(document.headings, offset, key=lambda heading: heading.span.start) - 1


def counted(number: int, word: str) -> str:
    """Return "1 line", "2 lines"."""
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{number:,} {word if number == 1 else plural}"


def places(document: Document, spans: list[Span], message: str) -> tuple[Place, ...]:
    """Return the first of ``spans`` as related places."""
    return tuple(Place(document.path, span, message) for span in spans[:SHOWN])
