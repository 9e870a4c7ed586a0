"""index/orphan-topic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Index, Place, Project, Span, Topic, rule


@cache
def _file_name() -> re.Pattern[str]:
    return re.compile(r"(?<![^\s()\[\]<>|`\"'/\\])[^\s()\[\]<>|`\"'/\\]+\.md\b")  # from a word's start only: linear


@rule("warning")
def orphan_topic(index: Index, project: Project) -> Findings:
    """A topic file that nothing in its memory directory points to.

    Topic files are not loaded: the agent opens one when the index, or a file that the index leads to, names it. This
    one can only be found by a search for its description. A link inside a comment does not count, since comments are
    removed before the agent reads. Archives (`archive` in the path) may be unlisted.

    What to do: add a line to the index; the finding shows one, made of the file's own header.

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
    topics = {topic.document.path: topic for topic in project.memories.topics if topic.directory == index.directory}
    reached = _reached(index, project)
    for path, topic in topics.items():
        if path not in reached and "archive" not in path.lower():
            line = f"- [{topic.name or topic.stem}]({_relative(path, index)}){_hook(topic)}"
            there = Place(index.document.path, Span(0, 0), f"a line for it would be: {line}")
            yield Finding(
                Span(0, 0), "no entry of the index leads here, not even through other files", path, related=(there,)
            )


def _relative(path: str, index: Index) -> str:
    return path.removeprefix(index.document.path.rpartition("/")[0] + "/").replace(" ", "%20")


def _hook(topic: Topic) -> str:
    description = topic.field("description")
    return f" — {description.text}" if description and description.text else ""


def _reached(index: Index, project: Project) -> set[str]:
    reached: set[str] = set()
    pending = [index.document]
    while pending:
        for name in _mentions(pending.pop()):
            path = project.memories.named(name, index.directory)
            if path and path not in reached:
                reached.add(path)
                pending.append(project.documents[path])
    return reached


def _mentions(document: Document) -> Iterator[str]:
    """Every name of a file that the text gives: wiki links, link targets and bare ``name.md``, not in comments."""
    for wiki in document.wiki_links:
        yield wiki.target.rsplit("/", 1)[-1]
    for link in document.links:
        yield from _readings(link.target.partition("#")[0].rsplit("/", 1)[-1])
    for found in _file_name().finditer(document.text):
        if not document.in_comment(found.start()):
            yield from _readings(found[0])


def _readings(name: str) -> Iterator[str]:
    """A name as it stands and, where it holds escapes, decoded: either may be the file's (case 47)."""
    yield name
    if "%" in name:
        from urllib.parse import unquote

        yield unquote(name)
