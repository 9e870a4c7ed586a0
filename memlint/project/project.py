"""The project: everything that was read before any rule runs."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property

from memlint.harness import claude
from memlint.harness.facts import Facts
from memlint.project import imports as import_graph
from memlint.project import memory
from memlint.project.discovery import Found, Tree, discover, is_store
from memlint.project.files import LINTED, MemoryDirectory, MemoryFile, display, read
from memlint.project.imports import ImportEdge
from memlint.project.listing import Listing, ignore_rules, listing, main_repository, run_git, walk
from memlint.project.memory import Entry, Index, Topic
from memlint.source.document import Document, Unread, parse

_STORE_DEPTH = 4  # folders up from a file among which its memory directory is looked for


class Project:
    """A repository, or a folder, with its memory files parsed. Built once, then only read.

    ``root`` is absolute. ``files`` holds each real file once; ``documents`` those that could be parsed, by path.
    """

    def __init__(
        self,
        root: str,
        *,
        home: str,
        config: str,
        facts: Facts,
        requested: tuple[str, ...] = (),
        user: bool = False,
        contents: dict[str, bytes] | None = None,
        excluded: tuple[str, ...] = (),
    ) -> None:
        self.root, self.home, self.config, self.facts = root, home, config, facts
        self._contents = {os.path.realpath(path): data for path, data in (contents or {}).items()} | (contents or {})
        self._listed: Listing = listing(root)
        trees = [Tree(root, self._listed.paths), *self._extra_trees(requested, user)]
        found = _without(discover(trees, root, config, facts, self._contents), excluded)
        self._read: dict[str, Document | Unread] = {}
        limit = facts.number("instructions.max-bytes")
        for file in found.files:
            if file.kind in LINTED:
                self._read[file.path] = self._document(file, limit)
        self.directories: tuple[MemoryDirectory, ...] = found.directories
        self._graph, reached = import_graph.build(found.files, self._reader(limit), root, home, facts)
        self.files: tuple[MemoryFile, ...] = tuple(sorted({*found.files, *reached}))
        self._by_path = {file.path: file for file in self.files}
        self.documents: dict[str, Document] = {
            path: value for path, value in sorted(self._read.items()) if isinstance(value, Document)
        }

    # --- reading

    def _document(self, file: MemoryFile, limit: int) -> Document | Unread:
        data = self._contents.get(file.real)
        if data is None:
            return read(file, limit)
        return Unread(file.path, "too-large", len(data), "") if len(data) > limit else parse(data, file.path)

    def _reader(self, limit: int) -> import_graph.Reader:
        def reader(file: MemoryFile) -> Document | None:
            if file.path not in self._read:
                self._read[file.path] = self._document(file, limit)
            value = self._read[file.path]
            return value if isinstance(value, Document) else None

        return reader

    def _extra_trees(self, requested: tuple[str, ...], user: bool) -> Iterator[Tree]:
        """Trees that were asked for and are not in the project's own list."""
        listed = set(self._listed.paths)
        wanted = list(requested)
        if user:
            wanted += [os.path.join(self.config, "CLAUDE.md"), os.path.join(self.config, "rules")]
            wanted += filter(None, [claude.auto_memory(main_repository(self.root), self.config, self.facts)])
        for path in wanted:
            inside = display(path, self.root)
            if path == self.root or inside in listed:
                continue
            if os.path.isdir(path):
                if self._listed_below(inside):
                    continue
                below = tuple(sorted(walk(path)))
                if not os.path.isabs(inside):
                    yield Tree(self.root, tuple(f"{inside}/{name}" for name in below))
                else:
                    yield Tree(path, below)
            elif os.path.lexists(path) or path in self._contents:
                yield self._store_tree(path)

    def _listed_below(self, folder: str) -> bool:
        """Say whether the list has files in ``folder``: then it has all of them that nobody ignores."""
        at = bisect_left(self._listed.paths, f"{folder}/")
        return at < len(self._listed.paths) and self._listed.paths[at].startswith(f"{folder}/")

    def _store_tree(self, path: str) -> Tree:
        """A single file, with its memory directory where it lies in one; no other folder is walked."""
        folder, name = os.path.split(path)
        here = folder
        for _ in range(_STORE_DEPTH):
            if is_store(here):
                return Tree(here, tuple(sorted({*walk(here), os.path.relpath(path, here)})))
            here = os.path.dirname(here)
        beside = {name}
        if os.path.lexists(os.path.join(folder, self.facts.text("names.index"))):
            with suppress(OSError):
                beside |= {*os.listdir(folder)}
        return Tree(folder, tuple(sorted(beside)))

    # --- what rules ask

    @property
    def unread(self) -> tuple[Unread, ...]:
        """The memory files and folders that gave no document."""
        folders = [Unread(path, "unreadable", -1, why) for path, why in self._listed.unreadable]
        return (*folders, *(value for _, value in sorted(self._read.items()) if isinstance(value, Unread)))

    def file(self, path: str) -> MemoryFile | None:
        """Return the memory file at ``path`` (as findings name it)."""
        return self._by_path.get(path)

    def imports(self, path: str) -> tuple[ImportEdge, ...]:
        """Return the imports of the file at ``path``, none where the loader expands none."""
        return self._graph.edges.get(path, ())

    def import_edges(self) -> Iterator[ImportEdge]:
        """Yield all imports, by importing file."""
        for path in sorted(self._graph.edges):
            yield from self._graph.edges[path]

    def hops(self, path: str) -> int | None:
        """Return how many imports lie between the nearest root file and the file at ``path``; None: not reached."""
        return self._graph.hops.get(path)

    def chain(self, path: str) -> tuple[str, ...]:
        """Return the files that lead to ``path``, from a root file on, by the shortest way."""
        found = [path]
        while found[-1] in self._graph.reached_by:
            found.append(self._graph.reached_by[found[-1]].source)
        return tuple(reversed(found))

    def directory(self, path: str) -> MemoryDirectory | None:
        """Return the memory directory that the index or topic file at ``path`` belongs to."""
        return self._directory_of.get(path)

    @cached_property
    def _directory_of(self) -> dict[str, MemoryDirectory]:
        return {path: d for d in self.directories for path in (*d.topics, d.index_file) if path}

    def exists(self, path: str) -> bool:
        """Say whether a file or folder is at ``path`` (as findings name it)."""
        return path in self._by_path or os.path.lexists(os.path.join(self.root, path))

    def ignored(self, path: str) -> bool:
        """Say whether git ignores ``path``, or would by the .gitignore files where it cannot be asked."""
        if os.path.isabs(path) or "\0" in path:
            return False
        data = os.fsencode(path) + b"\0"
        answer = run_git(self.root, "check-ignore", "-z", "--stdin", data=data, codes=(0, 1))
        return self._ignore_rules(path, False) if answer is None else bool(answer)

    @cached_property
    def _ignore_rules(self) -> Callable[[str, bool], bool]:
        return ignore_rules(self.root)

    def near(self, path: str) -> tuple[str, ...]:
        """Return listed paths with the same file name as ``path``, the shortest first."""
        found = (other for other in self._by_name.get(path.rsplit("/", 1)[-1], ()) if other != path)
        return tuple(sorted(found, key=lambda other: (len(other), other)))

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._listed.paths:
            found.setdefault(path.rsplit("/", 1)[-1], []).append(path)
        return found

    def rule_files(self) -> Iterator[Document]:
        """Yield the rule files' documents."""
        return self._of_kind("rule_file")

    def instructions(self) -> Iterator[Document]:
        """Yield the instruction files' documents."""
        return self._of_kind("instructions")

    def _of_kind(self, kind: str) -> Iterator[Document]:
        return (document for path, document in self.documents.items() if self._by_path[path].kind == kind)

    def memory_named(self, name: str, directory: MemoryDirectory | None = None) -> str:
        """Return the path of the memory that a wiki link to ``name`` means, "" for none.

        Headers' names and file stems count, folded (SPEC 4.5); those of ``directory`` alone when it is given.
        """
        key = memory.folded(name)
        return self.memory_names.get(key, "") if directory is None else self._names_in[directory.path].get(key, "")

    @cached_property
    def memory_names(self) -> dict[str, str]:
        """Folded name → path, for all memories of the project and their indexes."""
        found: dict[str, str] = {}
        for names in self._names_in.values():
            for name, path in names.items():
                found.setdefault(name, path)
        return found

    @cached_property
    def _names_in(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {directory.path: {} for directory in self.directories}
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
            Topic(self.documents[path], directory)
            for directory in self.directories
            for path in directory.topics
            if path in self.documents
        )

    @cached_property
    def indexes(self) -> tuple[Index, ...]:
        """All indexes with their entries."""
        return tuple(
            Index(
                self.documents[directory.index_file],
                directory,
                tuple(self._entries(self.documents[directory.index_file])),
            )
            for directory in self.directories
            if directory.index_file in self.documents
        )

    def _entries(self, document: Document) -> Iterator[Entry]:
        for span, text, target in memory.documents_links(document):
            path, exists = self.linked(document, target)
            if path:
                yield Entry(span, text, path, exists)

    def linked(self, document: Document, target: str) -> tuple[str, bool]:
        """Return the path that a link of ``document`` means and whether it exists; "" for what is no path."""
        folder = os.path.dirname(os.path.join(self.root, document.path))
        first = ""
        for choice in memory.link_targets(target):
            base = self.root if choice.startswith("/") else folder
            path = display(os.path.normpath(os.path.join(base, choice.lstrip("/"))), self.root)
            if self.exists(path):
                return path, True
            first = first or path
        return first, False


def _without(found: Found, excluded: tuple[str, ...]) -> Found:
    if not excluded:
        return found
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(excluded)
    files = tuple(file for file in found.files if not spec.match_file(file.path))
    kept = {file.path for file in files}
    directories = (
        MemoryDirectory(d.path, d.index_file if d.index_file in kept else None, tuple(t for t in d.topics if t in kept))
        for d in found.directories
    )
    return Found(files, tuple(d for d in directories if d.index_file or d.topics))
