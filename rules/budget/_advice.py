"""The advised size of a file that loads in full, and which of its sections are the largest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memlint import Document, Facts, Place, Span

from ._numbers import counted

_SECTIONS = 3  # the largest ones that are named


def beyond(document: Document, facts: Facts, max_lines: int, max_units: int) -> str:
    """Say what of ``document`` is over the advice, "" for nothing. A limit of 0 is the product's own."""
    measured = document.loaded
    lines = max_lines or facts.number("instructions.advised-lines")
    units = max_units or facts.number("instructions.warning-units")
    over = []
    if measured.lines > lines:
        over.append(f"{measured.lines:,} lines (advice: at most {lines})")
    if measured.utf16_units > units:
        notice = "the option's limit is" if max_units else "the start-up notice begins at"
        over.append(f"{measured.utf16_units:,} UTF-16 units ({notice} {units:,})")
    return " and ".join(over)


def sizes(document: Document, facts: Facts, max_lines: int, max_units: int) -> tuple[int, int]:
    """Return what :func:`beyond` compares, the limit where it is kept: growth below it is nobody's concern."""
    lines = max_lines or facts.number("instructions.advised-lines")
    units = max_units or facts.number("instructions.warning-units")
    return max(document.loaded.lines, lines), max(document.loaded.utf16_units, units)


def sections(document: Document) -> tuple[Place, ...]:
    """Return the largest sections of a file that has several, those of the highest level that occurs twice (case 9)."""
    levels = Counter(heading.level for heading in document.headings)
    level = min((level for level, times in levels.items() if times > 1), default=0)
    sizes = sorted(_sizes(document, level), key=lambda found: (-found[0], found[1]))
    return tuple(
        Place(document.path, span, f"{counted(units, 'unit')} in {counted(lines, 'line')} of this section")
        for units, span, lines in sizes[:_SECTIONS]
    )


def _sizes(document: Document, level: int) -> Iterator[tuple[int, Span, int]]:
    """Yield UTF-16 units, heading and lines of each section of ``level``."""
    starts = [heading.span for heading in document.headings if heading.level <= level]
    ends = [*(span.start for span in starts[1:]), len(document.text)]
    for span, end in zip(starts, ends, strict=False):
        text = document.text[span.start : end].strip()
        yield len(text.encode("utf-16-le")) // 2, span, text.count("\n") + 1
