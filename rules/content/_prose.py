"""What a memory says in its author's own words: its blocks and sentences, without code, quotes, links and comments."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from memlint import Document, Span, compile_once


@cache
def _sentence_end() -> re.Pattern[str]:
    return compile_once(r"[.!?](?=\s)|[。！？；]|;(?=\s)")


def blocks(document: Document, kinds: tuple[str, ...] = ("paragraph", "heading")) -> Iterator[Span]:
    """Yield what paragraphs and headings say, but for quoted ones and those that a tool owns."""
    for block in document.blocks:
        if block.kind in kinds and not block.quoted and not document.in_generated(block.span.start):
            yield block.content


def sentences(document: Document) -> Iterator[Span]:
    """Yield the sentences of all paragraphs."""
    for block in blocks(document, ("paragraph",)):
        at = block.start
        for end in _sentence_end().finditer(document.text, *block):
            yield Span(at, end.end())
            at = end.end()
        if at < block.end:
            yield Span(at, block.end)


def own_words(document: Document, offset: int) -> bool:
    """Say whether the text at ``offset`` is no code, quote, comment or text of a link."""
    masked = document.in_code(offset) or document.in_comment(offset) or document.in_quotes(offset)
    return not masked and not _in_link(document, offset)


def _in_link(document: Document, offset: int) -> bool:
    at = bisect_right(document.links, offset, key=lambda link: link.span.start) - 1
    return at >= 0 and offset < document.links[at].span.end


def mentions(document: Document, words: tuple[str, ...]) -> bool:
    """Say whether the text has one of ``words``, given in lower case: far cheaper than the patterns that follow."""
    text = document.text.lower()
    return any(word in text for word in words)
