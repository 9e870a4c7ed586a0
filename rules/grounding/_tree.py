"""The files and folders of the repository, looked up by path, by name and by the end of a path."""

from __future__ import annotations

import posixpath
from functools import cached_property

from memlint import Project

_FEW = 3  # files of one name


def _end(path: str) -> str:
    return "/".join(path.rsplit("/", 2)[-2:])


class Tree:
    """The files and folders of a repository, looked up by path, by name and by end."""

    def __init__(self, project: Project) -> None:
        self._named = project.repository.named
        self.files = frozenset(project.listed)
        self.extensions = {posixpath.splitext(path)[1] for path in project.listed}
        self.children: dict[str, set[str]] = {"": set()}
        for path in project.listed:
            child = path
            while child:
                folder = posixpath.dirname(child)
                known = folder in self.children
                self.children.setdefault(folder, set()).add(child)
                if known:
                    break
                child = folder
        self._folders_named: dict[str, list[str]] = {}
        for folder in self.children:
            if folder:
                self._folders_named.setdefault(posixpath.basename(folder), []).append(folder)

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

    def has(self, path: str) -> bool:
        """Say whether ``path`` is listed, though perhaps not checked out, or lies in a submodule or behind a link."""
        if path in self.files or path in self.children:
            return True
        while path:
            path = posixpath.dirname(path)
            if path in self.files:
                return True
        return False

    def ends_with(self, path: str) -> bool:
        """Say whether a file or folder at any depth ends with ``path``, which may lack an extension."""
        stem = posixpath.splitext(path)[0]
        if path in self._stems:
            return True
        if path.endswith((".js", ".jsx", ".mjs")) and any(
            f"{stem}{end}" in self.files for end in (".ts", ".tsx", ".mts")
        ):
            return True
        return any(other.endswith(f"/{path}") for other in self._ends.get(_end(path), ()))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(posixpath.splitext(path)[0] for path in self.files)

    @cached_property
    def _ends(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in (*self.files, *self.children):
            found.setdefault(_end(path), []).append(path)
        return found

    def siblings(self, path: str) -> int:
        """Return how many files of the same kind, or folders, stand where ``path`` would."""
        return self._kinds.get((posixpath.dirname(path), posixpath.splitext(path)[1]), 0)

    @cached_property
    def _kinds(self) -> dict[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        for path in self.files:
            key = posixpath.dirname(path), posixpath.splitext(path)[1] or "?"
            found[key] = found.get(key, 0) + 1
        for folder in self.children:
            if folder:
                key = posixpath.dirname(folder), ""
                found[key] = found.get(key, 0) + 1
        return found

    def was(self, folder: str, other: str) -> bool:
        """Say whether ``other`` is where a folder of that name went: one more folder between, or in one of that name."""
        parts = iter(other.split("/"))
        between = all(part in parts for part in folder.split("/"))
        return between or folder.split("/")[-2:] == other.split("/")[-2:]
