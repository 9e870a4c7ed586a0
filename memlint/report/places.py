"""Offsets into lines and columns, made once, here; and the piece of a line that a report shows."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from memlint.report.visible import masked, visible, width
from memlint.source.spans import Span

_CONTEXT = 100  # columns of source shown around a span


class Position(NamedTuple):
    """A line and a column, both from 1; columns count characters."""

    line: int
    column: int


class Excerpt(NamedTuple):
    """A line as it is shown: safe text, and the columns (from 0) where the caret starts and how long it is."""

    text: str
    start: int
    length: int


class Places:
    """Positions in one text. An unread file has no text: everything is at 1:1."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def at(self, offset: int) -> Position:
        """Return the position of the character at ``offset``."""
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Return line ``number`` (from 1) without its newline."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def excerpt(self, span: Span) -> Excerpt:
        """Return the line that ``span`` starts on, cut around it, with nothing invisible and no whole secret."""
        number, column = self.at(span.start)
        line = self.line(number)
        first = min(column - 1, len(line))
        last = min(len(line), first + max(1, span.end - span.start))
        low = max(0, first - _CONTEXT // 3) if len(line) > _CONTEXT else 0
        high = min(len(line), max(low + _CONTEXT, min(last, first + _CONTEXT)))
        before, marked, after = (visible(line[a:b]) for a, b in ((low, first), (first, min(last, high)), (last, high)))
        if masked(before + marked + after) != before + marked + after:
            shown = masked(before + marked + after)
            start = min(width(before), max(0, width(shown) - 1))
            return Excerpt(("…" if low else "") + shown, start + bool(low), 1)
        shown = ("…" if low else "") + before + marked + after + ("…" if high < len(line) else "")
        return Excerpt(shown, width(before) + bool(low), max(1, width(marked)))


class Atlas:
    """The places of every file that a report talks about, each made once."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts
        self._made: dict[str, Places] = {}

    def __getitem__(self, path: str) -> Places:
        if path not in self._made:
            self._made[path] = Places(self._texts.get(path, ""))
        return self._made[path]
