"""Bytes → Document: encodings, byte order marks, line ends, and what cannot be read."""

from __future__ import annotations

import codecs
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.source.document import FIELDS, Document, Unread, parse, parse_into, read
from memlint.source.measure import Measure
from tests.source.checks import assert_tiled, body, cut_out

PROSE = "# Memory\n\n- [Deploy](deploy.md) — how\n"


def document_of(data: bytes) -> Document:
    document = parse(data, "CLAUDE.md")
    assert isinstance(document, Document)
    return document


def unread_of(data: bytes) -> Unread:
    unread = parse(data, "CLAUDE.md")
    assert isinstance(unread, Unread)
    return unread


# --- encodings


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(codecs.BOM_UTF16_LE + PROSE.encode("utf-16-le"), id="UTF-16, little endian"),
        pytest.param(codecs.BOM_UTF16_BE + PROSE.encode("utf-16-be"), id="UTF-16, big endian"),
        pytest.param(codecs.BOM_UTF16_LE, id="nothing but the mark"),
    ],
)
def test_utf16_with_a_byte_order_mark(data: bytes) -> None:
    assert unread_of(data) == Unread("CLAUDE.md", "not-utf8", len(data), "it looks like UTF-16")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(PROSE, id="with a dash that is no UTF-8"),
        pytest.param("# Memory\n\nOnly ASCII, which decodes as UTF-8 with NULs.\n", id="ASCII"),
        pytest.param("ab", id="short"),
    ],
)
def test_utf16_without_a_byte_order_mark(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    assert unread_of(data) == Unread(
        "CLAUDE.md", "not-utf8", len(data), "it looks like UTF-16 without a byte order mark"
    )


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        ("Ship the café menu.".encode("latin-1"), "byte 0xe9 at offset 12 is not UTF-8"),
        ("“quoted”".encode("cp1252"), "byte 0x93 at offset 0 is not UTF-8"),
        ("部署".encode("gb18030"), "byte 0xb2 at offset 0 is not UTF-8"),
        (b"a" * 100 + "é".encode()[:1], "byte 0xc3 at offset 100 is not UTF-8"),
        (b"a\xed\xa0\x80", "byte 0xed at offset 1 is not UTF-8"),
        (b"\xc0\xaf", "byte 0xc0 at offset 0 is not UTF-8"),
    ],
)
def test_other_encodings_say_where_they_break(data: bytes, detail: str) -> None:
    assert unread_of(data) == Unread("CLAUDE.md", "not-utf8", len(data), detail)


@pytest.mark.parametrize("text", ["ascii", "é", "部署 한국어 かな", "😀", "\u2028", "\ufffd", "\U0010ffff"])
def test_utf8_is_read_as_it_is(text: str) -> None:
    document = document_of(text.encode())
    assert (document.text, document.bom) == (text, False)


@pytest.mark.parametrize("text", ["\0", "a\0", "\0\0\0\0\0\0", "a\0b c d", "# A\0B\n\n@c.md `d`\0\n", "\0" + "a" * 70])
def test_nul_is_a_character_like_others(text: str) -> None:
    document = document_of(text.encode())
    assert document.text == text
    assert_tiled(document)


def test_nul_does_not_end_a_line_or_hide_what_follows() -> None:
    document = document_of(b"a \0 @b.md\n\n# C\0\n")
    assert [token.path for token in document.imports] == ["b.md"]
    assert document.headings[0].span == (11, 15)


# --- byte order mark


def test_byte_order_mark_is_taken_off_and_told() -> None:
    document = document_of(codecs.BOM_UTF8 + b"# A\n")
    assert (document.text, document.bom) == ("# A\n", True)
    assert document.headings[0].span == (0, 3)
    assert document == read("# A\n", "CLAUDE.md", bom=True)
    assert document.raw.utf8_bytes == 7


def test_second_byte_order_mark_is_text() -> None:
    document = document_of(codecs.BOM_UTF8 * 2 + b"# A")
    assert document.text == "\ufeff# A"
    assert document.headings == ()


def test_no_byte_order_mark() -> None:
    assert not document_of(b"# A").bom
    assert not document_of("a \ufeff b".encode()).bom


# --- empty files


@pytest.mark.parametrize("data", [b"", codecs.BOM_UTF8])
def test_empty_file(data: bytes) -> None:
    document = document_of(data)
    assert document.text == ""
    assert document.blocks == ()
    assert document.kept == ()
    assert document.frontmatter is None
    assert document.newline == ""
    assert document.loaded == Measure(0, 0, 0, 0, 0)
    assert document.raw == Measure(0, len(data), 0, 0, 0)
    assert document.cut(max_lines=200, max_size=25_000, unit="utf-8") is None
    assert document.line(0) == 1
    assert not document.in_code(0)
    assert not document.in_comment(0)
    assert not document.in_generated(0)


# --- line ends


@pytest.mark.parametrize(
    ("text", "newline"),
    [
        ("", ""),
        ("a", ""),
        ("a\n", "\n"),
        ("a\nb\n", "\n"),
        ("a\r\n", "\r\n"),
        ("a\r\nb\r\n", "\r\n"),
        ("a\r\nb", "\r\n"),
        ("a\r\nb\n", "mixed"),
        ("a\nb\r\n", "mixed"),
        ("a\n\r\n", "mixed"),
        ("a\rb", ""),
    ],
)
def test_newline_is_the_files_habit(text: str, newline: str) -> None:
    document = document_of(text.encode())
    assert document.newline == newline
    assert document.text == text


@pytest.mark.parametrize(("offset", "line"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3), (5, 3)])
def test_line_counts_from_one(offset: int, line: int) -> None:
    assert body("a\n\nbc").line(offset) == line


def test_windows_line_ends_stay_in_what_is_kept() -> None:
    document = document_of(b"---\r\nname: x\r\n---\r\n\r\na\r\nb\r\n")
    assert document.frontmatter is not None
    assert document.frontmatter.status == "valid"
    assert cut_out(document.text, document.kept) == ["a\r\nb"]
    assert document.loaded.lines == 2


# --- a plain value


def test_document_pickles_compares_and_repeats_itself() -> None:
    document = document_of(b"---\nname: x\n---\n# A\n\n- `b` @c.md [[d]] [e](f) <!-- g -->\n\n| h |\n|---|\n")
    assert pickle.loads(pickle.dumps(document)) == document
    assert document == document_of(document.text.encode())
    assert document != document_of(document.text.encode() + b"\n")


def test_path_is_only_a_name() -> None:
    assert document_of(b"a").path == "CLAUDE.md"
    assert told(read("a", "docs/x.md")) == told(read("a", "y.md"))


def told(document: Document) -> list[object]:
    return [getattr(document, name) for name in FIELDS]


PIECES = ["---\n", "name: x\n", "# A\n", "- `b`\n", " @c.md ", "[[d]]", "[e](f)", "<!-- g -->", "<!--", "| h |\n|---|\n", "\n", "\r\n", "  "]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.booleans())
def test_what_is_told_without_parsing_is_what_parsing_tells(pieces: list[str], bom: bool) -> None:
    text = "".join(pieces)
    whole = read(text, "CLAUDE.md", bom=bom)
    parse_into(whole)
    for name in FIELDS:
        assert getattr(read(text, "CLAUDE.md", bom=bom), name) == getattr(whole, name), name


@pytest.mark.parametrize("name", ["imports", "wiki_links", "comments", "frontmatter", "raw", "loaded"])
def test_a_file_without_what_is_asked_for_is_not_parsed(name: str) -> None:
    document = read("# Kiln\n\nFire it.\n", "CLAUDE.md")
    assert not getattr(document, name) or name in ("raw", "loaded")
    assert not document.is_parsed
    assert len(document.headings) == 1
    assert document.is_parsed
