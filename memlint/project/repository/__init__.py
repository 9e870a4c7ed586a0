"""What a repository says about itself: scripts, managers, tools. Read once, lazily, never executed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memlint.project.repository.packages import Package
    from memlint.project.repository.scripts import Targets
    from memlint.project.repository.versions import Version


class Repository:
    """Facts about the files of a repository.

    ``listed`` are its paths, sorted, relative to the root with ``/``; ``text`` gives the text of one of them, "" for
    what is larger than 1 MiB or cannot be read.
    """

    def __init__(self, listed: tuple[str, ...], text: Callable[[str], str]) -> None:
        self.listed, self.text = listed, text

    def named(self, name: str) -> tuple[str, ...]:
        """Return the listed paths whose last part is ``name``, the outermost first."""
        return self._by_name.get(name, ())

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for path in self.listed:
            found.setdefault(path.rsplit("/", 1)[-1], []).append(path)
        return {name: tuple(sorted(paths, key=lambda path: (path.count("/"), path))) for name, paths in found.items()}

    @cached_property
    def packages(self) -> dict[str, Package]:
        """The JavaScript packages by folder ("" for the root), the outermost first."""
        from memlint.project.repository.packages import LOCKFILES, read_package

        beside: dict[str, list[str]] = {}
        for lock in LOCKFILES:
            for path in self.named(lock):
                beside.setdefault(path.rpartition("/")[0], []).append(lock)
        found = {}
        for path in self.named("package.json"):
            folder = path.rpartition("/")[0]
            found[folder] = read_package(self.text(path), folder, tuple(beside.get(folder, ())))
        return found

    @cached_property
    def workspaces(self) -> dict[str, tuple[Package, ...]]:
        """The packages by name, and by the part of it behind the scope."""
        found: dict[str, tuple[Package, ...]] = {}
        for package in self.packages.values():
            for name in {package.name, package.name.rpartition("/")[2]} - {""}:
                found[name] = (*found.get(name, ()), package)
        return found

    @cached_property
    def managers(self) -> frozenset[str]:
        """The package managers that any package names or has a lockfile of."""
        return frozenset(
            name for package in self.packages.values() for name in (package.manager, *package.lock_managers) if name
        )

    @cached_property
    def commands(self) -> frozenset[str]:
        """The names of the slash commands that commands and skills define."""
        from memlint.project.repository.commands import command_names

        return command_names(self.listed)

    def versions(self, folder: str) -> tuple[Version, ...]:
        """Return the versions that the manifests right in ``folder`` ("" for the root) state."""
        from memlint.project.repository.versions import MANIFESTS, versions

        names = (f"{folder}/{name}".lstrip("/") for name in MANIFESTS)
        return versions([name for name in names if name in self._listed], self.text)

    @cached_property
    def scripts(self) -> frozenset[str]:
        """The names of the scripts of all packages."""
        return frozenset(script for package in self.packages.values() for script in package.scripts)

    @cached_property
    def has_unknown_package(self) -> bool:
        """Whether a package.json says nothing that can be read, or packages of a submodule are not listed here."""
        return ".gitmodules" in self._listed or not all(package.known for package in self.packages.values())

    @cached_property
    def dependencies(self) -> frozenset[str]:
        """The names, and the parts of the names, of what any package depends on."""
        names = (name for package in self.packages.values() for name in package.dependencies)
        return frozenset(part for name in names for part in (name, *name.split("/")))

    def targets(self, runner: str) -> tuple[Targets, ...]:
        """Return what the files of a task runner define: "make", "just", "task", "poe", "pdm", "hatch", "composer",
        "deno" or "cargo".
        """
        if runner not in self._targets:
            from memlint.project.repository.scripts import all_targets

            self._targets[runner] = tuple(all_targets(runner, self.named, self.text, self._listed.__contains__))
        return self._targets[runner]

    def target_names(self, runner: str) -> frozenset[str]:
        """Return the names that any file of a task runner defines."""
        if runner not in self._target_names:
            self._target_names[runner] = frozenset(name for found in self.targets(runner) for name in found.names)
        return self._target_names[runner]

    @cached_property
    def _target_names(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _targets(self) -> dict[str, tuple[Targets, ...]]:
        return {}

    @cached_property
    def _listed(self) -> frozenset[str]:
        return frozenset(self.listed)
