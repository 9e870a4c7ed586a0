"""The YAML header at the top of a memory file, as the loader finds and reads it (SPEC 1.6.3)."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypeAlias

from memlint.source.header_tolerant import tolerant
from memlint.source.header_yaml import Field, InvalidError, Problem, rescue, strict
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

Status: TypeAlias = Literal["valid", "rescued", "invalid"]


class Frontmatter(NamedTuple):
    """A header. ``span`` runs through the closing fence's line, ``content`` is the YAML between.

    ``status``: "valid" YAML; "rescued" by the loader's second try; "invalid", so that the loader takes
    the header as empty while ``fields`` hold what a tolerant reader makes of it. ``problem`` is strict
    YAML's complaint. ``fence_alone`` is False when the closing ``---`` stands inside a line.
    """

    span: Span
    content: Span
    fields: tuple[Field, ...]
    status: Status
    problem: Problem | None
    fence_alone: bool

    def get(self, *path: str) -> Field | None:
        """Return the last field at ``path`` ("metadata", "type"), as YAML readers let the last one win."""
        for field in reversed(self.fields):
            if field.path == path:
                return field
        return None


@cache
def _opening() -> re.Pattern[str]:
    return compile_once(r"---[^\S\n]*\n")


@cache
def _closing_rest() -> re.Pattern[str]:
    return compile_once(r"[^\S\n]*(?:\n|$)")


def find(text: str) -> Frontmatter | None:
    """Return the header of ``text``, or None: no ``---`` line at the very start, or none that closes it."""
    if not text.startswith("---"):
        return None
    opening = _opening().match(text)
    if opening is None:
        return None
    start = opening.end()
    close = text.find("---", start)
    if close < 0:
        return None
    rest = _closing_rest().match(text, close + 3)
    alone = rest is not None and (close == 0 or text[close - 1] == "\n")
    end = rest.end() if rest is not None else close + 3
    fields, status, problem = _fields(text[start:close], start)
    return Frontmatter(Span(0, end), Span(start, close), fields, status, problem, alone)


def _fields(content: str, base: int) -> tuple[tuple[Field, ...], Status, Problem | None]:
    if not content.strip():
        return (), "valid", None
    try:
        return strict(content, base), "valid", None
    except InvalidError as error:
        problem = error.problem
    try:
        return rescue(content, base), "rescued", problem
    except InvalidError:
        return tolerant(content, base), "invalid", problem
