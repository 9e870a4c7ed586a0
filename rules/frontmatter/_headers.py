"""What the header checks of topic files share."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Field, Project, Span, Topic, compile_once

TOOL_WRITTEN = frozenset(("metadata", "node_type", "originSessionId", "modified"))
_MOST_LINES = 60  # of a header that is only text; the product looks at 30


def filled(topic: Topic, name: str) -> Field | None:
    """Return the header's ``name`` that says something, at the top or under ``metadata``: both homes are right."""
    header = topic.document.frontmatter
    if header is None:
        return None
    for field in (header.get(name), header.get("metadata", name)):
        if field is not None and field.kind != "null" and (field.text.strip() or field.kind in ("list", "mapping")):
            return field
    return None


def text_of(topic: Topic, name: str) -> str:
    """Return what the header's ``name`` says, "" for nothing."""
    field = filled(topic, name)
    return field.text.strip() if field else ""


def place(topic: Topic, name: str = "") -> Span:
    """Return where to complain: the key ``name`` when it is there but blank, else the opening fence."""
    header = topic.document.frontmatter
    field = topic.field(name) if name else None
    if field is not None:
        return field.key_span
    return Span(0, 3) if header is not None else Span(0, 0)


def folded(name: str) -> str:
    """Return ``name`` as wiki links compare it."""
    return name.strip().removesuffix(".md").replace("_", "-").replace(" ", "-").lower()


def wiped(topic: Topic) -> bool:
    """Say whether only keys that a tool writes are left in the header (case 60)."""
    header = topic.document.frontmatter
    return header is not None and bool(header.fields) and all(field.path[-1] in TOOL_WRITTEN for field in header.fields)


def links_hint(topic: Topic, project: Project) -> str:
    """Say how many wiki links can only go by the file's name now that its header has none (case 44)."""
    stem = topic.stem
    count = project.memories.wanted.get(folded(stem), 0)
    return f"; {count} wiki link{'s' if count > 1 else ''} to {stem} can only go by the file's name" if count else ""


@cache
def _blanks() -> re.Pattern[str]:
    return compile_once(r"(?:\s++|<!--(?:(?!-->)[\s\S])*+-->)*+")


@cache
def _fence() -> re.Pattern[str]:
    return compile_once(r" {0,3}---[ \t\r]*\n")


@cache
def _shaped() -> re.Pattern[str]:
    return compile_once(r"(?:[A-Za-z_][\w-]*:(?:[ \t].*)?|[ \t]+\S.*|-[ \t].*|#.*)?[ \t\r]*")


@cache
def _known() -> re.Pattern[str]:
    return compile_once(r" {0,3}(?:name|description|type|metadata|originSessionId):(?:[ \t\r]|$)")


def header_at(text: str, start: int) -> tuple[Span, bool] | None:
    """Return the lines at ``start`` that look like a memory's header, and whether a fence closes them."""
    opening = _fence().match(text, start)
    if opening is None:
        return None
    at, last, known = opening.end(), opening.end(), False
    for _ in range(_MOST_LINES):
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)]
        if line.strip(" \t\r") == "---":
            return (Span(start, at + len(line)), True) if known else None
        if not _shaped().fullmatch(line):
            break
        known = known or bool(_known().match(line))
        if line.strip():
            last = at + len(line)
        if end < 0:
            break
        at = end + 1
    return (Span(start, last), False) if known else None


def late(document: Document) -> Span | None:
    """Return the header behind blank lines, blanks or comments, where the loader sees none (SPEC 1.6.3)."""
    if document.frontmatter is not None:
        return None
    text = document.text
    at = _blanks().match(text, 0).end()  # type: ignore[union-attr]  # it matches nothing too
    line = text.rfind("\n", 0, at) + 1
    found = header_at(text, line if not text[line:at].strip(" ") else at)
    return found[0] if found and found[1] else None


def unclosed_header(document: Document) -> Span | None:
    """Return the header at the top that no fence closes."""
    if document.frontmatter is not None:
        return None
    found = header_at(document.text, 0)
    return found[0] if found and not found[1] and document.text.startswith("---") else None
