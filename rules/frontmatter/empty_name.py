"""frontmatter/empty-name."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule

from ._headers import filled, links_hint, place


@rule("error")
def empty_name(topic: Topic, project: Project) -> Findings:
    """A topic file whose `name` is blank.

    Wiki links find a memory by its `name`, and recall shows it. A name that was there and is blank now was most likely
    lost when a tool rewrote the header; the text below is often whole.

    What to do: give it the slug that links use.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: ""
        description: When we deploy
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
    if topic.field("name") is not None and filled(topic, "name") is None:
        yield Finding(place(topic, "name"), f"the name is blank{links_hint(topic, project)}")
