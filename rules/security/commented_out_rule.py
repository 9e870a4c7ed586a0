"""security/commented-out-rule."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Finding, Findings, Project, compile_once, rule

_REMOVED = ("instructions", "rule_file", "index", "imported")


@rule("info", default=False, needs=("<!--",))
def commented_out_rule(document: Document, project: Project) -> Findings:
    """A list of instructions stands in an HTML comment, which the loader takes out.

    An instruction that was put into a comment while somebody edited the file looks as if it were there, and no session
    gets it. The rule guesses: it looks for list items in a comment of their own that begin as instructions do, and lets
    pass notes for maintainers, templates to fill in, and marks of tools. It is off unless it is selected.

    What to do: take the comment marks off where the instructions shall hold; where they shall not, the history of the
    file keeps them.

    Bad:

        ==> CLAUDE.md
        # Kiln

        <!--
        - Run make check before each commit.
        - Never fire above cone 10.
        -->

    Good:

        ==> CLAUDE.md
        # Kiln

        <!-- TODO: list the cones
        - use the table of 2024
        -->
        - Run make check before each commit.
    """
    file = project.file(document.path)
    if file is None or file.kind not in _REMOVED:
        return
    for comment in document.comments:
        body = document.text[comment.span.start + 4 : comment.span.end - 3]
        if not comment.block or document.in_generated(comment.span.start) or _for_people().search(body):
            continue
        found = _item().findall(body)
        if found:
            number = f"{len(found)} instructions stand" if len(found) > 1 else "an instruction stands"
            yield Finding(comment.span, f"{number} in this comment; the loader takes it out, so no session gets them")


@cache
def _item() -> re.Pattern[str]:
    """A list item that begins as an instruction does."""
    return compile_once(
        r"(?im)^[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t]+(?:\*\*|__)?(?:always|never|do not|don['’]t|must|please|make sure|ensure|prefer"
        r"|avoid|run|use|write|keep|check|commit|follow|read|test|put|ask|format|verify|build|create|call|import|log|wrap|return"
        r"|validate|before|after|when|不要|始终|必须|禁止|使用|必ず|絶対に|반드시|항상)(?![a-z])[^\n]{4,}"
    )


@cache
def _for_people() -> re.Pattern[str]:
    """Words of notes for maintainers, of templates and of tools."""
    return compile_once(
        r"(?i)\b(?:todo|fixme|note|notes|example|examples|e\.g|template|placeholder|instructions? for|maintainers?|authors?|editors?"
        r"|contributors?|copyright|licen[cs]e|generated|begin|end|start|fill in|replace|insert|describe|add your|your project|optional"
        r"|lint|prettier|this (?:file|section|comment|template)|delete|remove|old|deprecated|draft|memlint|human|humans|how to|guidance|hint|tip"
        r"|sync impact|version change|changelog)\b|[\[<{][A-Z_ ]{4,}[\]>}]"
    )
