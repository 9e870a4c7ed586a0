"""Text and tables on the lines of a page, which may be narrow, colourless and ASCII alone."""

from __future__ import annotations

from collections.abc import Iterator

from memlint.report.paint import Paint
from memlint.report.plan import words
from memlint.report.plan.rows import Row
from memlint.report.visible import shown, width
from memlint.source.records import NamedTuple

_NUMBERS = len(words.HEADS)
_WIDEST = 72  # columns for names; the remark of a longer one moves to the right
_BAR = 10  # characters of a full bar
_ROOMY = 72  # columns of a page from which on remarks stand below their name, not at the left


class Look(NamedTuple):
    """How the text is drawn: in colour, in so many ``columns`` (0: lines are never broken), with ASCII bars alone."""

    colour: bool = False
    columns: int = 0
    ascii: bool = False


class Page:
    """Puts text and tables on lines of a width."""

    def __init__(self, look: Look) -> None:
        self.look, self.paint = look, Paint(look.colour)
        self.bar, self.headed = ("#", ".") if look.ascii else ("█", "░"), False

    def text(self, text: str, style: str = "") -> Iterator[str]:
        """Yield ``text``, broken where it is wider than the page."""
        for number, line in enumerate(self.broken(shown(text), 0, 2)):
            yield self.painted(f"{'  ' if number else ''}{line}", style)

    def table(self, rows: list[Row]) -> Iterator[str]:
        """Yield rows: their numbers, names and remarks in columns; the first table with numbers has heads."""
        left = _NUMBERS + 2 if any(row.numbers for row in rows) else 2
        if left > 2 and not self.headed:
            self.headed = True
            yield self.painted(words.HEADS, "dim")
        names = [shown(row.name) for row in rows]
        column = self.column(rows, [width(name) for name in names], left)
        for name, row in zip(names, rows, strict=True):
            yield from self.row(row, name, left, column)

    def column(self, rows: list[Row], widths: list[int], left: int) -> int:
        """Return how wide the column of names is, 0 for none: where the page is too narrow for one."""
        found = 0
        first = [width(self.gauge(row) or shown(row.remark)) for row in rows]
        for wide, piece in zip(widths, first, strict=True):
            if piece and (not self.look.columns or left + wide + 2 + piece <= self.look.columns):
                found = max(found, min(wide, _WIDEST))
        fits = (
            left + found + 2 + piece <= self.look.columns
            for piece, wide in zip(first, widths, strict=True)
            if piece and wide <= found
        )
        return found if not self.look.columns or all(fits) else 0

    def row(self, row: Row, name: str, left: int, column: int) -> Iterator[str]:
        """Yield a row: its bar and remark in a column beside the name, else right behind it, else below it."""
        head = (f"{row.numbers:>{left - 2}}  {name}" if left > 2 else f"  {name}").rstrip()
        line, wide = self.painted(head, row.style), width(head)
        under = left + len(name) - len(name.lstrip()) + 4 if self.look.columns >= _ROOMY else 4
        below: list[tuple[str, str]] = []
        for piece, style in ((self.gauge(row), row.share_style), (shown(row.remark), row.style)):
            for place in (left + column + 2, wide + 2):
                pad = max(place - wide, 2)
                if piece and not below and (not self.look.columns or wide + pad + width(piece) <= self.look.columns):
                    line, wide = f"{line}{' ' * pad}{self.painted(piece, style)}", wide + pad + width(piece)
                    break
            else:
                below += [(piece, style)] if piece else []
        yield line
        for piece, style in below:
            for broken in self.broken(piece, under, under):
                yield f"{' ' * under}{self.painted(broken, style)}"

    def gauge(self, row: Row) -> str:
        if not row.limit:
            return ""
        full = min(_BAR, int(row.share * _BAR))
        done, rest = self.bar
        return f"{done * full}{rest * (_BAR - full)} {words.percent(row.share):>4} of {row.limit}"

    def broken(self, text: str, first: int, rest: int) -> Iterator[str]:
        """Yield the lines of ``text``, whose indentations are ``first`` and ``rest``."""
        line, room = "", self.look.columns - first
        for word in text.split(" ") if self.look.columns else [text]:
            if line and width(line) + 1 + width(word) > room:
                yield line
                line, room = word, self.look.columns - rest
            else:
                line = f"{line} {word}" if line else word
        yield line

    def painted(self, text: str, style: str) -> str:
        return self.paint(text, style) if style else text
