"""Whether the repository has a script, target or task, and what it has instead."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from memlint import MemoryFile, NamedTuple, Project

from .._names import nearest
from ._asked import CONVENTIONAL, Asked

if TYPE_CHECKING:
    from memlint import Package, Targets

_OF_PACKAGES = ("deno", "turbo", "nx")  # these also run the scripts of packages
_SOURCES = (".c", ".cc", ".cpp", ".f", ".go", ".sh")


class Missing(NamedTuple):
    """A name that is nowhere: the file that was looked in and the names that it has."""

    path: str
    names: Collection[str]

    @property
    def has(self) -> str:
        """The names, at most six of them."""
        shown = sorted(
            name for name in self.names if not name.startswith(".") and "%" not in name and not name.endswith(":")
        )
        more = f" and {len(shown) - 6} more" if len(shown) > 6 else ""
        return f"it has {', '.join(shown[:6])}{more}" if shown else "it has none"


def speaks_of_project(file: MemoryFile) -> bool:
    """Say whether ``file`` is an instruction or rule file of the project, not a person's own or one from outside."""
    inside = not posixpath.isabs(file.path) and not file.path.startswith("..") and file.path[1:2] != ":"
    return inside and file.kind in ("instructions", "rule_file") and file.scope != "user"


def base_of(path: str) -> str:
    """Return the folder that a memory file speaks of: that of CLAUDE.md, the one around ``.claude`` for its rules."""
    folder = posixpath.dirname(path)
    parts = folder.split("/")
    return "/".join(parts[: parts.index(".claude")]) if ".claude" in parts else folder


def missing(ask: Asked, base: str, project: Project) -> Missing | None:
    """Say where the name that ``ask`` wants is not; None when it is there or nothing here can tell."""
    kind, _, runner = ask.runner.partition(":")
    if kind == "package":
        return _missing_script(ask, base, project)
    if not ask.folder and ask.word.text in project.repository.target_names(runner):
        return None
    known = project.repository.targets(runner)
    if runner in _OF_PACKAGES and (
        project.repository.has_unknown_package or ask.word.text in project.repository.scripts
    ):
        return None
    if ask.folder:
        places = _places(ask.folder, base)
        known = tuple(targets for targets in known if posixpath.dirname(targets.path) in places)
    above = tuple(targets for targets in known if _is_above(posixpath.dirname(targets.path), base) or ask.folder)
    if not above or not all(targets.known for targets in known):
        return None
    name = ask.word.text
    if any(targets.defines(name) for targets in known):
        return None
    if runner == "make" and ("." in name or any(project.exists(f"{name}{ending}") for ending in _SOURCES)):
        return None  # built-in rules make it
    nearby = max(above, key=lambda targets: targets.path.count("/"))
    if runner == "cargo" and name in project.facts.words("runners.cargo-commands"):
        return None
    if runner == "hatch" and ":" in name:
        env = f"{name.partition(':')[0]}:"
        if not env.startswith("hatch-") and not any(env in targets.names for targets in known):
            return Missing(nearby.path, nearby.names)
    names = project.repository.target_names(runner) if runner in ("nx", "turbo") else nearby.names
    if runner == "gradle" and not _is_whole(name, known, project):
        return None
    if runner == "scripts" and any(_word(name, project.text(targets.path)) for targets in known):
        return None
    if runner in ("cargo", "scripts"):  # programs of any name add commands
        return Missing(nearby.path, names) if nearest(name, names) else None
    return Missing(nearby.path, names) if ask.strict or _means_script(name, names) else None


def _is_above(folder: str, base: str) -> bool:
    folder = folder.removesuffix(".cargo").rstrip("/")
    return not folder or base == folder or base.startswith(f"{folder}/")


def _word(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))


def _is_whole(name: str, known: tuple[Targets, ...], project: Project) -> bool:
    """Say whether all tasks of Gradle are known, those of plug-ins too, and ``name`` is short for none of them."""
    if any(path.startswith("buildSrc/") for path in project.listed):
        return False
    plugins = {plugin for targets in known for plugin in targets.more}
    if not plugins.issubset(project.facts.words("runners.gradle-plugins")):
        return False
    humps = re.findall(r"[A-Z]?[^A-Z]+|[A-Z]", name)
    short = re.compile("[^A-Z]*".join(re.escape(hump) for hump in humps))
    tasks = (*project.facts.words("runners.gradle-tasks"), *(task for targets in known for task in targets.names))
    return not any(short.match(task) for task in tasks)


def _means_script(name: str, names: Collection[str]) -> bool:
    """Say whether a name that could be a program's is a script's: by its form, by custom, or by a neighbour."""
    return bool(names) and (":" in name or name in CONVENTIONAL or bool(nearest(name, names)))


def _places(folder: str, base: str) -> set[str]:
    """Return the folders that ``cd folder`` may lead to: from where the file is, or from the root."""
    found = {posixpath.normpath(posixpath.join(start, folder)) for start in (base, "")}
    return {"" if place == "." else place for place in found}


def _missing_script(ask: Asked, base: str, project: Project) -> Missing | None:
    repository, name = project.repository, ask.word.text
    packages = repository.packages
    near = nearest_package(base, packages)
    if ask.workspaces:
        places = {place for one in ask.workspaces for place in _places(one, base) if place in packages}
        chosen = [package for one in ask.workspaces for package in repository.workspaces.get(one, ())]
        chosen += [packages[place] for place in places]
    elif ask.folder and not ask.everywhere:
        chosen = [packages[place] for place in _places(ask.folder, base) if place in packages]
    elif near is None or repository.has_unknown_package or name in repository.scripts:
        return None
    else:
        chosen = [near]
    if not chosen or not all(package.known for package in chosen) or any(name in p.scripts for p in chosen):
        return None
    if ask.runner.endswith("yarn") and ":" in name and name in repository.scripts:
        return None  # yarn runs such a script from any workspace
    if name == "start" and any(project.exists(posixpath.join(package.folder, "server.js")) for package in chosen):
        return None  # npm runs that
    shown = near if near and near in chosen else chosen[0]
    scripts = [script for package in chosen for script in package.scripts]
    if ask.strict or (name not in repository.dependencies and _means_script(name, scripts)):
        return Missing(shown.path, shown.scripts)
    return None


def nearest_package(base: str, packages: dict[str, Package]) -> Package | None:
    """Return the package of the nearest folder at or above ``base``."""
    while base and base not in packages:
        base = posixpath.dirname(base)
    return packages.get(base)
