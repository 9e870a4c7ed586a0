"""What is found in Markdown: every kind of node, its values, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from memlint.source.document import Document
from memlint.source.nodes import BlockKind
from memlint.source.spans import Span
from tests.source.checks import Spanned, body, cut_out, text_of
from tests.work import soon


def written(document: Document, nodes: Iterable[Spanned]) -> list[str]:
    """Return the text of each node's span."""
    return [text_of(document, node.span) for node in nodes]


# --- blocks


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", []),
        ("\n \n", ["blank"]),
        ("a\nb\n\nc", ["paragraph", "blank", "paragraph"]),
        ("# a\nb", ["heading", "paragraph"]),
        ("a\n===\nb\n---\n", ["heading", "heading"]),
        ("a\n\n***\n", ["paragraph", "blank", "break"]),
        ("<div>\nx\n</div>\n\na", ["html", "blank", "paragraph"]),
        ("<!-- a -->\nb", ["html", "paragraph"]),
        ("[a]: b\n[c]: d\n\ne", ["definition", "definition", "blank", "paragraph"]),
        ("[a]: b\n[a]: c\n", ["definition", "marker"]),
        ("> a\n>\n> b", ["paragraph", "marker", "paragraph"]),
        ("-\n\n- a", ["marker", "blank", "paragraph"]),
        ("    code\n\n    code\n\na", ["code", "blank", "paragraph"]),
        ("```\na\n\nb\n```\nc", ["code", "paragraph"]),
        ("| a |\n|---|\n| b |", ["paragraph"]),
        ("---\na: b\n---\n\nc", ["frontmatter", "blank", "paragraph"]),
    ],
)
def test_kinds_of_blocks(text: str, kinds: list[BlockKind]) -> None:
    assert [block.kind for block in body(text).blocks] == kinds


def test_block_is_whole_lines_and_its_content_is_without_markers() -> None:
    document = body("# a\n\n- b\n  > c\n  > d\n")
    found = [
        (block.kind, text_of(document, block.span), text_of(document, block.content), block.depth, block.quoted)
        for block in document.blocks
    ]
    assert found == [
        ("heading", "# a\n", "# a", 0, False),
        ("blank", "\n", "\n", 0, False),
        ("paragraph", "- b\n", "b", 1, False),
        ("paragraph", "  > c\n  > d\n", "c\n  > d", 1, True),
    ]


def test_block_at_finds_the_block_of_each_character() -> None:
    document = body("ab\n\n- c")
    assert [document.block_at(offset).kind for offset in range(len(document.text))] == [
        *["paragraph"] * 3,
        "blank",
        *["paragraph"] * 3,
    ]
    assert document.block_at(len(document.text)).kind == "paragraph"
    with pytest.raises(IndexError):
        body("").block_at(0)


# --- headings


@pytest.mark.parametrize(
    ("text", "level", "title", "source"),
    [
        ("# One", 1, "One", "# One"),
        ("###### Six ######\n", 6, "Six", "###### Six ######"),
        ("   ## Two\r\ntext", 2, "Two", "## Two"),
        ("One\n===\n", 1, "One", "One\n==="),
        ("Two\nlines\n---\n", 2, "Two lines", "Two\nlines\n---"),
        ("# `code` *em* **strong** [link](u) ![image](i) <b>\n", 1, "code em strong link image", None),
        ("# A \\# &amp; B", 1, "A # & B", None),
        ("#\n", 1, "", "#"),
        ("> # Quoted\n", 1, "Quoted", "# Quoted"),
        ("- # Item\n", 1, "Item", "# Item"),
    ],
)
def test_heading(text: str, level: int, title: str, source: str | None) -> None:
    document = body(text)
    [heading] = document.headings
    assert (heading.level, heading.text) == (level, title)
    assert text_of(document, heading.span) == (source or text.rstrip("\n"))


@pytest.mark.parametrize(
    "text", ["#tag", "####### seven", "\\# a", "    # code", "```\n# a\n```", "<!-- # a -->", "---"]
)
def test_no_heading(text: str) -> None:
    assert body(text).headings == ()


# --- list items


def test_items_of_nested_lists() -> None:
    document = body("Intro:\n\n- a\n- b:\n  1. c\n  2. d\n- e\n\nOther\n\n* f\n")
    found = [
        (
            text_of(document, item.content),
            item.depth,
            item.list_id,
            item.position,
            item.ordered,
            item.lead_in and text_of(document, item.lead_in),
        )
        for item in document.items
    ]
    assert found == [
        ("a", 1, 0, 0, False, "Intro:"),
        ("b:", 1, 0, 1, False, "Intro:"),
        ("c", 2, 1, 0, True, "b:"),
        ("d", 2, 1, 1, True, "b:"),
        ("e", 1, 0, 2, False, "Intro:"),
        ("f", 1, 2, 0, False, "Other"),
    ]


def test_span_of_an_item_holds_what_is_nested_in_it() -> None:
    document = body("- a\n  - b\n\n  c\n- d\n")
    assert written(document, document.items) == ["- a\n  - b\n\n  c\n", "- b\n\n", "- d\n"]


@pytest.mark.parametrize(
    ("text", "contents"),
    [
        pytest.param("- a\n- b\n", ["a", "b"], id="tight"),
        pytest.param("- a\n\n- b\n", ["a", "b"], id="loose"),
        pytest.param("- a\r\n\r\n- b\r\n", ["a", "b"], id="loose, windows line ends"),
        pytest.param("- a\r\n- b\r\n", ["a", "b"], id="tight, windows line ends"),
        pytest.param("- a\n  b\nc\n", ["a\n  b\nc"], id="three lines"),
        pytest.param("- a\n\n  b\n", ["a"], id="first of two paragraphs"),
        pytest.param("- a  \n  b\n", ["a  \n  b"], id="hard break"),
        pytest.param("- [ ] a\n- [x] b\n", ["[ ] a", "[x] b"], id="tasks"),
        pytest.param("- **a** `b` [c](d)\n", ["**a** `b` [c](d)"], id="inlines"),
        pytest.param("- [c](d) <b>x</b>\n", ["[c](d) <b>x</b>"], id="begins with a link, ends with a tag"),
        pytest.param("- ![c](d)\n- `e`\n- *f*\n", ["![c](d)", "`e`", "*f*"], id="one inline each"),
        pytest.param("- \\* a\n", ["\\* a"], id="begins with an escape"),
        pytest.param("- é文 😀\n", ["é文 😀"], id="wide letters"),
        pytest.param("-\n- \n", ["", ""], id="empty"),
        pytest.param("- # a\n", [""], id="heading"),
        pytest.param("- # a\n\n  b\n", ["b"], id="paragraph behind a heading"),
        pytest.param("- ```\n  a\n  ```\n", [""], id="code"),
        pytest.param("- > a\n", [""], id="quote"),
        pytest.param("- > a\n\n  b\n", ["b"], id="paragraph behind a quote"),
        pytest.param("- - a\n", ["", "a"], id="list right away"),
        pytest.param("> - a\n> - b\n", ["a", "b"], id="in a quote"),
        pytest.param("- a\n  <div>\n", ["a"], id="block of HTML behind"),
        pytest.param("- a\n  ***\n", ["a"], id="rule line behind"),
    ],
)
def test_content_is_the_items_own_first_paragraph(text: str, contents: list[str]) -> None:
    document = body(text)
    assert [text_of(document, item.content) for item in document.items] == contents


@pytest.mark.parametrize(
    ("text", "lead_ins"),
    [
        pytest.param("a\n- b", ["a"], id="no blank line between"),
        pytest.param("a\n\n\n- b", ["a"], id="blank lines between"),
        pytest.param("a\r\n\r\n- b", ["a"], id="windows line ends"),
        pytest.param("> a\n>\n> - b", ["a"], id="both in one quote"),
        pytest.param("- a\n  - b", [None, "a"], id="nested"),
        pytest.param("- a\n\n  - b", [None, "a"], id="nested, loose"),
        pytest.param("- b", [None], id="nothing before"),
        pytest.param("# a\n- b", [None], id="heading"),
        pytest.param("a\n\n# b\n- c", [None], id="heading between"),
        pytest.param("a\n\n```\nx\n```\n- b", [None], id="code between"),
        pytest.param("a\n\n[x]: y\n\n- b", [None], id="definition between"),
        pytest.param("- a\n- b\n\n1. c", [None, None, None], id="another list before"),
        pytest.param("- a\n- - b", [None, None, None], id="the paragraph of the item before"),
        pytest.param("> a\n\n- b", [None], id="quote before"),
        pytest.param("a\n\n> - b", [None], id="quote around the list only"),
    ],
)
def test_lead_in_is_the_paragraph_that_introduces_the_list(text: str, lead_ins: list[str | None]) -> None:
    document = body(text)
    assert [item.lead_in and text_of(document, item.lead_in) for item in document.items] == lead_ins


@pytest.mark.parametrize("text", ["a - b", "-a", "1.a", "\\- a", "```\n- a\n```", "a\n14. b", "    - a"])
def test_no_item(text: str) -> None:
    assert body(text).items == ()


# --- code


@pytest.mark.parametrize(
    ("text", "language", "fenced", "content"),
    [
        pytest.param("```python\na\n```\n", "python", True, "a\n", id="fence"),
        pytest.param("~~~ sh title=x\na\n~~~\n", "sh", True, "a\n", id="tildes, more words"),
        pytest.param("```\na\n\nb\n```", "", True, "a\n\nb\n", id="no language"),
        pytest.param("```js\r\na\r\nb\r\n```\r\n", "js", True, "a\r\nb\r\n", id="windows line ends"),
        pytest.param("```\n```\n", "", True, "", id="empty"),
        pytest.param("```py\na", "py", True, "a", id="never closed"),
        pytest.param("    a\n\n    b\n", "", False, "a\n\n    b\n", id="indented"),
        pytest.param("\ta\n", "", False, "a\n", id="tab"),
        pytest.param("- x\n\n  ```py\n  a\n  b\n  ```\n", "py", True, "a\n  b\n", id="in an item"),
        pytest.param("- ```\n  é文\n  ```\n", "", True, "é文\n", id="first in an item"),
        pytest.param("> ```\n> a\n> ```\n", "", True, "a\n", id="in a quote"),
        pytest.param("````\n```\n````\n", "", True, "```\n", id="fence in a fence"),
    ],
)
def test_code_block(text: str, language: str, fenced: bool, content: str) -> None:
    document = body(text)
    [block] = document.code_blocks
    assert (block.language, block.fenced, text_of(document, block.content)) == (language, fenced, content)
    assert text_of(document, block.span).strip() in text


def test_span_of_a_fence_includes_its_fences() -> None:
    document = body("a\n\n```py\nb\n```\n\nc")
    assert written(document, document.code_blocks) == ["```py\nb\n```"]
    assert [document.in_code(offset) for offset in (2, 3, 8, 13, 14)] == [False, True, True, True, False]


@pytest.mark.parametrize("text", ["a\n    b", "``` a ``` b", "\\```\na\n\\```", "- a\n\n    b"])
def test_no_code_block(text: str) -> None:
    assert body(text).code_blocks == ()


@pytest.mark.parametrize(
    ("text", "spans", "texts"),
    [
        ("a `b` c", ["`b`"], ["b"]),
        ("``a ` b``", ["``a ` b``"], ["a ` b"]),
        ("`a\nb`", ["`a\nb`"], ["a b"]),
        ("- `a`\n- [`b`](c)\n# `d`", ["`a`", "`b`", "`d`"], ["a", "b", "d"]),
        ("`\\`", ["`\\`"], ["\\"]),
        ("é `文` 😀", ["`文`"], ["文"]),
        ("a ` b", [], []),
        ("\\`a`", [], []),
        ("```\n`a`\n```", [], []),
        ("``a`", [], []),
    ],
)
def test_code_spans(text: str, spans: list[str], texts: list[str]) -> None:
    document = body(text)
    assert written(document, document.code_spans) == spans
    assert [span.text for span in document.code_spans] == texts
    assert all(document.in_code(span.span.start) for span in document.code_spans)


# --- comments (SPEC 1.6.4)


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        pytest.param("<!-- a -->", [("<!-- a -->", True)], id="block"),
        pytest.param("   <!-- a -->", [("<!-- a -->", True)], id="three spaces before"),
        pytest.param("<!-- a\n\nb -->\nc", [("<!-- a\n\nb -->", True)], id="block over lines"),
        pytest.param("<!-- a --> b", [("<!-- a -->", True)], id="text behind"),
        pytest.param("<!-- a --> <!-- b --> c", [("<!-- a -->", True), ("<!-- b -->", True)], id="two in a block"),
        pytest.param("<!-- a --><!-- b\nc -->", [("<!-- a -->", True)], id="only its line belongs to the block"),
        pytest.param("- a\n\n  <!-- b -->", [("<!-- b -->", True)], id="block in an item"),
        pytest.param("a\n<!-- b -->\nc", [("<!-- b -->", True)], id="a block ends a paragraph"),
        pytest.param("a <!-- b -->", [("<!-- b -->", False)], id="inline"),
        pytest.param("a <!-- b\nc --> d", [("<!-- b\nc -->", False)], id="inline over lines"),
        pytest.param("# a <!-- b -->", [("<!-- b -->", False)], id="inline in a heading"),
        pytest.param("- a <!-- b -->", [("<!-- b -->", False)], id="inline in an item"),
        pytest.param("<div>\n<!-- a -->\n</div>", [("<!-- a -->", False)], id="in a block of other HTML"),
        pytest.param("<!-- a", [], id="never closed"),
        pytest.param("<!-- a\n\nb <!-- c", [], id="never closed twice"),
        pytest.param("a <!-- b", [], id="inline, never closed"),
        pytest.param("    <!-- a -->", [], id="four spaces before are code"),
        pytest.param("\t<!-- a -->", [], id="a tab before is code"),
        pytest.param("```\n<!-- a -->\n```", [], id="in a fence"),
        pytest.param("a `<!-- b -->` c", [], id="in a code span"),
        pytest.param("\\<!-- a -->", [], id="escaped"),
        pytest.param("a <b>c</b>", [], id="inline HTML of other kinds"),
    ],
)
def test_comments(text: str, comments: list[tuple[str, bool]]) -> None:
    document = body(text)
    assert [(text_of(document, comment.span), comment.block) for comment in document.comments] == comments


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("a\n\n<!-- b -->\n\nc", "a\n\nc", id="with its line and the empty ones below"),
        pytest.param("a\r\n\r\n<!-- b -->\r\n\r\nc", "a\r\n\r\nc", id="windows line ends"),
        pytest.param("a\n\n  <!-- b -->  \nc", "a\n\nc", id="with the blanks beside it"),
        pytest.param("<!-- a\n\nb -->\nc", "c", id="at the top"),
        pytest.param("a\n<!-- b -->", "a", id="at the end"),
        pytest.param("a\n<!-- b --> c\nd", "a\n c\nd", id="text behind it stays"),
        pytest.param("a\n<!-- b --> <!-- c -->\n\nd", "a\nd", id="two on a line"),
        pytest.param("a\n<!-- b --> x <!-- c -->\n\nd", "a\n x \n\nd", id="two with text between"),
        pytest.param("a\n\n<!-- b -->\n<!-- c -->\nd", "a\n\nd", id="two in a row"),
        pytest.param("- a\n- <!-- b -->\n- c", "- a\n- \n- c", id="behind a list marker"),
        pytest.param("a <!-- b --> c", "a <!-- b --> c", id="inline stays"),
        pytest.param("<!-- a", "<!-- a", id="never closed stays"),
        pytest.param("<div>\n<!-- a -->\n</div>", "<div>\n<!-- a -->\n</div>", id="in other HTML stays"),
        pytest.param("    <!-- a -->", "<!-- a -->", id="in code stays"),
        pytest.param("```\n<!-- a -->\n```", "```\n<!-- a -->\n```", id="in a fence stays"),
        pytest.param("<!-- a -->\n \n<!-- b -->\n", "", id="nothing but comments"),
        pytest.param("---\nx: y\n---\n<!-- a -->\nb\n", "b", id="behind a header"),
        pytest.param("\n\u00a0\ufeff a \u3000\n", "a", id="trimmed as JavaScript does"),
    ],
)
def test_kept_is_the_text_without_block_comments_trimmed(text: str, kept: str) -> None:
    document = body(text)
    assert "".join(cut_out(text, document.kept)) == kept


# --- links


@pytest.mark.parametrize(
    ("text", "kind", "image", "label", "target", "source"),
    [
        pytest.param("[a](b.md)", "inline", False, "a", "b.md", "b.md", id="link"),
        pytest.param("![a](b.png)", "inline", True, "a", "b.png", "b.png", id="image"),
        pytest.param('[a](b.md "title")', "inline", False, "a", "b.md", "b.md", id="title"),
        pytest.param("[a]( b.md )", "inline", False, "a", "b.md", "b.md", id="blanks"),
        pytest.param("[a](<b c.md>)", "inline", False, "a", "b c.md", "b c.md", id="angle brackets"),
        pytest.param("[a](<b)c.md> 't')", "inline", False, "a", "b)c.md", "b)c.md", id="bracket in angle brackets"),
        pytest.param("[a](b(c)d.md)", "inline", False, "a", "b(c)d.md", "b(c)d.md", id="brackets"),
        pytest.param("[a](b(c(d)e)f)", "inline", False, "a", "b(c(d)e)f", "b(c(d)e)f", id="brackets in brackets"),
        pytest.param(r"[a](b\)c.md)", "inline", False, "a", "b)c.md", r"b\)c.md", id="escape"),
        pytest.param("[a](b&amp;c)", "inline", False, "a", "b&c", "b&amp;c", id="character reference"),
        pytest.param("[a](b%20c.md#d)", "inline", False, "a", "b%20c.md#d", "b%20c.md#d", id="percent stays"),
        pytest.param("[a]()", "inline", False, "a", "", "", id="empty target"),
        pytest.param("[](b)", "inline", False, "", "b", "b", id="empty text"),
        pytest.param("[`](` b](c)", "inline", False, "]( b", "c", "c", id="code that looks like a target"),
        pytest.param(r"[a\](b](c)", "inline", False, "a](b", "c", "c", id="escaped bracket"),
        pytest.param("[a *b* `c`\nd](e)", "inline", False, "a b c d", "e", "e", id="markup and a line break"),
        pytest.param("[é文](文.md)", "inline", False, "é文", "文.md", "文.md", id="wide letters"),
        pytest.param("[a][b]\n\n[b]: c.md", "reference", False, "a", "c.md", "[a][b]", id="reference"),
        pytest.param("[b][]\n\n[B]: c.md", "reference", False, "b", "c.md", "[b][]", id="collapsed reference"),
        pytest.param("[b]\n\n[b]: c.md", "reference", False, "b", "c.md", "[b]", id="shortcut reference"),
        pytest.param("![a][b]\n\n[b]: c", "reference", True, "a", "c", "![a][b]", id="reference of an image"),
        pytest.param(
            "<https://a.b/c>", "autolink", False, "https://a.b/c", "https://a.b/c", "https://a.b/c", id="auto"
        ),
        pytest.param("<me@a.b>", "autolink", False, "me@a.b", "me@a.b", "me@a.b", id="address"),
    ],
)
def test_link(text: str, kind: str, image: bool, label: str, target: str, source: str) -> None:
    for around in ("{}", "é文 x {} y", "- {}", "- 1\n- {}"):
        inline, blank, definition = text.partition("\n\n")
        document = body(around.format(inline) + blank + definition)
        [link] = document.links
        assert (link.kind, link.image, link.text, link.target) == (kind, image, label, target)
        assert text_of(document, link.target_span) == source
        assert text_of(document, link.span) == inline
        if document.items:
            assert text_of(document, document.items[-1].content) == inline


def test_image_in_a_link() -> None:
    document = body("[![badge](https://i/a.svg)](docs/a.md) and [x ![y](z)](w)")
    found = [(link.image, link.text, link.target, text_of(document, link.target_span)) for link in document.links]
    assert found == [
        (False, "badge", "docs/a.md", "docs/a.md"),
        (True, "badge", "https://i/a.svg", "https://i/a.svg"),
        (False, "x y", "w", "w"),
        (True, "y", "z", "z"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[a]",
        "[a](b c)",
        "[a] (b)",
        "\\[a](b)",
        "`[a](b)`",
        "```\n[a](b)\n```",
        "[a][b]",
        "https://a.b",
        "<!-- [a](b) -->",
    ],
)
def test_no_link(text: str) -> None:
    assert body(text).links == ()


def test_definitions() -> None:
    document = body("---\nx: y\n---\né\n\n[a]: b.md 'title'\n[A]: later\n[C d]: <e f>\n\n> [文]: g\n")
    assert [(node.label, node.target, text_of(document, node.span)) for node in document.definitions] == [
        ("a", "b.md", "[a]: b.md 'title'"),
        ("C d", "e f", "[C d]: <e f>"),
        ("文", "g", "[文]: g"),
    ]


@pytest.mark.parametrize("text", ["a\n[b]: c", "    [a]: b", "`[a]: b`", "```\n[a]: b\n```", "[a] : b", "- [ ]: b"])
def test_no_definition(text: str) -> None:
    assert body(text).definitions == ()


# --- wiki links


@pytest.mark.parametrize(
    ("text", "source", "target"),
    [
        pytest.param("see [[deploy-window]].", "[[deploy-window]]", "deploy-window", id="slug"),
        pytest.param("[[user_profile]]", "[[user_profile]]", "user_profile", id="snake case"),
        pytest.param("[[Release notes]]", "[[Release notes]]", "Release notes", id="title"),
        pytest.param("[[notes.md]]", "[[notes.md]]", "notes.md", id="file name"),
        pytest.param("[[team/notes]]", "[[team/notes]]", "team/notes", id="folder"),
        pytest.param("[[a|the label]]", "[[a|the label]]", "a", id="alias"),
        pytest.param("[[a#Some heading]]", "[[a#Some heading]]", "a", id="heading"),
        pytest.param("[[a#h|label]]", "[[a#h|label]]", "a", id="heading and alias"),
        pytest.param("[[部署]]", "[[部署]]", "部署", id="ideographs"),
        pytest.param("[[a]](a remark)", "[[a]]", "a", id="remark of two words"),
        pytest.param("[[a]](remark)", "[[a]]", "a", id="remark that looks like a target"),
        pytest.param("- [[a]]", "[[a]]", "a", id="in an item"),
        pytest.param("**[[a]]**", "[[a]]", "a", id="in markup"),
        pytest.param("![[a]]", "[[a]]", "a", id="embedded"),
        pytest.param("# About [[a]]", "[[a]]", "a", id="in a heading"),
        pytest.param("| [[a]] | b |\n|---|---|", "[[a]]", "a", id="in a table"),
        pytest.param("文 [[a]]", "[[a]]", "a", id="behind a wide letter"),
    ],
)
def test_wiki_link(text: str, source: str, target: str) -> None:
    document = body(text)
    [link] = document.wiki_links
    assert (text_of(document, link.span), link.target) == (source, target)
    assert document.links == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("if [[ -f x ]]", id="shell test"),
        pytest.param('[[ "$a" == b ]]', id="shell comparison"),
        pytest.param("[[-f x]]", id="shell test without blanks"),
        pytest.param("[[1,2],[3,4]]", id="array"),
        pytest.param("[[1,2]]", id="list of numbers"),
        pytest.param("[[1]]", id="number"),
        pytest.param("[[tool.x]]", id="TOML"),
        pytest.param("`[[a]]`", id="code span"),
        pytest.param("```\n[[a]]\n```", id="fence"),
        pytest.param("    [[a]]", id="indented code"),
        pytest.param("<!-- [[a]] -->", id="comment"),
        pytest.param("[[]]", id="empty"),
        pytest.param("[[ ]]", id="blank"),
        pytest.param("[[a\nb]]", id="two lines"),
        pytest.param("[a]", id="one bracket"),
        pytest.param("[[a]", id="not closed"),
        pytest.param(r"\[[a]]", id="escaped"),
        pytest.param(r"x \[[a]]", id="escaped inside a line"),
        pytest.param("[[" + "a" * 101 + "]]", id="too long for a name"),
        pytest.param("[[a = b]]", id="assignment"),
        pytest.param("[[$x]]", id="variable"),
        pytest.param("[[*]]", id="asterisk"),
        pytest.param("[[x]]\n\n[x]: z", id="reference in brackets"),
    ],
)
def test_no_wiki_link(text: str) -> None:
    assert body(text).wiki_links == ()


def test_wiki_links_come_in_the_order_of_the_text() -> None:
    document = body("[[a]](b) [[c]] **[[d]]** [[e]](f)")
    assert [link.target for link in document.wiki_links] == ["a", "c", "d", "e"]


# --- tables


def cells(text: str) -> list[list[str]]:
    document = body(text)
    rows: list[list[str]] = []
    for cell in document.cells:
        if cell.row == len(rows):
            rows.append([])
        assert (cell.row, cell.column) == (len(rows) - 1, len(rows[-1]))
        rows[-1].append(text_of(document, cell.span))
    return rows


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("| a | b |\n|---|---|\n| c | d |", [["a", "b"], ["c", "d"]], id="plain"),
        pytest.param("a | b\n:-- | --:\nc | d\n", [["a", "b"], ["c", "d"]], id="no pipes at the edges"),
        pytest.param("| a |\n|:-:|\n| b |", [["a"], ["b"]], id="one column"),
        pytest.param("| a | b |\n|---|---|", [["a", "b"]], id="only a header"),
        pytest.param("| a | b |\r\n|---|---|\r\n| c | d |\r\n", [["a", "b"], ["c", "d"]], id="windows line ends"),
        pytest.param("| a | b | c |\n|-|-|-|\n|  | x ||", [["a", "b", "c"], ["", "x", ""]], id="empty cells"),
        pytest.param("| a | b |\n|---|---|\n| c | d |  ", [["a", "b"], ["c", "d"]], id="blanks behind the last pipe"),
        pytest.param("| a | b |\n|---|---|\n| c\\|d | e\\| |", [["a", "b"], ["c\\|d", "e\\|"]], id="escaped pipe"),
        pytest.param("| a | b |\n|---|---|\n| `c|d` | ` |", [["a", "b"], ["`c|d`", "`"]], id="pipe in a code span"),
        pytest.param("> | a | b |\n> |---|---|\n> | c | d |", [["a", "b"], ["c", "d"]], id="in a quote"),
        pytest.param("- | a | b |\n  |---|---|\n  | c | d |", [["a", "b"], ["c", "d"]], id="in an item"),
        pytest.param("text\n| a | b |\n|---|---|\n| c | d |", [["a", "b"], ["c", "d"]], id="behind a line of text"),
        pytest.param("| é文 | 😀 |\n|---|---|\n| c | d |", [["é文", "😀"], ["c", "d"]], id="wide letters"),
        pytest.param("a | b\n-|-\nc | d\\|", [["a", "b"], ["c", "d\\|"]], id="escaped pipe at the end"),
        pytest.param("a | b\n-|-\nc\\", [["a", "b"], ["c\\"]], id="backslash at the end"),
    ],
)
def test_cells(text: str, expected: list[list[str]]) -> None:
    assert cells(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n| c | d |",
        "a | b\n---",
        "a\n|---|",
        "|---|---|",
        "```\n| a |\n|---|\n```",
        "| a | b |\n\n|---|---|",
        "| a | b |\n|---|-x-|",
        "",
    ],
)
def test_no_cells(text: str) -> None:
    assert body(text).cells == ()


# --- emphasis and text runs


def test_emphases() -> None:
    document = body("*a* __b__ ***c*** snake_case_word 2 * 3 * 4 `*d*`")
    assert [(text_of(document, node.span), node.strong) for node in document.emphases] == [
        ("*a*", False),
        ("__b__", True),
        ("***c***", False),
        ("**c**", True),
    ]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("a\nb", ["a", "b"]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("a *b* `c` [d](e) <f> g", ["a ", "b", " ", " ", "d", " ", " g"]),
        ("# a #\n\n- b\n> c", ["a", "b", "c"]),
        ("a &amp; b", ["a &amp; b"]),
        ("a  \nb\\\nc", ["a", "b", "c"]),
        ("```\na\n```\n\n    b\n\n<!-- c -->\n\n[d]: e", []),
        ("---\na: b\n---\nc", ["c"]),
    ],
)
def test_texts_are_the_runs_of_prose(text: str, runs: list[str]) -> None:
    assert cut_out(text, body(text).texts) == runs


# --- offsets


EVERYTHING = """\
---
name: abc
paths: [ab, "cd"]
metadata:
  type: user
---

# Abcd *ef* `gh`

Lorem ab: [cd](ef.md "gh") ![ij](kl) <https://a.b> @a/cd.md [[ef]] **gh**

- ab `cd @ef.md gh`
  1. [[ij|kl]] text \\* @mn.md

> ab "cd" ef <!-- gh -->

<!-- ab --> cd @ef.md

| ab | cd |
|----|----|
| ef | gh |

```sh
ab cd
```

    ab

[ij]: kl 'mn'
"""


@pytest.mark.parametrize("letter", ["é", "文", "😀", "\u0301"])
def test_letters_of_several_bytes_give_the_spans_of_ascii(letter: str) -> None:
    """Every "b" of the text becomes a letter of two, three or four UTF-8 bytes: no span moves."""
    plain, wide = body(EVERYTHING), body(EVERYTHING.replace("b", letter))
    for name in (
        *("blocks", "headings", "items", "code_blocks", "code_spans", "comments", "links", "definitions", "imports"),
        *("possible_imports", "wiki_links", "cells", "emphases", "texts", "kept", "code", "commented"),
    ):
        expected, found = getattr(plain, name), getattr(wide, name)
        assert expected, f"the text has no {name}"
        assert [positions(node) for node in found] == [positions(node) for node in expected], name
    assert plain.frontmatter is not None
    assert wide.frontmatter is not None
    assert [positions(field) for field in wide.frontmatter.fields] == [
        positions(field) for field in plain.frontmatter.fields
    ]


def positions(node: object) -> list[object]:
    """Return the spans in a node, however deep."""
    if isinstance(node, Span):
        return [node]
    return [found for part in node for found in positions(part)] if isinstance(node, tuple) else []


def test_windows_line_ends_find_the_same_nodes() -> None:
    unix, windows = body(EVERYTHING), body(EVERYTHING.replace("\n", "\r\n"))
    for name in ("imports", "possible_imports", "wiki_links", "links", "code_spans", "comments", "cells", "texts"):
        expected = [text_of(unix, span) for span in spans_of(getattr(unix, name))]
        assert [text_of(windows, span) for span in spans_of(getattr(windows, name))] == expected
    assert [block.kind for block in windows.blocks] == [block.kind for block in unix.blocks]


def spans_of(nodes: tuple[Span | Spanned, ...]) -> list[Span]:
    return [node if isinstance(node, Span) else node.span for node in nodes]


# --- hostile Markdown


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<!-- " * 20_000, id="comments that never close"),
        pytest.param("<div>" + "<!-- " * 20_000, id="comments that never close in other HTML"),
        pytest.param("a " + "<!-- " * 20_000, id="inline comments that never close"),
        pytest.param("<!-- a --> " * 20_000, id="comments on a line"),
        pytest.param("<!-- a -->\n \n" * 10_000, id="comments and blanks"),
        pytest.param("- " + "`a` @b " * 10_000, id="code spans and imports in an item"),
        pytest.param("<!-- a -->" + " @a <!-- b -->" * 5_000, id="imports between comments"),
        pytest.param("\u00a0" * 200_000, id="no-break spaces"),
        pytest.param("x" + " \u00a0" * 100_000, id="blanks at the end"),
        pytest.param("> " * 20_000 + "a", id="quotes in quotes"),
        pytest.param("a\n" + "- " * 10_000 + "b", id="lists in lists"),
        pytest.param("![x" * 2_000 + "](y)" * 2_000, id="images in images"),
        pytest.param("[a](" + "(" * 20_000 + ")" * 20_000 + ")", id="brackets in a target"),
        pytest.param("[](a " * 20_000, id="targets that never close"),
        pytest.param("[[a|" * 30_000, id="wiki links that never close"),
        pytest.param("*a " * 40_000, id="asterisks"),
        pytest.param("@a\\ " * 40_000, id="escaped spaces"),
        pytest.param("a|b\n-|-\n" + "|" * 50_000, id="empty cells"),
        pytest.param("a|b\n-|-\n" + "`|" * 20_000, id="backticks in cells"),
        pytest.param("a|\n" + "|-" * 20_000 + "x\n", id="almost a delimiter row"),
        pytest.param("[a]: b\n" * 20_000, id="definitions"),
        pytest.param("<!-- begin x -->\n" * 10_000, id="region markers"),
        pytest.param("\n" * 100_000, id="empty lines"),
    ],
)
def test_hostile_markdown_is_read_at_once(text: str) -> None:
    with soon():
        document = body(text)
    assert document.blocks[-1].span.end == len(text)
