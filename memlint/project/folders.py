"""The folders that memory files belong to: what each of them holds, and how they lie to one another."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memlint.harness.facts import Facts
from memlint.project.files import MemoryFile
from memlint.source.records import NamedTuple

if TYPE_CHECKING:
    from memlint.project.project import Project


class Named(NamedTuple):
    """A memory file by the absolute name that it is found under, which may be a link's."""

    place: str
    file: MemoryFile


class Folder(NamedTuple):
    """What the loader looks for in one folder.

    ``files`` maps names such as ``.claude/CLAUDE.md`` to what stands there; ``rules`` are sorted by name.
    """

    path: str
    files: dict[str, Named]
    rules: list[Named]

    def claude_files(self, facts: Facts) -> Iterator[Named]:
        """Yield the files that keep AGENTS.md away (SPEC 1.9)."""
        return (self.files[name] for name in facts.words("names.instructions") if name in self.files)


class Folders:
    """The folders of a project and of what was read besides it, outer ones first.

    ``user`` and ``managed`` are the person's and the organisation's; they are not among ``all``.
    """

    def __init__(self, project: Project, managed: str) -> None:
        facts = project.facts
        names = (*facts.words("names.instructions"), *facts.words("names.agents"))
        self._names = sorted(names, key=len, reverse=True)
        self._rules = f"/{facts.text('names.rules')}/" if facts.text("names.rules") else ""
        self._config = f"{project.config}/"
        self._own = facts.text("names.user-instructions")
        self._own_rules = f"{facts.text('names.user-rules')}/"
        self._found: dict[str, Folder] = {}
        for file in project.files:
            if file.kind in ("instructions", "rule_file"):
                for name in (file.path, *file.twins):
                    self._put(os.path.join(project.root, name), file)
        for folder in self._found.values():
            folder.rules.sort()
        self.user = self._found.pop(project.config, None)
        self.managed = self._found.pop(managed, None) if managed else None
        self.all = sorted(self._found.values(), key=lambda folder: folder.path.split("/"))

    def at(self, path: str) -> Folder | None:
        """Return the folder at the absolute ``path``."""
        return self._found.get(path)

    def _put(self, place: str, file: MemoryFile) -> None:
        own = place.removeprefix(self._config)
        if own == self._own:
            self._add(self._config[:-1], f"/{own}", Named(place, file))
        elif own != place and own.startswith(self._own_rules):
            self._add(self._config[:-1], own, Named(place, file))
        elif self._rules and self._rules in place:
            folder, _, name = place.partition(self._rules)
            self._add(folder or "/", f"rules/{name}", Named(place, file))
        else:
            for name in self._names:
                if place.endswith(f"/{name}"):
                    self._add(place[: -len(name) - 1] or "/", f"/{name}", Named(place, file))
                    return

    def _add(self, folder: str, name: str, named: Named) -> None:
        found = self._found.setdefault(folder, Folder(folder, {}, []))
        if name.startswith("/"):
            found.files[name[1:]] = named
        elif name.endswith(".md"):
            found.rules.append(named)


def is_inside(path: str, folder: str) -> bool:
    """Say whether the absolute ``path`` is ``folder`` or lies in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")
