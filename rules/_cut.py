"""Where the comment begins that cuts an unquoted value of a header short."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Field, Span, compile_once


@cache
def _comment() -> re.Pattern[str]:
    return compile_once(r"[ \t]+(#(?![ \t]*memlint-)[^\r\n]*)")


@cache
def _slug() -> re.Pattern[str]:
    return compile_once(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")


def cutting(document: Document, field: Field | None) -> Span | None:
    """Return the comment behind an unquoted value in a valid header, None for a value that has none."""
    header = document.frontmatter
    if header is None or header.status != "valid" or field is None:
        return None
    if field.quoted or field.kind in ("list", "mapping") or not field.text or document.text[field.span.start] in "|>":
        return None
    found = _comment().match(document.text, field.span.end, header.content.end)
    return Span(*found.span(1)) if found else None


def is_whole(field: Field) -> bool:
    """Say whether nothing is missing from a value that a comment follows: a name that is a slug."""
    return field.path[-1] == "name" and bool(_slug().fullmatch(field.text))
