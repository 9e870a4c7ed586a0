"""Two files that say the same: what they are to one another, and which rule speaks of them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from memlint import Document, Project, Span

from ..links._superseded import speaks_of_the_past, verdict

if TYPE_CHECKING:
    from ._duplicates import Repeat

MOST_OF_A_NOTE = 0.6  # of the words of a note that was taken back


def is_memory(project: Project, *paths: str) -> bool:
    """Say whether one of ``paths`` is an index or a topic file."""
    return any(project.directory(path) is not None for path in paths)


def to_edit(repeat: Repeat) -> int:
    """Return which of the two files has the text to spare: the one that loads later, or the person's own."""
    return 0 if posixpath.isabs(repeat.first) and not posixpath.isabs(repeat.second) else 1


def no_longer_holds(project: Project, path: str) -> Span | None:
    """Return where a memory says that it was taken back."""
    topic = project.memories.topic_at.get(path)
    return verdict(topic) if topic is not None else None


def told_elsewhere(project: Project, repeat: Repeat) -> bool:
    """Say whether another rule speaks of the two files: of copies that drifted, of one that loads twice, of memories."""
    first, second = repeat.first, repeat.second
    memories = is_memory(project, first), is_memory(project, second)
    if memories[0] != memories[1] or "index" in (_kind(project, first), _kind(project, second)):
        return True
    folders = {posixpath.dirname(path) for path in (first, second)}
    names = {posixpath.basename(path) for path in (first, second)}
    if len(folders) == 1 and names == {"CLAUDE.md", "AGENTS.md"}:
        return not any(edge.target in (first, second) for path in (first, second) for edge in project.imports(path))
    bodies = {" ".join(_body(project.documents[path]).split()) for path in (first, second)}
    return len(bodies) == 1 and project.contexts.together_always(first, second)


def _body(document: Document) -> str:
    return "".join(document.text[slice(*span)] for span in document.kept)


def _kind(project: Project, path: str) -> str:
    file = project.file(path)
    return file.kind if file else ""


def is_replacement(project: Project, note: str, other: str, verdict: Span) -> bool:
    """Say whether ``other`` came in the place of ``note``: one of them names the other."""
    names = (_name(project, note), _name(project, other))
    said = project.documents[note].text[slice(*verdict)].lower()
    if any(name in said for name in names[1]):
        return True
    return any(name in project.documents[other].text.lower() for name in names[0])


def of_the_past(document: Document, offset: int) -> bool:
    """Say whether the text at ``offset`` tells what was, or is quoted."""
    return speaks_of_the_past(document, offset) or document.in_quotes(offset)


def _name(project: Project, path: str) -> tuple[str, ...]:
    stem = path.rsplit("/", 1)[-1].lower()
    topic = project.memories.topic_at.get(path)
    return (f"[[{topic.name.lower()}", stem) if topic and topic.name else (stem,)
