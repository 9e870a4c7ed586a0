"""What the load plan lets one expect of the InstructionsLoaded events of the sessions that start in one folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property

from memlint.harness.facts import Facts
from memlint.project import loader
from memlint.project.files import display
from memlint.project.folders import is_inside
from memlint.project.listing import find_root, skipped
from memlint.project.plan import Load, Tier
from memlint.project.project import Project
from memlint.project.session import Session, settings_files
from memlint.serve.event_log import is_absolute, is_windows, plain

#: The memory type that the event names, by the tier of a plan; an added folder's is documented nowhere.
TYPES: dict[Tier, str] = {"managed": "Managed", "user": "User", "project": "Project", "local": "Local"}
LAZY = ("nested_traversal", "path_glob_match")
_MEMORY = ("auto-memory", "team-memory", "agent-memory")


def key_of(place: str) -> str:
    """Return what two names of the same file have in common."""
    return os.path.normcase(os.path.realpath(place))


class Expected:
    """The plan for sessions that started in ``folder`` here, which the log calls ``logged``.

    The two differ where a log comes from another machine: then nothing outside of the repository can be compared.
    """

    def __init__(self, folder: str, logged: str, home: str, config: str, how: Session, facts: Facts) -> None:
        self.folder, self.logged = folder, plain(logged)
        self.root = find_root(folder) or folder
        self.moved = self.logged != plain(folder)
        if self.moved:
            how = how._replace(machine=False, user=False)
        self.session = how._replace(cwd=folder)
        self.config, self.facts = config, facts
        self._project = Project(self.root, home=home, config=config, facts=facts, session=self.session)
        self._for: dict[str, list[Load]] = {}
        self._keys: dict[str, str] = {}

    # --- places

    def place(self, path: str, cwd: str) -> str:
        """Return the absolute path here of a ``path`` in the log, "" for what this machine does not have."""
        path = plain(path)
        if not is_absolute(path):
            path = f"{plain(cwd)}/{path}" if cwd else path
        if not self.moved:
            return "" if is_windows(path) and os.sep == "/" else os.path.normpath(path)
        below = _below(path, self.logged)
        place = os.path.normpath(os.path.join(self.folder, below)) if below else ""
        return place if place and is_inside(place, self.root) else ""

    def name(self, place: str) -> str:
        """Return how reports name an absolute path: as findings do."""
        return display(place, self.root)

    def key(self, load: Load) -> str:
        """Return the key of a load's file."""
        return self._key(load.path)

    def _key(self, path: str) -> str:
        if path not in self._keys:
            self._keys[path] = key_of(os.path.join(self.root, path))
        return self._keys[path]

    def why_unread(self, place: str) -> str:
        """Say why memlint does not look at the file at ``place``, which the agent may well read; "" for nothing."""
        if place.startswith(f"{self.root.rstrip(os.sep)}{os.sep}"):
            path = self.name(place)
            folders = path.split("/")[:-1]
            if any(skipped(folders[:end]) for end in range(1, len(folders) + 1)):
                return "memlint does not walk that folder"
            return "git ignores it, and memlint does not read what git ignores" if self._project.ignored(path) else ""
        above = is_inside(self.folder, os.path.dirname(place).removesuffix(f"{os.sep}.claude"))
        own = is_inside(place, self.config)
        return "" if above or own or self.session.added else "it may be in an added folder (--add-dir)"

    # --- loads

    @cached_property
    def loads(self) -> dict[str, list[Load]]:
        """The loads of the plan for all files that the agent may work on, by key."""
        found: dict[str, list[Load]] = {}
        for load in self._project.plan.loads:
            if load.tier not in _MEMORY and load.kind != "settings":
                found.setdefault(self.key(load), []).append(load)
        return found

    def with_trigger(self, trigger: str) -> list[Load]:
        """Return what comes in on demand once the agent works on the file at the absolute path ``trigger``."""
        if trigger not in self._for:
            plan = loader.plan(self._project, self.session._replace(target=trigger))
            self._for[trigger] = [load for load in plan.loads if load.moment in ("directory", "glob")]
        return self._for[trigger]

    @cached_property
    def at_launch(self) -> list[Load]:
        """What must have an event when a session starts, in load order: not what comes by AGENTS.md read directly."""
        return list(self._fired(load for load in self._project.plan.at("launch") if load.contributes))

    def on_demand(self, trigger: str) -> list[Load]:
        """Return what must have an event, in that session or before in it, after a use of ``trigger``."""
        return list(self._fired(load for load in self.with_trigger(trigger) if load.contributes))

    def _fired(self, loads: Iterator[Load]) -> Iterator[Load]:
        """Yield the loads that the event is fired for (SPEC 7.3).

        None is fired for what an AGENTS.md that is read directly imports (seen with 2.1.332).
        """
        silent: set[str] = set()
        for load in loads:
            if load.reason == "agents_md" or (load.imported_by and load.imported_by in silent):
                silent.add(load.path)
            elif load.tier not in _MEMORY and load.kind != "settings":
                yield load

    def imported_by(self, load: Load) -> str:
        """Return the key of the file that imports ``load``, "" for what loads by itself."""
        return self._key(load.imported_by) if load.imported_by else ""

    # --- what changes a plan

    def settings_time(self) -> float:
        """Return when the settings that hold here were last written, in seconds since 1970."""
        places = [each.path for each in settings_files(self.session, self.config, self.facts)]
        return max((modified(os.path.join(self.root, place)) for place in places), default=0)


def modified(place: str) -> float:
    """Return when the file at ``place`` was written, in seconds since 1970, 0 for none."""
    try:
        return os.stat(place).st_mtime
    except (OSError, ValueError):
        return 0


def _below(path: str, folder: str) -> str:
    """Return ``path`` relative to ``folder``, both as ``plain`` has them; "" on another drive."""
    fold = str.lower if is_windows(folder) else str
    parts, base = path.rstrip("/").split("/"), folder.rstrip("/").split("/")
    common = 0
    while common < min(len(parts), len(base)) and fold(parts[common]) == fold(base[common]):
        common += 1
    return "/".join([".."] * (len(base) - common) + parts[common:]) if common else ""
