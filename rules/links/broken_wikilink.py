"""links/broken-wikilink."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._memories import unresolved


@rule("warning")
def broken_wikilink(document: Document, project: Project) -> Findings:
    """A wiki link that names no memory.

    It is looked for among the `name`s of the headers and the file names, with `-` and `_` alike. The agent takes a
    link to nothing as a note that is still to be written, so a wrong name is never followed and never questioned.

    What to do: write the memory, or correct the name. A link that is meant for later can stay.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
        ---
        The reason is in [[incident-review]].

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Incident](project_incident.md) — what broke

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
        ---
        The reason is in [[incident-review]]. Run `if [[ -f .env ]]` first.

        ==> memory/project_incident.md
        ---
        name: incident_review
        description: What broke in March
        type: project
        ---
        The cache was cold.
    """
    for link, near in unresolved(document, project):
        if not near:
            message = f"no memory is named {link.target}: the agent takes this as a note that is still to be written"
            yield Finding(link.span, message)
