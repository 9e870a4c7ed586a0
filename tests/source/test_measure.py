"""How large a file is for the loader, and where a limit cuts an index (SPEC 4.3; cases 2 to 5 and 15)."""

from __future__ import annotations

from typing import Literal

import pytest

from memlint.source.document import Document, parse
from memlint.source.measure import Cut, Measure, measure, tokens, utf16_units
from tests.source.checks import body

LINES, SIZE = 200, 25_000
Unit = Literal["utf-16", "utf-8"]
UNITS: tuple[Unit, ...] = ("utf-16", "utf-8")


def cut(text: str, unit: Unit = "utf-16") -> Cut | None:
    return body(text).cut(max_lines=LINES, max_size=SIZE, unit=unit)


def lines(number: int, line: str = "- x") -> str:
    """Return ``number`` lines without a final newline."""
    return "\n".join([line] * number)


def sized(characters: int, letter: str = "x", per_line: int = 199) -> str:
    """Return lines of ``per_line`` letters and a newline, ``characters`` in all, the last one a letter."""
    text = (letter * per_line + "\n") * (characters // (per_line + 1) + 1)
    return text[: characters - 1] + letter


# --- measures


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Measure(0, 0, 0, 0, 0)),
        ("a", Measure(1, 1, 1, 1, 0)),
        ("a\n", Measure(1, 2, 2, 2, 0)),
        ("a\nb", Measure(2, 3, 3, 3, 1)),
        ("\n\n", Measure(2, 2, 2, 2, 0)),
        ("a\r\nb\r\n", Measure(2, 6, 6, 6, 2)),
        ("é", Measure(1, 2, 1, 1, 0)),
        ("文", Measure(1, 3, 1, 1, 1)),
        ("😀", Measure(1, 4, 2, 1, 0)),
    ],
)
def test_measure(text: str, expected: Measure) -> None:
    assert measure(text) == expected


def test_raw_is_the_size_on_disk_and_loaded_what_is_injected() -> None:
    text = "---\nname: x\n---\n\n# Memory\n<!-- note -->\n- [A](a.md) — b\n\n"
    document = body(text)
    assert document.raw == measure(text)
    assert document.raw.lines == 8
    assert document.loaded == measure("# Memory\n- [A](a.md) — b")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "<!-- a -->",
        "<!-- a -->\n\n<!-- b\nc -->\n",
        "---\nname: x\n---\n",
        "---\nname: x\n---\n\n<!-- a -->\n",
    ],
)
def test_nothing_loads_of_a_file_without_content(text: str) -> None:
    assert body(text).loaded == Measure(0, 0, 0, 0, 0)
    assert cut(text) is None


def test_byte_order_mark_counts_on_disk_only() -> None:
    document = parse(b"\xef\xbb\xbfab", "MEMORY.md")
    assert isinstance(document, Document)
    assert (document.raw.utf8_bytes, document.loaded.utf8_bytes) == (5, 2)
    assert (document.raw.characters, document.raw.utf16_units) == (2, 2)


@pytest.mark.parametrize(("text", "units"), [("", 0), ("abc", 3), ("é文", 2), ("😀", 2), ("a😀文", 4)])
def test_utf16_units_are_javascripts_length(text: str, units: int) -> None:
    assert utf16_units(text) == units


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        pytest.param("word " * 200, 240, 260, id="English, four characters a token"),
        pytest.param("слово " * 200, 280, 320, id="Cyrillic is no wide script"),
        pytest.param("部署" * 500, 1_000, 1_500, id="Chinese"),
        pytest.param("ひらがなカタカナ" * 125, 1_000, 1_500, id="Japanese"),
        pytest.param("한국어입" * 250, 1_000, 1_500, id="Korean"),
        pytest.param("𠀀" * 1_000, 1_000, 1_500, id="ideographs beyond the first plane"),
    ],
)
def test_token_estimate_weighs_wide_scripts(text: str, least: int, most: int) -> None:
    assert least <= tokens(text) <= most
    assert body(text).loaded.tokens == tokens(text.strip())


# --- the line limit


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("end", ["", "\n", "\n\n\n", "\r\n", " \n"])
def test_200_lines_all_load(end: str, unit: Unit) -> None:
    text = lines(200) + end
    assert body(text).loaded.lines == 200
    assert cut(text, unit) is None


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("end", ["", "\n"])
def test_line_201_is_lost(end: str, unit: Unit) -> None:
    text = lines(201) + end
    assert body(text).loaded.lines == 201
    assert cut(text, unit) == Cut(200 * 4, 200, "lines")
    assert text[: 200 * 4].count("\n") == 200


def test_windows_line_ends_are_one_line_each() -> None:
    assert cut(lines(200).replace("\n", "\r\n")) is None
    assert cut(lines(201).replace("\n", "\r\n")) == Cut(200 * 5, 200, "lines")


def test_empty_lines_count() -> None:
    assert cut("# M\n\n" + lines(198)) is None
    assert cut("# M\n\n" + lines(199)) == Cut(5 + 198 * 4, 200, "lines")


def test_header_and_comment_blocks_take_no_lines_and_no_size() -> None:
    """Case 4: maintainer notes of 25 KB do not push a healthy index over its limit."""
    header = "---\nname: x\ndescription: y\n---\n\n"
    note = "<!--\n" + sized(25_100) + "\n-->\n"
    entries = lines(100)
    document = body(header + entries + "\n\n" + note + entries + "\n")
    assert document.raw.lines > 300
    assert document.raw.utf8_bytes > SIZE
    assert document.loaded.lines == 201
    assert body(header + note + lines(200) + "\n" + note).cut(max_lines=LINES, max_size=SIZE, unit="utf-8") is None


def test_offset_of_a_cut_is_that_of_the_text_on_disk() -> None:
    note = "<!-- a note\nof two lines -->\n"
    header = "---\nname: x\n---\n"
    text = header + "\n" + lines(150) + "\n" + note + lines(51) + "\n"
    assert cut(text) == Cut(text.rindex("- x"), 200, "lines")


def test_cut_stands_where_loading_stops_even_before_a_comment() -> None:
    text = lines(200) + "\n<!-- a note -->\n- lost\n"
    assert cut(text) == Cut(text.index("<!--"), 200, "lines")


def test_unclosed_fence_hides_nothing_from_the_measure() -> None:
    """Case 4: a first "---" that nothing closes is a rule line, and what follows is content."""
    document = body("---\n" + lines(200))
    assert document.frontmatter is None
    assert document.loaded.lines == 201
    assert document.cut(max_lines=LINES, max_size=SIZE, unit="utf-8") == Cut(4 + 199 * 4, 200, "lines")


def test_comment_that_is_inline_or_never_closed_counts() -> None:
    assert body("a <!-- b -->").loaded.characters == 12
    assert body("a\n\n<!-- b").loaded.characters == 9


# --- the size limit


@pytest.mark.parametrize("unit", UNITS)
def test_25000_all_load_and_25001_do_not(unit: Unit) -> None:
    assert body(sized(25_000)).loaded.utf8_bytes == 25_000
    assert cut(sized(25_000), unit) is None
    assert cut(sized(25_000) + "\n", unit) is None
    assert cut(sized(25_001), unit) == Cut(24_999, 125, "size")


def test_size_alone_is_over() -> None:
    """Case 2: 164 lines of 100 KB; a check of lines says nothing."""
    text = lines(164, "x" * 620)
    found = cut(text)
    assert found is not None
    assert found == Cut(621 * 40 - 1, 40, "size")
    assert text[found.offset] == "\n"


def test_cut_is_at_the_last_newline_at_or_before_the_limit() -> None:
    head = "x" * 24_989 + "\n"
    assert cut(head + "y" * 10 + "\nz") == Cut(25_000, 2, "size")
    assert cut(head + "y" * 11 + "\nz") == Cut(24_989, 1, "size")


@pytest.mark.parametrize("unit", UNITS)
def test_one_line_that_is_too_long_is_cut_inside(unit: Unit) -> None:
    assert cut("x" * 30_000, unit) == Cut(25_000, 0, "size")
    assert cut("x" * 30_000 + "\ny", unit) == Cut(25_000, 0, "size")


@pytest.mark.parametrize(
    ("letter", "unit", "offset"),
    [
        ("文", "utf-16", None),
        ("文", "utf-8", 8_333),
        ("😀", "utf-16", 12_500),
        ("😀", "utf-8", 6_250),
        ("é", "utf-8", 12_500),
    ],
)
def test_no_letter_is_cut_in_two(letter: str, unit: Unit, offset: int | None) -> None:
    found = cut(letter * 20_000, unit)
    assert (found and found.offset) == offset
    shifted = cut("x" + letter * 20_000, unit)
    size = len((letter if unit == "utf-8" else "x" * utf16_units(letter)).encode())
    assert (shifted and shifted.offset) == (None if offset is None else 1 + (25_000 - 1) // size)


@pytest.mark.parametrize(
    ("letter", "utf8_bytes", "bound"),
    [("x", 25_200, 198), ("文", None, 198), ("😀", None, 99)],
)
def test_200_lines_of_25200_characters(letter: str, utf8_bytes: int | None, bound: int) -> None:
    """Case 3: ASCII and ideographs are cut at one line, emoji, two units each, far earlier."""
    text = "\n".join([letter * 125] * 199 + [letter * 126])
    assert len(text) == 25_200
    found = cut(text)
    assert found is not None
    assert (found.limit, found.lines) == ("size", bound)
    assert utf8_bytes is None or body(text).loaded.utf8_bytes == utf8_bytes


def test_ideographs_of_60_kilobytes_are_under_the_limit_of_utf16_units() -> None:
    text = "\n".join(["- " + "部" * 120] * 199)
    document = body(text)
    assert document.loaded.utf8_bytes > 60_000
    assert document.loaded.utf16_units < SIZE
    assert cut(text, "utf-16") is None
    bytes_only = cut(text, "utf-8")
    assert bytes_only is not None
    assert (bytes_only.limit, bytes_only.lines) == ("size", 68)
    assert len(text[: bytes_only.offset].encode()) <= SIZE


def test_emoji_count_two_units() -> None:
    text = lines(126, "😀" * 100)
    assert len(text) < SIZE < utf16_units(text)
    found = cut(text)
    assert found is not None
    assert (found.limit, found.lines) == ("size", 124)


# --- both


@pytest.mark.parametrize(
    ("number", "length", "limit", "loaded"),
    [
        pytest.param(230, 115, "lines", 200, id="over both, 200 lines fit the size: lines bind"),
        pytest.param(230, 200, "size", 124, id="over both, 200 lines are too large: size binds"),
        pytest.param(230, 124, "lines", 200, id="just below the crossing of 125 units a line"),
        pytest.param(230, 125, "size", 198, id="just above it"),
        pytest.param(230, 10, "lines", 200, id="over lines only"),
        pytest.param(100, 300, "size", 83, id="over size only"),
    ],
)
def test_the_limit_that_binds_is_named(number: int, length: int, limit: str, loaded: int) -> None:
    """Case 5: walk the lines, stop at either limit."""
    found = cut(lines(number, "x" * length))
    assert found is not None
    assert (found.limit, found.lines) == (limit, loaded)
    assert found.offset == loaded * (length + 1) - (limit == "size")


@pytest.mark.parametrize(("number", "length"), [(200, 124), (100, 249), (1, 25_000), (200, 0), (1, 1)])
def test_under_both_limits_all_loads(number: int, length: int) -> None:
    assert cut(lines(number, "x" * length)) is None


def test_other_limits_can_be_asked_for() -> None:
    document = body("a\nb\nc")
    assert document.cut(max_lines=2, max_size=100, unit="utf-8") == Cut(4, 2, "lines")
    assert document.cut(max_lines=3, max_size=100, unit="utf-8") is None
    assert document.cut(max_lines=3, max_size=4, unit="utf-8") == Cut(3, 2, "size")
    assert document.cut(max_lines=3, max_size=5, unit="utf-8") is None
