"""What is true of every document, tried on arbitrary bytes and on scrambled Markdown."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint.source.document import Document, Unread, parse
from memlint.source.frontmatter import find
from memlint.source.header_yaml import Field, Scalar
from memlint.source.measure import loaded, measure, utf16_units
from tests.source.checks import all_spans, assert_disjoint, assert_spans_inside, assert_tiled, body, text_of

steady = settings(max_examples=150)

FRAGMENTS = [
    *("# ", "## a\n", "a\n===\n", "---\n", "***\n", "\n", "\n\n", " ", "    ", "\t", "\r\n", "\r", "\\", "  \n"),
    *("```\n", "```py\n", "~~~\n", "`", "``", "`a`", "`a @b.md c`"),
    *("- ", "- a\n", "  - ", "1. ", "10) b\n", "* ", "+ ", "- [ ] ", "> ", ">", "> > a\n"),
    *("<!-- ", "<!-- a -->", " -->", "<!-- @x.md --> @y.md\n", "<!-- BEGIN a -->\n", "<!-- END a -->\n", "<!-->"),
    *("<div>\n", "</div>\n", "<b>", "<br/>", "<a href='", "<https://a.b>", "&amp;", "&#64;", "&nbsp;"),
    *("[", "]", "(", ")", "![", "](", "[a](b.md)", "[a][b]", "[b][]", "[b]: c.md\n", "[[", "]]", "[[a|b]]", "[[a]](b)"),
    *("@", "@a.md", "@a\\ b.md", "@./文.md#c", " @", "\\@", "*", "**", "_", "***a***", "~~"),
    *("|", "| a | b |\n", "|---|---|\n", "-|-\n", "\\|"),
    *("a", "word", " words, more. ", "'", '"', "“a”", "@generated", "do not edit"),
    *(
        "é",
        "文档",
        "かな",
        "😀",
        "\u0301",
        "\u3000",
        "\u00a0",
        "\u200b",
        "\u2028",
        "\ufeff",
        "\0",
        "\x0b",
        "\x1f",
        "\x85",
    ),
]
HEADERS = [
    "name: a\n",
    "name: 文\n",
    "description: a: b\n",
    "paths: *.md\n",
    "paths:\n  - a/**\n",
    "  - *b\n",
    "metadata:\n  type: user\n",
    "x: [a, 'b']\n",
    'y: "c"\n',
    "z: |\n  d\n",
    "name: a\r\n",
    "# comment\n",
    "\t- a\n",
    "😀: é\n",
    "t: !x\n",
    "w: {a: b}\n",
    "- a\n",
    "a",
    "\n",
]

markdown = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)
headers = st.lists(st.sampled_from(HEADERS), max_size=8).map("".join)
with_header = st.builds("---\n{}---\n{}".format, headers, markdown)
documents = st.one_of(st.text(max_size=200), markdown, with_header)


@steady
@given(documents)
def test_blocks_tile_the_text(text: str) -> None:
    assert_tiled(body(text))


@steady
@given(documents)
def test_spans_lie_in_the_text(text: str) -> None:
    assert_spans_inside(body(text))


@steady
@given(documents)
def test_masks_are_sorted_and_disjoint(text: str) -> None:
    document = body(text)
    for mask in (document.code, document.commented, document.generated):
        assert_disjoint(mask)
    for left, right in pairwise(document.kept):
        assert left.end < right.start


@steady
@given(documents)
def test_nodes_are_in_the_order_of_the_text(text: str) -> None:
    document = body(text)
    for nodes in (
        *(document.headings, document.items, document.code_blocks, document.code_spans, document.comments),
        *(document.links, document.definitions, document.imports, document.possible_imports, document.wiki_links),
        document.emphases,
    ):
        starts = [node.span.start for node in nodes]
        assert starts == sorted(starts)
    assert list(document.texts) == sorted(document.texts)


@steady
@given(documents)
def test_nodes_are_where_they_say(text: str) -> None:
    document = body(text)
    for token in (*document.imports, *document.possible_imports):
        source = text_of(document, token.span)
        assert source.startswith("@")
        assert source[1:].partition("#")[0].replace("\\ ", " ") == token.path
        assert not document.frontmatter or token.span.start >= document.frontmatter.span.end
    for token in document.imports:
        assert not document.in_code(token.span.start)
        assert not document.in_comment(token.span.start)
    for wiki in document.wiki_links:
        source = text_of(document, wiki.span)
        assert source.startswith(f"[[{wiki.target}")
        assert source.endswith("]]")
        assert not document.in_code(wiki.span.start)
    for comment in document.comments:
        source = text_of(document, comment.span)
        assert source.startswith("<!--")
        assert source.endswith("-->") or source in ("<!-->", "<!--->")
    for code in document.code_spans:
        source = text_of(document, code.span)
        assert source[0] == source[-1] == "`"
    for link in document.links:
        source = text_of(document, link.span)
        assert (source[0], source[-1]) in (("[", ")"), ("[", "]"), ("!", ")"), ("!", "]"), ("<", ">"))
        assert link.image == source.startswith("!")
        assert link.span.start <= link.target_span.start <= link.target_span.end <= link.span.end


@steady
@given(documents)
def test_items_hold_their_content(text: str) -> None:
    document = body(text)
    for item in document.items:
        assert item.span.start <= item.content.start <= item.content.end <= item.span.end
        assert item.depth >= 1
        assert item.lead_in is None or item.lead_in.end <= item.span.start
    places = [(item.list_id, item.position) for item in document.items]
    assert len(places) == len(set(places))
    for number in {item.list_id for item in document.items}:
        positions = [item.position for item in document.items if item.list_id == number]
        assert positions == list(range(len(positions)))


@steady
@given(documents, st.sampled_from(["a", "é", "文", "😀"]))
def test_what_stands_before_moves_the_spans_by_its_length(text: str, letter: str) -> None:
    """A heading of one, two, three or four bytes a letter in front gives the spans that ASCII gives."""
    plain, other = body("# aaa\n\n" + text), body(f"# {letter * 3}\n\n" + text)
    assert list(all_spans(plain)) == list(all_spans(other))


@steady
@given(documents)
def test_loaded_is_the_measure_of_what_is_kept(text: str) -> None:
    document = body(text)
    kept = loaded(document.text, document.kept)
    assert document.loaded == measure(kept)
    assert kept == "".join(text_of(document, span) for span in document.kept)
    assert document.loaded.utf8_bytes == len(kept.encode())
    assert document.loaded.utf16_units == utf16_units(kept) == len(kept.encode("utf-16-le")) // 2
    assert document.loaded.characters == len(kept) <= len(text)
    assert not kept[:1].isspace() or kept[0] in "\x1c\x1d\x1e\x1f\x85"
    assert not kept[-1:].isspace() or kept[-1] in "\x1c\x1d\x1e\x1f\x85"
    assert document.raw == measure(text)


@steady
@given(documents)
def test_block_comments_are_not_kept_and_inline_ones_are(text: str) -> None:
    document = body(text)
    for comment in document.comments:
        inside = any(span.start < comment.span.end and comment.span.start < span.end for span in document.kept)
        assert inside is not comment.block


@steady
@given(documents, st.integers(1, 12), st.integers(1, 60), st.sampled_from(["utf-16", "utf-8"]))
def test_cut_keeps_as_much_as_both_limits_allow(
    text: str, max_lines: int, max_size: int, unit: Literal["utf-16", "utf-8"]
) -> None:
    def size(part: str) -> int:
        return utf16_units(part) if unit == "utf-16" else len(part.encode())

    document = body(text)
    kept = loaded(text, document.kept)
    found = document.cut(max_lines=max_lines, max_size=max_size, unit=unit)
    if found is None:
        assert kept.count("\n") + 1 <= max_lines
        assert size(kept) <= max_size
        return
    assert kept.count("\n") + 1 > max_lines or size(kept) > max_size
    assert 0 <= found.offset <= len(text)
    before = "".join(
        text[span.start : min(span.end, found.offset)] for span in document.kept if span.start < found.offset
    )
    assert kept.startswith(before)
    if found.limit == "lines":
        assert before.count("\n") == found.lines == max_lines
        assert size(before[:-1]) <= max_size
    else:
        assert size(before) <= max_size
        assert before.count("\n") + 1 <= max_lines
        assert found.lines == (before.count("\n") + 1 if kept[len(before)] == "\n" else 0)


@steady
@given(headers, st.sampled_from(["\n", "\r\n"]))
def test_plain_values_of_a_header_are_where_they_say(content: str, newline: str) -> None:
    text = f"---\n{content}---\nbody\n".replace("\r\n", "\n").replace("\n", newline)
    header = find(text)
    assert header is not None
    for field in header.fields:
        key = text[slice(*field.key_span)]
        assert key == field.path[-1]
        values = field.items if field.kind in ("list", "mapping") else (*field.items, as_scalar(field))
        for value in values:
            source = text[slice(*value.span)]
            if value.quoted:
                assert source[0] == source[-1]
                assert source[0] in "'\""
            elif "\n" in source and not source.startswith("|"):
                assert source.split() == value.text.split()  # YAML folds the lines of a plain value
            elif not source.startswith(("|", "!")):
                assert source == value.text


def as_scalar(field: Field) -> Scalar:
    return Scalar(field.text, field.span, field.kind, field.quoted)


@steady
@given(st.text(max_size=200))
def test_header_of_arbitrary_text_is_read(content: str) -> None:
    document = body(f"---\n{content}\n---\n")
    assert document.frontmatter is not None
    assert document.frontmatter.status in ("valid", "rescued", "invalid")
    assert_spans_inside(document)
    assert_tiled(document)


@steady
@given(st.one_of(st.binary(max_size=300), markdown.map(str.encode), markdown.map(lambda text: text.encode("utf-16"))))
def test_any_bytes_are_a_document_or_unread(data: bytes) -> None:
    result = parse(data, "CLAUDE.md")
    if isinstance(result, Unread):
        assert (result.path, result.reason, result.size) == ("CLAUDE.md", "not-utf8", len(data))
        assert result.detail
        return
    assert isinstance(result, Document)
    assert ("\ufeff" if result.bom else "") + result.text == data.decode()
    assert_tiled(result)
    assert_spans_inside(result)


@steady
@given(markdown)
def test_utf8_is_unread_only_when_every_other_byte_is_nul(text: str) -> None:
    result = parse(text.encode(), "CLAUDE.md")
    assert isinstance(result, Document) or text.encode()[:64].count(0) * 4 > len(text.encode()[:64])


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_every_fragment_alone_and_in_every_container(fragment: str) -> None:
    for around in (
        "{}",
        "a{}b",
        "- {}",
        "> {}",
        "1. {}\n2. {}",
        "# {}",
        "```\n{}\n```",
        "<!-- {} -->",
        "---\n{}\n---\n{}",
    ):
        document = body(around.replace("{}", fragment))
        assert_tiled(document)
        assert_spans_inside(document)
