"""All memories of a project: its indexes and topic files, and what their links and names lead to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property

from memlint.project import memory
from memlint.project.files import MemoryDirectory, display
from memlint.project.memory import Entry, Index, Topic
from memlint.source.document import Document


class Memories:
    """The memories in ``directories``; ``documents`` are by path, ``exists`` answers for paths as findings name them."""

    def __init__(
        self,
        directories: tuple[MemoryDirectory, ...],
        documents: dict[str, Document],
        root: str,
        exists: Callable[[str], bool],
    ) -> None:
        self._directories, self._documents, self._root, self._exists = directories, documents, root, exists

    def named(self, name: str, directory: MemoryDirectory | None = None) -> str:
        """Return the path of the memory that a wiki link to ``name`` means, "" for none.

        Headers' names and file stems count, folded (SPEC 4.5); those of ``directory`` alone when it is given.
        """
        key = memory.folded(name)
        return self.names.get(key, "") if directory is None else self._names_in[directory.path].get(key, "")

    @cached_property
    def names(self) -> dict[str, str]:
        """Folded name → path, for all memories of the project and their indexes."""
        found: dict[str, str] = {}
        for names in self._names_in.values():
            for name, path in names.items():
                found.setdefault(name, path)
        return found

    @cached_property
    def _names_in(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {directory.path: {} for directory in self._directories}
        for topic in self.topics:
            names = found[topic.directory.path]
            for name in (topic.stem, topic.name):
                if name:
                    names.setdefault(memory.folded(name), topic.document.path)
        for index in self.indexes:
            found[index.directory.path].setdefault(memory.folded(memory.stem(index.document.path)), index.document.path)
        return found

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """All topic files with their directory."""
        return tuple(
            Topic(self._documents[path], directory)
            for directory in self._directories
            for path in directory.topics
            if path in self._documents
        )

    @cached_property
    def indexes(self) -> tuple[Index, ...]:
        """All indexes with their entries."""
        return tuple(
            Index(
                self._documents[directory.index_file],
                directory,
                tuple(self._entries(self._documents[directory.index_file])),
            )
            for directory in self._directories
            if directory.index_file in self._documents
        )

    def _entries(self, document: Document) -> Iterator[Entry]:
        for span, text, target in memory.documents_links(document):
            path, exists = self.linked(document, target)
            if path:
                yield Entry(span, text, path, exists)

    @cached_property
    def wanted(self) -> dict[str, int]:
        """How many wiki links of topic files and indexes ask for a name, by the folded name."""
        found: dict[str, int] = {}
        for document in (*(topic.document for topic in self.topics), *(index.document for index in self.indexes)):
            for link in document.wiki_links:
                key = memory.folded(link.target)
                found[key] = found.get(key, 0) + 1
        return found

    @cached_property
    def headed(self) -> dict[str, int]:
        """How many topic files of a memory directory have a header, by the directory's path."""
        found = {directory.path: 0 for directory in self._directories}
        for topic in self.topics:
            found[topic.directory.path] += topic.document.frontmatter is not None
        return found

    def linked(self, document: Document, target: str) -> tuple[str, bool]:
        """Return the path that a link of ``document`` means and whether it exists; "" for what is no path."""
        folder = os.path.dirname(os.path.join(self._root, document.path))
        first = ""
        for choice in memory.link_targets(target):
            base = self._root if choice.startswith("/") else folder
            path = display(os.path.normpath(os.path.join(base, choice.lstrip("/"))), self._root)
            if self._exists(path):
                return path, True
            first = first or path
        return first, False
