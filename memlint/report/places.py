"""Offsets into lines and columns, made once, here; and the piece of a line that a report shows."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Literal, TypeAlias

from memlint.report.visible import visible, width
from memlint.source.masking import Known, hidden_parts
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

#: What columns count: Unicode characters, as our offsets do, or the code units of an encoding.
Unit: TypeAlias = Literal["characters", "utf-8", "utf-16"]

_CONTEXT = 100  # columns of source shown around a span
_BLOCK = 1024  # characters, whose sizes are summed up once: one line may be the whole file


class Position(NamedTuple):
    """A line and a column, both from 1; columns count the unit that was asked for, by default characters."""

    line: int
    column: int


class Excerpt(NamedTuple):
    """A line as it is shown: safe text, and the columns (from 0) where the caret starts and how long it is."""

    text: str
    start: int
    length: int


class Places:
    """Positions in one text. An unread file has no text: everything is at 1:1.

    ``known`` are the credentials of all texts, which no excerpt shows.
    """

    def __init__(self, text: str, known: Known | None = None) -> None:
        self.text = text
        self._known = known
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def at(self, offset: int, unit: Unit = "characters") -> Position:
        """Return the position of the character at ``offset``, with a column in ``unit``."""
        line = bisect_right(self._starts, offset)
        start = self._starts[line - 1]
        if unit == "characters" or self._is_ascii:
            return Position(line, offset - start + 1)
        offset = min(offset, len(self.text))
        if offset - start <= _BLOCK:
            return Position(line, _units(self.text[start:offset], unit) + 1)
        return Position(line, self._size(offset, unit) - self._size(start, unit) + 1)

    def region(self, span: Span, unit: Unit = "characters") -> tuple[int, int, int, int]:
        """Return the line and the column of the start of ``span``, and those of its end."""
        start, end = span
        if unit != "characters" and not self._is_ascii:
            return *self.at(start, unit), *self.at(end, unit)
        line = bisect_right(self._starts, start)
        first = self._starts[line - 1]
        if line == len(self._starts) or end < self._starts[line]:  # as most spans do, it ends on its line
            return line, start - first + 1, line, end - first + 1
        last = bisect_right(self._starts, end)
        return line, start - first + 1, last, end - self._starts[last - 1] + 1

    def lines(self, span: Span) -> tuple[int, int]:
        """Return the numbers of the first and the last line that ``span`` has characters of."""
        return self.at(span.start).line, self.at(max(span.start, span.end - 1)).line

    def excerpt(self, span: Span) -> Excerpt:
        """Return the line that ``span`` starts on, cut around it, with nothing invisible and no whole secret.

        Secrets are found before anything is cut, since half of one is not recognised; a caret that would point into
        one covers all that is left of it.
        """
        line = self._line(span.start)
        secrets = self._secrets
        hidden = [Span(max(start, line.start), min(end, line.end)) for start, end in secrets] if secrets else []
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
    def _is_ascii(self) -> bool:
        return self.text.isascii()

    def _size(self, offset: int, unit: Unit) -> int:
        """Return how many of ``unit`` the text takes up to ``offset``."""
        if unit not in self._sizes:
            blocks = (self.text[at : at + _BLOCK] for at in range(0, len(self.text), _BLOCK))
            self._sizes[unit] = list(accumulate((_units(block, unit) for block in blocks), initial=0))
        whole = offset // _BLOCK
        return self._sizes[unit][whole] + _units(self.text[whole * _BLOCK : offset], unit)

    @cached_property
    def _sizes(self) -> dict[Unit, list[int]]:
        return {}

    @cached_property
    def _secrets(self) -> tuple[Span, ...]:
        return hidden_parts(self.text, self._known)

    def _line(self, offset: int) -> Span:
        """Return where the line of ``offset`` starts and ends, without its newline."""
        number = bisect_right(self._starts, offset)
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] == "\r":
            end -= 1
        return Span(start, end)

    def _shown(self, start: int, end: int, hidden: list[Span]) -> str:
        if not hidden:
            return visible(self.text[start:end])
        parts: list[str] = []
        for span in hidden:
            if start <= span.start < span.end <= end:
                parts += (visible(self.text[start : span.start]), "…")
                start = span.end
        return "".join((*parts, visible(self.text[start:end])))


def _units(text: str, unit: Unit) -> int:
    if text.isascii():
        return len(text)
    if unit == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(character > "\uffff" for character in text)


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
        self._known = Known(texts.values())
        self._made: dict[str, Places] = {}

    def __getitem__(self, path: str) -> Places:
        if path not in self._made:
            self._made[path] = Places(self._texts.get(path, ""), self._known)
        return self._made[path]
