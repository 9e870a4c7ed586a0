"""The first and the last character that an edit may touch, and what a document may be after it."""

from __future__ import annotations

import pytest

from memlint import Edit, Finding, Fix, Span
from memlint.engine import edits
from tests.engine.test_edits import document


def forbidden(text: str, start: int, end: int, new: str = "x") -> str:
    return edits.forbidden(document(text), (Edit(Span(start, end), new),))


def changed(text: str, *made: tuple[int, int, str]) -> str:
    ordered = edits.ordered(Edit(Span(start, end), new) for start, end, new in made)
    return edits.changed(document(text), document(edits.apply(text, ordered)), ordered)


@pytest.mark.parametrize(
    ("text", "why", "free", "barred"),
    [
        # what is inserted beside code is not in it
        ("a `b` c\n", "code", [(2, 2), (5, 5), (1, 2), (5, 6)], [(3, 3), (4, 4), (1, 3), (4, 5), (4, 6)]),
        ('Say "you" now\n', "quotation", [(3, 4), (9, 9), (10, 13)], [(4, 4), (5, 8), (8, 9), (3, 5)]),
        # what borders on a tool's part is
        ("a\n\n<!-- BEGIN x -->\nb\n<!-- END x -->\n\nc\n", "tool", [(1, 1), (2, 2), (37, 37)], [(3, 3), (21, 21), (36, 36)]),
        ("p\n\n| a | b |\n|---|---|\n| c | d |\n\nq\n", "table", [(2, 2), (3, 3), (13, 13), (35, 36)], [(5, 5), (6, 6), (26, 26)]),
        ("abc\n", "do not fit", [(0, 0), (0, 3), (4, 4)], [(-1, 0), (4, 5), (5, 5)]),
    ],
)  # fmt: skip
def test_edges(text: str, why: str, free: list[tuple[int, int]], barred: list[tuple[int, int]]) -> None:
    assert [forbidden(text, *span) for span in free] == [""] * len(free)
    assert [why in forbidden(text, *span) for span in barred] == [True] * len(barred)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (3, 4, True),  # a sign
        (4, 5, True),  # a blank
        (3, 5, True),
        (8, 9, True),  # an end of line
        (0, 3, False),  # a word
        (9, 13, True),  # one of two equal lines
        (13, 17, True),
        (9, 12, True),  # without its end
        (10, 13, False),  # not the whole line
        (9, 17, False),  # both
        (17, 21, False),  # the only one
    ],
)
def test_what_may_be_taken_out(start: int, end: int, expected: bool) -> None:
    assert (forbidden("one. two\n- a\n- a\n- b\n", start, end, "") == "") is expected


def test_the_end_of_a_line_is_no_line_of_its_own() -> None:
    """Also where it says what another line says."""
    assert "taken out" in forbidden("x - a\n- a\n- a\n", 2, 6, "")
    assert forbidden("- a\nx\n- a\n", 0, 4, "") == ""
    assert "taken out" in forbidden("- a\n- b\n- a\n- b\n", 0, 8, "")  # two lines at once


def test_own_comments_may_go_and_only_those() -> None:
    for text, part, goes in (
        ("---\n# memlint-disable-line x\nname: a\n---\n", "# memlint-disable-line x\n", True),
        ("---\nname: a #memlint-disable-line x\n---\n", " #memlint-disable-line x", True),
        ("<!--\nmemlint-disable x\nmemlint-disable y\n-->\n", "memlint-disable y\n", True),
        ("# memlint is\n", "# memlint is", False),
        ("memlint is\n", "memlint is", False),
    ):
        assert (forbidden(text, text.index(part), text.index(part) + len(part), "") == "") is goes


TWO = "a [b](c.md) d [e](f.md)\n"
HEADER = "---\nname: a\ntype: b\n---\n"
PATHS = "---\npaths: 'a/*, b/*, d'\n---\n"


@pytest.mark.parametrize(
    ("text", "made", "why"),
    [
        # what stands behind moves along
        (TWO, [(0, 1, "longer")], ""),
        (TWO, [(0, 1, ""), (12, 13, "longer")], ""),
        (TWO, [(12, 13, "longer")], ""),
        # a link may become another one, not none
        (TWO, [(2, 11, "[x](y.md)")], ""),
        (TWO, [(2, 11, "x")], "a link would be lost"),
        (TWO, [(2, 11, "x"), (14, 23, "y")], "a link would be lost"),
        ("a [[b]] c\n", [(2, 7, "b")], "a wiki link would be lost"),
        ("@a.md b\n", [(0, 1, "")], "an import would be lost"),
        # unless it stands there once more, and nothing is written
        ("a [b](c.md)\n[b](c.md)\n", [(12, 22, "")], ""),
        ("a [b](c.md)\n[b](d.md)\n", [(12, 22, "")], "a link would be lost"),
        ("a [b](c.md)\n[b](c.md)\n", [(12, 22, "x")], "a link would be lost"),
        ("@a.md b @a.md\n", [(6, 14, "")], ""),
        # new ones may come in with what is written
        ("a b\n", [(2, 3, "`d`")], ""),
        ("@a.md b\n", [(6, 7, "@c.md")], ""),
        # but not elsewhere
        ("a b `c`\n", [(0, 1, "`")], "would be another"),
        ("a b\n@c.md\n", [(2, 3, "\n```\n")], "would be another"),
        # keys
        (HEADER, [(10, 11, "z")], ""),
        (HEADER, [(4, 8, "title")], ""),
        (HEADER, [(4, 12, "")], ""),
        (HEADER, [(4, 4, "x: 1\n")], ""),
        (HEADER, [(20, 24, "")], "the header could not be read any more"),
        (HEADER, [(11, 12, "x")], "the header could not be read any more"),
        ("---\nm:\n  type: b\n---\n", [(9, 13, "kind")], ""),
        ("---\nm:\n  type: b\n---\n", [(4, 5, "n")], "m.type in the header would be another"),
        # parts of a value: as many may be others as there are edits
        (PATHS, [(12, 15, "c")], ""),
        (PATHS, [(12, 20, "c")], "a part of a value in the header would be lost"),
        ("---\npaths: *a, *b\n---\n", [(11, 17, '"*a"')], "a part of a value in the header would be lost"),
        ("---\npaths: *a, *b\n---\n", [(11, 11, '"'), (17, 17, '"')], ""),
        # lines that no edit touches stay what they are
        ("- a\nb c\n\nd\n", [(4, 5, "e")], ""),
        ("- a\nx\nb\n", [(4, 4, "\n")], "another part of the text"),
        ("a\n\nb\n", [(2, 3, "")], "another part of the text"),
        ("- a\n\nb\n", [(4, 5, "")], "another part of the text"),
        ("> a\n\nb\n", [(4, 5, "")], "another part of the text"),
        ("a\n\n---\n", [(2, 3, "")], "another part of the text"),
        ("a\n\n---\n", [(2, 3, "\r\n")], ""),
        ("a\n\n- b\n", [(2, 3, "")], ""),
        ("- a\n- b\n", [(0, 4, "")], ""),
        ("- a\n\n  - b\n", [(0, 5, "")], "another part of the text"),
        ("# a\nb\n", [(0, 2, "")], "another part of the text"),
        # but for what becomes the header
        ("\n---\nname: a\n---\nb\n", [(0, 1, "")], ""),
        ("---\nname: [a\n---\nb\n", [(17, 18, "c")], ""),  # one that cannot be read is nobody's to keep
    ],
)
def test_what_a_document_may_become(text: str, made: list[tuple[int, int, str]], why: str) -> None:
    assert why in changed(text, *made)
    assert bool(changed(text, *made)) is bool(why)


def test_edits_go_to_the_file_that_they_name() -> None:
    fix = Fix("x", (Edit(Span(3, 4), "b"), Edit(Span(0, 1), "a"), Edit(Span(5, 6), "c", "z.md"), Edit(Span(0, 1), "a")))
    finding = Finding(Span(0, 1), "m", "k.md", "info", fix=fix)
    assert edits.by_path(finding) == {
        "k.md": (Edit(Span(0, 1), "a"), Edit(Span(3, 4), "b")),
        "z.md": (Edit(Span(5, 6), "c"),),
    }
    assert edits.by_path(finding._replace(fix=None)) == {}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((0, 2), (2, 4), False),
        ((0, 3), (2, 4), True),
        ((2, 2), (2, 4), True),
        ((0, 2), (2, 2), False),
        ((1, 1), (2, 2), False),
    ],
)
def test_overlap(one: tuple[int, int], other: tuple[int, int], expected: bool) -> None:
    assert edits.overlap((Edit(Span(*one), "x"), Edit(Span(*other), "y"))) is expected


def test_a_fix_waits_for_one_that_is_near() -> None:
    """Also where both only border on each other: what is between them is read by neither."""
    for span, free in (((0, 1), True), ((0, 2), False), ((3, 3), False), ((4, 6), False), ((5, 6), True)):
        taken = edits.Taken()
        assert taken.take({"a.md": (Edit(Span(2, 3), "x"), Edit(Span(4, 4), "y"))})
        assert taken.take({"a.md": (Edit(Span(*span), "z"),)}) is free
        assert taken.take({"b.md": (Edit(Span(*span), "z"),)})
