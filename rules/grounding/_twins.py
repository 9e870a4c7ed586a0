"""CLAUDE.md and AGENTS.md of one folder that were one text once: what each of them says alone."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from memlint import Document, NamedTuple, Project, Span, compile_once

from ..loading._agents import Claude, agents_files, hidden_files

_PAIR = ("CLAUDE.md", "AGENTS.md")
_SHARED = 0.6  # of the lines of both (case 79)
_AT_LEAST = 5  # lines that both have
_TOP = 8  # lines from the top in which a file presents itself to its reader


class Line(NamedTuple):
    """A line with text: ``key`` without blanks at the ends and without the names of agents."""

    key: str
    span: Span
    number: int


class Twins(NamedTuple):
    """Two files, how many of their lines both have and how many are in one alone, and where these stand."""

    first: Document
    second: Document
    shared: int
    alone: tuple[int, int]
    hunks: tuple[tuple[Document, Span], ...]


@cache
def _purpose() -> re.Pattern[str]:
    return compile_once(
        r"(?i)\bdiverg\w*|\b(?:differ\w*|separate)\b[^\n]{0,40}\b(?:on purpose|by design|intentional|deliberate)"
        r"|\b(?:on purpose|by design|intentional\w*|deliberate\w*)\b[^\n]{0,40}\b(?:differ|separate)"
    )


@cache
def _agent() -> re.Pattern[str]:
    return compile_once(
        r"(?i)\b(?:claude(?:[ -]code)?|codex(?: cli)?|agents|cursor|gemini|copilot)(?:\.md)?\b(?:\s*\([\w./]+\))?"
    )


def drifted(project: Project) -> Iterator[Twins]:
    """Yield the pairs that share most lines and differ, where no other rule tells that one of them is not read."""
    hidden: frozenset[str] | None = None
    for path, document in project.documents.items():
        folder, name = posixpath.split(path)
        other = project.documents.get(posixpath.join(folder, _PAIR[1]))
        if name != _PAIR[0] or other is None or _joined(project, document, other):
            continue
        twins = _compared(document, other)
        if twins is None:
            continue
        if hidden is None:
            files = hidden_files(project, agents_files(project), Claude(project))
            hidden = frozenset(file.path for file in files)
        if other.path not in hidden:
            yield twins


def _joined(project: Project, one: Document, two: Document) -> bool:
    """Say whether one imports the other, or one of them says that they differ on purpose."""
    pairs = ((one, two), (two, one))
    if any(edge.target == other.path for document, other in pairs for edge in project.imports(document.path)):
        return True
    return bool(_purpose().search(one.text) or _purpose().search(two.text))


def _compared(one: Document, two: Document) -> Twins | None:
    lines, others = _lines(one), _lines(two)
    counts = Counter(line.key for line in lines), Counter(line.key for line in others)
    shared = (counts[0] & counts[1]).total()
    if shared < _AT_LEAST or 2 * shared < _SHARED * (len(lines) + len(others)):
        return None
    hunks = (*_hunks(one, lines, counts[1]), *_hunks(two, others, counts[0]))
    if not hunks:
        return None
    return Twins(one, two, shared, (len(lines) - shared, len(others) - shared), hunks)


def _hunks(document: Document, lines: list[Line], others: Counter[str]) -> Iterator[tuple[Document, Span]]:
    """Yield the runs of lines that the other file does not have, or has less often: then the last ones of a kind.

    A run ends at a line that both have. Aligning the two as a diff does would take the square of their lines.
    """
    left = others.copy()
    run: list[Span] = []
    for line in lines:
        left[line.key] -= 1
        if left[line.key] < 0 and not _presents(document, line):
            run.append(line.span)
        elif run:
            yield document, Span(run[0].start, run[-1].end)
            run = []
    if run:
        yield document, Span(run[0].start, run[-1].end)


def _presents(document: Document, line: Line) -> bool:
    """Say whether a line at the top of a file only tells which agent it is for."""
    return line.number <= _TOP and bool(_agent().search(document.text, *line.span))


def _lines(document: Document) -> list[Line]:
    found, at = [], 0
    for number, text in enumerate(document.text.split("\n"), 1):
        key = " ".join(_agent().sub("agent", text).split())
        start = at + len(text) - len(text.lstrip())
        at += len(text) + 1
        if key and not document.in_generated(start) and not document.in_comment(start):
            found.append(Line(key, Span(start, start + len(text.strip())), number))
    return found
