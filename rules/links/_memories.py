"""Wiki links of memories that lead nowhere, and what they may have meant."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memlint import Document, Project, WikiLink

from .._names import nearest

_PREFIXES = ("user-", "feedback-", "project-", "reference-")


def unresolved(document: Document, project: Project) -> Iterator[tuple[WikiLink, str]]:
    """Yield each wiki link of a memory that leads nowhere, with the nearest name ("" for none)."""
    if not document.wiki_links or project.directory(document.path) is None:
        return
    for link in document.wiki_links:
        name = link.target
        if project.memories.named(name) or document.in_comment(link.span.start) or _is_file(document, name, project):
            continue
        prefixed = (prefix + name for prefix in _PREFIXES)
        yield link, next(filter(project.memories.named, prefixed), "") or _nearest(name, project)


def _nearest(name: str, project: Project) -> str:
    return nearest(name.lower().replace("_", "-").replace(" ", "-"), project.memories.names)


def _is_file(document: Document, target: str, project: Project) -> bool:
    beside = posixpath.join(posixpath.dirname(document.path), target)
    return any(project.exists(posixpath.normpath(path + end)) for path in (target, beside) for end in ("", ".md"))
