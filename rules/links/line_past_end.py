"""links/line-past-end."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Project, Span, compile_once, is_placeholder, rule

_AROUND = 200  # characters of the line that are looked at on both sides


@cache
def _reference() -> re.Pattern[str]:
    # from a word's start only, so that it stays linear
    return compile_once(
        r"(?<![\w./~@:%+-])((?:\.{0,2}/)?[\w@+-][\w.@+/-]*\.[A-Za-z]\w{0,4}):(\d{1,7})(?![\w.:]*\.\w)(?!\w)"
    )


@cache
def _hint() -> re.Pattern[str]:
    return compile_once(r"\.[A-Za-z]\w{0,4}:\d")  # in every reference, and quickly looked for


@cache
def _past() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:was|were|had|before|formerly|previously|used to|old|earlier|removed|deleted|moved|renamed|split|as of"
        r"|(?:at|in) commit|revision|upstream|until)\b|@ ?[0-9a-f]{7,40}\b",
        re.IGNORECASE,
    )


@rule("info")
def line_past_end(project: Project) -> Findings:
    """A reference to a line that its file does not have.

    `kiln.py:412` in a file of 90 lines was true once. The agent looks at the place and finds nothing, or takes what
    stands near it for what was meant. Blocks of code are let pass, since they show what a tool printed.

    What to do: name the function or the heading, which stay when lines move.

    Bad:

        ==> memory/MEMORY.md
        - [Firing](firing.md) — where it is in the code

        ==> memory/firing.md
        The curve is read in `kiln.py:412`.

        ==> kiln.py
        def curve(): ...

    Good:

        ==> memory/MEMORY.md
        - [Firing](firing.md) — where it is in the code

        ==> memory/firing.md
        The curve is read in `kiln.py:1`, by `curve`; the kiln listens at kiln.local:8080.

        ==> kiln.py
        def curve(): ...
    """
    lines: dict[str, int] = {}
    known = frozenset(project.listed)
    for document in project.documents.values():
        for span, name, number in _references(document):
            path = _listed(name, document, known, project)
            if path and path not in lines:
                lines[path] = len(project.text(path).splitlines())
            known_short = path and 0 < lines[path] < number  # none: it is empty, or was not read
            if known_short and not document.in_quotes(span.start) and not _speaks_of_the_past(document, span):
                message = f"{path} has {_lines(lines[path])}: line {number} is past its end"
                yield Finding(span, message, document.path)


def _references(document: Document) -> Iterator[tuple[Span, str, int]]:
    if not _hint().search(document.text):
        return
    blocks = iter(block.span for block in document.code_blocks)
    block = next(blocks, None)
    for found in _reference().finditer(document.text):
        while block and block.end <= found.start():
            block = next(blocks, None)
        if block and block.start <= found.start():
            continue
        at = found.start()
        if not (document.in_comment(at) or document.in_generated(at) or is_placeholder(found[1])):
            yield Span(at, found.end()), found[1], int(found[2])


def _listed(name: str, document: Document, known: frozenset[str], project: Project) -> str:
    """Return the file that is meant: from the root, from the document's folder, or the only one that ends so.

    A bare name must be that of one file only.
    """
    if "/" not in name:
        everywhere = {*project.near(name), name} & known
        return everywhere.pop() if len(everywhere) == 1 else ""
    for folder in ("", posixpath.dirname(document.path)):
        path = posixpath.normpath(posixpath.join(folder, name))
        if path in known:
            return path
    ends = [path for path in project.near(name) if path.endswith(f"/{name}")]
    return ends[0] if len(ends) == 1 else ""


def _speaks_of_the_past(document: Document, span: Span) -> bool:
    """Say whether the words around a reference speak of an older state, in which the line was there."""
    around = slice(max(0, span.start - _AROUND), span.end + _AROUND)
    lines = document.text[around].split("\n")
    at = document.text[around.start : span.start].count("\n")
    return bool(_past().search(lines[at]))


def _lines(number: int) -> str:
    return f"{number} line" if number == 1 else f"{number} lines"
