"""content/unresolved-status."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Finding, Findings, Span, Topic, rule

from ._prose import blocks, mentions, own_words, sentences
from ._status import WORDS, at_work, dated, lead, marked_heading, marker

_FINISHED = frozenset(("closed", "complete", "completed", "done", "finished", "fixed", "merged", "resolved", "shipped"))


@rule("info")
def unresolved_status(topic: Topic) -> Findings:
    """A memory that tells a status which nobody will close.

    A memory has no end: recall brings it up by its name and description, whatever is marked inside. Work that is marked
    RESOLVED or DONE comes up beside open work, and "currently working on" is true in every later session. One finding
    for each file, at the first such words.

    What to do: say what came of it as a fact that holds, or give the day it was so.

    Bad:

        ==> memory/MEMORY.md
        - [Importer](importer.md) — reads recipes

        ==> memory/importer.md
        ---
        name: importer
        description: The importer of recipes
        type: project
        ---
        Currently working on the importer.

    Good:

        ==> memory/MEMORY.md
        - [Importer](importer.md) — reads recipes

        ==> memory/importer.md
        ---
        name: importer
        description: The importer of recipes
        type: project
        ---
        The importer reads recipes from the merged branch. On 2026-11-02 we were working on its tests.
    """
    if not mentions(topic.document, WORDS):
        return
    found = next(_finished(topic), None)
    if found is not None:
        words = " ".join(topic.document.text[slice(*found)].strip("*_([ ").split())
        yield Finding(found, f'"{words}" marks this as finished, and recall brings it up all the same')
        return
    found = next(_open(topic), None)
    if found is not None:
        words = " ".join(topic.document.text[slice(*found)].split())
        yield Finding(found, f'"{words} …" without a day is true in every later session')


def _finished(topic: Topic) -> Iterator[Span]:
    document = topic.document
    status, description = topic.field("status"), topic.field("description")
    if status is not None and status.text.strip().lower() in _FINISHED:
        yield status.span
    mark = marker().match(description.text) if description is not None else None
    if description is not None and mark is not None and not dated().search(description.text):
        start = description.span.start + description.quoted
        yield Span(start, min(start + len(mark[0]), description.span.end))
    for block in blocks(document):
        mark = marker().match(document.text, *block) or (
            marked_heading().search(document.text, *block) if document.block_at(block.start).kind == "heading" else None
        )
        if mark is None or not own_words(document, mark.start()):
            continue
        line = document.text.find("\n", mark.end(), block.end)
        if not dated().search(document.text, mark.end(), block.end if line < 0 else line):
            yield Span(*mark.span())


def _open(topic: Topic) -> Iterator[Span]:
    document = topic.document
    for start, end in sentences(document):
        label = lead().match(document.text, start, end)
        at = label.end() if label is not None else start
        found = at_work().match(document.text, at, end) or at_work().match(document.text, start, end)
        if found is not None and not dated().search(document.text, start, end) and own_words(document, found.start()):
            yield Span(found.start(), found.end() - 1 if found[0][-1:].isalnum() else found.end())
