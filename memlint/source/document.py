"""Bytes → Document: the one value that everything else is told about a memory file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from memlint.source import blocks, frontmatter, markdown, masks
from memlint.source import measure as measures
from memlint.source.frontmatter import Frontmatter
from memlint.source.measure import Cut, Measure, loaded, measure
from memlint.source.nodes import (
    Block,
    Cell,
    CodeBlock,
    CodeSpan,
    Comment,
    Definition,
    Emphasis,
    Heading,
    Import,
    Link,
    ListItem,
    WikiLink,
)
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.spans import Span, covers, merged, outside
from memlint.source.tokens import JS_SPACE

Newline: TypeAlias = Literal["\n", "\r\n", "mixed", ""]
Reason: TypeAlias = Literal["not-utf8", "too-large", "unreadable", "special-file", "outside"]

_HEAD = 64  # bytes that are looked at to tell an encoding


class Document:
    """A decoded memory file, parsed once somebody asks for what parsing tells.

    ``path`` is how findings name it: relative to the project's root with ``/``, or absolute when it lies
    outside. ``text`` is what stands on disk, newlines included, without a leading byte order mark (``bom``
    tells); every span counts its characters. ``kept`` are the parts that the loader injects, ``loaded``
    their size and ``raw`` the size on disk. ``code``, ``commented`` and ``generated`` are sorted, disjoint
    masks. ``possible_imports`` may be expanded, SPEC 2.2.1 says when. ``fill`` sets all that parsing tells, for one
    that was parsed before.
    """

    newline: Newline
    frontmatter: Frontmatter | None
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
    cells: tuple[Cell, ...]
    emphases: tuple[Emphasis, ...]
    texts: tuple[Span, ...]
    kept: tuple[Span, ...]
    raw: Measure
    loaded: Measure
    code: tuple[Span, ...]
    commented: tuple[Span, ...]
    generated: tuple[Span, ...]

    __slots__ = ("_fill", "bom", "is_parsed", "path", "text", *__annotations__)

    def __init__(self, path: str, text: str, *, bom: bool = False, fill: Callable[[Document], None] | None = None):
        self.path, self.text, self.bom = path, text, bom
        self._fill = fill or parse_into
        self.is_parsed = False

    if not TYPE_CHECKING:  # or mypy would take any name for one of the fields

        def __getattr__(self, name: str) -> Any:
            needed = _NEEDED.get(name)
            if needed is not None and needed not in self.text:
                return ()
            alone = _ALONE.get(name) or (_WITHOUT_COMMENTS.get(name) if "<!--" not in self.text else None)
            if alone is not None:
                found = alone(self)
                setattr(self, name, found)
                return found
            if name not in FIELDS:
                raise AttributeError(f"a document has no {name}")
            self.ensure()
            return getattr(self, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Document):
            return NotImplemented
        return (self.path, self.text, self.bom) == (other.path, other.text, other.bom)

    def __hash__(self) -> int:
        return hash(self.path)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.path, self.text, self.bom)

    def ensure(self) -> None:
        """Parse what is not parsed yet."""
        if not self.is_parsed:
            self._fill(self)
            self.is_parsed = True

    def forget(self, fill: Callable[[Document], None] | None = None) -> None:
        """Give back the memory that parsing took; what is asked for again is parsed again, or made by ``fill``."""
        for name in FIELDS:
            with suppress(AttributeError):  # one that nobody has asked for
                delattr(self, name)
        self.is_parsed, self._fill = False, fill or self._fill

    def in_code(self, offset: int) -> bool:
        """Say whether ``offset`` lies in a code block or a code span."""
        return covers(self.code, offset)

    def in_comment(self, offset: int) -> bool:
        """Say whether ``offset`` lies in an HTML comment, block or inline."""
        return covers(self.commented, offset)

    def in_quotes(self, offset: int) -> bool:
        """Say whether ``offset`` lies between quotation marks or in a block quote."""
        return masks.quoted(self.text, self.block_at(offset), offset)

    def block_at(self, offset: int) -> Block:
        """Return the block that ``offset`` belongs to. Raises IndexError for an empty document."""
        at = bisect_right(self.blocks, offset, key=lambda block: block.span.start) - 1
        return self.blocks[at]

    def in_generated(self, offset: int) -> bool:
        """Say whether ``offset`` lies in a region or a file that a tool owns."""
        return covers(self.generated, offset)

    def cut(self, *, max_lines: int, max_size: int, unit: Literal["utf-16", "utf-8"]) -> Cut | None:
        """Say where the loader stops, were this an index with these limits; None when all of it loads."""
        return measures.cut(self.text, self.kept, max_lines=max_lines, max_size=max_size, unit=unit)

    def line(self, offset: int) -> int:
        """Return the number, from 1, of the line that ``offset`` lies on."""
        return self.text.count("\n", 0, offset) + 1


class Unread(NamedTuple):
    """A memory file that gives no document: why, its size in bytes (-1: unknown) and what stopped the reader."""

    path: str
    reason: Reason
    size: int
    detail: str


def parse(data: bytes, path: str, fill: Callable[[Document], None] | None = None) -> Document | Unread:
    """Read a memory file's bytes. Undecodable ones give an Unread; nothing raises. ``fill`` is the document's."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Unread(path, "not-utf8", len(data), _encoding_guess(data, error.start))
    if "\0" in text[:_HEAD] and _without_mark(data):  # ASCII in UTF-16 is UTF-8 with NULs between
        return Unread(path, "not-utf8", len(data), _encoding_guess(data, 0))
    bom = text.startswith("\ufeff")
    return Document(path, text[1:] if bom else text, bom=bom, fill=fill)


def read(text: str, path: str, *, bom: bool = False) -> Document:
    """Read a memory file that is text already. ``bom``: a byte order mark stood before it and was taken off."""
    return Document(path, text, bom=bom)


def _made(path: str, text: str, bom: bool) -> Document:
    return Document(path, text, bom=bom)


def parse_into(document: Document) -> None:
    """Parse the text of ``document``."""
    text, header, start = document.text, document.frontmatter, _body(document)
    body = markdown.read(text, start)
    front = (Block("frontmatter", header.span, header.content),) if header else ()
    document.blocks, document.headings, document.items = front + body.blocks, body.headings, body.items
    document.code_blocks, document.code_spans, document.comments = body.code_blocks, body.code_spans, body.comments
    document.links, document.definitions, document.wiki_links = body.links, body.definitions, body.wiki_links
    document.imports, document.possible_imports = body.imports, body.possible_imports
    document.cells = tuple(blocks.cells(text, body.blocks)) if "|" in text else ()
    document.emphases, document.texts = body.emphases, body.texts
    document.kept = _kept(document, body.comments)
    document.loaded = measure(loaded(text, document.kept))
    document.code = merged([*(block.span for block in body.code_blocks), *(span.span for span in body.code_spans)])
    document.commented = merged(comment.span for comment in body.comments)
    document.generated = merged(masks.generated(text, body.comments, start, document.code))


#: What parsing tells of a document.
FIELDS = tuple(Document.__annotations__)
#: Of that, what there is only where the text has these characters.
_NEEDED = {
    "cells": "|",
    "code_spans": "`",
    "comments": "<!--",
    "commented": "<!--",
    "imports": "@",
    "possible_imports": "@",
    "wiki_links": "[[",
}
#: Of that, what is told without parsing the body.
_ALONE: dict[str, Callable[[Document], Any]] = {
    "frontmatter": lambda document: frontmatter.find(document.text),
    "newline": lambda document: _newline(document.text),
    "raw": lambda document: measure(document.text, extra_bytes=3 if document.bom else 0),
}
#: What is told of a text without comments in the same way.
_WITHOUT_COMMENTS: dict[str, Callable[[Document], Any]] = {
    "kept": lambda document: _kept(document, ()),
    "loaded": lambda document: measure(loaded(document.text, document.kept)),
}


def _body(document: Document) -> int:
    return document.frontmatter.span.end if document.frontmatter else 0


def _kept(document: Document, comments: tuple[Comment, ...]) -> tuple[Span, ...]:
    """What is injected: no header, no block comments, trimmed. A header behind a BOM stays (SPEC 1.6.2)."""
    text, start = document.text, 0 if document.bom else _body(document)
    spans = outside(merged(_removed(text, start, comments)), Span(start, len(text)))
    first, last = 0, len(spans)
    while first < last and not text[slice(*spans[first])].strip(JS_SPACE):
        first += 1
    while first < last and not text[slice(*spans[last - 1])].strip(JS_SPACE):
        last -= 1
    if first == last:
        return ()
    head, tail = spans[first], spans[last - 1]
    begin = head.end - len(text[head.start : head.end].lstrip(JS_SPACE))
    end = tail.start + len(text[tail.start : tail.end].rstrip(JS_SPACE))
    return tuple(Span(max(span.start, begin), min(span.end, end)) for span in spans[first:last])


@cache
def _blank_rest() -> re.Pattern[str]:
    return compile_once(r"[^\S\n]*(?:\n[\r\n]*|\Z)")


def _removed(text: str, start: int, comments: tuple[Comment, ...]) -> Iterator[Span]:
    """Yield the block comments; where nothing else stands on their lines, the lines and the empty ones below."""
    at = start  # the end of what is removed so far
    begin: int | None = start  # from here to the comment there are only blanks and comments
    for comment in comments:
        if not comment.block:
            continue
        line = text.rfind("\n", at, comment.span.start) + 1
        if text[line or at : comment.span.start].strip():
            begin = None
        elif line:
            begin = line
        at = comment.span.end
        rest = _blank_rest().match(text, at)
        if begin is None or rest is None:
            yield comment.span
        else:
            yield Span(begin, rest.end())
            begin = at = rest.end()


def _newline(text: str) -> Newline:
    total = text.count("\n")
    windows = text.count("\r\n")
    if not windows:
        return "\n" if total else ""
    return "\r\n" if windows == total else "mixed"


def _without_mark(data: bytes) -> bool:
    """Say whether ``data`` looks like UTF-16 without a byte order mark: every other byte of most characters is 0."""
    head = data[:_HEAD]
    zeros = sorted((head[::2].count(0), head[1::2].count(0)))
    return len(head) > 3 and zeros[0] == 0 and zeros[1] * 4 > len(head)


def _encoding_guess(data: bytes, offset: int) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "it looks like UTF-16"
    if _without_mark(data):
        return "it looks like UTF-16 without a byte order mark"
    return f"byte 0x{data[offset]:02x} at offset {offset} is not UTF-8"
