"""Half-open ranges of character offsets in one document, and the questions asked of sorted ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from memlint.source.records import NamedTuple


class Span(NamedTuple):
    """The characters ``start <= offset < end`` of a document's text."""

    start: int
    end: int


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return ``spans`` sorted, with those that touch or overlap made one."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1].end:
            if end > result[-1].end:
                result[-1] = Span(result[-1].start, end)
        else:
            result.append(Span(start, end))
    return tuple(result)


def covers(spans: tuple[Span, ...], offset: int) -> bool:
    """Say whether one of ``spans`` (sorted, disjoint) holds the character at ``offset``."""
    at = bisect_right(spans, (offset, float("inf"))) - 1
    return at >= 0 and offset < spans[at].end


def outside(spans: tuple[Span, ...], whole: Span) -> tuple[Span, ...]:
    """Return what is left of ``whole`` once ``spans`` (sorted, disjoint) are taken away."""
    result: list[Span] = []
    at = whole.start
    for start, end in spans:
        if start >= whole.end:
            break
        if start > at:
            result.append(Span(at, start))
        at = max(at, end)
    if at < whole.end:
        result.append(Span(at, whole.end))
    return tuple(result)
