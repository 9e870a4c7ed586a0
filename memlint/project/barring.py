"""What a session keeps away whatever is in a file: switches, setting sources, excludes, worktrees, links (SPEC 1, 3, 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlint import disk
from memlint.project import session as sessions
from memlint.project.folders import Named, is_inside
from memlint.project.including import Barred, Way
from memlint.project.listing import main_repository
from memlint.project.session import Session

if TYPE_CHECKING:
    from memlint.project.project import Project

_MEMORY = ("auto-memory", "team-memory", "agent-memory")


class Bars:
    """Answers for one session whether a file that comes in some way is kept away."""

    def __init__(self, project: Project, session: Session) -> None:
        self.session, self.facts, self.root = session, project.facts, project.root
        settings = sessions.settings_files(session, project.config, self.facts)
        self.off = sessions.switched_off(session, self.facts)
        self.mode = sessions.agents_mode(settings, self.facts)
        self._memory_off = sessions.memory_off(session, settings, self.facts)
        self._memory_blocked = sessions.memory_blocked(settings, self.facts)
        self._excluded = sessions.excludes(settings, self.facts)
        self._main = main_repository(project.root)
        self._cwd = disk.realpath(session.cwd)

    def __call__(self, named: Named, way: Way) -> Barred | None:
        """Say what keeps a file away before it is looked at."""
        off = self._memory(way) if way.tier in _MEMORY else self.off
        if off:
            return Barred("switched-off", off)
        source = self._source(named, way)
        if source not in ("", *self.session.sources):
            return Barred("source-off", f"the setting sources leave out {source}")
        if way.tier in _MEMORY or way.tier == "managed":
            return None
        if way.moment == "launch" and self.mode == "managed-only":
            return Barred("managed-only", f"Project instructions is set to {self.mode}")
        if way.tier == "additional" and not self.session.is_set(self.facts.text("directories.switch"), self.facts):
            switch = self.facts.text("directories.switch")
            return Barred("not-enabled", f"{switch} is not set" if switch else "this version reads no added directory")
        if self.is_excluded(named):
            return Barred("excluded", f"{self.facts.text('excludes.key')} leaves it out")
        if way.imported_by:
            return None
        if way.tier == "project" and self._is_of_outer_repository(named.place):
            return Barred("outer-worktree", "belongs to the main repository around this worktree")
        return self._link(named, way)

    def is_excluded(self, named: Named) -> bool:
        """Say whether ``claudeMdExcludes`` leaves a file out (SPEC 1.3)."""
        if not self._excluded:
            return False
        from memlint.harness.excludes import excluded_by

        return bool(excluded_by(self._excluded, (named.place, named.file.real), self.facts))

    def _memory(self, way: Way) -> str:
        """Return what turns the memory of a tier off; an agent's is no auto memory, but goes with it (SPEC 5)."""
        return self._memory_off or ("" if way.tier == "agent-memory" else self._memory_blocked)

    def _source(self, named: Named, way: Way) -> str:
        """Return the setting source that a file needs, "" for none (SPEC 1.1, 1.5, 3.1)."""
        if way.tier == "additional":
            return "local" if named.place.endswith(f"/{self.facts.words('names.instructions')[-1]}") else ""
        if named.file.kind == "rule_file" and way.moment != "launch" and not self.facts.holds("rules.nested-sources"):
            return ""
        return way.tier if way.tier in sessions.SOURCES else ""

    def _is_of_outer_repository(self, place: str) -> bool:
        nested = (
            self.root != self._main and is_inside(self.root, self._main) and self.facts.holds("worktrees.skip-outer")
        )
        return nested and is_inside(place, self._main) and not is_inside(place, self.root)

    def _link(self, named: Named, way: Way) -> Barred | None:
        """Say what a link out of the working directory, or to a network path, does to a file (SPEC 1.8, 3.1)."""
        real = disk.realpath(named.file.real)
        if real == named.place:
            return None
        if self._is_on_network(real) and not self._is_on_network(named.place):
            return Barred("linked-outside", "is a link to a network path, which is not followed")
        if named.file.kind != "rule_file" or way.tier == "user" or not self.facts.holds("rules.linked-outside"):
            return None
        folder = disk.realpath(named.place.partition(f"/{self.facts.text('names.rules')}/")[0] + "/")
        if is_inside(real, folder) or is_inside(real, self._cwd):
            return None
        if way.globs:
            return Barred("linked-outside", "a rule with paths that is linked from outside never loads")
        return Barred("needs-approval", "is linked from outside the working directory: no dialog asks for it")

    def _is_on_network(self, place: str) -> bool:
        network, no_network = (self.facts.words(f"links.{each}-prefixes") for each in ("rejected", "allowed"))
        return place.startswith(network) and not place.startswith(no_network)
