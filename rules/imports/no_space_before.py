"""imports/no-space-before."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Edit, Finding, Findings, Fix, Project, Span, compile_once, is_placeholder, rule

from ._plain import MARKS, loads_anyway, mentions
from ._tokens import file_beside, is_prose, written

# Signs of a sentence before a path; a letter before "@" makes an address or a version of a package of it.
_SIGNS = "([{:,;|-*+"
_BRACKETS = "（［｛【〔《〈"
_STOPS = "，。、；：！？）］｝】〕》〉"  # of a sentence, behind a path


@rule("warning", needs=("@",))
def no_space_before(document: Document, project: Project) -> Findings:
    """An `@path` that touches the character before it.

    An `@` begins an import at the start of a line and behind a blank only. In a script that is written without blanks,
    or behind a full-width colon, it touches a letter or a sign: the agent sees plain text and loads nothing. Behind a
    bracket or another sign it is often a mere mention; that is an info, where the file exists and nothing else imports
    it. Addresses (`ops@kiln.dev`) and versions (`kiln@1.2`) are let pass.

    What to do: set a blank before the `@`. Where the file exists, the unsafe fix does, but for mere mentions.

    Bad:

        ==> CLAUDE.md
        开始前请阅读@docs/firing.md

        ==> docs/firing.md
        # Firing

    Bad:

        ==> CLAUDE.md
        Know the cones (@docs/firing.md).

        ==> docs/firing.md
        # Firing

    Good:

        ==> CLAUDE.md
        开始前请阅读 @docs/firing.md
        Know the cones (@docs/firing.md), write to ops@kiln.md, use kiln@1.2.

        ==> docs/firing.md
        # Firing
    """
    seen: set[str] = set()
    for found in mentions(document, project, _touching):
        sign = document.text[found.start() - 1]
        if sign in "-*+" and document.text[: found.start() - 1].rpartition("\n")[2].strip():
            continue  # "kiln-@docs", and no list whose blank was forgotten
        mere = sign in _SIGNS or sign in _BRACKETS
        path, meant = _path(document, project, found[1], mere)
        if not path or path in seen or (meant and loads_anyway(meant, project)):
            continue
        seen.add(path)
        shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
        loads = f'; {meant} exists and loads as "{written(meant, document.path)}"' if meant else ""
        message = f'this @ touches "{shown}", so it begins no import: the agent sees plain text here{loads}'
        span = Span(found.start(), found.start() + 1 + len(path))
        fix = None
        if meant and not mere:  # behind a sign it may be a mention
            fix = Fix("set a blank before the @", (Edit(Span(found.start(), found.start()), " "),), "unsafe")
        yield Finding(span, message, severity="info" if mere else None, fix=fix)


@cache
def _touching() -> re.Pattern[str]:
    before = rf"(?<=[{re.escape(_SIGNS)}])|(?<=[^\s\x00-\x7f\ufeff{MARKS}])"
    return compile_once(rf"(?:{before})@([A-Za-z0-9._~/-][^\s@`<>(){{}}\[\]|\\*,;:!?{MARKS}{_STOPS}]{{0,300}})")


@cache
def _ending() -> re.Pattern[str]:
    return compile_once(r"\.[A-Za-z0-9]+(?![A-Za-z0-9/])")


def _path(document: Document, project: Project, word: str, mere: bool) -> tuple[str, str]:
    """Return the path at the start of ``word`` and the file that it names; one that was only mentioned must exist."""
    paths = [word[: found.end()] for found in _ending().finditer(word)]
    for path in reversed(paths):
        meant = file_beside(document.path, path, project)
        if meant:
            return path, meant
    likely = (path for path in paths if not mere and is_prose(path) and not path.startswith("/"))
    path = next(likely, "")
    return ("", "") if is_placeholder(path) else (path, "")
