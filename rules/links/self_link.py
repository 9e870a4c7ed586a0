"""links/self-link."""

from __future__ import annotations

import posixpath

from memlint import Document, Finding, Findings, Project, rule

from ._memories import wiki_links
from ._targets import targets


@rule("info")
def self_link(document: Document, project: Project) -> Findings:
    """A link of a memory to the memory itself.

    The agent follows it and reads the same text again. Most often another note was meant, or the note was renamed to
    the name that it linked. Links to a heading are let pass.

    What to do: name the memory that is meant.

    Bad:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one

        ==> memory/clay.md
        The red one; [[clay]] says why.

    Good:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one
        - [Why](clay-reasons.md) — why this one

        ==> memory/clay.md
        The red one; [[clay-reasons]] says why, and [below](clay.md#where) is where.

        # Where

        ==> memory/clay-reasons.md
        It does not crack.
    """
    if project.directory(document.path) is None:
        return
    types = project.facts.words("topic.types")
    for link, answers in wiki_links(document, project):
        if {answer.path for answer in answers} != {document.path} or "#" in document.text[slice(*link.span)]:
            continue
        of_a_type = answers[0].by == "part" and link.target.lower().startswith(types)  # it may be one of another type
        if not of_a_type and not document.in_quotes(link.span.start):
            yield Finding(link.span, f"{link.target} is this memory itself: the agent reads the same text again")
    for target in targets(document, project, name=posixpath.basename(document.path)):
        if target.exists and target.path == document.path and not target.fragment:
            yield Finding(target.span, "the link leads to this file itself: the agent reads the same text again")
