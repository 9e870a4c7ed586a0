"""links/temporary-path."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Finding, Findings, Project, Span, is_placeholder, rule

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
    return re.compile(rf"(?<![\w./\\~:$}}>-])(?:{roots}|{session})[^\s`'\"()\[\],;:|*]*", re.IGNORECASE)


@cache
def _of_a_session() -> re.Pattern[str]:
    """Names that somebody made up for one run: another session, or the next start, has others."""
    return re.compile(
        r"/var/folders/\w\w/|/claude-\d+/|/scratchpad/|[\\/](?:agent|session|task|run|job|worker)[-_]?(?=[a-z]*\d)[\da-z]{3,}\b"
        r"|[\\/]tmp[._-]?(?=[a-z_]*[\dA-Z])[\w]{6,}|[0-9a-f]{8}-[0-9a-f]{4}-",
        re.ASCII,
    )


@cache
def _work() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:briefs?|plans?|specs?|reports?|notes?|drafts?|hand-?offs?|transcripts?|checklists?|summary|findings"
        r"|research|worktrees?|backups?|patch(?:es)?)\b|\.(?:md|txt|patch|diff|html|pdf|docx)$",
        re.IGNORECASE,
    )


@cache
def _stands() -> re.Pattern[str]:
    """What a sentence says before a path in which something stands."""
    verb = r"is|are|lives?|lies?|sits?|kept|saved|stored|located|found|available|stashed|parked"
    return re.compile(
        rf"(?:\b(?:{verb})\s(?:[\w-]+\s){{0,2}}?(?:in|at|under|inside|below)|\bsee(?: also)?|\bread)\s+[`*<]*$"
        r"|^\W*\w[\w '/-]{0,40}:\s+[`*<]*$",  # a label
        re.IGNORECASE,
    )


@cache
def _points() -> re.Pattern[str]:
    return re.compile(
        r"(?:\b(?:in|at|under|inside|from|see|read|is|are|also|and)\s|(?:[:→—–|(]|->)\s?)\s*[`*<]*$|\]\(<?$",
        re.IGNORECASE,
    )


@cache
def _general() -> re.Pattern[str]:
    """Sentences on what tools do, on what to do in general, and on what is known to be gone."""
    return re.compile(
        r"\b(?:writes?|writing|creates?|creating|put|puts|logs?|logged|never|not|avoid|always|should|may|if|when|whenever"
        r"|(?:each|every|per) (?:run|session|time|build|test|start|job|command)|e\.g\.|example|such as|temporary|temporarily"
        r"|throwaway|default|containers?|docker|pods?|mounts?|mounted|gone|deleted|erased|removed|lost|cleaned|wiped|cleared"
        r"|was|were|used to|ci|tests?|sockets?|pid|locks?|cached?|copied|moved)\b|n['’]t\b",
        re.IGNORECASE,
    )


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"[.!?;](?=\s|$)|[。！？；|]|\n(?=\s*\n)")


@rule("warning")
def temporary_path(document: Document, project: Project) -> Findings:
    """A memory that points to a file in a temporary folder.

    A memory is read for months, a temporary folder is emptied at the next start, and a session's own folder has
    another name in the next session. The agent looks for what it was told to read, finds nothing and works without it.
    Only paths of one session, and reports, plans and the like that are said to be there, count. Code blocks,
    instructions, and what tools write to such folders are let pass.

    What to do: move what is still needed into the repository or the memory, and name that place.

    Bad:

        ==> memory/MEMORY.md
        - [Briefs](briefs.md) — where they are

        ==> memory/briefs.md
        The briefs are in /tmp/agent-5f2c/briefs.

    Good:

        ==> memory/MEMORY.md
        - [Briefs](briefs.md) — where they are

        ==> memory/briefs.md
        The briefs are in docs/briefs. Write scratch files to /tmp/kiln, the server logs to `/tmp/kiln.log`.
    """
    file = project.file(document.path)
    if file is None or file.kind not in ("topic", "index") or not any(word in document.text for word in _WORDS):
        return
    seen = set()
    for found in _path().finditer(document.text):
        path, start = found[0].rstrip(".!?…\\>"), found.start()
        below = re.split(r"[\\/]", path)[-1] or path.count("/") > 2
        if not below or path in seen or is_placeholder(found[0].replace("%", "")):
            continue
        if _is_said_to_be_there(document, path, start) and not _is_masked(document, start):
            seen.add(path)
            message = f"{path} is for temporary files: a restart empties it, and another session has another one"
            yield Finding(Span(start, start + len(path)), message)


def _is_masked(document: Document, offset: int) -> bool:
    """Say whether a path stands in a block of code, a comment, a quotation, or what a tool owns; code spans count."""
    if document.block_at(offset).kind not in ("paragraph", "heading", "html"):
        return True
    return document.in_comment(offset) or document.in_generated(offset) or document.in_quotes(offset)


def _is_said_to_be_there(document: Document, path: str, start: int) -> bool:
    text, block = document.text, document.block_at(start).content
    end = start + len(path)
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
