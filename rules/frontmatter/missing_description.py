"""frontmatter/missing-description."""

from __future__ import annotations

from memlint import Finding, Findings, Topic, rule

from ._headers import filled, place, wiped


@rule("error")
def missing_description(topic: Topic) -> Findings:
    """A topic file whose header has no description.

    Topic files are recalled by name and description alone: without one this memory is never chosen. A description that
    is there and blank says as little. A file without any header is `frontmatter/missing`.

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
    if topic.document.frontmatter is None or filled(topic, "description") is not None:
        return
    cause = ": only keys that a tool writes are left, something has rewritten it" if wiped(topic) else ""
    yield Finding(place(topic, "description"), f"the header has no description, which is what recall goes by{cause}")
