"""Finds characters that show nothing where no spelling needs them: a payload, or what pasting left behind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from memlint import NamedTuple, Span, compile_once

from ._characters import at_home, ignored, is_picture, needless, right_to_left

_RUN = 4  # characters side by side; no spelling has as many
_DIRECTIONS = 8  # marks and controls of direction side by side; nested ones come to 3 or 4
_SPLITS = 3  # times that something stands inside of a word, in a line: filters do not know these words any more
_SPREAD = 8  # characters of a line, of two kinds: digits that were spread out
_SELECTED = 5  # kinds of variation selectors in a line: names have two or three
_FILE = 16  # characters of a file, of two kinds: a digit a line

_MARKS = "\u200e\u200f\u061c"
_CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # security/bidi's
_GLUE = ("\u200d", "\ufe0f\u200d", "\ufe0e\u200d")  # between two pictures that make one
_OPERATORS = "\u2061\u2062\u2063\u2064"  # pasted formulas have one between two letters


class Hidden(NamedTuple):
    """Characters of one line that are not at home there.

    ``payload``: there are enough of them to carry something. ``splits`` counts those inside of words.
    """

    span: Span
    characters: str
    payload: bool
    splits: int = 0


class _Line:
    """What was found on the line that ends at ``end``."""

    __slots__ = ("end", "odd", "payload", "right_to_left", "selectors", "splits")

    def __init__(self, text: str, at: int) -> None:
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        self.end = len(text) if end < 0 else end
        self.right_to_left = right_to_left().search(text, start, self.end) is not None
        self.odd: list[tuple[int, str]] = []
        self.selectors: list[tuple[int, str]] = []  # at home, one by one
        self.splits = 0
        self.payload = False

    def judged(self) -> Iterator[Hidden]:
        """Yield what is odd about the line, if anything is."""
        varied = len({character for _, character in self.selectors}) >= _SELECTED
        if len(self.selectors) >= _SPREAD and varied:
            self.odd, self.payload = sorted([*self.odd, *self.selectors]), True
        if not self.odd:
            return
        characters = "".join(character for _, character in self.odd)
        spread = len(self.odd) >= _SPREAD and len(set(characters)) > 1
        needed = len(needless().sub("", characters)) + 1 < len(characters)
        payload = self.payload or spread or needed or self.splits >= _SPLITS
        yield Hidden(Span(self.odd[0][0], self.odd[-1][0] + 1), characters, payload, self.splits)


def hidden(text: str) -> Iterator[Hidden]:
    """Yield, for each line, the characters that show nothing and have no reason to be there.

    Spelling, emoji and flags have reasons; controls of direction are left to security/bidi.
    """
    if text.isascii():
        return
    line: _Line | None = None
    for found in ignored().finditer(text):
        if line is None or found.start() > line.end:
            if line:
                yield from line.judged()
            line = _Line(text, found.start())
        _add(line, text, *found.span())
    if line:
        yield from line.judged()


def carries(lines: list[Hidden]) -> bool:
    """Say whether what single lines have is together too much, and too varied, to come from pasting."""
    found = Counter("".join(line.characters for line in lines))
    total = found.total()
    if sum(count for character, count in found.items() if needless().match(character)) >= _RUN:
        return True
    return total >= _FILE and total - max(found.values()) >= total // 4


@cache
def _flag() -> re.Pattern[str]:
    """The tags of a flag below a country's: England, Scotland, Wales; some systems know more."""
    return compile_once("[\U000e0061-\U000e007a]{2}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,3}\U000e007f")


def _add(line: _Line, text: str, start: int, end: int) -> None:
    """Note what of the run from ``start`` to ``end`` is not at home on ``line``."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before == "\U0001f3f4" and (flag := _flag().match(text, start, end)):
        start = flag.end()
    if is_picture(before) and is_picture(after) and text[start:end] in _GLUE:
        return
    directions = end - start < _DIRECTIONS and not text[start:end].strip(_MARKS + _CONTROLS)
    if end - start >= _RUN and not directions:
        kinds = set(text[start:end])
        line.payload |= len(kinds) > 1 or not at_home(kinds.pop(), before, after)
        line.odd += [(at, text[at]) for at in range(start, end)]
        return
    count = len(line.odd)
    for at in range(start, end):
        character = text[at]
        if character in _CONTROLS or (character in _MARKS and line.right_to_left):
            continue
        selector = "\ufe00" <= character <= "\ufe0f" or character >= "\U000e0100"
        if not (at > start and selector) and at_home(character, before, after):
            if selector and character not in "\ufe0e\ufe0f":
                line.selectors.append((at, character))
            continue
        line.odd.append((at, character))
    if len(line.odd) > count and _splits(text[start], before, after):
        line.splits += 1


def _splits(character: str, before: str, after: str) -> bool:
    """Say whether ``character`` takes a word apart; names in code may break before a capital letter."""
    if not (before.isalpha() and after.isalpha()) or character in _OPERATORS:
        return False
    return not (character == "\u200b" and before.islower() and after.isupper())
