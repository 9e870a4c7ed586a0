"""frontmatter/missing-type."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule

from ._headers import filled, place, wiped


@rule("warning")
def missing_type(topic: Topic, project: Project) -> Findings:
    """A topic file whose header has no type.

    The agent sorts memories into user, feedback, project and reference, and treats them differently: feedback is
    followed, references are looked up. Both places are read: `type:` and `metadata.type`. Pinned lessons have none.

    What to do: say which of the four it is.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    if topic.document.frontmatter is None or filled(topic, "type") or topic.field("pinned") is not None:
        return
    types = ", ".join(project.facts.words("topic.types"))
    lost = wiped(topic) and topic.field("type") is None
    cause = "; only keys that a tool writes are left, something has rewritten it" if lost else ""
    yield Finding(place(topic, "type"), f"the header has no type; it is one of {types}{cause}")
