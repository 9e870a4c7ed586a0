"""frontmatter/missing-name."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule

from ._headers import is_blank, place


@rule("error")
def missing_name(topic: Topic, project: Project) -> Findings:
    """A topic file whose header has no name.

    Wiki links find a memory by its `name`, and recall shows it. A header that had one and lost it was most likely
    rewritten by a tool. A file without any header is the matter of `frontmatter/missing-description`.

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
    if topic.document.frontmatter is None or not is_blank(topic, "name"):
        return
    linked = [
        link
        for other in project.memories.topics
        for link in other.document.wiki_links
        if link.target.replace("_", "-") == topic.stem.replace("_", "-")
    ]
    hint = (
        f"; {len(linked)} wiki link{'s' if len(linked) > 1 else ''} to {topic.stem} can only go by the file's name"
        if linked
        else ""
    )
    yield Finding(place(topic, "name"), f"the header has no name{hint}")
