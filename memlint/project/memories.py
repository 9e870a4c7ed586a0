"""All memories of a project: its indexes and topic files, and what their links and names lead to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TypeAlias

from memlint.project import memory
from memlint.project.files import MemoryDirectory, display
from memlint.project.memory import Answer, Entry, Index, Topic
from memlint.project.near_names import NearNames
from memlint.source.document import Document

_Answers: TypeAlias = dict[str, list[Answer]]


class Memories:
    """The memories in ``directories``; ``documents`` are by path, ``exists`` answers for paths as findings name them.

    ``types`` are the values of the header's type, which file names often begin with.
    """

    def __init__(
        self,
        directories: tuple[MemoryDirectory, ...],
        documents: dict[str, Document],
        root: str,
        exists: Callable[[str], bool],
        types: tuple[str, ...],
    ) -> None:
        self._directories, self._documents, self._root, self._exists = directories, documents, root, exists
        self._types = types

    def named(self, name: str, directory: MemoryDirectory | None = None) -> str:
        """Return the path of the memory that a wiki link to ``name`` means, "" for none.

        Headers' names and file stems count, folded (SPEC 4.5); those of ``directory`` alone when it is given.
        """
        found = self._answers if directory is None else self._answers_in[directory.path]
        answers = self._found(name, found)
        return answers[0].path if answers else ""

    def answers(self, name: str, directory: MemoryDirectory | None) -> tuple[Answer, ...]:
        """Return the memories that a wiki link to ``name`` may mean where it stands in ``directory``, best first.

        They are all of one store: the directory's own, the nearest one around it, or else any other.
        """
        for place in self._around[directory.path] if directory else ():
            found = self._found(name, self._answers_in[place])
            if found:
                return found
        return self._found(name, self._answers)

    def _found(self, name: str, known: _Answers) -> tuple[Answer, ...]:
        key = memory.folded(name)
        found = known.get(key) or known.get(f"*{memory.without_type(key, self._types)}", [])
        if name.endswith(".md"):  # the name of a file
            found = sorted(found, key=lambda answer: answer.by == "name")
        return tuple(found)

    @cached_property
    def _around(self) -> dict[str, list[str]]:
        """Directory → itself and the memory directories it lies in, the nearest first."""
        known = self._answers_in
        return {path: [place for place in _parents(path) if place in known] for path in known}

    @cached_property
    def _answers(self) -> _Answers:
        """What names of all stores answer to."""
        found: _Answers = {}
        for answers in self._answers_in.values():
            for key, values in answers.items():
                found.setdefault(key, []).extend(values)
        return found

    @cached_property
    def _answers_in(self) -> dict[str, _Answers]:
        """Directory → folded name → who answers to it; a key with ``*`` before it is without the type's prefix."""
        found: dict[str, _Answers] = {directory.path: {} for directory in self._directories}
        for topic in self.topics:
            _add(found[topic.directory.path], topic.document.path, topic.name, topic.stem, self._types)
        for index in self.indexes:
            path = index.document.path
            _add(found[index.directory.path], path, "", memory.stem(path), self._types)
        for answers in found.values():
            for values in answers.values():
                values.sort(key=lambda answer: answer.by != "name")  # a name stands before a file's stem
        return found

    @cached_property
    def topic_at(self) -> dict[str, Topic]:
        """The topic files by path."""
        return {topic.document.path: topic for topic in self.topics}

    @cached_property
    def spellings(self) -> NearNames:
        """The names and file stems of all topics, to be found by what is written almost like them."""
        return NearNames(name for topic in self.topics for name in (topic.name, topic.stem) if name)

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


def _add(answers: _Answers, path: str, name: str, stem: str, types: tuple[str, ...]) -> None:
    keys = {key for key in (memory.folded(name), memory.folded(stem)) if key}
    for key in keys:
        answers.setdefault(key, []).append(Answer(path, "name" if key == memory.folded(name) else "stem"))
    for key in {memory.without_type(key, types) for key in keys}:
        answers.setdefault(f"*{key}", []).append(Answer(path, "part"))


def _parents(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]
    yield "."
