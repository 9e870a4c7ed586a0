"""index/orphan-topic."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from fnmatch import fnmatchcase

from memlint import Document, Finding, Findings, MemoryDirectory, Place, Project, Span, Topic, rule

from ._copies import original
from ._reach import Reach, from_indexes, paths_in


@rule("warning", where="topic")
def orphan_topic(project: Project, *, exempt: tuple[str, ...] = ("*archive*", "raw/")) -> Findings:
    """A topic file that no index in its memory directory points to.

    Topic files are not loaded: the agent opens one when the index, or a file that the index leads to, names it. This
    one can only be found by a search for its description. A link inside a comment does not count, since comments are
    removed before the agent reads. Files and folders that match `exempt` may be unlisted, and so may what they list.

    What to do: add a line to the index; the finding shows one, made of the file's own name and description.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        <!-- [Old](old-notes.md) -->

        ==> memory/deploys.md
        On Tuesdays.

        ==> memory/old-notes.md
        On Fridays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        On Tuesdays, see [[on-call]] for who.

        ==> memory/on-call.md
        Dana.

        ==> memory/archive/2024.md
        On Fridays.
    """
    outside: set[str] | None = None
    for directory in project.directories:
        index = project.documents.get(directory.index_file or "")
        if index is None:
            continue
        reach = Reach(directory, project)
        reached = from_indexes(reach, project)
        left = {path for path in reach.topics if path not in reached}
        if left:
            spared = {path for path in left if _exempt(path, directory, exempt)}
            left -= reach.closure(spared)
        if left:
            outside = _named_outside(project) if outside is None else outside
            left -= reach.closure(left & outside)
        known = {*directory.topics, *directory.others, index.path}
        for path in sorted(left):
            if not original(path, known)[0]:
                yield _finding(reach.topics[path], index, project)


def _finding(topic: Topic, index: Document, project: Project) -> Finding:
    there = Place(index.path, Span(0, 0), f"a line for it would be: {_line(topic, index, project)}")
    message = "no index in this directory points here, not even through other files"
    return Finding(Span(0, 0), message, topic.document.path, related=(there,))


def _line(topic: Topic, index: Document, project: Project) -> str:
    """Compose an entry from what the file says of itself, as long as entries should be."""
    from urllib.parse import quote

    title = topic.name or topic.stem
    target = quote(posixpath.relpath(topic.document.path, posixpath.dirname(index.path) or "."), safe="/~!$&'*+,;=:@")
    field = topic.field("description")
    hook = " ".join(field.text.split()) if field else ""
    line = f"- [{title}]({target})" + (f" — {hook}" if hook else "")
    room = project.facts.number("index.line-characters")
    return line if len(line) < room or not hook else f"{line[: room - 2].rstrip()}…"


def _exempt(path: str, directory: MemoryDirectory, patterns: Iterable[str]) -> bool:
    parts = posixpath.relpath(path, directory.path).lower().split("/")
    return any(
        pattern[:-1] in parts[:-1] if pattern.endswith("/") else any(fnmatchcase(part, pattern) for part in parts)
        for pattern in map(str.lower, patterns)
    )


def _named_outside(project: Project) -> set[str]:
    """Return the topic files that instructions, rule files or definitions of agents import or name by their path."""
    found = {edge.target for edge in project.import_edges()}
    for document in (*project.instructions(), *project.rule_files(), *(agent.document for agent in project.agents)):
        found.update(paths_in(document))
    return found
