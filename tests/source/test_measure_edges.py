"""An index at both limits at once: which of them cuts it, and where."""

from __future__ import annotations

from typing import Literal

import pytest

from memlint.source.measure import Cut
from tests.source.checks import body

Unit = Literal["utf-16", "utf-8"]
UNITS: tuple[Unit, ...] = ("utf-16", "utf-8")


def cut(text: str, unit: Unit = "utf-16", *, lines: int = 4, size: int = 20) -> Cut | None:
    return body(text).cut(max_lines=lines, max_size=size, unit=unit)


@pytest.mark.parametrize("unit", UNITS)
def test_the_size_is_that_of_the_lines_that_stay(unit: Unit) -> None:
    """Without the newline behind the last of them."""
    assert cut("aaaa\naaaa\naaaa\naaaaa\nb", unit) == Cut(21, 4, "lines")
    assert cut("aaaa\naaaa\naaaa\naaaaaa\nb", unit) == Cut(14, 3, "size")
    assert cut("aaaa\naaaa\naaaa\naaaaa", unit) is None
    assert cut("aaaa\naaaa\naaaa\naaaaaa", unit) == Cut(14, 3, "size")


def test_each_unit_counts_its_own() -> None:
    text = "éééé\néééé\né"
    assert cut(text, "utf-16", size=11) is None
    assert cut(text, "utf-16", size=10) == Cut(9, 2, "size")
    assert cut(text, "utf-8", size=20) is None
    assert cut(text, "utf-8", size=19) == Cut(9, 2, "size")
    text = "😀😀\n😀\nb"
    assert cut(text, "utf-16", size=9) is None
    assert cut(text, "utf-16", size=8) == Cut(4, 2, "size")
    assert cut(text, "utf-16", size=6) == Cut(2, 1, "size")


@pytest.mark.parametrize("unit", UNITS)
def test_a_line_that_ends_at_the_limit_stays(unit: Unit) -> None:
    assert cut("aaaa\nbbbb\ncccc", unit, size=9) == Cut(9, 2, "size")
    assert cut("aaaa\nbbbb\ncccc", unit, size=8) == Cut(4, 1, "size")
    assert cut("aaaa\nbbbb", unit, size=4) == Cut(4, 1, "size")
    assert cut("aaaa\nbbbb", unit, size=3) == Cut(3, 0, "size")  # in the middle of the first


def test_offsets_count_what_is_left_out_on_the_way() -> None:
    text = "---\ntype: index\n---\naa\n<!-- a comment -->\nbb\ncc\ndd\nee\n"
    found = cut(text, lines=3)
    assert found is not None
    assert (found.lines, found.limit) == (3, "lines")
    assert text[found.offset :] == "dd\nee\n"
    found = cut(text, size=5)
    assert found is not None
    assert (found.lines, found.limit, text[found.offset :]) == (2, "size", "\ncc\ndd\nee\n")
