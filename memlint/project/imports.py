"""The import graph: where each ``@path`` leads, and how many hops below a root file each file is reached."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from memlint import disk
from memlint.harness import claude
from memlint.harness.facts import Facts
from memlint.project.files import MemoryFile, Scope, display
from memlint.source.document import Document
from memlint.source.nodes import Import
from memlint.source.records import NamedTuple

State: TypeAlias = Literal["file", "directory", "missing", "extension"]

# Kinds whose imports the loader expands; in memory directories "@" is inert text (SPEC 2.3).
_ROOTS = ("instructions", "rule_file")
# Files that are read for imports of their own; code and data have decorators and handles instead.
_TEXT = ("", "md", "txt")
_LONGEST = 4_096  # characters of a path: PATH_MAX of Linux; macOS has less


class ImportEdge(NamedTuple):
    """One import of a file.

    ``target`` is the path it names, like ``MemoryFile.path``, links followed. ``hop`` counts the imports from
    the nearest root file to the target, ``outside`` says that the target's real place is not in the project.
    """

    source: str
    node: Import
    target: str
    real: str
    state: State
    outside: bool
    hop: int


class Graph(NamedTuple):
    """All imports by importing file; for each file reached its hops from a root file and the edge it came by."""

    edges: dict[str, tuple[ImportEdge, ...]]
    hops: dict[str, int]
    reached_by: dict[str, ImportEdge]


Reader: TypeAlias = Callable[[MemoryFile], Document | None]


def build(
    files: tuple[MemoryFile, ...], excluded: frozenset[str], read: Reader, root: str, home: str, facts: Facts
) -> tuple[Graph, tuple[MemoryFile, ...]]:
    """Follow the imports of ``files`` breadth first; ``read`` gives a file's document, ``excluded`` paths have none.

    Returns the graph and the files of kind "imported" that it found.
    """
    known = {file.path: file for file in files}
    pending = [file for file in files if file.kind in _ROOTS and file.path not in excluded]
    hops = {file.path: 0 for file in pending}
    edges: dict[str, tuple[ImportEdge, ...]] = {}
    reached_by: dict[str, ImportEdge] = {}
    found: list[MemoryFile] = []
    for file in pending:  # grows
        document = read(file)
        if document is None or not document.imports:
            continue
        resolver = _Resolver(file, root, home, facts, hops[file.path] + 1)
        edges[file.path] = tuple(resolver.edges(document))
        for edge in edges[file.path]:
            if edge.state != "file" or edge.target in hops or (edge.outside and file.scope != "user"):
                continue
            if claude.extension(edge.target) not in _TEXT or edge.target in excluded:
                continue
            hops[edge.target] = edge.hop
            reached_by[edge.target] = edge
            target = known.get(edge.target)
            if target is None:
                scope: Scope = "user" if file.scope == "user" else "shared"
                target = MemoryFile(edge.target, edge.real, "imported", scope)
                found.append(target)
            pending.append(target)
    return Graph(edges, hops, reached_by), tuple(found)


class _Resolver:
    """Resolves the imports of one file."""

    def __init__(self, file: MemoryFile, root: str, home: str, facts: Facts, hop: int) -> None:
        self.file, self.root, self.home, self.facts, self.hop = file, root, home, facts, hop
        # A link's imports may be meant from where the link stands as well as from its target.
        self.folders = [os.path.dirname(os.path.join(root, name)) for name in (file.path, *file.twins)]

    def edges(self, document: Document) -> Iterator[ImportEdge]:
        seen: set[str] = set()
        for node in document.imports:
            if node.path not in seen:  # duplicates within one file collapse (SPEC 2.1)
                seen.add(node.path)
                yield self.edge(node)

    def edge(self, node: Import) -> ImportEdge:
        places = [claude.resolve(node.path, folder, self.home) for folder in self.folders]
        place = next((place for place in places if disk.isfile(place)), places[0])
        state = self.state(place)
        # What no system takes for a path is not looked up: each of its thousand parts would be.
        real = place if "\0" in place or len(place) > _LONGEST else disk.realpath(place)
        inside = display(real, disk.realpath(self.root))
        outside = os.path.isabs(inside)
        target = display(place, self.root) if outside else inside
        return ImportEdge(self.file.path, node, target, real, state, outside, self.hop)

    def state(self, place: str) -> State:
        if disk.isdir(place):
            return "directory"
        if not disk.isfile(place):
            return "missing"
        return "file" if claude.may_import(place, self.facts) else "extension"
