"""frontmatter/duplicate-description."""

from __future__ import annotations

from memlint import Finding, Findings, Place, Project, Topic, rule

from ..index._copies import original
from ._headers import filled, folded, place, text_of


@rule("info", where="topic")
def duplicate_description(project: Project) -> Findings:
    """Topic files of one memory directory have the same description.

    Recall chooses memories by name and description: two that say the same are chosen together or by chance, and often
    they are one memory that was written twice. Case, blanks and a full stop make no difference. Files with the same
    name too are the matter of `frontmatter/duplicate-name`.

    What to do: say in each what sets it apart, or make one file of the two.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Releases](releases.md) — when we release

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.

        ==> memory/releases.md
        ---
        name: releases
        description: When we deploy.
        metadata:
          type: project
        ---
        On Tuesdays, if the tests pass.

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
    groups: dict[tuple[str, str], dict[str, Topic]] = {}
    for topic in project.memories.topics:
        said = " ".join(text_of(topic, "description").casefold().split()).rstrip(".!。 ")
        if said and not original(topic.document.path, project.documents)[0]:
            name = folded(text_of(topic, "name")) or topic.document.path
            groups.setdefault((topic.directory.path, said), {}).setdefault(name, topic)
    for found in groups.values():
        if len(found) > 1:
            yield _finding(*found.values())


def _finding(first: Topic, topic: Topic, *more: Topic) -> Finding:
    field = filled(topic, "description")
    related = tuple(
        Place(other.document.path, place(other, "description"), "the same description") for other in (first, *more[:9])
    )
    others = f"{first.document.path} and {len(more)} more have" if more else f"{first.document.path} has"
    return Finding(
        field.span if field else place(topic),
        f"{others} this description too: recall goes by it and cannot tell them apart",
        topic.document.path,
        related=related,
    )
