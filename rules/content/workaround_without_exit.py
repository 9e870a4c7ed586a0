"""content/workaround-without-exit."""

from __future__ import annotations

import re

from memlint import Document, Finding, Findings, Span, Topic, rule

from ._prose import blocks, mentions, own_words, sentences
from ._workarounds import WORDS, against, exits, failure, ignored, workaround


@rule("info")
def workaround_without_exit(topic: Topic) -> Findings:
    """A workaround that says nothing about when it ends.

    A memory outlives the bug that it was written for. "Exits 1 although the tests pass; ignore" makes the agent wave
    real failures through for good once the cause is fixed. A day, a ticket, a version or a condition anywhere in the
    file is enough; rules about workarounds in general are let pass.

    What to do: name the ticket, the version or the event after which it is over.

    Bad:

        ==> memory/MEMORY.md
        - [Runner](runner.md) — its exit code

        ==> memory/runner.md
        ---
        name: runner
        description: The exit code of the runner
        type: reference
        ---
        The runner sometimes exits 1 although the tests pass; ignore it.

    Good:

        ==> memory/MEMORY.md
        - [Runner](runner.md) — its exit code

        ==> memory/runner.md
        ---
        name: runner
        description: The exit code of the runner
        type: reference
        ---
        The runner sometimes exits 1 although the tests pass; ignore it until kiln/runner#412 is fixed.
    """
    document = topic.document
    if not mentions(document, WORDS):
        return
    start = document.frontmatter.span.end if document.frontmatter is not None else 0
    description = topic.field("description")
    if description is not None and exits().search(description.text):
        return
    found = next(filter(None, (_cue(document, span) for span in sentences(document))), None)
    if found is None:  # what fails and what to ignore stand in two sentences more often than in one
        paragraphs = (span for span in blocks(document, ("paragraph",)) if failure().search(document.text, *span))
        found = next(filter(None, (_cue(document, span, ignored()) for span in paragraphs)), None)
    if found is None or exits().search(document.text, start):
        return
    words = " ".join(found[0].split()).rstrip(":*—– ")
    message = (
        f'"{words}" without a day, a ticket, a version or a condition: it holds for good, also when the cause is gone'
    )
    yield Finding(Span(*found.span()), message)


def _cue(document: Document, span: Span, pattern: re.Pattern[str] | None = None) -> re.Match[str] | None:
    """Return the words in ``span`` that tell of a workaround, None where it is against them."""
    cue = (pattern or workaround()).search(document.text, *span)
    if cue is None or not own_words(document, cue.start()) or against().search(document.text, *span):
        return None
    return cue
