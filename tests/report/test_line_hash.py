"""GitHub's hash of a line: the values that its upload action is tested with, and what makes them stable."""

from __future__ import annotations

import pytest

from memlint.report.line_hash import line_hashes

# From the action's own tests: a file and the hash of each of its lines.
ENDED = ["e9496ae3ebfced30", "fb7c023a8b9ccb3f", "ce8ba1a563dcdaca", "e20e36e16fcb0cc8", "b3edc88f2938467e"]
ENDED += ["c8e28b0b4002a3a0", "c129715d7a2bc9a3"]
PUBLISHED = [
    ("", ["c129715d7a2bc9a3"]),
    (" a\nb\n  \t\tc\n d", ["271789c17abda88f", "54703d4cd895b18", "180aee12dab6264", "a23a3dc5e078b07b"]),
    (" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n", ENDED),
    (" hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r", ENDED),
    (" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n", ENDED),
    (" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n", ENDED),
]


@pytest.mark.parametrize(("text", "values"), PUBLISHED)
def test_published_values(text: str, values: list[str]) -> None:
    assert line_hashes(text, range(1, 99)) == {number: f"{value}:1" for number, value in enumerate(values, 1)}


def test_equal_lines_are_counted() -> None:
    told = line_hashes("Lorem ipsum dolor sit amet.\n" * 10, range(1, 99))
    assert [told[number] for number in (1, 2, 6)] == [f"a7f2ff13bc495cf2:{count}" for count in (1, 2, 6)]
    assert [told[number] for number in (7, 10, 11)] == [
        "a7f2ff1481e87703:1",
        "cc97dc7b1d7d8f7b:1",
        "c129715d7a2bc9a3:1",
    ]


def test_only_what_is_wanted_is_hashed() -> None:
    assert list(line_hashes("a\nb\nc\n", {2, 99})) == [2]


def test_units_are_those_of_utf_16() -> None:
    # The second line starts after a character of two units: with characters counted, its window would be another.
    plain, wide = line_hashes("xx\n@gone.md\n", {2}), line_hashes("🙂\n@gone.md\n", {2})
    assert plain == wide
