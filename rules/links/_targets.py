"""Links to files: which are meant as one, and what they lead to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, NamedTuple, Project, Span, compile_once, is_placeholder


class Target(NamedTuple):
    """A link or image of a document that means a path; ``path`` is as findings name it, ``fragment`` without ``#``.

    ``written`` is where the whole target stands; it is the whole link where that is a reference.
    """

    span: Span
    path: str
    exists: bool
    fragment: str
    image: bool
    written: Span


@cache
def _place_in_file() -> re.Pattern[str]:
    return compile_once(r":\d+(?:[-:]\d+)?$")


def targets(document: Document, project: Project, *, name: str = "") -> Iterator[Target]:
    """Yield the links that mean a file: none in a comment or a tool's region, no samples, no other schemes.

    With a file's ``name``, only those that have it.
    """
    for link in document.links:
        start = link.span.start
        if name not in link.target and "%" not in link.target:
            continue
        if (
            link.kind == "autolink"
            or _is_elsewhere(link.target, project)
            or is_placeholder(link.target.partition("#")[0])
        ):
            continue
        if document.in_generated(start) or document.in_comment(start):
            continue
        bare, _, fragment = link.target.partition("#")
        path, exists = project.linked(document, _place_in_file().sub("", bare)) if bare else ("", False)
        if bare and not path:
            continue
        yield Target(link.span, path or document.path, exists or not bare, fragment, link.image, link.target_span)


def targets_in(project: Project, path: str) -> tuple[Target, ...]:
    """Return the same for all links of the memory file at ``path``."""
    return tuple(targets(project.documents[path], project))


def _is_elsewhere(target: str, project: Project) -> bool:
    """Say whether a path is one of a machine, of a site or an import: ``C:``, ``~``, ``@``, or a top that is not ours."""
    if target.startswith("/"):
        return not project.exists(target[1:].partition("/")[0])
    return target.startswith(("~", "@")) or target[1:2] == ":"


def is_memory_file(path: str, project: Project) -> bool:
    """Say whether ``path`` lies where a memory directory has its notes."""
    folder = posixpath.dirname(path)
    return any(directory.path == folder or folder.startswith(f"{directory.path}/") for directory in project.directories)
