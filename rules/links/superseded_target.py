"""links/superseded-target."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Place, Project, Span, compile_once, rule

from ._memories import wiki_links
from ._superseded import speaks_of_the_past, verdict
from ._targets import targets


@cache
def _by() -> re.Pattern[str]:
    return compile_once(r"\bby\s+[\[(\"'`]*([\w./-]*\w)", re.IGNORECASE)


@rule("warning", where="topic")
def superseded_target(project: Project) -> Findings:
    """A link to a memory that says it no longer holds.

    The note says so with `status: superseded` (refuted, obsolete, deprecated), with `superseded_by`, or with
    `[SUPERSEDED by …]` before its name, description or first heading. The agent that follows the link finds a verdict which was taken
    back, and a reader of the link alone never learns it. A sentence, list or section that itself speaks of the past, the note that came in
    its place, and notes that no longer hold themselves are let pass.

    What to do: link the note that holds now, or say in the line that this one does not.

    Bad:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one
        - [Supplier](supplier.md) — whom we buy from

        ==> memory/clay.md
        The red one, from [[supplier]].

        ==> memory/supplier.md
        ---
        name: supplier
        description: Whom we buy from
        type: project
        status: superseded
        ---
        From the pit.

    Good:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one
        - [Supplier](supplier.md) — superseded: whom we bought from

        ==> memory/clay.md
        The red one; no longer from [[supplier]].

        ==> memory/supplier.md
        ---
        name: supplier
        description: Whom we buy from
        type: project
        status: superseded
        ---
        From the pit.
    """
    over = {path: where for path, topic in project.memories.topic_at.items() if (where := verdict(topic))}
    if not over:
        return
    replacements = {path: _replacement(project.documents[path].text[slice(*over[path])], project) for path in over}
    for document in project.documents.values():
        if project.directory(document.path) is None or document.path in over:
            continue
        for span, path in _linked(document, project):
            if (
                path in over
                and replacements[path] != document.path
                and not speaks_of_the_past(document, span.start)
                and not document.in_quotes(span.start)
            ):
                said = project.documents[path].text[slice(*over[path])].strip()
                there = Place(path, over[path], f"it says: {said}")
                yield Finding(
                    span,
                    f"{path} says that it no longer holds, and this line does not",
                    document.path,
                    related=(there,),
                )


def _linked(document: Document, project: Project) -> Iterator[tuple[Span, str]]:
    for link, answers in wiki_links(document, project):
        if len(answers) == 1:
            yield link.span, answers[0].path
    for target in targets(document, project):
        if target.exists and not target.image:
            yield target.span, target.path


def _replacement(verdict: str, project: Project) -> str:
    """Return the note that a verdict names as the one in its place, "" for none."""
    found = _by().search(verdict)
    name = found[1] if found else verdict.strip("\"'[] \n")
    name = name.rsplit("/", 1)[-1]
    return project.memories.named(name) if name else ""
