"""What the memories of a directory point to: by links, wiki links, file names in prose, names in code, and folders."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from memlint import Document, MemoryDirectory, Project, Topic, compile_once

_EDGES = r"\s()\[\]<>|`\"'*,;:=（）「」『』【】《》，。、：；"
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.%/-"


@cache
def _file_name() -> re.Pattern[str]:
    # From a word's start only, so that it is linear; ideographs may touch the name on both sides.
    return compile_once(rf"(?<![^{_EDGES}])[^{_EDGES}]+\.md(?![A-Za-z0-9])")


@cache
def _folder_name() -> re.Pattern[str]:
    return compile_once(rf"(?<![^{_EDGES}])[^{_EDGES}/]+/(?:[^{_EDGES}/]+/)*(?![^{_EDGES}])")


@cache
def _label_end() -> re.Pattern[str]:
    return compile_once(r"\s[—–-]|[:：\n]")


class Reach:
    """Resolves what documents mention to the topic files of ``directory``."""

    def __init__(self, directory: MemoryDirectory, project: Project) -> None:
        self.directory = directory
        documents = project.documents
        self.topics = {path: Topic(documents[path], directory) for path in directory.topics if path in documents}
        self._names: dict[str, list[str]] = {}
        self._folders: dict[str, list[str]] = {}
        for path, topic in self.topics.items():
            for name in {_folded(topic.stem), _folded(topic.name)} - {""}:
                self._names.setdefault(name, []).append(path)
            folder = posixpath.dirname(path)
            while len(folder) > len(directory.path):
                self._folders.setdefault(folder, []).append(path)
                folder = posixpath.dirname(folder)
        self._spaced = [path for path in self.topics if " " in posixpath.basename(path)]

    def mentioned(
        self, document: Document, *, index: bool = False, seen: set[int] | None = None
    ) -> Iterator[tuple[int, str]]:
        """Yield the offset and the topic file of each mention in ``document``, in order.

        An index may also use bare names. What means several files at once, a folder or a shared name, is yielded only
        the first time; ``seen`` carries on which these were, so that a walk stays linear.
        """
        seen = set() if seen is None else seen
        for offset, target, is_path in sorted(self._mentions(document, index)):
            found = self._resolve(document, target) if is_path else self._names.get(_folded(target), ())
            if len(found) > 1:
                if id(found) in seen:
                    continue
                seen.add(id(found))
            for path in found:
                yield offset, path

    def _mentions(self, document: Document, index: bool) -> Iterator[tuple[int, str, bool]]:
        for offset, target in _targets(document):
            yield offset, target, True
        for offset, text in _names(document, index):
            if text == text.lower():
                yield offset, text, False
        text = document.text
        if self._folders and "/" in text:
            for found in _folder_name().finditer(text):
                if not document.in_comment(found.start()):
                    yield found.start(), found[0], True
        for path in self._spaced if index else ():
            at = text.find(posixpath.basename(path))
            if at >= 0 and not document.in_comment(at):
                yield at, path.removeprefix(f"{self.directory.path}/"), True

    def _resolve(self, document: Document, target: str) -> Sequence[str]:
        """Return the topic files that ``target`` may mean, seen from ``document``: at that path, else of that name."""
        bases = (posixpath.dirname(document.path), self.directory.path, "")
        for reading in _readings(target):
            for base in bases:
                path = posixpath.normpath(posixpath.join(base, reading))
                if path in self.topics:
                    return (path,)
                if f"{path}.md" in self.topics:
                    return (f"{path}.md",)
                if path in self._folders:
                    return self._folders[path]
            found = self._names.get(_folded(posixpath.basename(reading)))
            if found:
                return found
        return ()

    def closure(self, paths: Iterable[str]) -> set[str]:
        """Return ``paths`` and every topic file that they lead to, through any number of others."""
        reached, seen = set(paths), set[int]()
        pending = list(reached)
        while pending and len(reached) < len(self.topics):
            document = self.topics[pending.pop()].document
            for _, path in self.mentioned(document, seen=seen):
                if path not in reached:
                    reached.add(path)
                    pending.append(path)
        return reached


def from_indexes(reach: Reach, project: Project) -> set[str]:
    """Return the topic files that the index of a directory, or of one around it, leads to."""
    found: set[str] = set()
    for document in _indexes(reach.directory, project):
        found.update(path for _, path in reach.mentioned(document, index=True))
    return reach.closure(found)


def _indexes(directory: MemoryDirectory, project: Project) -> Iterator[Document]:
    """Yield the index of ``directory`` and those of the directories around it, which may list a team's memories."""
    name = project.facts.text("names.index")
    folder = directory.path
    while True:
        path = name if folder in ("", ".") else f"{folder}/{name}"
        if project.directory(path) is not None and path in project.documents:
            yield project.documents[path]
        if folder in ("", ".", "/"):
            return
        folder = posixpath.dirname(folder)


def paths_in(document: Document) -> Iterator[str]:
    """Yield the paths of Markdown files that ``document`` may mean, seen from its folder and from the root."""
    for _, target in _targets(document):
        for reading in _readings(target):
            for base in ("", posixpath.dirname(document.path)):
                yield posixpath.normpath(posixpath.join(base, reading.lstrip("@")))


def _folded(name: str) -> str:
    return name.strip().removesuffix(".md").replace("_", "-").replace(" ", "-").lower()


def _targets(document: Document) -> Iterator[tuple[int, str]]:
    for wiki in document.wiki_links:
        yield wiki.span.start, wiki.target
    for link in document.links:
        target = link.target.partition("#")[0].partition("?")[0]
        if target and "://" not in target:
            yield link.span.start, target
    for found in _file_name().finditer(document.text):
        if not document.in_comment(found.start()) and "://" not in found[0]:
            yield found.start(), found[0]


def _names(document: Document, index: bool) -> Iterator[tuple[int, str]]:
    """Names without an extension, where they stand alone: in code, in a table's cell, before an entry's separator."""
    for span in document.code_spans:
        yield span.span.start, span.text
    for cell in document.cells:
        yield cell.span.start, document.text[slice(*cell.span)]
    if index:
        for item in document.items:
            label = _label_end().split(document.text[slice(*item.content)], maxsplit=1)[0]
            yield item.content.start, label.strip("*_` ")


def _readings(target: str) -> Iterator[str]:
    """A target as it may be meant: percent-decoded (case 47), as it stands, without what touches it."""
    if "%" in target:
        from urllib.parse import unquote

        yield unquote(target)
    yield target
    if not target.isascii():
        yield target[len(target.rstrip(_LATIN)) :]
    if target.startswith("_"):
        yield target.lstrip("_")
