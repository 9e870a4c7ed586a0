"""Memories that say they no longer hold, and sentences that speak of such ones."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from memlint import Document, Span, Topic, compile_once

_REACH = 300  # characters around a link in which its sentence is looked for


@cache
def _sentence_end() -> re.Pattern[str]:
    return compile_once(r"[.!?;]\s|[。！？；]")


@cache
def _over() -> re.Pattern[str]:
    words = (
        r"supersed|refut|obsolet|deprecat|retract|invalidat|disprov|withdrawn|outdated|no longer|replac|archiv|histor"
    )
    old = r"\b(?:old|older|former|formerly|earlier|previous|previously|was|were|wrong|instead of|used to)\b|~~"
    return compile_once(rf"{words}|{old}|取代|废弃|廃止|過時|过时|旧", re.IGNORECASE)


@cache
def _word() -> re.Pattern[str]:
    return compile_once(r"superseded|refuted|obsolete|deprecated|retracted|invalidated", re.IGNORECASE)


@cache
def _status() -> re.Pattern[str]:
    return compile_once(r"(?:superseded|refuted|obsolete|deprecated|retracted|invalidated)\b", re.IGNORECASE)


@cache
def _prefix() -> re.Pattern[str]:
    return compile_once(
        r"(?i:[\[(*_~ ]*(?:superseded(?: by\b|[\])*:])|refuted(?: by\b|[\])*:])|(?:obsolete|deprecated|retracted)[\])*:]))"
        r"|[\[(*_~ ]*(?:SUPERSEDED|REFUTED|OBSOLETE|DEPRECATED|RETRACTED)\b"
    )


@cache
def _past_section() -> re.Pattern[str]:
    return compile_once(r"supersed|refut|obsolet|deprecat|retract|outdated|archiv|histor|no longer", re.IGNORECASE)


def verdict(topic: Topic) -> Span | None:
    """Return where a note says that it does not hold any more."""
    heading = next(iter(topic.document.headings), None)
    if heading and heading.level == 1 and _prefix().match(heading.text):
        return heading.span
    header = topic.document.frontmatter
    if header is None or not _word().search(topic.document.text, *header.content):
        return None
    for name in ("superseded_by", "superseded-by"):
        field = topic.field(name)
        if field and field.kind in ("string", "list") and field.text.strip().lower() not in ("none", "no", "-"):
            return field.span
    for name, pattern in (("status", _status()), ("name", _prefix()), ("description", _prefix())):
        field = topic.field(name)
        if field and pattern.match(field.text.strip()):
            return field.span
    return None


def speaks_of_the_past(document: Document, offset: int) -> bool:
    """Say whether the sentence at ``offset``, what leads to its list, or a heading above it speaks of the past."""
    text, content = document.text, document.block_at(offset).content
    start, end = max(content.start, offset - _REACH), min(content.end, offset + _REACH)
    start = max((mark.end() for mark in _sentence_end().finditer(text, start, offset)), default=start)
    stop = _sentence_end().search(text, offset, end)
    if _over().search(text, start, stop.start() if stop else end):
        return True
    at = bisect_right(document.items, offset, key=lambda item: item.span.start) - 1
    lead_in = document.items[at].lead_in if at >= 0 and offset < document.items[at].span.end else None
    return bool(lead_in and _over().search(text, *lead_in)) or _is_in_past_section(document, offset)


def _is_in_past_section(document: Document, offset: int) -> bool:
    level = 7
    at = bisect_right(document.headings, offset, key=lambda heading: heading.span.start)
    for heading in reversed(document.headings[:at]):
        if heading.level < level:
            level = heading.level
            if _past_section().search(heading.text):
                return True
        if level == 1:
            break
    return False
