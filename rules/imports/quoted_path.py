"""imports/quoted-path."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Finding, Findings, Project, Span, compile_once, is_placeholder, rule

from ._plain import MARKS, loads_anyway, mentions
from ._tokens import file_beside, is_prose, written


@rule("warning", needs=("@",))
def quoted_path(document: Document, project: Project) -> Findings:
    """A path in quotation marks behind `@`, or an import that stands in quotation marks.

    A quoted path is never imported, though a prompt takes `@"my file.md"`: the agent sees the line as plain text and
    loads nothing. Marks around the whole, `"@docs/firing.md"`, do the same, since an `@` counts only behind a blank or
    at the start of a line; that is reported where it stands alone in its line, the file exists and nothing else imports
    it.

    What to do: write the path without quotation marks, with a backslash before each blank.

    Bad:

        ==> CLAUDE.md
        @"docs/firing notes.md"

        ==> docs/firing notes.md
        # Firing

    Bad:

        ==> CLAUDE.md
        - "@docs/firing.md"

        ==> docs/firing.md
        # Firing

    Good:

        ==> CLAUDE.md
        @docs/firing\\ notes.md

        Where somebody writes "@docs/firing.md" to @"Dana", that is talk.

        ==> docs/firing notes.md
        # Firing

        ==> docs/firing.md
        # Firing
    """
    for found in mentions(document, project, _inner):
        path = found[1]
        meant = file_beside(document.path, path, project)
        likely = is_prose(path) and not is_placeholder(path) and ":" not in path
        if (meant or likely) and not (meant and loads_anyway(meant, project)):
            loads = f'; {meant} exists and loads as "{written(meant, document.path)}"' if meant else ""
            message = f"a path in quotation marks is never imported: the agent sees plain text here{loads}"
            yield Finding(Span(*found.span()), message)
    for found in mentions(document, project, _outer):
        meant = file_beside(document.path, found[1], project)
        if meant and _is_alone(document, found) and not loads_anyway(meant, project):
            message = f"an @ behind a quotation mark is no import: the agent sees plain text here; {meant} exists and "
            yield Finding(Span(*found.span()), f'{message}loads as "{written(meant, document.path)}"')


@cache
def _inner() -> re.Pattern[str]:
    return compile_once(rf"(?<![\w\\])@[{MARKS}]([^{MARKS}@\n]{{1,300}})[{MARKS}]")


@cache
def _outer() -> re.Pattern[str]:
    return compile_once(rf"(?<!\w)[{MARKS}]@([^{MARKS}@\n]{{1,300}})[{MARKS}]")


def _is_alone(document: Document, found: re.Match[str]) -> bool:
    """Say whether nothing but a list's marker, emphasis and punctuation is in the line."""
    start = document.text.rfind("\n", 0, found.start()) + 1
    end = document.text.find("\n", found.end())
    behind = document.text[found.end() : end if end >= 0 else None]
    return not document.text[start : found.start()].strip(" \t>-*+_0123456789.)") and not behind.strip(" \t\r*_.,;:")
