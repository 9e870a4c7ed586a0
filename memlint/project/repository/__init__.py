"""What a repository says about itself: scripts, managers, tools. Read once, lazily, never executed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memlint.project.repository.packages import Package
    from memlint.project.repository.scripts import Targets
    from memlint.project.repository.style import Reach, Style, StyleFile
    from memlint.project.repository.versions import Version


class Repository:
    """Facts about the files of a repository.

    ``listed`` are its paths, sorted, relative to the root with ``/``; ``text`` gives the text of one of them, "" for
    what is larger than 1 MiB or cannot be read. ``samples`` gives the paths of templates, fixtures and vendored trees.
    """

    def __init__(
        self, listed: tuple[str, ...], text: Callable[[str], str], samples: Callable[[], tuple[str, ...]] = tuple
    ) -> None:
        self.listed, self.text, self._samples = listed, text, samples

    @cached_property
    def whole(self) -> Repository:
        """The same with templates, fixtures and vendored trees: an agent finds files there too."""
        return Repository(tuple(sorted((*self.listed, *self._samples()))), self.text)

    def named(self, name: str) -> tuple[str, ...]:
        """Return the listed paths whose last part is ``name``, the outermost first."""
        if name not in self._found:
            folders = self._folders_of.get(name, ())
            paths = (f"{folder}/{name}" if folder else name for folder in folders)
            self._found[name] = tuple(sorted(paths, key=lambda path: (path.count("/"), path)))
        return self._found[name]

    @cached_property
    def _found(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def folders(self) -> dict[str, list[str]]:
        """The names of the files in each folder that has any, or has a folder that does; "" is the root."""
        found: dict[str, list[str]] = {"": []}
        for path in self.listed:
            folder, _, name = path.rpartition("/")
            if folder in found:
                found[folder].append(name)
            else:
                found[folder] = [name]
        for folder in tuple(found):
            above = folder.rpartition("/")[0]
            while above not in found:
                found[above] = []
                above = above.rpartition("/")[0]
        return found

    @cached_property
    def _folders_of(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for folder, names in self.folders.items():
            for name in names:
                if name in found:
                    found[name].append(folder)
                else:
                    found[name] = [folder]
        return found

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
        return versions([name for name in names if name in self.files], self.text)

    def styles(self, folder: str, extension: str, tools: frozenset[str] = frozenset()) -> tuple[Style, ...]:
        """Return what formatters and linters are set to for files with ``extension`` ("py") in ``folder`` and below.

        ``tools`` ("ruff", "prettier") are the only ones asked, where there are some; nothing is returned where a
        configuration that cannot be read may decide.
        """
        from memlint.project.repository.style import in_reach, styles

        if folder not in self._reach:
            self._reach[folder] = in_reach(self.style_files, folder)
        above, below = self._reach[folder]
        below = tuple(file for file in below if (file.folder, extension) in self._code_folders)
        return styles((*above, *below), len(above), extension, tools)

    def extensions(self, folder: str) -> dict[str, int]:
        """Return how many files of code ``folder`` ("" for the root) and the folders in it have, by extension."""
        from memlint.project.repository.style import count_code

        if folder not in self._extensions:
            self._extensions[folder] = count_code(self.listed, folder)
        return self._extensions[folder]

    @cached_property
    def _code_folders(self) -> frozenset[tuple[str, str]]:
        from memlint.project.repository.style import code_folders

        return code_folders(self.listed)

    @cached_property
    def _extensions(self) -> dict[str, dict[str, int]]:
        return {}

    @cached_property
    def _reach(self) -> dict[str, Reach]:
        return {}

    @cached_property
    def style_files(self) -> tuple[StyleFile, ...]:
        """The configuration files of formatters and linters."""
        from memlint.project.repository.style import style_files

        return style_files(self.named, self.text)

    @cached_property
    def scripts(self) -> frozenset[str]:
        """The names of the scripts of all packages."""
        return frozenset(script for package in self.packages.values() for script in package.scripts)

    @cached_property
    def has_unknown_package(self) -> bool:
        """Whether a package.json says nothing that can be read, or packages of a submodule are not listed here."""
        return ".gitmodules" in self.files or not all(package.known for package in self.packages.values())

    @cached_property
    def dependencies(self) -> frozenset[str]:
        """The names, and the parts of the names, of what any package depends on."""
        names = (name for package in self.packages.values() for name in package.dependencies)
        return frozenset(part for name in names for part in (name, *name.split("/")))

    def targets(self, runner: str) -> tuple[Targets, ...]:
        """Return what the files of a task runner define: "make", "just", "task", "poe", "pdm", "hatch", "composer",
        "deno", "cargo", "tox", "nox", "gradle", "turbo", "nx", "mise", or "scripts" for what Python projects install.
        """
        if runner not in self._targets:
            from memlint.project.repository.builds import mise_files
            from memlint.project.repository.scripts import all_targets

            found = list(all_targets(runner, self.named, self.text, self.files.__contains__))
            if runner == "mise" and found:
                found[0] = found[0]._replace(names=found[0].names | mise_files(self.listed))
            self._targets[runner] = tuple(found)
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
    def files(self) -> frozenset[str]:
        """The listed paths."""
        return frozenset(self.listed)
