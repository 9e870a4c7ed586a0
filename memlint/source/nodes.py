"""The parts of a document that rules ask for: plain values, each with its span.

All offsets count characters of ``Document.text``.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from memlint.source.records import NamedTuple
from memlint.source.spans import Span

BlockKind: TypeAlias = Literal[
    "frontmatter", "blank", "heading", "paragraph", "code", "html", "break", "definition", "marker"
]
LinkKind: TypeAlias = Literal["inline", "reference", "autolink"]


class Block(NamedTuple):
    """Whole lines that belong to one leaf of the block structure; a document's blocks tile its text.

    ``content`` is the leaf without container markers. ``depth`` counts the lists around it and
    ``quoted`` says whether a block quote is. "marker" lines hold container markers only.
    """

    kind: BlockKind
    span: Span
    content: Span
    depth: int = 0
    quoted: bool = False


class Heading(NamedTuple):
    """An ATX or setext heading; ``text`` is without markup."""

    level: int
    text: str
    span: Span


class ListItem(NamedTuple):
    """One item with all that is nested in it.

    ``depth`` counts lists from 1, ``list_id`` numbers the lists of a document, ``position``
    counts from 0 in its list. ``content`` is the item's own first paragraph (empty where there is none),
    ``lead_in`` the paragraph that introduces the list.
    """

    span: Span
    content: Span
    depth: int
    list_id: int
    position: int
    ordered: bool
    lead_in: Span | None


class CodeBlock(NamedTuple):
    """A fenced or indented block of code; ``language`` is the first word of a fence's info string."""

    span: Span
    content: Span
    language: str
    fenced: bool


class CodeSpan(NamedTuple):
    """Inline code; the span includes the backticks."""

    span: Span
    text: str


class Comment(NamedTuple):
    """An HTML comment that is closed. ``block``: the loader removes it (SPEC 1.6.4)."""

    span: Span
    block: bool


class Link(NamedTuple):
    """A link or an image. ``target`` is decoded by Markdown's rules, not percent-decoded.

    ``target_span`` is the target as written, without angle brackets; a reference's is the whole link.
    """

    span: Span
    kind: LinkKind
    image: bool
    text: str
    target: str
    target_span: Span


class Definition(NamedTuple):
    """A link reference definition, ``[label]: target``."""

    span: Span
    label: str
    target: str


class Import(NamedTuple):
    """An ``@path`` token. ``path`` is unescaped and has no ``#fragment``; the span starts at ``@``."""

    span: Span
    path: str


class WikiLink(NamedTuple):
    """A ``[[target|label]]`` or ``[[target#heading]]`` in prose."""

    span: Span
    target: str


class Cell(NamedTuple):
    """One cell of a pipe table; rows and columns count from 0, row 0 is the header."""

    span: Span
    row: int
    column: int


class Emphasis(NamedTuple):
    """``*text*`` or, when ``strong``, ``**text**``."""

    span: Span
    strong: bool
