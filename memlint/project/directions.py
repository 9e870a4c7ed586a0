"""What the memory files of a project tell the agent to do, and where two of them turn one knob to two values."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from memlint.source.directives.atoms import Atom, Directive
from memlint.source.directives.conflicts import Conflict, conflicts
from memlint.source.directives.extract import directives
from memlint.source.directives.shared import shared
from memlint.source.directives.tables import Tables, builtin, with_own

if TYPE_CHECKING:
    from memlint.project.project import Project


class Directions:
    """The directives of ``project``, read once. ``slots`` are the team's own knobs, as ``tables/slots`` has them."""

    def __init__(self, project: Project, slots: tuple[dict[str, Any], ...]) -> None:
        self._project, self._slots = project, slots

    @cached_property
    def tables(self) -> Tables:
        """The knobs that are known. Raises ValueError for one of the team's that is not as it should be."""
        return with_own(self._slots) if self._slots else builtin()

    @cached_property
    def all(self) -> tuple[Directive, ...]:
        """The directives of the files that a session can have in context, file by file in load order.

        They have no atoms for knobs that one sentence alone speaks of.
        """
        project, told = self._project, list[Directive]()
        paths = project.contexts.documents
        candidates = shared([sentence for path in paths for sentence in project.sentences(path)], self.tables)
        at, known = 0, dict[Hashable, tuple[Atom, ...]]()
        for path in paths:
            found = project.sentences(path)
            told += directives(path, found, self.tables, candidates[at : at + len(found)], known)
            at += len(found)
        return tuple(told)

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The knobs that two directives of one context turn to two values: the first two places of each."""
        return tuple(conflicts(self.all, self.tables, self._scope, self._meet))

    def _scope(self, path: str) -> Hashable:
        """What is compared: a memory is opened beside what loads at launch, a narrower file overrides what is wider."""
        cell = self._project.contexts.cell(path)
        return "launch" if cell is not None and cell.kind in ("launch", "memory") else cell

    def _meet(self, one: str, other: str) -> bool:
        return one == other or self._project.contexts.meet(one, other) is not None
