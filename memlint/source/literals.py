"""Many texts that are looked for in another one by the words of that: most of these stood in earlier ones, and are known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from operator import add
from typing import TypeAlias

from memlint.source import kept
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple

_HEAD = 3  # characters of a text's longest piece by which it is found, or all that it has

#: By the first characters of the longest piece of letters and digits in each text: this piece, with a blank at the side
#: where the text goes on, and the text. Those of "" have none. Values may be closed, as ``kept`` does it.
Heads: TypeAlias = dict[str, list[tuple[str, str]]]


class InPiece(NamedTuple):
    """The texts that stand in a piece, and those that may reach over it."""

    whole: tuple[str, ...]
    longer: tuple[str, ...]


_NOTHING = InPiece((), ())


@cache
def _pieces() -> re.Pattern[str]:
    return compile_once(r"[^\W_]+")


def pieces(text: str) -> set[str]:
    """Return the words of ``text``, cut at all that is no letter and no digit."""
    return set(_pieces().findall(text))


def heads(texts: Iterable[str]) -> Heads:
    """Return by what to find ``texts``; of pieces that are equally long that one that fewest of them have."""
    cut = {text: list(_pieces().finditer(text)) for text in texts}
    common = Counter(match[0] for matches in cut.values() for match in matches)
    found: Heads = {}
    for text, matches in cut.items():
        match = max(matches, key=lambda match: (len(match[0]), -common[match[0]]), default=None)
        piece = match[0] if match else ""
        if match:
            around = f"{' ' if match.start() else ''}{piece}{' ' if match.end() < len(text) else ''}"
        else:
            around = text
        found.setdefault(piece[:_HEAD], []).append((around, text))
    return found


class Literals:
    """Looks for the texts that ``by_head`` finds."""

    def __init__(self, by_head: Heads) -> None:
        self._by_head = by_head
        self._known: set[str] = set()  # pieces that were looked through, and those of them that tell something
        self._telling: dict[str, InPiece] = {}
        #: Texts without any piece, which are looked for everywhere.
        self.marks = tuple(text for _, text in kept.opened(by_head, "")) if "" in by_head else ()

    def found(self, text: str) -> set[str]:
        """Return the texts that stand in ``text``."""
        there = pieces(text)
        for piece in there.difference(self._known):
            known = self.in_piece(piece)
            self._known.add(piece)
            if known != _NOTHING:
                self._telling[piece] = known
        found, longer = set[str](), set(self.marks)
        for piece in there & self._telling.keys():
            whole, more = self._telling[piece]
            found.update(whole)
            longer.update(more)
        found.update(each for each in longer if each in text)
        return found

    def in_piece(self, piece: str) -> InPiece:
        """Look through one piece, whatever stands beside it."""
        two = list(map(add, piece, piece[1:]))
        parts = {*piece, *two, *map(add, two, piece[2:])} & self._by_head.keys()
        alone = f" {piece} "
        texts = [text for head in parts for around, text in kept.opened(self._by_head, head) if around in alone]
        if not texts:
            return _NOTHING
        whole = tuple(text for text in texts if text in piece)
        return InPiece(whole, tuple(text for text in texts if text not in piece))
