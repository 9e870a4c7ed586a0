"""Follows the agent's loader: from how a session starts to its load plan (SPEC 1 to 5)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memlint import disk
from memlint.harness import rule_paths
from memlint.project import session as sessions
from memlint.project.barring import Bars
from memlint.project.files import MemoryDirectory, MemoryFile, display
from memlint.project.folders import Folder, Folders, Named, is_inside
from memlint.project.including import Barred, Including, Way
from memlint.project.plan import LoadPlan, Tier
from memlint.project.session import Session

if TYPE_CHECKING:
    from memlint.project.project import Project


def plan(project: Project, session: Session) -> LoadPlan:
    """Return the load plan of ``session``; ``project`` must have been made with the session's places."""
    loader = _Loader(project, session)
    loader.launch()
    loader.on_demand()
    if not session.target:
        loader.the_rest()
    return LoadPlan(session.cwd, project.root, project.home, project.facts.version, loader.including.finished())


class _Loader:
    def __init__(self, project: Project, session: Session) -> None:
        self.project, self.session, self.facts = project, session, project.facts
        self.settings = sessions.settings_files(session, project.config, self.facts)
        self.bars = Bars(project, session)
        self.folders = Folders(project, sessions.managed_directory(session, self.facts))
        self.including = Including(project, session.cwd, self.bars)
        self.above = [folder for folder in self.folders.all if is_inside(session.cwd, folder.path)]
        self.claude = next((named for folder in self.above for named in self.claude_files(folder)), None)
        self.waiting: list[tuple[Named, Way]] = []
        self.never: dict[str, tuple[Named, Barred]] = {}
        self.memory = self.team = ""

    # --- the moments

    def launch(self) -> None:
        """What SPEC 1.1 names, in its order."""
        way = Way("managed", "launch", "session_start")
        key = self.facts.text("names.managed-text")
        for each in self.settings:
            if each.scope == "managed" and isinstance(each.get(key), str):
                off = Barred("switched-off", self.bars.off) if self.bars.off else None
                self.including.note_text(each.path, each.get(key), way, off)
        if self.folders.managed:
            self.folder(self.folders.managed, way)
        if self.folders.user:
            self.folder(self.folders.user, way._replace(tier="user"))
        for folder in self.above:
            self.folder(folder, way._replace(tier="project"))
        for place in self.session.added:
            added = self.folders.at(place)
            if added:
                self.folder(added, way._replace(tier="additional", reason="additional_directory"))
        self.auto_memory()
        self.globs()

    def on_demand(self) -> None:
        """What SPEC 1.2 names: each folder below the working directory, when a file in it is used."""
        for folder in self.folders.all:
            inside = is_inside(folder.path, self.session.cwd) and folder not in self.above
            if inside and self.is_wanted(folder.path):
                group, scope = self.group(folder.path), self.name(folder.path)
                self.folder(folder, Way("project", "directory", "nested_traversal", group, scope))
                self.globs()

    def globs(self) -> None:
        """The rules with paths of what has come in, when a file that they match is used."""
        for named, way in self.waiting:
            self.including.enter(named, way, follow=not self.facts.holds("rules.eager-imports"))
        self.waiting.clear()

    def the_rest(self) -> None:
        """What subagents load, what is recalled, and what no session reads by itself."""
        beside = Barred("elsewhere", "is not above or below the working directory")
        for folder in self.folders.all:
            if is_inside(folder.path, self.session.cwd) or folder in self.above or folder.path in self.session.added:
                continue
            for named in (*folder.files.values(), *folder.rules):
                self.never.setdefault(named.file.path, (named, beside))
        for named, barred in self.never.values():
            if not self.including.has(named.file):
                self.including.note(named, Way("none", "never", ""), barred)
        for directory in self.project.directories:
            self.directory(directory)

    # --- one folder

    def folder(self, folder: Folder, way: Way) -> None:
        """Load what a folder has, in the order of SPEC 1.1.5; the managed one has a single file besides rules."""
        *shared, local = self.facts.words("names.instructions")
        if way.tier == "managed":
            shared, local = shared[:1], ""
        for name in shared:
            if name in folder.files:
                self.including.enter(folder.files[name], way)
        for named in folder.rules:
            self.rule(folder, named, way)
        if local in folder.files:
            self.including.enter(folder.files[local], way._replace(tier="local") if way.tier == "project" else way)
        if way.tier in ("project", "additional"):
            for name in self.facts.words("names.agents"):
                if name in folder.files:
                    self.agents(folder, folder.files[name], way._replace(reason="agents_md"))

    def rule(self, folder: Folder, named: Named, way: Way) -> None:
        """Load a rule file: at once without ``paths``, else when a file that they match is used (SPEC 3)."""
        document = self.project.documents.get(named.file.path)
        header = document.frontmatter if document and not document.bom else None  # behind a BOM it is text (SPEC 1.6.2)
        globs = rule_paths.rule_patterns(header, self.facts)
        if not globs:
            self.including.enter(named, way)
            return
        base = self.session.cwd if way.tier in ("user", "managed") else folder.path
        group = self.group(f"{folder.path}//{named.file.path}")
        scoped = Way(way.tier, "glob", "path_glob_match", group, self.name(base), globs)
        known = self.including.has(named.file, way.group)
        if self.is_wanted(base) and (not self.session.target or self.matches(globs, base)):
            self.waiting.append((named, scoped))
        if self.facts.holds("rules.eager-imports") and self.bars(named, scoped) is None:
            self.including.follow(named.file, way, loud=not known)

    def matches(self, globs: tuple[str, ...], base: str) -> bool:
        return rule_paths.matches(globs, os.path.relpath(self.session.target, base), self.facts)

    def agents(self, folder: Folder, named: Named, way: Way) -> None:
        """Load an AGENTS.md, or remember why not (SPEC 1.9)."""
        own = next(self.claude_files(folder), None) if way.moment == "directory" else None
        claude = self.claude or own
        modes, mode = self.facts.words("agents.modes"), self.bars.mode
        if way.tier == "additional":
            barred = Barred("not-supported", "the AGENTS.md of an added directory does not load")
        elif self.facts.text("names.never-read-folder") in os.path.relpath(named.place, self.session.cwd).split(os.sep):
            barred = Barred("not-supported", f"nothing in {self.facts.text('names.never-read-folder')} is read")
        elif mode in modes[2:]:
            barred = Barred("agents-hidden", f"Project instructions is set to {mode}")
        elif mode == modes[0] and claude is not None:
            barred = Barred("agents-hidden", f"hidden by {self.name(claude.place)}")
        else:
            if mode == modes[0] or not self.including.has(named.file, way.group):  # the other mode skips what is there
                self.including.enter(named, way)
            return
        self.never.setdefault(named.file.path, (named, barred))

    def claude_files(self, folder: Folder) -> Iterator[Named]:
        """Yield the files of a folder that keep AGENTS.md away: one that is excluded does not count."""
        return (named for named in folder.claude_files(self.facts) if not self.bars.is_excluded(named))

    # --- memory directories

    def auto_memory(self) -> None:
        """Load the index of auto memory, then the team's (SPEC 1.1.7, 4.2)."""
        if not self.session.user:
            return
        project = self.project
        self.memory = sessions.memory_directory(
            self.session, self.settings, project.root, project.home, project.config, self.facts
        )
        if not self.memory:
            return
        self.team = os.path.join(self.memory, os.path.dirname(self.facts.text("names.team-index")))
        tiers: tuple[tuple[str, Tier], ...] = ((self.memory, "auto-memory"), (self.team, "team-memory"))
        for place, tier in tiers:
            real = os.path.join(place, self.facts.text("names.index"))
            path = display(real, project.root)
            index = project.file(path) or MemoryFile(path, real, "index", "user")
            if disk.exists(index.real):
                self.including.enter(Named(index.real, index), Way(tier, "launch", "auto_memory"), follow=False)

    def directory(self, directory: MemoryDirectory) -> None:
        """Record what a memory directory holds: an agent's index, memories that are recalled, or what nothing loads."""
        place = os.path.normpath(os.path.join(self.project.root, directory.path))
        index, rest = self.agent_ways(place)
        if place in (self.memory, self.team):
            rest = Way("auto-memory" if place == self.memory else "team-memory", "recall", "recall")
        nowhere = Barred("no-location", "no session loads this folder by itself")
        for path in filter(None, (directory.index_file, *directory.topics)):
            file = self.project.file(path)
            own = path == directory.index_file and place in (self.memory, self.team)  # has its turn at launch
            if file is None or own or self.including.has(file):
                continue
            named = Named(file.real, file)
            way = index if path == directory.index_file and index else rest
            if way is None:
                self.including.note(named, Way("none", "never", ""), nowhere)
            else:
                self.including.note(named, way, self.bars(named, way))

    def agent_ways(self, place: str) -> tuple[Way | None, Way | None]:
        """Return how index and topic files of a subagent's memory come in, None for another folder (SPEC 5)."""
        above, agent = os.path.split(place)
        homes = [os.path.join(self.session.cwd, name) for name in self.facts.words("names.agent-memory")]
        own = self.facts.text("names.user-agent-memory")
        homes += [os.path.join(self.project.config, own)] if own else []
        if above not in homes:
            return None, None
        return (
            Way("agent-memory", "subagent", "subagent_start", scope=agent),
            Way("agent-memory", "recall", "recall", scope=agent),
        )

    # --- small ones

    def is_wanted(self, folder: str) -> bool:
        return not self.session.target or is_inside(self.session.target, folder)

    def group(self, name: str) -> str:
        """Return what comes together with ``name`` alone: for one file all that it brings in comes together."""
        return "" if self.session.target else name

    def name(self, place: str) -> str:
        return display(place, self.project.root)
