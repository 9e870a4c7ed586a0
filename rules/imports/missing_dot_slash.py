"""imports/missing-dot-slash."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Edit, Finding, Findings, Fix, Project, Span, compile_once, rule

from ._plain import loads_anyway, mentions
from ._tokens import file_beside, stripped


@rule("warning", needs=("@",))
def missing_dot_slash(document: Document, project: Project) -> Findings:
    """An `@path` that begins with a letter beyond ASCII.

    An import begins with `./`, `../`, `~/`, `/`, or with an ASCII letter, a digit, a dot, a hyphen or an underscore.
    Before any other letter the `@` is plain text: the agent loads nothing, and says so in no place. Reported where a
    file of that name exists and nothing else loads it; handles and mentions are let pass.

    What to do: write `@./` before the name, which the unsafe fix does.

    Bad:

        ==> CLAUDE.md
        Read @釉薬.md first.

        ==> 釉薬.md
        # Glazes

    Good:

        ==> CLAUDE.md
        Read @./釉薬.md first, and ask @窯元.

        ==> 釉薬.md
        # Glazes
    """
    seen: set[str] = set()
    for found in mentions(document, project, _beyond_ascii):
        path = next((path for path in (found[1], stripped(found[1])) if file_beside(document.path, path, project)), "")
        meant = file_beside(document.path, path, project) if path else ""
        if not meant or path in seen or loads_anyway(meant, project):
            continue
        seen.add(path)
        start = found.start() + 1
        message = (
            f'"{path[0]}" begins no import: the agent sees plain text here; {meant} exists and loads as "@./{path}"'
        )
        fix = Fix(f"write @./{path}", (Edit(Span(start, start), "./"),), "unsafe") if path == found[1] else None
        yield Finding(Span(start - 1, start + len(path)), message, fix=fix)


@cache
def _beyond_ascii() -> re.Pattern[str]:
    """A word with a dot or a folder in it, as a person or a team has none."""
    return compile_once(r"(?<!\S)@(?=[^\s./]{0,300}[./])([^\W\x00-\x7f][^\s\\#@]{0,300})")
