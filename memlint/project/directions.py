"""What the memory files of a project tell the agent to do, and where two of them turn one knob to two values."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING

from memlint.source.directives.atoms import Directive
from memlint.source.directives.conflicts import Conflict, conflicts
from memlint.source.directives.extract import told
from memlint.source.directives.shared import Group, groups, shared
from memlint.source.directives.tables import Tables, builtin, with_own

if TYPE_CHECKING:
    from memlint.project.project import Project


class Directions:
    """The directives of ``project``, read once."""

    def __init__(self, project: Project) -> None:
        self._project = project

    @property
    def tables(self) -> Tables:
        """The knobs that are known. Raises ValueError for one of the team's that is not as it should be."""
        return self._project.around(_tables)

    @cached_property
    def all(self) -> tuple[Directive, ...]:
        """The directives of the files that a session can have in context, file by file in load order.

        They have no atoms for knobs that one sentence alone speaks of.
        """
        project, tables, paths = self._project, self.tables, self._project.contexts.documents
        groups = [(path, group) for path in paths for group in project.part(spoken_in, path)]
        found = zip(groups, shared([group for _, group in groups]), strict=True)
        return tuple(directive for (path, _), group in found for directive in told(path, [group], tables))

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


def _tables(project: Project) -> Tables:
    return with_own(project.slots) if project.slots else builtin()


def spoken_in(project: Project, path: str) -> tuple[Group, ...]:
    """Return the sentences of the file at ``path`` that can turn a knob, one that others speak of or not."""
    return groups(project.sentences(path), project.around(_tables))
