"""imports/glued-punctuation."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Project, Span, rule

from ._lost import Lost, lost

_SHOWN = 20  # characters of what is glued


@rule("warning", where="import_edge")
def glued_punctuation(document: Document, project: Project) -> Findings:
    """An import with punctuation glued to its path.

    A path ends at the next blank and nowhere else: the comma, the colon, the bracket or the full stop that a sentence
    puts behind it is a part of it, and so is a word of a script that is written without blanks. No file has that name,
    so the agent loads nothing and says nothing, though the file without the sign exists.

    What to do: set a blank between the path and what follows it, or end the line with the path. The unsafe
    fix sets the blank: then the file loads.

    Bad:

        ==> CLAUDE.md
        The steps are in @docs/release.md: when to skip one, ask.

        ==> docs/release.md
        # Release

    Bad:

        ==> CLAUDE.md
        Before a release, read @docs/release.md.

        ==> docs/release.md
        # Release

    Good:

        ==> CLAUDE.md
        The steps are in @docs/release.md : when to skip one, ask @dana.
        **@docs/release.md**, in bold, ends at the markup.

        ==> docs/release.md
        # Release
    """
    for found in lost(document, project, "punctuation"):
        glued = found.text if len(found.text) <= _SHOWN else found.text[:_SHOWN] + "…"
        message = f'"{glued}" is part of this path, so nothing loads; {found.meant} exists and is meant without it'
        yield Finding(found.span, message, fix=_fix(document, found))


def _fix(document: Document, found: Lost) -> Fix | None:
    at = found.span.end - len(found.text)
    if document.text[at : found.span.end] != found.text:
        return None  # a fragment, or an escaped blank in it
    return Fix("set a blank behind the path", (Edit(Span(at, at), " "),), "unsafe")
