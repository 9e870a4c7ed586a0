"""frontmatter/unknown-type."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule

from .._names import nearest
from ._headers import filled


@rule("info")
def unknown_type(topic: Topic, project: Project, *, extra_types: tuple[str, ...] = ()) -> Findings:
    """A topic file whose type is none of the four.

    The agent knows user, feedback, project and reference. Another word is kept but means nothing to it. Teams add words
    of their own, so this is an info; a misspelled one of the four, or several at once, is a warning. The option names
    types that a team has added on purpose.

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
    field = filled(topic, "type")
    types = project.facts.words("topic.types")
    if field is None or field.text.strip() in (*types, *extra_types):
        return
    known = ", ".join(types)
    if field.kind in ("list", "mapping"):
        yield Finding(field.span, f"the type is a {field.kind}; it is exactly one of {known}", severity="warning")
        return
    near = nearest(field.text.strip().lower(), types)
    hint = f'; "{near}" is meant?' if near else ""
    message = f'"{field.text}" is no type the agent knows ({known}){hint}'
    yield Finding(field.span, message, severity="warning" if near else None)
