"""Indexes and topic files: the entries of one, the header of the other, and the links between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

from memlint.project.files import MemoryDirectory
from memlint.source.document import Document
from memlint.source.header_yaml import Field
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.spans import Span


class Topic(NamedTuple):
    """A topic file: its document and the memory directory it lies in."""

    document: Document
    directory: MemoryDirectory

    def field(self, name: str) -> Field | None:
        """Return the header's ``name``, at the top or under ``metadata`` (SPEC R5, R6)."""
        header = self.document.frontmatter
        if header is None:
            return None
        return header.get(name) or header.get("metadata", name)

    @property
    def name(self) -> str:
        """The header's ``name``, or "" """
        field = self.field("name")
        return field.text.strip() if field else ""

    @property
    def stem(self) -> str:
        """The file's name without folder and extension."""
        return stem(self.document.path)


class Entry(NamedTuple):
    """A link of an index: where it stands, what it says and the file it names.

    ``target`` is like ``MemoryFile.path``; ``exists`` says whether a file is there. Links to other schemes
    and to places in the index itself are no entries.
    """

    span: Span
    text: str
    target: str
    exists: bool


class Index(NamedTuple):
    """The index of a memory directory with its entries, in order."""

    document: Document
    directory: MemoryDirectory
    entries: tuple[Entry, ...]


class Answer(NamedTuple):
    """A memory that a wiki link may mean: by its header's name, by its file's stem, or by a part of either."""

    path: str
    by: Literal["name", "stem", "part"]


def stem(path: str) -> str:
    """Return the last part of ``path`` without ``.md``."""
    return path.rsplit("/", 1)[-1].removesuffix(".md")


def folded(name: str) -> str:
    """Return ``name`` as wiki links compare it: case, ``_``, ``-`` and blanks do not matter (SPEC 4.5)."""
    return name.strip().removesuffix(".md").replace("_", "-").replace(" ", "-").lower()


def without_type(key: str, types: tuple[str, ...]) -> str:
    """Return the folded name ``key`` without the type of memory that it begins with, as in ``feedback-glazes``."""
    first, dash, rest = key.partition("-")
    return rest if dash and rest and first in types else key


@cache
def _scheme() -> re.Pattern[str]:
    return compile_once(r"[A-Za-z][A-Za-z0-9+.-]+:|//")


@cache
def _template() -> re.Pattern[str]:
    return compile_once(
        r"[*?<>{}$|]|…|\.\.\.|YYYY|\bN\b|(?:^|/)(?:x|xx|xxx|foo|bar|file|filename|name|topic|path|example|your-[^/]*)(?:\.md)?$"
    )


def is_template(target: str) -> bool:
    """Say whether a link target is a pattern or a sample, not a path (cases 40, 48, 49)."""
    return bool(_template().search(target))


def link_targets(target: str) -> tuple[str, ...]:
    """Return the paths that a link may mean, best first: percent-decoded, then literal; without fragment (case 47).

    Empty for another scheme, for a place in the same file and for a template.
    """
    bare = target.partition("#")[0].partition("?")[0]
    if not bare or _scheme().match(bare) or is_template(bare):
        return ()
    if "%" not in bare:
        return (bare,)
    from urllib.parse import unquote

    decoded = unquote(bare, errors="strict") if not _bad_escape(bare) else bare
    return (decoded, bare) if decoded != bare and "\0" not in decoded else (bare,)


def _bad_escape(text: str) -> bool:
    from urllib.parse import unquote_to_bytes

    try:
        unquote_to_bytes(text).decode()
    except UnicodeDecodeError:
        return True
    return False


def documents_links(document: Document) -> Iterator[tuple[Span, str, str]]:
    """Yield span, text and target of a document's links to files; images, code and comments are none."""
    for link in document.links:
        if not link.image and link.kind != "autolink":
            yield link.span, link.text, link.target
