"""links/ambiguous-wikilink."""

from __future__ import annotations

import posixpath

from memlint import Answer, Document, Finding, Findings, Place, Project, Span, WikiLink, rule

from ._memories import wiki_links

_SHOWN = 10


@rule("warning", needs=("[[",))
def ambiguous_wikilink(document: Document, project: Project) -> Findings:
    """A wiki link that two memories of one directory answer to.

    A link names the header's `name` or the file. Where two notes have the same one, the agent opens one of them, and
    nobody knows which. A name of one note that is the file name of another, or that both have after their type, is only
    worth knowing. A note in the same folder as the link comes before others.

    What to do: give one of the two another name, or write the link so that only one answers.

    Bad:

        ==> memory/MEMORY.md
        - [Glazes](glazes.md) — how they are named
        - [Old](glazes_2019.md) — how they were named, see [[glaze-names]]

        ==> memory/glazes.md
        ---
        name: glaze-names
        description: How glazes are named
        type: project
        ---
        After the recipe.

        ==> memory/glazes_2019.md
        ---
        name: glaze_names
        description: How glazes were named
        type: project
        ---
        After the customer.

    Good:

        ==> memory/MEMORY.md
        - [Glazes](glazes.md) — how they are named
        - [Old](glazes_2019.md) — how they were named, see [[glaze-names]]

        ==> memory/glazes.md
        ---
        name: glaze-names
        description: How glazes are named
        type: project
        ---
        After the recipe.

        ==> memory/glazes_2019.md
        ---
        name: glaze-names-2019
        description: How glazes were named
        type: project
        ---
        After the customer.
    """
    directory = project.directory(document.path)
    if directory is None or not document.wiki_links:
        return
    for link, answers in wiki_links(document, project):
        if len(answers) > 1 and len({project.directory(answer.path) for answer in answers}) == 1:
            yield from _choice(link, _nearer(answers, document.path))


def _nearer(answers: tuple[Answer, ...], source: str) -> tuple[Answer, ...]:
    """Leave the files in the link's own folder where there are any; names count in all folders."""
    folder = posixpath.dirname(source)
    beside = tuple(answer for answer in answers if answer.by != "name" and posixpath.dirname(answer.path) == folder)
    return beside if beside and answers[0].by != "name" else answers


def _choice(link: WikiLink, answers: tuple[Answer, ...]) -> Findings:
    if len(answers) < 2:
        return
    first, *others = answers
    how = {"name": "by its name", "stem": "by its file name", "part": "without its type"}
    said = " and ".join(f"{answer.path} ({how[answer.by]})" for answer in answers[:2])
    more = f" and {len(answers) - 2} more" if len(answers) > 2 else ""
    related = tuple(Place(answer.path, Span(0, 0), f"answers {how[answer.by]}") for answer in answers[:_SHOWN])
    alike = first.by != "part" and all(answer.by == first.by for answer in others[:1])
    message = f"{link.target} is {said}{more}: the agent opens one of them"
    yield Finding(link.span, message, severity=None if alike else "info", related=related)
