"""index/orphan-topic."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from fnmatch import fnmatchcase

from memlint import (
    Document,
    Edit,
    Finding,
    Findings,
    Fix,
    MemoryDirectory,
    Place,
    Project,
    Span,
    Topic,
    rule,
)

from .._cut import cutting, is_whole
from ._copies import original
from ._reach import Reach, from_indexes, paths_in

_FIXES = 100  # for each of them the index is read once more


@rule("warning", where="topic", parts=lambda: (_named_in,))
def orphan_topic(project: Project, *, exempt: tuple[str, ...] = ("*archive*", "raw/")) -> Findings:
    """A topic file that no index in its memory directory points to.

    Topic files are not loaded: the agent opens one when the index, or a file that the index leads to, names it. This
    one can only be found by a search for its description. A link inside a comment does not count, since comments are
    removed before the agent reads. Files and folders that match `exempt` may be unlisted, and so may what they list.

    What to do: add a line to the index; the finding shows one, made of the file's own name and description. The unsafe
    fix adds it where the list ends, if its header has both and all of the index still loads.

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
        orphans = [path for path in sorted(left) if not original(path, known)[0]]
        for number, path in enumerate(orphans):
            yield _finding(reach.topics[path], index, project, number < _FIXES)


def _finding(topic: Topic, index: Document, project: Project, fixes: bool) -> Finding:
    fix = _fix(topic, index, project) if fixes else None
    (edit,) = fix.edits if fix else (Edit(Span(0, 0), _line(topic, index, project)),)
    there = Place(index.path, edit.span, f"a line for it would be: {edit.text.strip()}")
    message = "no index in this directory points here, not even through other files"
    return Finding(Span(0, 0), message, topic.document.path, related=(there,), fix=fix)


def _fix(topic: Topic, index: Document, project: Project) -> Fix | None:
    """Add the line in the style of the index; only with all that the file says of itself."""
    from memlint import new_entry  # a run without orphans composes no lines

    hook, type_ = _hook(topic), topic.field("type")
    if not topic.name or not hook or any(_is_cut(topic, name) for name in ("name", "description")):
        return None
    kind = type_.text.strip().lower() if type_ else ""
    made = new_entry(index, kind, (" ".join(topic.name.split()), _target(topic, index), hook), project.facts)
    if made is None:
        return None
    return Fix(f"add a line to {index.path}", (Edit(Span(made.at, made.at), made.text, index.path),), "unsafe")


def _is_cut(topic: Topic, name: str) -> bool:
    """Say whether frontmatter/truncated-value is to mend a value first: then the line has all of it."""
    field = topic.field(name)
    return field is not None and cutting(topic.document, field) is not None and not is_whole(field)


def _hook(topic: Topic) -> str:
    field = topic.field("description")
    return " ".join(field.text.split()) if field else ""


def _target(topic: Topic, index: Document) -> str:
    from urllib.parse import quote

    way = posixpath.relpath(topic.document.path, posixpath.dirname(index.path) or ".")
    return quote(way, safe="/~!$&'*+,;=:@")


def _line(topic: Topic, index: Document, project: Project) -> str:
    """Compose an entry from what the file says of itself, as long as entries should be."""
    hook = _hook(topic)
    line = f"- [{topic.name or topic.stem}]({_target(topic, index)})" + (f" — {hook}" if hook else "")
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
    for document in (*project.instructions(), *project.rule_files()):
        found |= project.part(_named_in, document.path)
    for agent in project.agents:
        found.update(paths_in(agent.document))
    return found


def _named_in(project: Project, path: str) -> frozenset[str]:
    return frozenset(paths_in(project.documents[path]))
