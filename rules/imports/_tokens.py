"""Which ``@`` tokens are meant as imports: two in three are package names, decorators and handles."""

from __future__ import annotations

import posixpath

from memlint import ImportEdge, Project

from .._names import is_placeholder

_PUNCTUATION = ".,:;!?)]}>'\"”’»*"
# Files of prose: nobody names a package, a handle or a decorator like these.
_PROSE = frozenset(("md", "txt", "rst", "adoc"))
# Data files that people import by bare name; other endings ("router.patch", "schema.org") are words too.
_DATA = frozenset(("json", "yaml", "yml", "toml"))


def stripped(path: str) -> str:
    """Return ``path`` without the punctuation that a sentence glued to it."""
    return path.rstrip(_PUNCTUATION)


def extension(path: str) -> str:
    """Return the last extension in lower case, or ""."""
    return posixpath.splitext(path)[1][1:].lower()


def is_personal(path: str) -> bool:
    """Say whether the token names a place on one machine: nobody else can tell whether it exists."""
    return path.startswith(("~/", "/"))


def is_meant(edge: ImportEdge, project: Project) -> bool:
    """Say whether the author meant a file: by its ending, its form or the folder it starts with."""
    path = stripped(edge.node.path)
    if is_placeholder(path):
        return False
    ending = extension(path)
    if ending in _PROSE or path.startswith(("./", "../")):
        return True
    first, slash, _ = path.partition("/")
    if not slash:
        return ending in _DATA
    return ending in project.facts.words("imports.extensions") and _is_folder(edge, first, project)


def _is_folder(edge: ImportEdge, name: str, project: Project) -> bool:
    return project.exists(name) or project.exists(beside(edge.source, name))


def beside(source: str, path: str) -> str:
    """Return ``path`` as a file in the folder of ``source`` means it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
