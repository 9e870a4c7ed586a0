"""frontmatter/type-at-top."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Edit, Field, Finding, Findings, Fix, Span, Topic, compile_once, rule


@rule("info", default=False)
def type_at_top(topic: Topic) -> Findings:
    """A header whose type stands at the top and not under `metadata`.

    Both places are read. What the agent writes itself has it under `metadata`; older memories and those of other tools
    have it at the top. A directory with both is harder to search and to check, so those who want one form turn this
    on.

    What to do: write `type` under `metadata`, which the unsafe fix does.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        type: project
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
    document = topic.document
    header = document.frontmatter
    field = header.get("type") if header else None
    if header is None or field is None or not field.text.strip() or header.get("metadata", "type") is not None:
        return
    message = f'the type "{field.text.strip()}" stands at the top, where the agent itself writes it under metadata'
    fix = _fix(document, field) if header.status == "valid" and header.fence_alone else None
    yield Finding(field.key_span, message, fix=fix)


@cache
def _whole_line() -> re.Pattern[str]:
    return compile_once(r"type:[ \t]+\w+[ \t]*(\r?\n)")


def _fix(document: Document, field: Field) -> Fix | None:
    """Write the line below ``metadata:``, one that is there or a new one; a value of more than a word stays."""
    text, header, start = document.text, document.frontmatter, field.key_span.start
    line = _whole_line().match(text, start)
    if header is None or line is None or (start and text[start - 1] != "\n"):
        return None
    others = [each for each in header.fields if each.path[0] == "metadata"]
    if not others:
        return Fix("write it under metadata", (Edit(Span(start, start), f"metadata:{line[1]}  "),), "unsafe")
    nested = next((each for each in others if len(each.path) == 2), None)
    if nested is None:
        return None
    at = text.rfind("\n", 0, nested.key_span.start) + 1
    indent = text[at : nested.key_span.start]
    if not indent or indent.strip(" "):
        return None  # {flow: style}
    moved = Edit(Span(at, at), f"{indent}{text[start : line.end()]}")
    return Fix("write it under metadata", (Edit(Span(start, line.end()), ""), moved), "unsafe")
