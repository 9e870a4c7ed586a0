"""imports/wrong-case."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Project, Span, rule

from ._lost import lost
from ._tokens import written


@rule("error", where="import_edge")
def wrong_case(document: Document, project: Project) -> Findings:
    """An import whose path differs from that of the file in upper and lower case alone.

    Windows and most Macs find the file all the same. On Linux, in containers and in CI there is no such file: the
    agent loads nothing there and says nothing. What counts is the spelling that git has, so the finding is the same on
    every machine.

    What to do: write the path as the file is spelled, which the unsafe fix does: then it loads everywhere.

    Bad:

        ==> CLAUDE.md
        @docs/Style.md

        ==> docs/style.md
        # Style

    Good:

        ==> CLAUDE.md
        @docs/style.md, and ask the @Docs team

        ==> docs/style.md
        # Style
    """
    for found in lost(document, project, "case"):
        wanted = written(found.meant, document.path)
        message = f"the file is {found.meant}: where upper and lower case differ, as on Linux, nothing loads here"
        yield Finding(
            found.span, f'{message} unless it is written "{wanted}"', fix=_fix(document, found.span, wanted[1:])
        )


def _fix(document: Document, span: Span, wanted: str) -> Fix | None:
    """Spell the end of what is written, so that "./" before it stays."""
    start = span.end - len(wanted)
    if start <= span.start or document.text[start : span.end].casefold() != wanted.casefold():
        return None
    return Fix(f"write {wanted}", (Edit(Span(start, span.end), wanted),), "unsafe")
