"""Paths in temporary folders, and the sentences that say something stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Span, compile_once, is_placeholder

_WORDS = (
    "tmp/",
    "/folders/",
    "scratchpad/",
    "TEMP%",
    "TMP%",
    "Temp%",
    "temp%",
    "\\Temp\\",
)  # one is in every such path
_BEFORE, _AFTER = 200, 120  # characters around a path in which its sentence is looked for


@cache
def _path() -> re.Pattern[str]:
    roots = (
        r"(?:/private)?/tmp/|(?:/private)?/var/folders/|%TE?MP%[\\/]|[A-Za-z]:\\Users\\[\w.-]+\\AppData\\Local\\Temp\\"
    )
    session = r"[~/][\w./~-]{0,200}/[0-9a-f]{8}-[0-9a-f-]{27}/scratchpad/"
    return compile_once(rf"(?<![\w./\\~:$}}>-])(?:{roots}|{session})[^\s`'\"()\[\],;:|*]*", re.IGNORECASE)


@cache
def _of_a_session() -> re.Pattern[str]:
    """Names that somebody made up for one run: another session, or the next start, has others."""
    return compile_once(
        r"/var/folders/\w\w/|/claude-\d+/|/scratchpad/|[\\/](?:agent|session|task|run|job|worker)[-_]?(?=[a-z]*\d)[\da-z]{3,}\b"
        r"|[\\/]tmp[._-]?(?=[a-z_]*[\dA-Z])[\w]{6,}|[0-9a-f]{8}-[0-9a-f]{4}-",
        re.ASCII,
    )


@cache
def _work() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:briefs?|plans?|specs?|reports?|notes?|drafts?|hand-?offs?|transcripts?|checklists?|summary|findings"
        r"|research|worktrees?|backups?|patch(?:es)?)\b|\.(?:md|txt|patch|diff|html|pdf|docx)$",
        re.IGNORECASE,
    )


@cache
def _stands() -> re.Pattern[str]:
    """What a sentence says before a path in which something stands."""
    verb = r"is|are|lives?|lies?|sits?|kept|saved|stored|located|found|available|stashed|parked"
    return compile_once(
        rf"(?:\b(?:{verb})\s(?:[\w-]+\s){{0,2}}?(?:in|at|under|inside|below)|\bsee(?: also)?|\bread)\s+[`*<]*$"
        r"|^\W*\w[\w '/-]{0,40}:\s+[`*<]*$",  # a label
        re.IGNORECASE,
    )


@cache
def _points() -> re.Pattern[str]:
    return compile_once(
        r"(?:\b(?:in|at|under|inside|from|see|read|is|are|also|and)\s|(?:[:→—–|(]|->)\s?)\s*[`*<]*$|\]\(<?$",
        re.IGNORECASE,
    )


@cache
def _general() -> re.Pattern[str]:
    """Sentences on what tools do, on what to do in general, and on what is known to be gone."""
    return compile_once(
        r"\b(?:writes?|writing|creates?|creating|put|puts|logs?|logged|never|not|avoid|always|should|may|if|when|whenever"
        r"|(?:each|every|per) (?:run|session|time|build|test|start|job|command)|e\.g\.|example|such as|temporary|temporarily"
        r"|throwaway|default|containers?|docker|pods?|mounts?|mounted|gone|deleted|erased|removed|lost|cleaned|wiped|cleared"
        r"|was|were|used to|ci|tests?|sockets?|pid|locks?|cached?|copied|moved)\b|n['’]t\b",
        re.IGNORECASE,
    )


@cache
def _sentence_end() -> re.Pattern[str]:
    return compile_once(r"[.!?;](?=\s|$)|[。！？；|]|\n(?=[^\S\n]*+\n)")


def paths(document: Document) -> Iterator[Span]:
    """Yield the paths of files and folders below a temporary folder; samples and the folder itself are none."""
    if not any(word in document.text for word in _WORDS):
        return
    for found in _path().finditer(document.text):
        path = found[0].rstrip(".!?…\\>")
        below = re.split(r"[\\/]", path)[-1] or path.count("/") > 2
        if below and not is_placeholder(found[0].replace("%", "")):
            yield Span(found.start(), found.start() + len(path))


def stands_there(document: Document, span: Span) -> bool:
    """Say whether a sentence points to the path at ``span``: to one of a session at all, to others for their content."""
    text, (start, end) = document.text, span
    path, block = text[start:end], document.block_at(start).content
    before = text[max(block.start, start - _BEFORE) : start]
    before = before[max((mark.end() for mark in _sentence_end().finditer(before)), default=0) :]
    after = text[end : min(block.end, end + _AFTER)]
    stop = _sentence_end().search(after)
    after = after[: stop.start()] if stop else after
    if _general().search(before) or _general().search(after):
        return False
    if _of_a_session().search(path):
        return bool(_points().search(before)) or not before.strip("-*+|`# \t")
    if before.endswith("]("):
        return "." in path
    return bool(_stands().search(before) and (_work().search(path) or _work().search(before)))
