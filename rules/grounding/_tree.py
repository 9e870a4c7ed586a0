"""The files and folders of the repository, looked up by path, by name and by the end of a path."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memlint import Repository

_FEW = 3  # files of one name


def extension_of(name: str) -> str:
    """Return the last extension of a file's name, "" for none."""
    at = name.rfind(".")
    return name[at:] if at > 0 and name[:at].strip(".") else ""


class Tree:
    """The files and folders of a repository, looked up by path, by name and by end; made as far as it is asked."""

    def __init__(self, repository: Repository) -> None:
        self._named, self.files, self.folders = repository.named, repository.files, repository.folders

    @cached_property
    def extensions(self) -> frozenset[str]:
        """The extensions that any file has."""
        return frozenset(extension_of(name) for names in self.folders.values() for name in names)

    def alike(self, path: str) -> list[str]:
        """Return the files, or else folders, that have the last name of ``path``, those in the likest place first.

        None when there are more than a few: such a name says nothing.
        """
        name = posixpath.basename(path)
        found = self._named(name) or self._folders_named.get(name, ())
        if len(found) > _FEW + 1:
            return []
        parts = set(path.split("/"))
        others = [other for other in found if other != path]
        others.sort(key=lambda other: (-len(parts.intersection(other.split("/"))), len(other), other))
        return others if len(others) <= _FEW else []

    @cached_property
    def _folders_named(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for folder in self.folders:
            if folder:
                found.setdefault(folder.rpartition("/")[2], []).append(folder)
        return found

    def has(self, path: str) -> bool:
        """Say whether ``path`` is listed, though perhaps not checked out, or lies in a submodule or behind a link."""
        if path in self.files or path in self.folders:
            return True
        while path:
            path = path.rpartition("/")[0]
            if path in self.files:
                return True
        return False

    def ends_with(self, path: str) -> bool:
        """Say whether a file or folder at any depth ends with ``path``, which may lack an extension."""
        folder, name = posixpath.split(path)
        if any(other.removesuffix(extension_of(other)) == name for other in self.folders.get(folder, ())):
            return True
        stem = path.removesuffix(extension_of(name))
        if path.endswith((".js", ".jsx", ".mjs")) and any(
            f"{stem}{end}" in self.files for end in (".ts", ".tsx", ".mts")
        ):
            return True
        ends = self._ends(name)
        return any(other.endswith(f"/{path}") for other in ends.get("/".join(path.rsplit("/", 2)[-2:]), ()))

    def _ends(self, name: str) -> dict[str, list[str]]:
        """Return the files and folders called ``name`` by the last two parts of their paths."""
        if name not in self._known_ends:
            found: dict[str, list[str]] = {}
            for path in (*self._named(name), *self._folders_named.get(name, ())):
                found.setdefault("/".join(path.rsplit("/", 2)[-2:]), []).append(path)
            self._known_ends[name] = found
        return self._known_ends[name]

    @cached_property
    def _known_ends(self) -> dict[str, dict[str, list[str]]]:
        return {}

    def siblings(self, path: str) -> int:
        """Return how many files of the same kind, or folders, stand where ``path`` would."""
        folder, name = posixpath.split(path)
        extension = extension_of(name)
        if not extension:
            return self._inner.get(folder, 0)
        if folder not in self._kinds:
            kinds: dict[str, int] = {}
            for other in self.folders.get(folder, ()):
                kinds[extension_of(other)] = kinds.get(extension_of(other), 0) + 1
            self._kinds[folder] = kinds
        return self._kinds[folder].get(extension, 0)

    @cached_property
    def _kinds(self) -> dict[str, dict[str, int]]:
        return {}

    @cached_property
    def _inner(self) -> dict[str, int]:
        """How many folders each folder has."""
        found: dict[str, int] = {}
        for folder in self.folders:
            if folder:
                above = folder.rpartition("/")[0]
                found[above] = found.get(above, 0) + 1
        return found

    def was(self, folder: str, other: str) -> bool:
        """Say whether ``other`` is where a folder of that name went: one more folder between, or in one of that name."""
        parts = iter(other.split("/"))
        between = all(part in parts for part in folder.split("/"))
        return between or folder.split("/")[-2:] == other.split("/")[-2:]
