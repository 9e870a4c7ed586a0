"""How a session is started, and what its settings and environment variables change about what loads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from memlint import disk
from memlint.harness import claude
from memlint.harness.facts import Facts
from memlint.project.agent_settings import AgentSettings
from memlint.project.files import MemoryFile, contents_of
from memlint.project.listing import main_repository
from memlint.source.records import NamedTuple

SOURCES = ("user", "project", "local")  # the values of the product's --setting-sources (SPEC 1.1)


class Session(NamedTuple):
    """How a session starts.

    ``cwd`` is the absolute folder it starts in. ``target`` is the absolute path of the file that the agent works on, ""
    for all. ``machine`` counts what lies outside the project as well: the managed files, the folders above, the settings
    of this checkout and the ``environment``; ``user`` the person's own files and auto memory. ``added`` are the absolute
    folders of ``--add-dir``, ``sources`` those of ``--setting-sources``.
    """

    cwd: str
    target: str = ""
    machine: bool = False
    user: bool = False
    added: tuple[str, ...] = ()
    sources: tuple[str, ...] = SOURCES
    environment: Mapping[str, str] = {}
    platform: str = sys.platform

    def is_set(self, name: str, facts: Facts) -> bool:
        """Say whether the environment variable ``name`` is set to something that means yes."""
        value = self.environment.get(name, "") if name else ""
        return value.lower() not in ("", *facts.words("switch.false-words"))


def folders_down_to(folder: str) -> list[str]:
    """Return the folders from the filesystem's root down to the absolute ``folder``."""
    found = [folder]
    while os.path.dirname(found[-1]) != found[-1]:
        found.append(os.path.dirname(found[-1]))
    return found[::-1]


def managed_directory(session: Session, facts: Facts) -> str:
    """Return where an organisation puts its files on this platform, "" where the facts name no place."""
    places = dict(word.split("=", 1) for word in facts.words("names.managed-directories"))
    return places.get(session.platform, "")


def places(session: Session, root: str, home: str, config: str, facts: Facts) -> Iterator[str]:
    """Yield the absolute paths besides the list of ``root`` that a plan for ``session`` has to know, existing ones."""
    names = (*facts.words("names.instructions"), *facts.words("names.agents"), facts.text("names.rules"))
    folders = list(session.added)
    if session.machine:
        folders += (folder for folder in folders_down_to(session.cwd) if folder != root and _above(folder, root))
        managed = managed_directory(session, facts)
        folders += [managed] if managed else []
    for folder in folders:
        for name in filter(None, names):
            place = os.path.join(folder, name)
            if not place.startswith(config + os.sep) and disk.exists(place):
                yield place
    if session.user:
        settings = settings_files(session, config, facts)
        names = tuple(facts.text(f"names.user-{name}") for name in ("instructions", "rules", "agent-memory"))
        own = [os.path.join(config, name) for name in names if name]
        own.append(memory_directory(session, settings, root, home, config, facts))
        yield from (place for place in own if place and disk.exists(place))


def _above(folder: str, root: str) -> bool:
    return (root + os.sep).startswith(folder.rstrip(os.sep) + os.sep)


def settings_files(session: Session, config: str, facts: Facts) -> list[AgentSettings]:
    """Return the settings that hold in ``session``, the ones that win last: user, project, local, managed."""
    from memlint.project import agent_settings

    shared, local = (os.path.join(session.cwd, name) for name in facts.words("names.settings"))
    wanted = [(os.path.join(config, facts.text("names.user-settings")), "user")] if session.user else []
    wanted += [(shared, "project")]
    if session.machine:
        wanted += [(local, "local")]
        managed = managed_directory(session, facts)
        wanted += [(os.path.join(managed, facts.text("names.managed-settings")), "managed")] if managed else []
    found = []
    for place, scope in wanted:
        data = contents_of(place, {}) if scope == "managed" or scope in session.sources else None
        if data is not None:
            found.append(agent_settings.read(data, place, scope))  # type: ignore[arg-type]  # scope is one of the four
    return found


def excludes(settings: Iterable[AgentSettings], facts: Facts) -> tuple[str, ...]:
    """Return the merged patterns of files that never load (SPEC 1.3)."""
    return tuple(pattern for each in settings for pattern in each.texts(facts.text("excludes.key")))


def excluded_files(
    files: Iterable[MemoryFile], session: Session, root: str, config: str, facts: Facts
) -> frozenset[str]:
    """Return the paths of ``files`` that the settings of ``session`` keep out, never memories and managed files."""
    patterns = excludes(settings_files(session, config, facts), facts)
    if not patterns:
        return frozenset()
    from memlint.harness.excludes import excluded_by

    managed = managed_directory(session, facts)
    wanted = [file for file in files if file.kind in ("instructions", "rule_file")]
    wanted = [file for file in wanted if not managed or not file.path.startswith(managed + os.sep)]
    names = (
        (file.path, (*(os.path.join(root, name) for name in (file.path, *file.twins)), file.real)) for file in wanted
    )
    return frozenset(path for path, places in names if excluded_by(patterns, places, facts))


def agents_mode(settings: Iterable[AgentSettings], facts: Facts) -> str:
    """Return how AGENTS.md is read: project and local settings have no say (SPEC 1.9). "" before it was read at all."""
    modes = facts.words("agents.modes")
    mode = modes[0] if modes else ""
    for each in settings:
        chosen = each.get("pluginConfigs", facts.text("agents.plugin"), "options", facts.text("agents.mode-option"))
        if each.scope in ("user", "managed") and chosen in modes:
            mode = str(chosen)
        enabled = each.get("enabledPlugins", facts.text("agents.plugin"))
        if each.scope in ("user", "managed") and enabled is False and modes:
            mode = "claude-md"
    return mode


def switched_off(session: Session, facts: Facts) -> str:
    """Return the environment variable that keeps all files away, "" for none (SPEC 1.1)."""
    names = (facts.text(f"switch.{name}") for name in ("no-instructions", "bare", "safe-mode"))
    return next((name for name in names if session.is_set(name, facts)), "")


def memory_off(session: Session, settings: Iterable[AgentSettings], facts: Facts) -> str:
    """Return what turns auto memory off, "" when it is on (SPEC 4.1)."""
    for name in (facts.text("switch.safe-mode"), facts.text("switch.no-instructions")):
        if session.is_set(name, facts):
            return name
    switch = facts.text("switch.no-memory")
    if session.is_set(switch, facts):
        return switch
    if session.environment.get(switch):  # set to "no": forces it on
        return ""
    if session.is_set(facts.text("switch.bare"), facts):
        return facts.text("switch.bare")
    key = facts.text("memory.enabled-setting")
    values = [each.get(key) for each in settings if isinstance(each.get(key), bool)]
    return f"{key} is false" if values and not values[-1] else ""


def memory_directory(
    session: Session, settings: Iterable[AgentSettings], root: str, home: str, config: str, facts: Facts
) -> str:
    """Return the absolute auto-memory directory of ``session``, "" before there was one (SPEC 4.2)."""
    override = session.environment.get(facts.text("switch.memory-override"), "")
    if override:
        return override
    value, _ = _chosen_directory(settings, facts)
    place = os.path.join(home, value[2:]) if value.startswith("~/") else value
    if os.path.isabs(place) and "\0" not in place and os.path.dirname(place) != place:
        return os.path.normpath(place)
    base = session.environment.get(facts.text("switch.remote-memory"), "") or config
    name = session.environment.get(facts.text("switch.project-name"), "")
    named = claude.named_memory(name, base, facts) if session.environment.get(facts.text("switch.config")) else ""
    main = main_repository(root) if facts.holds("worktrees.shared-memory") else root
    return named or claude.auto_memory(disk.realpath(main), base, facts)


def memory_blocked(settings: Sequence[AgentSettings], facts: Facts) -> str:
    """Return the setting that keeps the agent from a memory directory which the repository chose, "" for none."""
    key = facts.text("memory.block-setting")
    values = [each.get(*key.split(".")) for each in settings] if key else []
    blocked = [value for value in values if isinstance(value, bool)][-1:] == [True]
    return key if blocked and _chosen_directory(settings, facts)[1] == "project" else ""


def _chosen_directory(settings: Iterable[AgentSettings], facts: Facts) -> tuple[str, str]:
    """Return the auto-memory directory that the settings choose and their scope, "" for none."""
    key = facts.text("memory.directory-setting")
    chosen = [(each.get(key), each.scope) for each in settings if isinstance(each.get(key), str)] if key else []
    return chosen[-1] if chosen else ("", "")
