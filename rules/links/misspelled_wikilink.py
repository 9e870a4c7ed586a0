"""links/misspelled-wikilink."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Project, Severity, Span, WikiLink, rule

from ._memories import unresolved

_SHOWN = 3


@rule("warning", needs=("[[",))
def misspelled_wikilink(document: Document, project: Project) -> Findings:
    """A wiki link whose name is almost that of a memory.

    The agent takes it as a note that is still to be written and does not look at the one that is meant. Two names are
    almost alike when a letter, the order of the words or, of many words, one is different, and no number is.

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
    severity: Severity | None = None if project.directory(document.path) else "info"
    for link, near in unresolved(document, project, alike=True):
        names = " and ".join(near[:_SHOWN])
        verb = "is" if len(near) == 1 else "are"
        message = f"no memory is named {link.target}; {names} {verb}, and {verb} not followed from here"
        yield Finding(link.span, message, severity=severity, fix=_fix(link, near))


def _fix(link: WikiLink, near: tuple[str, ...]) -> Fix | None:
    if len(near) > 1:
        return None
    start = link.span.start + len("[[")
    edit = Edit(Span(start, start + len(link.target)), near[0])
    return Fix(f"write {near[0]}", (edit,), "unsafe")
