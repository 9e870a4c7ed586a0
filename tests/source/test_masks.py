"""Where words are not the author's instruction: quotes, code, comments and what a tool owns."""

from __future__ import annotations

import pytest

from memlint.source.document import Document
from memlint.source.spans import Span, covers, merged, outside
from tests.source.checks import body, cut_out


def at(document: Document, word: str) -> int:
    assert document.text.count(word) == 1, word
    return document.text.index(word)


# --- quotes


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('say "never HERE" twice', id="straight double quotes"),
        pytest.param("say 'never HERE' twice", id="straight single quotes"),
        pytest.param("say “never HERE” twice", id="English"),
        pytest.param("say ‘never HERE’ twice", id="English, single"),
        pytest.param("sag „nie HERE“ zweimal", id="German"),
        pytest.param("sag „nie HERE” zweimal", id="Polish"),
        pytest.param("sag ‚nie HERE‘ zweimal", id="German, single"),
        pytest.param("sag »nie HERE« zweimal", id="German, guillemets"),
        pytest.param("dis « jamais HERE » deux fois", id="French"),
        pytest.param("dis «a» et «jamais HERE» deux fois", id="French, second pair"),
        pytest.param("dis ‹jamais HERE› deux fois", id="French, single"),
        pytest.param("di «nunca HERE» dos veces", id="Spanish"),
        pytest.param("скажи «никогда HERE» дважды", id="Russian"),
        pytest.param("用户说“不要HERE”两次", id="Chinese"),
        pytest.param("用戶說「不要HERE」兩次", id="Chinese, corner brackets"),
        pytest.param("「しないHERE」と言う", id="Japanese"),
        pytest.param("『しないHERE』と言う", id="Japanese, double"),
        pytest.param('"항상 HERE" 라고', id="Korean"),
        pytest.param('# On "HERE"', id="heading"),
        pytest.param('- a "HERE" b', id="item"),
        pytest.param('| a | "HERE" |\n|---|---|', id="table"),
        pytest.param('a "b" c "HERE" d', id="second pair of a line"),
        pytest.param("> HERE", id="block quote"),
        pytest.param("> a\nHERE", id="lazy line of a block quote"),
        pytest.param("> - HERE", id="item in a block quote"),
        pytest.param("> # HERE", id="heading in a block quote"),
        pytest.param("> ```\n> HERE\n> ```", id="code in a block quote"),
    ],
)
def test_in_quotes(text: str) -> None:
    document = body(text)
    assert document.in_quotes(at(document, "HERE"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("HERE", id="nothing around"),
        pytest.param('"a" HERE "b"', id="between two pairs"),
        pytest.param('a "b HERE', id="never closed"),
        pytest.param('a "b\nHERE" c', id="over two lines"),
        pytest.param("don't HERE, it's bad", id="apostrophes"),
        pytest.param("the users' HERE and the admins' b", id="apostrophes at the ends of words"),
        pytest.param("l’HERE n’est pas l’autre", id="curly apostrophes"),
        pytest.param("dis « a » HERE « b »", id="between French pairs"),
        pytest.param("sag »a« HERE »b«", id="between German pairs"),
        pytest.param('```\n"HERE"\n```', id="a string in code is no quotation"),
        pytest.param("a > HERE", id="greater than"),
        pytest.param("> a\n\nHERE", id="behind a block quote"),
        pytest.param("《HERE》", id="title of a work"),
    ],
)
def test_not_in_quotes(text: str) -> None:
    document = body(text)
    assert not document.in_quotes(at(document, "HERE"))


# --- code and comments


@pytest.mark.parametrize(
    ("text", "code", "commented"),
    [
        ("a", [], []),
        ("a `b` c\n\n```\nd\n```\n\n    e\n", ["`b`", "```\nd\n```", "e\n"], []),
        ("a <!-- b --> c\n\n<!-- d -->\n<!-- e -->", [], ["<!-- b -->", "<!-- d -->", "<!-- e -->"]),
        ("<!-- `a` -->", [], ["<!-- `a` -->"]),
        ("`<!-- a -->`", ["`<!-- a -->`"], []),
        ("<!-- a --><!-- b -->", [], ["<!-- a --><!-- b -->"]),
        ("`a``b`", ["`a``b`"], []),
        ("---\na: '`b` <!-- c -->'\n---\n", [], []),
    ],
)
def test_masks_of_code_and_comments(text: str, code: list[str], commented: list[str]) -> None:
    document = body(text)
    assert cut_out(text, document.code) == code
    assert cut_out(text, document.commented) == commented


def test_masks_hold_their_first_character_and_not_the_one_behind_their_last() -> None:
    document = body("a `b` <!-- c --> d")
    assert [document.in_code(offset) for offset in (1, 2, 4, 5)] == [False, True, True, False]
    assert [document.in_comment(offset) for offset in (5, 6, 15, 16)] == [False, True, True, False]


# --- what a tool owns


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("<!-- BEGIN toc -->", "<!-- END toc -->"),
        ("<!-- begin:toc -->", "<!-- end:toc -->"),
        ("<!-- toc:start -->", "<!-- toc:end -->"),
        ("<!-- START x -->", "<!-- STOP x -->"),
        ("<!-- START doctoc generated -->", "<!-- END doctoc generated -->"),
        ("<!-- tool:begin id=4 -->", "<!-- tool:end id=4 -->"),
        ("<!-- start -->", "<!-- end -->"),
        ("text <!-- begin x -->", "text <!-- end x -->"),
    ],
)
def test_region_between_markers_is_generated(begin: str, end: str) -> None:
    document = body(f"# Before\n\n{begin}\n\nHERE\n\n{end}\n\nAfter\n")
    [span] = document.generated
    first, last = begin[begin.index("<") :], end[end.index("<") :]
    assert document.text[span.start : span.end].startswith(first)
    assert document.text[span.start : span.end].endswith(last)
    assert document.in_generated(at(document, "HERE"))
    assert not document.in_generated(at(document, "Before"))
    assert not document.in_generated(at(document, "After"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<!-- BEGIN a -->\nHERE\n", id="never ended"),
        pytest.param("HERE\n<!-- END a -->\n", id="never begun"),
        pytest.param("<!-- BEGIN a -->\nHERE\n<!-- END b -->\n", id="two names"),
        pytest.param("<!-- END a -->\nHERE\n<!-- BEGIN a -->\n", id="the wrong way round"),
        pytest.param("<!-- beginner a -->\nHERE\n<!-- endless a -->\n", id="longer words"),
        pytest.param("```\n<!-- BEGIN a -->\n```\nHERE\n\n```\n<!-- END a -->\n```\n", id="markers in code"),
        pytest.param("BEGIN a\n\nHERE\n\nEND a\n", id="no comments"),
        pytest.param(
            "<!-- BEGIN a " + "x" * 200 + " -->\nHERE\n<!-- END a " + "x" * 200 + " -->\n", id="long comments"
        ),
    ],
)
def test_region_without_both_markers_is_the_authors(text: str) -> None:
    assert body(text).generated == ()


def test_two_regions_and_one_inside_another() -> None:
    document = body(
        "<!-- begin a -->\n<!-- begin b -->\n1\n<!-- end b -->\n2\n<!-- end a -->\n3\n<!-- begin c -->4\n<!-- end c -->\n"
    )
    assert [document.in_generated(document.text.index(word)) for word in "1234"] == [True, True, False, True]
    assert len(document.generated) == 2


@pytest.mark.parametrize(
    "note",
    [
        "<!-- @generated -->",
        "<!-- Generated by init. Do not edit by hand. -->",
        "<!-- AUTO-GENERATED FILE — DO NOT EDIT -->",
        "<!-- Do not edit: this file is auto-generated. -->",
        "<!--\n  Generated from templates/*.md\n  Don't modify, changes are lost.\n-->",
        "> **Warning:** This file is generated. Do not edit it.",
        "This file is automatically generated by `make agents`; don't edit it.",
        "*This document was autogenerated from AGENTS.tmpl, do not change it.*",
        "# AUTO-GENERATED: DO NOT EDIT",
        "Generated by init, never edit by hand.",
        "@generated",
    ],
)
def test_file_that_says_it_is_generated_is_the_tools(note: str) -> None:
    for text in (
        f"{note}\n\n# Title\n\nHERE\n",
        f"# Title\n\n{note}\n\nHERE\n",
        f"---\nname: x\n---\n\n{note}\n\nHERE\n",
    ):
        assert body(text).generated == (Span(0, len(text)),)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "**Never edit a generated proxy** (`// @generated by Cratis` header).", id="rule about other files"
        ),
        pytest.param("Files in `src/api` are generated; do not edit them.", id="folder of generated files"),
        pytest.param("- `gen/`: auto-generated clients, do not edit", id="entry of a list of folders"),
        pytest.param("Do not edit generated files.", id="rule about all generated files"),
        pytest.param("Generated files live in gen/. Do not edit them.", id="sentence that begins with the word"),
        pytest.param("The report is generated by CI.", id="nothing on editing"),
        pytest.param("This file is edited by hand. Do not edit src/.", id="nothing on generating"),
        pytest.param("Mail me@generated.dev, do change it.", id="address"),
        pytest.param("x\n" * 1_200 + "<!-- @generated -->\n", id="far from the top"),
        pytest.param("```\n<!-- @generated -->\n```\n", id="comment in code"),
        pytest.param("```py\n# @generated\nx = 1\n```\n", id="note in code"),
        pytest.param("`@generated` marks what not to edit.", id="code span"),
    ],
)
def test_file_that_speaks_of_generated_files_is_the_authors(text: str) -> None:
    assert body(text).generated == ()
    assert body("# Title\n\n" + text).generated == ()


# --- spans


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], []),
        ([(1, 2)], [(1, 2)]),
        ([(4, 6), (1, 2)], [(1, 2), (4, 6)]),
        ([(1, 3), (3, 5)], [(1, 5)]),
        ([(1, 9), (2, 4), (8, 10)], [(1, 10)]),
        ([(1, 2), (1, 5)], [(1, 5)]),
    ],
)
def test_merged(spans: list[tuple[int, int]], expected: list[tuple[int, int]]) -> None:
    assert list(merged(Span(*span) for span in spans)) == expected


@pytest.mark.parametrize(("offset", "inside"), [(0, False), (1, True), (2, True), (3, False), (5, True), (6, False)])
def test_covers(offset: int, inside: bool) -> None:
    assert covers((Span(1, 3), Span(5, 6)), offset) is inside
    assert not covers((), offset)


@pytest.mark.parametrize(
    ("spans", "whole", "expected"),
    [
        ([], (0, 4), [(0, 4)]),
        ([(1, 2)], (0, 4), [(0, 1), (2, 4)]),
        ([(0, 4)], (0, 4), []),
        ([(0, 1), (3, 4)], (0, 4), [(1, 3)]),
        ([(0, 2)], (1, 4), [(2, 4)]),
        ([(3, 9)], (1, 4), [(1, 3)]),
        ([(6, 9)], (1, 4), [(1, 4)]),
        ([(0, 1)], (2, 4), [(2, 4)]),
        ([], (2, 2), []),
    ],
)
def test_outside(spans: list[tuple[int, int]], whole: tuple[int, int], expected: list[tuple[int, int]]) -> None:
    assert list(outside(tuple(Span(*span) for span in spans), Span(*whole))) == expected
