"""frontmatter/conflicting-type."""

from __future__ import annotations

from memlint import Finding, Findings, Place, Topic, rule


@rule("error")
def conflicting_type(topic: Topic) -> Findings:
    """A header whose `type` at the top and under `metadata` are not the same.

    The agent writes the type under `metadata`; older versions and other tools have it at the top. Both places are read,
    so with two answers a memory is one thing for one reader and another thing for the next.

    What to do: keep the type that is right in both places, or in one.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
        metadata:
          type: feedback
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
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    header = topic.document.frontmatter
    top, nested = (header.get("type"), header.get("metadata", "type")) if header else (None, None)
    if top is None or nested is None or not (first := top.text.strip()) or not (second := nested.text.strip()):
        return
    if first.lower() != second.lower():
        related = (Place(topic.document.path, top.span, f'here it is "{first}"'),)
        message = f'the type is "{second}" under metadata and "{first}" at the top: readers disagree on which holds'
        yield Finding(nested.span, message, related=related)
