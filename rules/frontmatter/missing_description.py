"""frontmatter/missing-description."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule

from ._headers import expects_header, is_blank, place


@rule("error")
def missing_description(topic: Topic, project: Project) -> Findings:
    """A topic file without a description.

    Topic files are recalled by name and description alone: without one this memory is never chosen. A store in which
    no file has a header is an older one and is let pass.

    What to do: say in one line what the memory is about.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        type: project
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
        ---
        On Tuesdays.
    """
    if not is_blank(topic, "description") or not expects_header(topic, project):
        return
    if topic.document.frontmatter is None:
        message = (
            "no header, so no name, description or type, while other memories here have one: recall cannot choose this"
        )
    else:
        message = "the header has no description, which is what recall goes by"
    yield Finding(place(topic, "description"), message)
