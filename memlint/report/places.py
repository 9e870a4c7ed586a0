"""Offsets into lines and columns, made once, here; and the piece of a line that a report shows."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from memlint.report.visible import secrets, visible, width
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

    def excerpt(self, span: Span) -> Excerpt:
        """Return the line that ``span`` starts on, cut around it, with nothing invisible and no whole secret.

        Secrets are found before anything is cut, since half of one is not recognised; a caret that would point into
        one covers all that is left of it.
        """
        line = self._line(span.start)
        hidden = [Span(max(start, line.start), min(end, line.end)) for start, end in self._secrets]
        marked = _snapped(min(span.start, line.end), min(max(span.end, span.start + 1), line.end), hidden)
        low, high = line
        if high - low > _CONTEXT:
            low = max(low, marked.start - _CONTEXT // 3)
            high = min(high, max(low + _CONTEXT, min(marked.end, marked.start + _CONTEXT)))
            low, high = _snapped(low, high, hidden)
        before = self._shown(low, marked.start, hidden)
        under = self._shown(marked.start, min(marked.end, high), hidden)
        after = self._shown(min(marked.end, high), high, hidden)
        cut = "…" if low > line.start else ""
        text = cut + before + under + after + ("…" if high < line.end else "")
        return Excerpt(text, len(cut) + width(before), max(1, width(under)))

    @cached_property
    def _secrets(self) -> tuple[Span, ...]:
        return secrets(self.text)

    def _line(self, offset: int) -> Span:
        """Return where the line of ``offset`` starts and ends, without its newline."""
        number = bisect_right(self._starts, offset)
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] == "\r":
            end -= 1
        return Span(start, end)

    def _shown(self, start: int, end: int, hidden: list[Span]) -> str:
        parts: list[str] = []
        for span in hidden:
            if start <= span.start < span.end <= end:
                parts += (visible(self.text[start : span.start]), "…")
                start = span.end
        return "".join((*parts, visible(self.text[start:end])))


def _snapped(start: int, end: int, hidden: list[Span]) -> Span:
    """Return the span widened so that it begins and ends in none of ``hidden``."""
    for span in hidden:
        if span.start < start < span.end:
            start = span.start
        if span.start < end < span.end:
            end = span.end
    return Span(start, end)


class Atlas:
    """The places of every file that a report talks about, each made once."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts
        self._made: dict[str, Places] = {}

    def __getitem__(self, path: str) -> Places:
        if path not in self._made:
            self._made[path] = Places(self._texts.get(path, ""))
        return self._made[path]
