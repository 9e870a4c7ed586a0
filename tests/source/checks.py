"""What is true of every document, whatever was read."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Protocol

from memlint.source.document import Document, read
from memlint.source.spans import Span


class Spanned(Protocol):
    """Any node of a document."""

    @property
    def span(self) -> Span: ...


def text_of(document: Document, span: Span) -> str:
    """Return the characters of ``span``."""
    return document.text[span.start : span.end]


def cut_out(text: str, spans: Iterable[Span]) -> list[str]:
    """Return the characters of each of ``spans``."""
    return [text[start:end] for start, end in spans]


def body(text: str) -> Document:
    """Read ``text`` under a name that does not matter."""
    return read(text, "CLAUDE.md")


def assert_tiled(document: Document) -> None:
    """The blocks stand side by side from the first character to the last, each with its content inside."""
    at = 0
    for block in document.blocks:
        assert block.span.start == at, block
        assert block.span.end > at, block
        assert block.span.start <= block.content.start <= block.content.end <= block.span.end, block
        at = block.span.end
    assert at == len(document.text)


def all_spans(document: Document) -> Iterable[Span]:
    """Yield every span that a document gives."""
    groups: tuple[tuple[Spanned, ...], ...] = (
        *(document.headings, document.items, document.code_blocks, document.code_spans, document.comments),
        *(document.links, document.definitions, document.imports, document.possible_imports, document.wiki_links),
        *(document.cells, document.emphases),
    )
    for nodes in groups:
        yield from (node.span for node in nodes)
    yield from (item.content for item in document.items)
    yield from (item.lead_in for item in document.items if item.lead_in is not None)
    yield from (block.content for block in document.code_blocks)
    yield from (link.target_span for link in document.links)
    for spans in (document.texts, document.kept, document.code, document.commented, document.generated):
        yield from spans
    if document.frontmatter is not None:
        yield from (document.frontmatter.span, document.frontmatter.content)
        for field in document.frontmatter.fields:
            yield from (field.key_span, field.span, *(item.span for item in field.items))


def assert_spans_inside(document: Document) -> None:
    """Every span begins before it ends, and both are in the text."""
    for span in all_spans(document):
        assert 0 <= span.start <= span.end <= len(document.text), span


def assert_disjoint(spans: tuple[Span, ...]) -> None:
    """The spans of a mask are sorted, not empty, and do not touch."""
    for left, right in pairwise(spans):
        assert left.end < right.start, (left, right)
    assert all(span.start < span.end for span in spans)
