"""links/broken-wikilink."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Place, Project, Severity, rule

from ._memories import unresolved, wiki_links


@rule("warning", needs=("[[",))
def broken_wikilink(document: Document, project: Project) -> Findings:
    """A wiki link that names no memory.

    It is looked for among the `name`s of the headers and the file names; `-`, `_`, upper case and the type before a
    name do not matter. The agent takes a link to nothing as a note that is still to be written, so a wrong name is
    never followed and never questioned. Where a file answers whose `name` went blank, the finding says so. In
    instructions, which often name memories that another machine has, this is only worth knowing.

    What to do: write the memory, or correct the name. A link that is meant for later can stay.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
        ---
        The reason is in [[incident-review]].

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Incident](project_incident.md) — what broke

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
        ---
        The reason is in [[incident-review]]. Run `if [[ -f .env ]]` first.

        ==> memory/project_incident.md
        ---
        name: incident_review
        description: What broke in March
        type: project
        ---
        The cache was cold.
    """
    severity: Severity | None = None if project.directory(document.path) else "info"
    for link, _ in unresolved(document, project, alike=False):
        message = f"no memory is named {link.target}: the agent takes this as a note that is still to be written"
        yield Finding(link.span, message, severity=severity)
    if not severity:
        yield from _without_name(document, project)


def _without_name(document: Document, project: Project) -> Findings:
    """Find links to notes whose name went blank, so that only a part of their files' names still answers (case 44).

    A link that is the whole file name is still followed; frontmatter/empty-name counts those.
    """
    for link, answers in wiki_links(document, project):
        part = answers and answers[0].by == "part"
        topic = project.memories.topic_at.get(answers[0].path) if part else None
        name = topic.field("name") if topic else None
        if topic and name and not name.text.strip():
            there = Place(topic.document.path, name.key_span, "the name is empty")
            message = (
                f"no memory is named {link.target}: the file stem of {topic.document.path} matches, its name is empty"
            )
            yield Finding(link.span, message, related=(there,))
