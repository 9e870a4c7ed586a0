"""The sentences of a document, each with what stands around it: headings, its list, and what introduces that list."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache

from memlint.source.document import Document
from memlint.source.nodes import Block, ListItem
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.spans import Span, covers, merged, outside

_ABBREVIATION = 8  # characters of the longest one
_TITLE = 60  # characters of the longest line that is taken for a heading without the mark-up of one


class Sentence(NamedTuple):
    """One sentence, or one list item's sentence, of prose that the author wrote.

    ``span`` is where it stands, list marker excluded. ``words`` is what it says: one line, without emphasis, task
    boxes and link targets, with the backticks of code. ``headings`` are the headings above it from the outermost on;
    a line such as ``**Java:**`` counts as one. ``list_id`` and ``position`` are those of its list item (both -1
    outside of lists); ``lead_in`` is the line with a colon, or the item around, that
    introduces that list, without mark-up.
    """

    span: Span
    words: str
    headings: tuple[str, ...]
    list_id: int = -1
    position: int = -1
    lead_in: str = ""


@cache
def _end() -> re.Pattern[str]:
    # Begun with a set of characters, it is looked for much faster than as two alternatives.
    return compile_once(r"[.!?。！？](?:(?<=[。！？])|(?=[*_\"')\]]*\s+[^\sa-z])[*_\"')\]]*)")


@cache
def _abbreviation() -> re.Pattern[str]:
    return compile_once(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|incl|approx|z\.B|d\.h|bzw|p\.ex|ej|No|Nr|St|Dr|Mr|Ms)|\d)\.$")


@cache
def _pseudo_heading() -> re.Pattern[str]:
    return compile_once(
        r"(?:\*\*|__)?[^\W\d_](?:[^\n:.!?*]|(?<=\w)\.(?=\w)){0,58}(?:[:：](?:\*\*|__)?|(?:\*\*|__)[:：]?)\s*"
    )


@cache
def _emphasis() -> re.Pattern[str]:
    return compile_once(r"\*{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|~~")


@cache
def _mark_up() -> re.Pattern[str]:
    return compile_once(r"[*_~\[\n\r\t]|  ")


@cache
def _task_box() -> re.Pattern[str]:
    return compile_once(r"\[[ xX]\]\s+")


def sentences(document: Document) -> Iterator[Sentence]:
    """Yield the sentences of paragraphs and list items, in order.

    Left out: code blocks, headings, tables, block quotes, comments, raw HTML, and what a tool owns.
    """
    walk = _Walk(document)
    for block in document.blocks:
        if block.kind == "heading":
            walk.heading(block)
        elif block.kind == "paragraph" and not block.quoted and not walk.masked(block):
            yield from walk.paragraph(block)


def plain(document: Document, span: Span) -> str:
    """Return the words of ``span`` on one line: emphasis, comments and link targets are left out, code keeps its
    backticks.
    """
    text = document.text
    if document.commented and "<!--" in text[span.start : span.end]:
        first = max(bisect_right(document.commented, Span(span.start, 0)) - 1, 0)
        last = bisect_right(document.commented, Span(span.end, 0))
        inside = (Span(max(a, span.start), min(b, span.end)) for a, b in document.commented[first:last])
        rest = outside(tuple(each for each in inside if each.start < each.end), span)
        return " ".join(filter(None, (_plain(document, part) for part in rest)))
    return _plain(document, span)


def _plain(document: Document, span: Span) -> str:
    part = document.text[span.start : span.end]
    if not _mark_up().search(part):  # most sentences
        return part.strip()
    parts, at = [], span.start
    if "[" in part or part.endswith("!"):  # each link begins with it, an image with both
        for link in _links_in(document, span):
            if link.start >= at:
                label = link.text if link.text else document.text[link.start : link.end]
                parts += [_without_emphasis(document, at, link.start), label]
                at = link.end
    parts.append(_without_emphasis(document, at, span.end))
    words = "".join(parts).strip()
    box = _task_box().match(words)
    return " ".join((words[box.end() :] if box else words).split())


class _Label(NamedTuple):
    start: int
    end: int
    text: str


def _links_in(document: Document, span: Span) -> Iterator[_Label]:
    first = bisect_right(document.links, span.start - 1, key=lambda link: link.span.start)
    for at in range(first, len(document.links)):  # a slice would copy all that follow, for each sentence
        link = document.links[at]
        if link.span.start >= span.end:
            return
        if link.kind != "autolink":
            yield _Label(link.span.start, link.span.end, link.text)


def _without_emphasis(document: Document, start: int, end: int) -> str:
    """Return the text from ``start`` to ``end`` without the marks of emphasis that stand outside of code."""
    text, code = document.text, document.code
    parts, at = [], start
    for number in range(max(bisect_right(code, Span(start, 0)) - 1, 0), len(code)):
        first, last = code[number]
        if first >= end:
            break
        if last > at:
            first, last = max(first, at), min(last, end)
            parts += [_unmarked(text[at:first]), text[first:last]]
            at = last
    parts.append(_unmarked(text[at:end]))
    return "".join(parts)


def _unmarked(prose: str) -> str:
    marked = "*" in prose or "_" in prose or "~~" in prose
    return _emphasis().sub("", prose) if marked else prose


class _Walk:
    """What stands above the block that is being read."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.levels: list[tuple[int, str]] = []
        self.titles = sorted(document.headings, key=lambda heading: heading.span.start)
        self.tables = merged(cell.span for cell in document.cells)
        self.items = sorted(document.items, key=lambda item: item.span.start)
        self.next = 0  # the first item that does not begin before the block that is being read
        self.lead_ins: dict[Span, str] = {}  # what they say
        self.open: list[ListItem] = []  # the items around that block, and those around its predecessors

    def heading(self, block: Block) -> None:
        at = bisect_left(self.titles, block.span.start, key=lambda heading: heading.span.start)
        found = self.titles[at] if at < len(self.titles) else None
        if found is not None and found.span.start < block.span.end:
            self.levels = [each for each in self.levels if each[0] < found.level] + [(found.level, found.text)]

    def masked(self, block: Block) -> bool:
        document = self.document
        at = block.content.start
        return document.in_comment(at) or document.in_generated(at) or self.is_table(block)

    def is_table(self, block: Block) -> bool:
        at = bisect_right(self.tables, Span(block.content.start, 0))
        return at < len(self.tables) and self.tables[at].start < block.content.end

    def paragraph(self, block: Block) -> Iterator[Sentence]:
        item = self.item(block)
        content = self.document.text[block.content.start : block.content.end]
        if item is None and len(content) <= _TITLE and _pseudo_heading().fullmatch(content):
            title = plain(self.document, block.content).strip(" :：")
            self.levels = [each for each in self.levels if each[0] < 7] + [(7, title)]
            return
        headings = tuple(title for _, title in self.levels)
        lead_in = self.lead_in(item) if item else ""
        for span in split(self.document, block.content):
            words = plain(self.document, span)
            if words:
                yield Sentence(
                    span, words, headings, item.list_id if item else -1, item.position if item else -1, lead_in
                )

    def lead_in(self, item: ListItem) -> str:
        """Return what introduces the item's list: a line that ends with a colon, or the item around it."""
        if item.lead_in is None:
            return ""
        text = self.lead_ins.get(item.lead_in)  # all items of a list have the same
        if text is None:
            text = self.lead_ins[item.lead_in] = plain(self.document, item.lead_in)
        return text if item.depth > 1 or text.endswith((":", "：")) else ""

    def item(self, block: Block) -> ListItem | None:
        """Return the innermost list item that the block stands in. Blocks come in order, so each item is seen once."""
        if not block.depth:
            return None
        at = block.content.start
        while self.next < len(self.items) and self.items[self.next].span.start <= at:
            item = self.items[self.next]
            while self.open and self.open[-1].span.end <= item.span.start:
                self.open.pop()
            self.open.append(item)
            self.next += 1
        while self.open and self.open[-1].span.end <= at:
            self.open.pop()
        return self.open[-1] if self.open else None


def split(document: Document, span: Span) -> Iterator[Span]:
    """Yield the sentences of one paragraph; a full stop in code or after an abbreviation ends none."""
    at = span.start
    for end in _end().finditer(document.text, *span):
        if (
            covers(document.code, end.start())
            or document.in_comment(end.start())
            or _is_abbreviated(document.text, at, end.start())
        ):
            continue
        yield _trimmed(document.text, at, end.end())
        at = end.end()
    rest = _trimmed(document.text, at, span.end)
    if rest.end > rest.start:
        yield rest


def _is_abbreviated(text: str, start: int, stop: int) -> bool:
    """Say whether the full stop at ``stop`` ends an abbreviation, which is not looked for before ``start``."""
    return _abbreviation().search(text, max(start, stop - _ABBREVIATION), stop + 1) is not None


def _trimmed(text: str, start: int, end: int) -> Span:
    part = text[start:end]
    if part[:1].strip() and part[-1:].strip():
        return Span(start, end)
    return Span(start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip()))
