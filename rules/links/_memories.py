"""The names by which the memories of a project can be linked."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memlint import Document, Project

from .._names import nearest

_PREFIXES = ("user-", "feedback-", "project-", "reference-")


def folded(name: str) -> str:
    """Return ``name`` as links compare it: case, ``_``, ``-`` and blanks do not matter."""
    return name.strip().removesuffix(".md").replace("_", "-").replace(" ", "-").lower()


def names(project: Project) -> dict[str, str]:
    """Map each folded name and file stem of the project's memories to the path of its file."""
    found: dict[str, str] = {}
    for topic in project.topics:
        path = topic.document.path
        found.setdefault(folded(topic.stem), path)
        if topic.name:
            found.setdefault(folded(topic.name), path)
    for index in project.indexes:
        found.setdefault("memory", index.document.path)
    return found


def unresolved(document: Document, project: Project) -> Iterator[tuple[int, str]]:
    """Yield number and nearest name ("" for none) of each wiki link of a memory that leads nowhere."""
    if not document.wiki_links or project.directory(document.path) is None:
        return
    known = names(project)
    for number, link in enumerate(document.wiki_links):
        target = folded(link.target)
        if target in known or document.in_comment(link.span.start) or _is_file(document, link.target, project):
            continue
        bare = {name.removeprefix(prefix): name for name in known for prefix in _PREFIXES if name.startswith(prefix)}
        yield number, bare.get(target) or nearest(target, known)


def _is_file(document: Document, target: str, project: Project) -> bool:
    beside = posixpath.join(posixpath.dirname(document.path), target)
    return any(project.exists(posixpath.normpath(path + end)) for path in (target, beside) for end in ("", ".md"))
