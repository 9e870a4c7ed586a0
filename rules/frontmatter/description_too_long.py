"""frontmatter/description-too-long."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule

from ._headers import filled


@rule("info")
def description_too_long(topic: Topic, project: Project, *, max_characters: int = 0) -> Findings:
    """A topic file's description is longer than a line.

    The descriptions of all memories are read together, to choose those that fit a question; a long one buries its point
    and costs context each time. The option sets another limit than the advised 150 characters.

    What to do: say what the memory is about, and leave what it says to the text.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: >-
          We deploy on Tuesdays before noon, because the people who can repair things are there then, and never on a
          Friday, since that went wrong twice in the spring
        metadata:
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
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    limit = max_characters or project.facts.number("topic.description-characters")
    field = filled(topic, "description")
    if field is not None and len(field.text.strip()) > limit:
        yield Finding(field.span, f"the description has {len(field.text.strip())} characters; {limit} are advised")
