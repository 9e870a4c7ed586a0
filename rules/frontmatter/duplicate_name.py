"""frontmatter/duplicate-name."""

from __future__ import annotations

from memlint import Finding, Findings, Place, Project, Topic, rule

from ..index._copies import original
from ._headers import filled, folded, place, text_of


@rule("warning", where="topic")
def duplicate_name(project: Project) -> Findings:
    """Two topic files of one memory directory have the same name.

    Wiki links and recall go by the name, so they cannot tell the files apart: a link leads to one of them, and nobody
    sees which. Case, `-`, `_` and blanks make no difference. Copies that a file sync made are the matter of
    `index/sync-conflict-copy`.

    What to do: give one of them another name, or make one file of the two.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Rollback](rollback.md) — how to go back

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.

        ==> memory/rollback.md
        ---
        name: deploys
        description: How to go back to the last release
        metadata:
          type: reference
        ---
        With `make rollback`.

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
    groups: dict[tuple[str, str], list[Topic]] = {}
    for topic in project.memories.topics:
        name = text_of(topic, "name")
        if name and not original(topic.document.path, project.documents)[0]:
            groups.setdefault((topic.directory.path, folded(name)), []).append(topic)
    for (_, name), topics in groups.items():
        if len(topics) > 1:
            topics.sort(key=lambda topic: (folded(topic.stem) != name, topic.document.path))
            yield _finding(topics)


def _finding(topics: list[Topic]) -> Finding:
    """Complain where the file's own name does not speak for the name, and show the others."""
    first, topic, *more = topics
    related = tuple(
        Place(other.document.path, place(other, "name"), f'its name is "{text_of(other, "name")}"')
        for other in (first, *more[:9])
    )
    field = filled(topic, "name")
    others = f" and {len(more)} more" if more else ""
    return Finding(
        field.span if field else place(topic),
        f'{first.document.path}{others} has the name "{text_of(topic, "name")}" too: wiki links and recall cannot tell '
        "them apart",
        topic.document.path,
        related=related,
    )
