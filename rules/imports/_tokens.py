"""What rules look at in the path of an import, and what of it is in the project."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from functools import cache

from memlint import Document, Project, compile_once

PUNCTUATION = ".,:;!?)]}>'\"”’»*，。、；：！？）」』】》"
# Where absolute paths of people begin; "@/docs/x.md" is more likely meant from the repository's root, and
# "@/components/Card.tsx" is an alias of a bundler.
TOPS = frozenset(
    ["Users", "home", "root", "opt", "etc", "var", "tmp", "mnt", "srv", "Volumes", "private", "Library", "usr", "data"]
)
# Endings of prose: nobody names a package, a handle or a decorator like these.
_PROSE = frozenset(("md", "txt", "rst", "adoc"))
# Kinds of files whose imports the loader expands; in memories "@" is inert (SPEC 2.3).
_EXPANDED = ("instructions", "rule_file", "imported")


def stripped(path: str) -> str:
    """Return ``path`` without the punctuation that a sentence glued to it."""
    return path.rstrip(PUNCTUATION)


def extension(path: str) -> str:
    """Return the last extension in lower case, or ""."""
    return posixpath.splitext(path)[1][1:].lower()


def is_prose(path: str) -> bool:
    """Say whether ``path`` ends like a file of prose."""
    return extension(path) in _PROSE


@cache
def _drive() -> re.Pattern[str]:
    return compile_once(r"[A-Za-z]:(?=[\\/]|$)")


def is_personal(path: str) -> bool:
    """Say whether the token names a place on one machine: nobody else can tell whether it exists."""
    return path.startswith(("~/", "/")) or bool(_drive().match(path))


def beside(source: str, path: str) -> str:
    """Return ``path`` as a file in the folder of ``source`` means it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), path))


def written(path: str, source: str) -> str:
    """Return the import, "@" included, that reaches the project's file ``path`` from ``source``."""
    return "@" + posixpath.relpath(path, posixpath.dirname(source) or ".").replace(" ", "\\ ")


def expands(document: Document, project: Project) -> bool:
    """Say whether the loader would expand an import in ``document``."""
    file = project.file(document.path)
    return file is not None and file.kind in _EXPANDED


def is_listed(path: str, project: Project) -> bool:
    """Say whether ``path``, spelled like this, is one of the project's files."""
    at = bisect_left(project.listed, path)
    return at < len(project.listed) and project.listed[at] == path


def starts_listed(prefix: str, project: Project) -> bool:
    """Say whether a file of the project has a path that starts with ``prefix``."""
    at = bisect_left(project.listed, prefix)
    return at < len(project.listed) and project.listed[at].startswith(prefix)


def file_beside(source: str, path: str, project: Project) -> str:
    """Return the project's file that ``path`` names from ``source``; "" for none, a folder or what lies outside.

    No import names a file with a "#" in its path, where the loader cuts it (SPEC 2.1).
    """
    if is_personal(path) or "#" in path:
        return ""
    target = beside(source, path)
    if target.startswith("..") or starts_listed(f"{target}/", project) or not project.exists(target):
        return ""
    return target
