"""Columns in characters, UTF-8 bytes and UTF-16 units, against Python's own encoders."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Span
from memlint.report.places import Places, Position, Unit
from tests.work import soon

fixed = settings(max_examples=150)


@pytest.mark.parametrize(("unit", "column"), [("characters", 4), ("utf-8", 10), ("utf-16", 5)])
def test_columns_count_what_was_asked_for(unit: Unit, column: int) -> None:
    text = "# A\n日é🙂x\n"
    assert Places(text).at(text.index("x"), unit) == Position(2, column)


@fixed
@given(st.text(alphabet="ab\n\r é日🙂", max_size=60).map(lambda part: part * 60), st.integers(0, 3600))
def test_columns_are_the_sizes_of_what_stands_before(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    start = text.rfind("\n", 0, offset) + 1
    line = text.count("\n", 0, offset) + 1
    places = Places(text)
    assert places.at(offset) == Position(line, offset - start + 1)
    assert places.at(offset, "utf-8") == Position(line, len(text[start:offset].encode()) + 1)
    assert places.at(offset, "utf-16") == Position(line, len(text[start:offset].encode("utf-16-le")) // 2 + 1)


@fixed
@given(st.text(alphabet="ab\n", max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_a_region_is_both_positions(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    end = min(start + length, len(text))
    places = Places(text)
    assert places.region(Span(start, end)) == (*places.at(start), *places.at(end))
    wide = Places(f"日{text}")
    assert wide.region(Span(start, end), "utf-8") == (*wide.at(start, "utf-8"), *wide.at(end, "utf-8"))


def test_the_lines_of_a_span_end_with_its_last_character() -> None:
    places = Places("a\nb\nc\n")
    assert places.lines(Span(2, 4)) == (2, 2)  # "b" and its line end
    assert places.lines(Span(0, 5)) == (1, 3)
    assert places.lines(Span(2, 2)) == (2, 2)
    assert Places("").lines(Span(0, 0)) == (1, 1)


def test_one_long_line_is_not_measured_anew_for_each_column() -> None:
    text = "日本 " * 100_000
    places = Places(text)
    with soon():
        for offset in range(0, len(text), 30):
            places.at(offset, "utf-8")
