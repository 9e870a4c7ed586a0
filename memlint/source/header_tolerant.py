"""What a person meant by a header that is no YAML: read line by line."""

from __future__ import annotations

import re
from functools import cache

from memlint.source.header_yaml import MAX_CHARACTERS, Field, Kind, Scalar, scalar_kind
from memlint.source.patterns import compile_once
from memlint.source.spans import Span


@cache
def _tolerant_line() -> re.Pattern[str]:
    return compile_once(r"^([ \t]*)(?:-[ \t]+)?([A-Za-z_][\w.-]*):(?:[ \t]+(\S.*)|[ \t\r]*)$", re.MULTILINE)


@cache
def _tolerant_item() -> re.Pattern[str]:
    return compile_once(r"^[ \t]*-[ \t]+(\S.*)$", re.MULTILINE)


def tolerant(text: str, base: int) -> tuple[Field, ...]:
    """Read what a person meant by a broken header: ``key: value`` lines, one level of nesting, dash lists.

    What lies beyond MAX_CHARACTERS is not looked at.
    """
    text = text[:MAX_CHARACTERS]
    lines = list(_tolerant_line().finditer(text))
    fields: list[Field] = []
    parent: tuple[str, ...] = ()
    for at, found in enumerate(lines):
        indent, key, value = found[1], found[2], (found[3] or "").rstrip(" \t\r")
        stop = lines[at + 1].start() if at + 1 < len(lines) else len(text)
        path = (*parent, key) if indent and parent else (key,)
        if not indent:
            parent = (key,) if not value else ()
        key_span = Span(base + found.start(2), base + found.end(2))
        first = found.start(3) if found[3] is not None else found.end(2) + 1
        items = tuple(
            _tolerant_scalar(m[1].rstrip(" \t\r"), base + m.start(1))
            for m in _tolerant_item().finditer(text, found.end(), stop)
        )
        scalar = _tolerant_scalar(value, base + first)
        kind: Kind = "list" if items and not value else scalar.kind
        if not value and not items and at + 1 < len(lines) and lines[at + 1][1] > indent:
            kind = "mapping"
        fields.append(Field(path, key_span, scalar.text, scalar.span, kind, scalar.quoted, items))
    return tuple(fields)


def _tolerant_scalar(text: str, start: int) -> Scalar:
    span = Span(start, start + len(text))
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" and text[0] not in text[1:-1]:
        return Scalar(text[1:-1], span, "string", True)
    return Scalar(text, span, scalar_kind(text), False)
