"""Spans against plain sets of offsets."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.source.spans import Span, covers, merged, outside

SIZE = 24
SPANS = st.lists(st.tuples(st.integers(0, SIZE), st.integers(0, SIZE)).map(sorted).map(lambda two: Span(*two)))


def offsets(spans: tuple[Span, ...] | list[Span]) -> set[int]:
    return {at for start, end in spans for at in range(start, end)}


@given(SPANS)
def test_merged_spans_cover_the_same_and_stand_apart(spans: list[Span]) -> None:
    found = merged(spans)
    assert offsets(found) == offsets(spans)
    assert all(one.end < other.start for one, other in pairwise(found))


@given(SPANS)
def test_what_merged_spans_cover(spans: list[Span]) -> None:
    found = merged(spans)
    assert {at for at in range(SIZE + 1) if covers(found, at)} == offsets(spans)


@given(SPANS, st.integers(0, SIZE), st.integers(0, SIZE))
def test_what_lies_outside(spans: list[Span], start: int, size: int) -> None:
    whole = Span(start, start + size)
    found = outside(merged(span for span in spans if span.start < span.end), whole)
    assert offsets(found) == offsets([whole]) - offsets(spans)
    assert all(one.start < one.end for one in found)
    assert list(found) == sorted(found)


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([(0, 1), (3, 9), (4, 5)], [(0, 1), (3, 9)]),
        ([(3, 5), (0, 3)], [(0, 5)]),
        ([(0, 2), (3, 4)], [(0, 2), (3, 4)]),
        ([(1, 1)], [(1, 1)]),
        ([], []),
    ],
)
def test_merged(spans: list[tuple[int, int]], expected: list[tuple[int, int]]) -> None:
    assert merged(Span(*span) for span in spans) == tuple(Span(*span) for span in expected)
