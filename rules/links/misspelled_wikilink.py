"""links/misspelled-wikilink."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._memories import unresolved


@rule("warning")
def misspelled_wikilink(document: Document, project: Project) -> Findings:
    """A wiki link whose name is almost that of a memory.

    The agent takes it as a note that is still to be written and does not look at the one that is meant.

    What to do: write the memory's name as it stands in its header.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Incident](incident-review.md) — what broke

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
        ---
        The reason is in [[incident-reviews]].

        ==> memory/incident-review.md
        ---
        name: incident-review
        description: What broke in March
        type: project
        ---
        The cache was cold.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Incident](incident-review.md) — what broke

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
        ---
        The reason is in [[incident-review]].

        ==> memory/incident-review.md
        ---
        name: incident-review
        description: What broke in March
        type: project
        ---
        The cache was cold.
    """
    for link, near in unresolved(document, project):
        if near:
            yield Finding(link.span, f"no memory is named {link.target}; {near} is, and is not followed from here")
