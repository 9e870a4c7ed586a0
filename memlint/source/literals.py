"""Many texts that are looked for in another one by its words: most of these stood in earlier ones, and are known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from memlint.source import kept
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple

_HEAD = 3  # characters of a piece by which texts are found

#: By the first characters of its longest piece, each text behind this piece and behind the word around it, in which a
#: blank says that the text goes on there. Those of "" have no piece. Values may be closed, as ``kept`` does it.
Heads: TypeAlias = dict[str, list[tuple[str, str, str]]]


class InWord(NamedTuple):
    """The texts that stand in a word, and those of several words that may stand where this one does."""

    whole: tuple[str, ...]
    longer: tuple[str, ...]


_NOTHING = InWord((), ())


@cache
def _pieces() -> re.Pattern[str]:
    return compile_once(r"[^\W_]+")


def heads(texts: Iterable[str]) -> Heads:
    """Return by what to find ``texts``; of pieces that are equally long that one that fewest of them have."""
    pieces = {text: _pieces().findall(text) for text in texts}
    common = Counter(piece for each in pieces.values() for piece in each)
    found: Heads = {}
    for text, each in pieces.items():
        piece = max(each, key=lambda piece: (len(piece), -common[piece]), default="")
        found.setdefault(piece[:_HEAD], []).append((piece, _around(piece, text), text))
    return found


def _around(piece: str, text: str) -> str:
    words = text.split()
    if not piece or words == [text]:
        return text
    at = next(at for at, word in enumerate(words) if piece in word)
    before = " " if at or text[0].isspace() else ""
    return f"{before}{words[at]}{' ' if at + 1 < len(words) or text[-1].isspace() else ''}"


class Literals:
    """Looks for the texts that ``by_head`` finds."""

    def __init__(self, by_head: Heads) -> None:
        self._by_head = by_head
        self._near: dict[str, list[tuple[str, str]]] = {}
        self._known: set[str] = set()  # words that were looked through, and those of them that tell something
        self._telling: dict[str, InWord] = {}
        #: Texts of marks alone, which words do not tell.
        self.marks = tuple(text for *_, text in kept.opened(by_head, "")) if "" in by_head else ()

    def found(self, text: str) -> set[str]:
        """Return the texts that stand in ``text``."""
        words = set(text.split())
        for word in words.difference(self._known):
            known = self.in_word(word)
            self._known.add(word)
            if known != _NOTHING:
                self._telling[word] = known
        found, longer = set[str](), set(self.marks)
        for word in words & self._telling.keys():
            whole, more = self._telling[word]
            found.update(whole)
            longer.update(more)
        found.update(each for each in longer if each in text)
        return found

    def in_word(self, word: str) -> InWord:
        """Look through one word, whatever stands beside it."""
        near = [pair for piece in _pieces().findall(word) for pair in self._of(piece)]
        if not near:
            return _NOTHING
        alone = f" {word} "
        texts = {text for around, text in near if around in alone}
        whole = tuple(text for text in texts if text in word)
        return InWord(whole, tuple(texts.difference(whole)))

    def _of(self, piece: str) -> list[tuple[str, str]]:
        """Return the texts of which the longest piece stands in ``piece``, each behind the word around that."""
        found = self._near.get(piece)
        if found is None:
            parts = {piece[at : at + size] for size in range(1, _HEAD + 1) for at in range(len(piece) + 1 - size)}
            rows = (row for head in parts & self._by_head.keys() for row in kept.opened(self._by_head, head))
            found = self._near[piece] = [(around, text) for part, around, text in rows if part in piece]
        return found
