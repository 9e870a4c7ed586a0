"""Reads each memory file once, from the disk or from what an editor or a hook holds in its place."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from memlint import disk
from memlint.project.files import Contents, MemoryFile, display, read
from memlint.source.document import Document, Unread, parse

if TYPE_CHECKING:
    from memlint.source.sentences import Sentence

_TEXT_ENDINGS = (".md", ".mdc", ".markdown", ".txt")


class Parsing:
    """Makes documents of bytes, and sentences of documents, which it keeps; a cache can stand in between.

    ``read`` are the documents by path, ``split`` the sentences of those that somebody asked for.
    """

    def __init__(self) -> None:
        self.read: dict[str, Document] = {}
        self.split: dict[str, tuple[Sentence, ...]] = {}

    def document(self, data: bytes, path: str) -> Document | Unread:
        """Return the document that ``data`` is, found at ``path`` as findings name it, or why there is none."""
        found = parse(data, path)
        if isinstance(found, Document):
            self.read[path] = found
        return found

    def sentences(self, document: Document) -> tuple[Sentence, ...]:
        """Return the sentences of ``document``, one that was made here."""
        found = self.split.get(document.path)
        if found is None:
            from memlint.source.sentences import sentences

            found = self.split[document.path] = tuple(sentences(document))
        return found

    def alone(self) -> None:
        """Make ready for work in a copy of the process that has made this."""

    def drop(self, paths: Iterable[str]) -> None:
        """Give back the memory that reading the files at ``paths`` took; they may be read again."""
        for path in paths:
            self.split.pop(path, None)
            self.read[path].forget()


class Reading:
    """The documents read so far, or why there is none. ``contents`` are the bytes that stand for files, by path.

    ``limit`` is the size in bytes from which on a file is not read. What a link out of ``root`` leads to is opened only
    if it is a text file by its name: nobody means a key, and it is not ours to look into (security/symlink-escape).
    ``parsing`` makes documents.
    """

    def __init__(self, contents: Contents, limit: int, root: str, parsing: Parsing) -> None:
        self.contents = {**{disk.realpath(path): data for path, data in contents.items()}, **contents}
        self._parsed = parsing.document
        self.limit, self._root, self._top = limit, root, disk.realpath(root)
        self.outcomes: dict[str, Document | Unread] = {}
        self._imported: dict[str, Document | Unread] = {}

    def memory(self, file: MemoryFile) -> Document | None:
        """Return the document of a memory file, or of one that is imported as such; None where there is none."""
        if file.path not in self.outcomes:
            self.outcomes[file.path] = self._document(file)
        value = self.outcomes[file.path]
        return value if isinstance(value, Document) else None

    def outcome(self, file: MemoryFile) -> Document | Unread:
        """Return the document of ``file``, or why there is none; code and data that are imported are read here."""
        value = self.outcomes.get(file.path) or self._imported.get(file.path)
        if value is None:
            value = self._imported[file.path] = self._document(file)
        return value

    def _document(self, file: MemoryFile) -> Document | Unread:
        data = self.contents.get(file.real)
        if data is None and file.real in self.contents:
            return Unread(file.path, "unreadable", -1, "not there")
        if data is None:
            return (
                Unread(file.path, "outside", -1, "a link out")
                if self._escapes(file)
                else read(file, self.limit, self._parsed)
            )
        return (
            Unread(file.path, "too-large", len(data), "") if len(data) > self.limit else self._parsed(data, file.path)
        )

    def _escapes(self, file: MemoryFile) -> bool:
        if os.path.isabs(file.path):
            return False
        real = disk.realpath(file.real) if disk.islink(file.real) else file.real
        return (
            os.path.isabs(display(real, self._top)) and os.path.isabs(display(real, self._root)) and not _is_text(real)
        )


def _is_text(path: str) -> bool:
    return path.lower().endswith(_TEXT_ENDINGS)
