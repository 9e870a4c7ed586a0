"""Markdown as the loader's lexer sees it (CommonMark, GFM off): pyromark's events into blocks and inlines.

This is the only module that knows pyromark. Its ranges are UTF-8 bytes; all that leaves here counts characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from pyromark import events_with_range, reference_definitions

from memlint.source import tokens
from memlint.source.blocks import Leaf, tile
from memlint.source.nodes import (
    Block,
    BlockKind,
    CodeBlock,
    CodeSpan,
    Comment,
    Definition,
    Emphasis,
    Heading,
    Import,
    Link,
    LinkKind,
    ListItem,
    WikiLink,
)
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.spans import Span, covers, outside

_TAGS = {
    "Paragraph": "paragraph",
    "Heading": "heading",
    "List": "list",
    "Item": "item",
    "BlockQuote": "block_quote",
    "CodeBlock": "code_block",
    "HtmlBlock": "html_block",
    "Emphasis": "emphasis",
    "Strong": "strong",
    "Link": "link",
    "Image": "image",
}


class Markdown(NamedTuple):
    """All nodes of a document's body, in order of their start."""

    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...]
    items: tuple[ListItem, ...]
    code_blocks: tuple[CodeBlock, ...]
    code_spans: tuple[CodeSpan, ...]
    comments: tuple[Comment, ...]
    links: tuple[Link, ...]
    definitions: tuple[Definition, ...]
    imports: tuple[Import, ...]
    possible_imports: tuple[Import, ...]
    wiki_links: tuple[WikiLink, ...]
    emphases: tuple[Emphasis, ...]
    texts: tuple[Span, ...]


def read(text: str, start: int = 0) -> Markdown:
    """Read the Markdown of ``text`` from offset ``start`` (the end of the frontmatter) to its end."""
    return _Reader(text, start).read()


@cache
def comment_pattern() -> re.Pattern[str]:
    """The spans that the loader takes out of an HTML block that begins with a comment."""
    return compile_once(r"<!--[\s\S]*?-->")


@cache
def _escape() -> re.Pattern[str]:
    return compile_once(r"\\[!-/:-@\[-`{-~]")


@cache
def _inline_target() -> re.Pattern[str]:
    plain = r"(?:\\.|[^\s()\\])*"
    inner = rf"\({plain}(?:\({plain}\){plain})*\)"  # brackets in brackets, as deep as a person would write them
    return compile_once(rf"\]\(\s*(?:<(?P<angled>(?:\\.|[^>\n\\])*)>|(?P<plain>{plain}(?:{inner}{plain})*))")


def _offsets(body: str, base: int, edges: set[int]) -> dict[int, int]:
    """Map UTF-8 byte offsets of ``body`` to character offsets, ``base`` added."""
    data = body.encode()
    offsets: dict[int, int] = {}
    at, count = 0, base
    for edge in sorted(edges):
        count += len(data[at:edge].decode())
        offsets[edge], at = count, edge
    return offsets


def _located(body: str, base: int) -> Iterator[tuple[Any, int, int]]:
    """Yield pyromark's events with offsets in characters, ``base`` added."""
    found = events_with_range(body, merge_text=True)
    if body.isascii():
        for event, span in found:
            yield event, span["start"] + base, span["end"] + base
        return
    events = list(found)
    offsets = _offsets(body, base, {edge for _, span in events for edge in (span["start"], span["end"])})
    for event, span in events:
        yield event, offsets[span["start"]], offsets[span["end"]]


def _missing(link: dict[str, Any]) -> int:
    """Count what pyromark's range of a collapsed reference, ``[label][]``, lacks: the empty brackets."""
    return 2 if link["link_type"] == "Collapsed" else 0


class _List:
    """An open list; ``length`` counts the items seen so far."""

    __slots__ = ("lead_in", "length", "number", "ordered")

    def __init__(self, number: int, ordered: bool, lead_in: Span | None) -> None:
        self.number, self.ordered, self.lead_in = number, ordered, lead_in
        self.length = 0


class _Item:
    """An open list item and its first paragraph, once that is known."""

    __slots__ = ("content", "list", "position", "quotes", "span")

    def __init__(self, span: Span, owner: _List, quotes: int) -> None:
        self.span, self.list, self.position, self.quotes = span, owner, owner.length, quotes
        self.content: Span | None = None
        owner.length += 1


class _Reader:
    """Walks the events once; the open containers and the open leaf are its state."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start = text, start
        self.leaves: list[Leaf] = []
        self.headings: list[Heading] = []
        self.items: list[ListItem] = []
        self.code_blocks: list[CodeBlock] = []
        self.code_spans: list[CodeSpan] = []
        self.comments: list[Comment] = []
        self.links: list[Link] = []
        self.imports: list[Import] = []
        self.possible: list[Import] = []
        self.wiki: list[WikiLink] = []
        self.emphases: list[Emphasis] = []
        self.texts: list[Span] = []
        self.lists: list[_List] = []
        self.list_total = 0
        self.open_items: list[_Item] = []
        self.quotes = 0
        self.implicit = self.implicit_end = -1  # the paragraph of a tight item, which has no events of its own
        self.in_leaf = self.in_code = False
        self.words: list[str] = []  # text of the open leaf
        self.open_links: list[tuple[dict[str, Any], int, int]] = []
        self.hidden: list[Span] = []  # code spans and inline comments of the open leaf
        self.has_at = "@" in text

    def read(self) -> Markdown:
        body = self.text[self.start :]
        opens, closes = self.handlers("open_"), self.handlers("close_")
        for event, start, end in _located(body, self.start):
            if event == "SoftBreak" or event == "HardBreak":
                self.words.append(" ")
                continue
            if event == "Rule":
                self.end_implicit()
                self.leaf("break", start, end)
                continue
            for kind, value in event.items():  # one pair
                if kind == "Text":
                    self.add_text(start, end, value)
                elif kind == "Start" or kind == "End":
                    table = opens if kind == "Start" else closes
                    if type(value) is str:
                        handler = table.get(value)
                        if handler:
                            handler(None, start, end)
                        continue
                    for name, detail in value.items():
                        handler = table.get(name)
                        if handler:
                            handler(detail, start, end)
                elif kind != "Html":  # the block of HTML says it all
                    self.inline(kind, value, start, end)
        definitions = self.definitions(body)
        return Markdown(
            tile(self.text, self.start, self.leaves, definitions),
            tuple(self.headings),
            tuple(sorted(self.items)),
            tuple(self.code_blocks),
            tuple(self.code_spans),
            tuple(self.comments),
            tuple(sorted(self.links)),
            definitions,
            tuple(sorted(self.imports)),
            tuple(self.possible),
            tuple(sorted(self.wiki)),
            tuple(sorted(self.emphases)),
            tuple(self.texts),
        )

    # --- blocks

    def handlers(self, prefix: str) -> dict[str, Callable[[Any, int, int], None]]:
        """Map pyromark's tags to the methods named after them; a tag without one changes nothing."""
        names = ((tag, prefix + name) for tag, name in _TAGS.items())
        return {tag: getattr(self, name) for tag, name in names if hasattr(self, name)}

    def open_paragraph(self, value: None, start: int, end: int) -> None:
        self.end_implicit()
        self.in_leaf = True
        self.words.clear()

    def close_paragraph(self, value: None, start: int, end: int) -> None:
        self.in_leaf = False
        self.leaf("paragraph", start, self.line_end(end))

    def line_end(self, end: int) -> int:
        """Take off the newline that a paragraph's event has, except at the end of a file."""
        end -= self.text[end - 1] == "\n"
        return end - (self.text[end - 1] == "\r")

    open_heading = open_paragraph

    def close_heading(self, value: str, start: int, end: int) -> None:
        self.in_leaf = False
        end = self.line_end(end)
        self.headings.append(Heading(int(value[1]), "".join(self.words).strip(), Span(start, end)))
        self.leaf("heading", start, end)

    def open_list(self, value: int | None, start: int, end: int) -> None:
        self.end_implicit()
        lead_in = None
        if self.leaves:
            kind, content, depth, quoted = self.leaves[-1]
            beside = depth == len(self.lists) and quoted == (self.quotes > 0)  # in the same container
            if kind == "paragraph" and beside and not self.text[content.end : start].strip(" \t\r\n>"):
                lead_in = content
        self.lists.append(_List(self.list_total, value is not None, lead_in))
        self.list_total += 1

    def close_list(self, value: bool, start: int, end: int) -> None:
        self.lists.pop()

    def open_item(self, value: None, start: int, end: int) -> None:
        self.end_implicit()
        self.words.clear()
        self.open_items.append(_Item(Span(start, end), self.lists[-1], self.quotes))

    def close_item(self, value: None, start: int, end: int) -> None:
        self.end_implicit()
        item = self.open_items.pop()
        content = item.content or Span(start, start)
        owner = item.list
        self.items.append(
            ListItem(item.span, content, len(self.lists), owner.number, item.position, owner.ordered, owner.lead_in)
        )

    def open_block_quote(self, value: str | None, start: int, end: int) -> None:
        self.end_implicit()
        self.quotes += 1

    def close_block_quote(self, value: str | None, start: int, end: int) -> None:
        self.end_implicit()
        self.quotes -= 1

    def open_code_block(self, value: Any, start: int, end: int) -> None:
        self.end_implicit()
        self.in_code = True
        fenced = value != "Indented"
        info = value["Fenced"].split() if fenced else []
        self.code_blocks.append(CodeBlock(Span(start, end), Span(end, end), info[0] if info else "", fenced))
        self.leaf("code", start, end)

    def close_code_block(self, value: None, start: int, end: int) -> None:
        self.in_code = False

    def close_html_block(self, value: None, start: int, end: int) -> None:
        self.end_implicit()
        self.leaf("html", start, end)
        last = self.text.rfind("-->", start, end)
        if last < 0:
            return
        found = [Span(m.start(), m.end()) for m in comment_pattern().finditer(self.text, start, last + 3)]
        removed = bool(found) and self.text[start:end].lstrip().startswith("<!--")
        self.comments += (Comment(span, removed) for span in found)
        if removed and self.has_at:
            self.residue(found, start, end)

    def residue(self, comments: list[Span], start: int, end: int) -> None:
        """Scan what is left of a block of HTML without its comments; they go first, so what is beside them touches."""
        before = ""
        for first, last in outside(tuple(comments), Span(start, end)):
            glued = before.strip(tokens.JS_SPACE) != ""
            self.imports += (i for i in tokens.imports(self.text, first, last) if not (glued and i.span.start == first))
            before = self.text[last - 1]

    def leaf(self, kind: BlockKind, start: int, end: int) -> None:
        span = Span(start, end)
        self.leaves.append((kind, span, len(self.lists), self.quotes > 0))
        if kind == "paragraph" and self.open_items:
            item = self.open_items[-1]
            if item.quotes == self.quotes:  # not a paragraph of a quote inside the item
                if item.content is None:
                    item.content = span
                if self.hidden and self.has_at:
                    self.quirk(span)
        if self.hidden:
            self.hidden = []

    def quirk(self, span: Span) -> None:
        """SPEC 2.2.1: a list item's text is scanned raw too, code spans and inline comments with it."""
        hidden = tuple(self.hidden)
        self.possible += (token for token in tokens.imports(self.text, *span) if covers(hidden, token.span.start))

    def touch(self, start: int, end: int) -> None:
        """An inline of an item that is in no leaf belongs to the paragraph of a tight list."""
        if self.implicit < 0:
            self.implicit = start - (self.text[start - 1] == "\\")  # an escape's event lacks its backslash
        self.implicit_end = max(self.implicit_end, end)

    def end_implicit(self) -> None:
        if self.implicit >= 0:
            start, end = self.implicit, self.implicit_end
            self.implicit = self.implicit_end = -1
            self.leaf("paragraph", start, end)

    # --- inlines

    def inline(self, kind: str, value: str, start: int, end: int) -> None:
        if self.open_items and not self.in_leaf:
            self.touch(start, end)
        span = Span(start, end)
        if kind == "Code":
            self.words.append(value)
            self.code_spans.append(CodeSpan(span, value))
        elif kind == "InlineHtml" and value.startswith("<!--") and value.endswith("-->"):
            self.comments.append(Comment(span, False))
        self.hidden.append(span)

    def add_text(self, start: int, end: int, value: str) -> None:
        """One event is all text between two other inlines: one or, where a character is escaped, more tokens."""
        if self.in_code:
            block = self.code_blocks[-1]
            first = start if block.content.start == block.span.end else block.content.start
            self.code_blocks[-1] = block._replace(content=Span(first, end))
            return
        if self.open_items and not self.in_leaf:
            self.touch(start, end)
        self.words.append(value)
        self.texts.append(Span(start, end))
        if "@" in value:
            for first, last in self.pieces(start, end):
                self.imports += tokens.imports(self.text, first, last)
        if "[[" in value:
            self.wiki += tokens.wiki_links(self.text, start, end)

    def pieces(self, start: int, end: int) -> Iterator[Span]:
        """Split a run of text at its escaped characters, which are tokens of their own."""
        if start > self.start and self.text[start - 1] == "\\":
            start += 1
        for found in _escape().finditer(self.text, start, end):
            yield Span(start, found.start())
            start = found.end()
        yield Span(start, end)

    def open_emphasis(self, value: None, start: int, end: int) -> None:
        self.mark(start, end, strong=False)

    def open_strong(self, value: None, start: int, end: int) -> None:
        self.mark(start, end, strong=True)

    def mark(self, start: int, end: int, *, strong: bool) -> None:
        if self.open_items and not self.in_leaf:
            self.touch(start, end)
        self.emphases.append(Emphasis(Span(start, end), strong))

    def open_link(self, value: dict[str, Any], start: int, end: int) -> None:
        if self.open_items and not self.in_leaf:
            self.touch(start, end + _missing(value))
        self.open_links.append((value, start, len(self.words)))

    open_image = open_link

    def close_image(self, value: None, start: int, end: int) -> None:
        opened, _, first = self.open_links.pop()
        self.links.append(self.link(opened, Span(start, end), "".join(self.words[first:]), image=True))

    def close_link(self, value: None, start: int, end: int) -> None:
        opened, _, first = self.open_links.pop()
        inner = self.text[start + 1 : end].partition("](")[0]
        if opened["link_type"] == "Inline" and inner.startswith("[") and inner.endswith("]"):
            # [[name]](remark) is a wiki link with a remark behind it (CONTENT.md)
            wiki = tuple(tokens.wiki_links(self.text, start, start + len(inner) + 2))
            if wiki:
                self.wiki += wiki
                return
        self.links.append(self.link(opened, Span(start, end), "".join(self.words[first:]), image=False))

    def link(self, opened: dict[str, Any], span: Span, text: str, *, image: bool) -> Link:
        kind: LinkKind = "reference"
        span = target_span = Span(span.start, span.end + _missing(opened))
        if opened["link_type"] == "Inline":
            kind = "inline"
            found = _inline_target().search(self.text, self.last_inside(span), span.end)
            if found:
                target_span = Span(*found.span(found.lastgroup or "plain"))
        elif opened["link_type"] in ("Autolink", "Email"):
            kind, target_span = "autolink", Span(span.start + 1, span.end - 1)
        return Link(span, kind, image, text, opened["dest_url"], target_span)

    def last_inside(self, link: Span) -> int:
        """Return where the last text, code, tag or link inside of ``link`` ends; what comes next closes its text."""
        ends = [link.start]
        if self.texts:
            ends.append(self.texts[-1].end)
        if self.hidden:
            ends.append(self.hidden[-1].end)
        if self.links:
            ends.append(self.links[-1].span.end)
        return max(ends)

    def definitions(self, body: str) -> tuple[Definition, ...]:
        if "]:" not in body:
            return ()
        found = reference_definitions(body)
        offsets = _offsets(
            body, self.start, {value["span"][side] for value in found.values() for side in ("start", "end")}
        )
        return tuple(
            Definition(Span(offsets[value["span"]["start"]], offsets[value["span"]["end"]]), label, value["dest"])
            for label, value in found.items()
        )
