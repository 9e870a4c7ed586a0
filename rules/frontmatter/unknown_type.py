"""frontmatter/unknown-type."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule

from .._names import nearest
from ._headers import is_blank


@rule("warning")
def unknown_type(topic: Topic, project: Project, *, extra_types: tuple[str, ...] = ()) -> Findings:
    """A topic file whose type is none of the four.

    The agent knows user, feedback, project and reference. Another word is kept but means nothing to it. The option
    names types that a team has added on purpose.

    What to do: use one of the four, or name yours in the option.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: decision
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: "project"
        ---
        On Tuesdays.
    """
    field = topic.field("type")
    if field is None or is_blank(topic, "type"):
        return
    types = project.facts.words("topic.types")
    if field.text not in (*types, *extra_types):
        near = nearest(field.text.lower(), types)
        hint = f'; "{near}" is meant?' if near else ""
        yield Finding(field.span, f'"{field.text or field.kind}" is no type the agent knows ({", ".join(types)}){hint}')
