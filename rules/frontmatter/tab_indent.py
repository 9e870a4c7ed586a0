"""frontmatter/tab-indent."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Edit, Finding, Findings, Fix, Project, Span, compile_once, rule


@rule("error", needs=("\t",))
def tab_indent(document: Document, project: Project) -> Findings:
    """A line of the header is indented with a tab.

    YAML forbids tabs there, so the whole header is lost: a topic file has no name and description for recall, and a
    rule file with `paths` loads in every session. The agent's second try does not help, and nobody is told.

    What to do: indent with blanks. The fix does, two for each tab; in a rule file, which then loads at other times, it
    is unsafe.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
        \\x09type: project
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    header, file = document.frontmatter, project.file(document.path)
    if header is None or header.problem is None or file is None:
        return
    if header.problem.cause != "tab" or header.status != "invalid":
        return
    offset = header.problem.offset
    line = document.text.rfind("\n", 0, offset) + 1
    at = max(line, document.text.find("\t", line, offset + 1))
    span, what = Span(at, at + 1), "a tab indents this line, which YAML forbids"
    fix = _fix(document)
    fix = fix and fix._replace(safety="unsafe")  # of a rule file, it changes when the rule loads
    if file.kind == "topic":
        yield Finding(
            span,
            f"{what}: the agent takes the header as empty, so recall has no name or description",
            fix=_fix(document),
        )
    elif file.kind == "rule_file" and header.get("paths") is not None:
        yield Finding(span, f"{what}: its paths are lost, so this rule loads in every session", fix=fix)
    elif file.kind == "rule_file":
        yield Finding(span, f"{what}: the agent takes the header as empty", severity="warning", fix=fix)


@cache
def _indent() -> re.Pattern[str]:
    return compile_once(r"^[ \t]+", re.MULTILINE)


@cache
def _block_of_text() -> re.Pattern[str]:
    return compile_once(r"[:-][ \t]+[|>]")


def _fix(document: Document) -> Fix | None:
    """Write two blanks for each tab, where tabs alone indent and nothing is a text of more lines."""
    header = document.frontmatter
    if header is None or _block_of_text().search(document.text, *header.content):
        return None
    found = list(_indent().finditer(document.text, *header.content))
    if any(" " in each[0] for each in found):
        return None
    return Fix("indent with blanks", tuple(Edit(Span(*each.span()), "  " * len(each[0])) for each in found))
