"""JavaScript packages: what each package.json says, and the lockfiles that stand beside it."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple

#: Lockfile → the manager that writes it.
LOCKFILES = {
    "package-lock.json": "npm",
    "npm-shrinkwrap.json": "npm",
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
    "bun.lockb": "bun",
}


class Package(NamedTuple):
    """What one package.json says.

    ``folder`` is its folder ("" for the root). ``manager`` is the name in its ``packageManager`` field, "" for none;
    ``locks`` are the lockfiles beside it. ``known`` is False for an empty or broken file, which says nothing.
    """

    folder: str
    known: bool
    name: str = ""
    scripts: tuple[str, ...] = ()
    dependencies: frozenset[str] = frozenset()
    manager: str = ""
    locks: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The path of the file."""
        return f"{self.folder}/package.json" if self.folder else "package.json"

    @property
    def lock_managers(self) -> tuple[str, ...]:
        """The managers that wrote the lockfiles, sorted."""
        return tuple(sorted({LOCKFILES[lock] for lock in self.locks}))


def read_package(text: str, folder: str, locks: tuple[str, ...]) -> Package:
    """Read a package.json; nothing raises."""
    data = read_json(text)
    if not isinstance(data, dict):
        return Package(folder, known=False, locks=locks)
    scripts = data.get("scripts", {})
    if not isinstance(scripts, dict):
        return Package(folder, known=False, locks=locks)
    tables = (data.get(key) for key in ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies"))
    name = data.get("name")
    return Package(
        folder,
        known=True,
        name=name if isinstance(name, str) else "",
        scripts=tuple(scripts),
        dependencies=frozenset(key for table in tables if isinstance(table, dict) for key in table),
        manager=_manager(data),
        locks=locks,
    )


def _manager(data: dict[str, Any]) -> str:
    """Return the manager that ``packageManager`` ("pnpm@9.1.0") or ``devEngines.packageManager.name`` gives."""
    field = data.get("packageManager")
    if isinstance(field, str):
        return field.partition("@")[0].strip()
    engines = data.get("devEngines")
    wanted = engines.get("packageManager") if isinstance(engines, dict) else None
    name = wanted.get("name") if isinstance(wanted, dict) else None
    return name if isinstance(name, str) else ""


@cache
def _extras() -> re.Pattern[str]:
    return compile_once(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*[\s\S]*?\*/|,(?=\s*[}\]])')


def read_json(text: str, *, comments: bool = False) -> Any:
    """Return the value of a JSON text, or of one with comments and trailing commas; None for a broken one."""
    try:
        if comments:
            bare = re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*[\s\S]*?\*/', lambda match: match[1] or " ", text)
            text = _extras().sub(lambda match: match[1] or "", bare)
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
