"""Which memory files can be in context together, and when: what the load plan says about two of them at once."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from memlint.project import session as sessions
from memlint.project.files import LINTED, display
from memlint.project.overlap import Globs, Overlap
from memlint.project.plan import Load
from memlint.source.records import NamedTuple

if TYPE_CHECKING:
    from memlint.project.project import Project


class Context(NamedTuple):
    """When a file is in context.

    ``kind``: "launch", in every session; "folder", when a file below ``folder`` is used; "globs", when one is used that
    ``patterns`` match from ``folder``; "memory", when the memory directory at ``folder`` is opened, or the agent starts
    that owns it. Folders are relative to the root, which is "", with ``/``.
    """

    kind: Literal["launch", "folder", "globs", "memory"]
    folder: str = ""
    patterns: tuple[str, ...] = ()


_LAUNCH = Context("launch")
_ALWAYS_WITH_MEMORY = ("auto-memory", "team-memory")


class _Way(NamedTuple):
    """One way in which a file comes into context: ``store`` is its memory directory, ``agent`` whose that is."""

    cell: Context
    tier: str
    store: str | None = None
    agent: str = ""

    @property
    def is_folder(self) -> bool:
        """Say whether a folder alone tells when."""
        return self.store is None and self.cell.kind == "folder"


class _Ways:
    """The ways of one file and its copies, found by folder: hundreds of packages can have the same instructions."""

    def __init__(self, ways: tuple[_Way, ...]) -> None:
        self._all = ways
        self._others = [way for way in ways if not way.is_folder]
        self._by_folder = {way.cell.folder: way for way in ways if way.is_folder}
        self._folders = sorted(f"{folder}/" for folder in self._by_folder)

    def candidates(self, way: _Way) -> Iterator[_Way]:
        """Yield the ways that ``way`` may meet: of those that lie in one folder the ones above, and one below."""
        if not way.is_folder:
            yield from self._all
            return
        yield from self._others
        folder = way.cell.folder
        below = bisect_left(self._folders, f"{folder}/" if folder else "")
        if below < len(self._folders):
            yield self._by_folder[self._folders[below][:-1]]
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in self._by_folder:
                yield self._by_folder[folder]


class Contexts:
    """The load sets of ``project``. Files that no session loads or recalls take no part, and copies do once."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._overlap = Overlap(project.listed, project.facts)
        self._indexed: dict[str, _Ways] = {}

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The paths of the files that take part, in load order: of files with the same text the first one."""
        return tuple(self._ways)

    def cell(self, path: str) -> Context | None:
        """Return when the file at ``path`` is in context, the earliest of several moments; None: never."""
        ways = self._ways_of(path)
        return ways[0].cell if ways else None

    def meet(self, one: str, other: str) -> str | None:
        """Return, in words for a message, when two files are in context together; None: never, or it cannot be told."""
        beside = self._beside(other)
        pairs = ((mine, theirs) for mine in self._ways_of(one) for theirs in beside.candidates(mine))
        return next((when for mine, theirs in pairs if (when := self._meet(mine, theirs))), None)

    def more_specific(self, one: str, other: str) -> str:
        """Return which of two files is in context for less of the project, "" where none is."""
        first, second = self.cell(one), self.cell(other)
        if first is None or second is None:
            return ""
        if self._narrower(first, second):
            return one
        return other if self._narrower(second, first) else ""

    def together_always(self, one: str, other: str) -> bool:
        """Say whether two files are in context in the same sessions at the same moments."""
        first = self.cell(one)
        return first is not None and first.kind != "memory" and first == self.cell(other)

    # --- the ways of the files

    def _beside(self, path: str) -> _Ways:
        if path not in self._indexed:
            self._indexed[path] = _Ways(self._ways_of(path))
        return self._indexed[path]

    def _ways_of(self, path: str) -> tuple[_Way, ...]:
        return self._ways.get(self._first_of.get(path, path), ())

    @cached_property
    def _ways(self) -> dict[str, tuple[_Way, ...]]:
        """What takes part → on which ways, those of its copies too."""
        found: dict[str, dict[_Way, None]] = {}
        for load in self._project.plan.loads:
            first = self._first_of.get(load.path)
            if first is not None and self._comes(load):
                found.setdefault(first, {})[self._way(load)] = None
        return {path: tuple(ways) for path, ways in found.items()}

    @cached_property
    def _first_of(self) -> dict[str, str]:
        """Each file that comes into context → the first one with the same text."""
        found: dict[str, str] = {}
        by_text: dict[str, str] = {}
        for load in self._project.plan.loads:
            document = self._project.documents.get(load.path)
            file = self._project.file(load.path)
            if document is not None and file is not None and file.kind in LINTED and self._comes(load):
                text = document.text.replace("\r\n", "\n").strip()
                if text:
                    found[load.path] = by_text.setdefault(text, load.path)
        return found

    @staticmethod
    def _comes(load: Load) -> bool:
        """Say whether some session loads the file, or an agent opens it as a memory that lies in the repository."""
        return load.contributes or load.why_not == "no-location"

    def _way(self, load: Load) -> _Way:
        directory = self._project.directory(load.path)
        store = directory.path if directory else None
        folder = "" if load.scope == "." else load.scope
        if load.moment == "launch":
            return _Way(_LAUNCH, load.tier, store)
        if load.moment == "directory":
            return _Way(Context("folder", folder), load.tier, store)
        if load.moment == "glob":
            return _Way(Context("globs", folder, load.globs or self._globs_of(load.imported_by)), load.tier, store)
        return _Way(Context("memory", store or ""), load.tier, store or "", load.scope)

    def _globs_of(self, importer: str) -> tuple[str, ...]:
        """Return the patterns of the rule that a chain of imports starts from."""
        for _ in range(self._project.facts.number("imports.max-hops") + 1):
            loads = self._project.loads(importer)
            own = next((load.globs for load in loads if load.globs), ())
            if own or not loads:
                return own
            importer = loads[0].imported_by
        return ()

    # --- two of them

    def _meet(self, one: _Way, other: _Way) -> str | None:
        if one.store is not None and other.store is not None:
            return self._stores(one, other)
        if one.store is None and other.store is None:
            return self._cells(one.cell, other.cell)
        memory, beside = (other, one) if one.store is None else (one, other)
        if not self._opened_beside(memory, beside):
            return None
        if memory.cell.kind == "launch":
            return self._cells(memory.cell, beside.cell)
        used = "" if beside.cell.kind == "launch" else f"{_used(beside.cell)} and "
        return f"both are in context when {used}{_opened(memory)}"

    def _stores(self, one: _Way, other: _Way) -> str | None:
        """Two memories meet when they are of one directory, or the team's of it."""
        teams = one.tier in _ALWAYS_WITH_MEMORY and other.tier in _ALWAYS_WITH_MEMORY
        if one.store != other.store and not teams:
            return None
        if one.cell == other.cell == _LAUNCH:
            return "both load at launch"
        return f"both are in context when {_opened(one if one.cell.kind == 'memory' else other)}"

    def _opened_beside(self, memory: _Way, beside: _Way) -> bool:
        """Say whether a session that uses ``memory`` can have the instructions ``beside`` too."""
        if memory.tier != "none":
            return True
        if os.path.isabs(memory.store or "") and memory.store != self._own_memory:
            return beside.tier in ("user", "managed")  # another project's, whose sessions have none of these files
        holder = os.path.dirname(memory.store or "").removesuffix(".claude").rstrip("/")
        folder = beside.cell.folder
        return beside.cell.kind == "launch" or os.path.isabs(holder) or _nested(holder, folder)

    @cached_property
    def _own_memory(self) -> str:
        """The path of the project's auto memory, which a run may have been given by name."""
        project, session = self._project, self._project.session
        settings = sessions.settings_files(session, project.config, project.facts)
        place = sessions.memory_directory(session, settings, project.root, project.home, project.config, project.facts)
        return display(place, project.root) if place else ""

    def _cells(self, one: Context, other: Context) -> str | None:
        if one.kind == "launch" or other.kind == "launch":
            later = other if one.kind == "launch" else one
            return "both load at launch" if later.kind == "launch" else f"both load when {_used(later)}"
        if one.kind == other.kind == "folder":
            if not _nested(one.folder, other.folder):
                return None
            return f"both load when {_used(max(one, other, key=lambda cell: len(cell.folder)))}"
        if one.kind == other.kind == "globs":
            mine, theirs = _globs(one), _globs(other)
            if not self._overlap.meet(mine, theirs):
                return None
            return f"both load when {self._shared(mine, theirs) or _used(one)}"
        globs, folder = (one, other) if one.kind == "globs" else (other, one)
        if not self._overlap.reaches(_globs(globs), folder.folder):
            return None
        where = "" if _inside(globs.folder, folder.folder) else folder.folder
        return f"both load when {_used(globs, where)}"

    def _shared(self, one: Globs, other: Globs) -> str:
        if one == other:
            return ""
        first = min(self._overlap.files(one) & self._overlap.files(other), default="")
        return f"{first} is used" if first else ""

    def _narrower(self, one: Context, other: Context) -> bool:
        """Say whether ``one`` is for less of the project than ``other``; a memory is about all of it."""
        if "memory" in (one.kind, other.kind) or one == other:
            return False
        if other.kind == "launch":
            return True
        if one.kind == "launch":
            return False
        if other.kind == "folder":
            return _inside(one.folder, other.folder)
        return one.kind == "globs" and self._overlap.within(_globs(one), _globs(other))


def _globs(cell: Context) -> Globs:
    return Globs(cell.folder, cell.patterns)


def _inside(folder: str, above: str) -> bool:
    return not above or folder == above or folder.startswith(f"{above}/")


def _nested(one: str, other: str) -> bool:
    return _inside(one, other) or _inside(other, one)


def _used(context: Context, where: str = "") -> str:
    """Say what brings ``context`` about; ``where`` is the folder that it is looked at in."""
    folder = where or context.folder
    if context.kind == "folder":
        return f"a file under {folder or '.'}/ is used"
    under = f" under {folder}/" if folder else ""
    if not context.patterns:
        return f"a file{under} that its rule is for is used"
    more = f" or another of its {len(context.patterns)} patterns" if len(context.patterns) > 1 else ""
    return f"a file{under} that matches {_written(context.patterns[0])}{more} is used"


def _written(pattern: str) -> str:
    """Return the pattern of a folder with the tail that the loader takes off."""
    name = pattern.rpartition("/")[2]
    return pattern if any(sign in name for sign in "*?.[{!") or not name else f"{pattern}/**"


def _opened(memory: _Way) -> str:
    return f"the agent {memory.agent} opens its memory" if memory.agent else "the memory is opened"
