"""A sentence as its words, and lists of phrases that are looked for in it: sets and prefixes, no patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache

from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple

_LONGEST = 4  # words of a phrase


@cache
def _token() -> re.Pattern[str]:
    return compile_once(r"\.?\w+(?:['.+#-]\w+)*[+#]*")


class Phrases(NamedTuple):
    """Phrases of one kind: of whole ``words``, ``starts`` of words, and ``texts`` of languages without blanks."""

    words: frozenset[str]
    starts: tuple[str, ...]
    texts: tuple[str, ...]


def phrases(entries: Iterable[str]) -> Phrases:
    """Sort the entries of a table into a Phrases."""
    plain = [entry for entry in entries if not is_text(entry)]
    words = frozenset(entry for entry in plain if not entry.endswith("*"))
    starts = tuple(entry[:-1] for entry in plain if entry.endswith("*"))
    return Phrases(words, starts, tuple(entry for entry in entries if is_text(entry)))


def is_text(entry: str) -> bool:
    """Say whether a phrase is of a script that puts no blanks between words, or a mark."""
    return any(ch > "\u2e7f" for ch in entry) or not any(ch.isalnum() for ch in entry)


def lowered(text: str) -> str:
    """Return ``text`` in lower case, with straight apostrophes, character for character."""
    lower = text.lower()
    if len(lower) != len(text):  # "İ" is two characters in lower case
        lower = "".join(ch.lower() if len(ch.lower()) == 1 else ch for ch in text)
    return lower.replace("’", "'")


class Words:
    """The words of a sentence, in lower case."""

    def __init__(self, text: str) -> None:
        self.text = lowered(text)
        self.tokens = tokens_of(self.text)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each of its words stands."""
        return [found.span() for found in _token().finditer(self.text)]

    @cached_property
    def grams(self) -> frozenset[str]:
        """All phrases of up to four words in it."""
        behind = [self.tokens[at:] for at in range(_LONGEST)]
        found = set(self.tokens)
        for size in range(2, _LONGEST + 1):
            found.update(map(" ".join, zip(*behind[:size], strict=False)))
        return frozenset(found)

    @cached_property
    def is_eastern(self) -> bool:
        """Whether it can hold phrases of languages without blanks."""
        return not self.text.isascii()

    def has(self, wanted: Phrases) -> bool:
        """Say whether one of ``wanted`` stands in it."""
        if not wanted.words.isdisjoint(self.grams):
            return True
        if wanted.starts and any(token.startswith(wanted.starts) for token in self.tokens):
            return True
        return self.is_eastern and any(text in self.text for text in wanted.texts)

    def starts(self, wanted: Phrases) -> bool:
        """Say whether it begins with one of ``wanted``."""
        return begins(self.tokens, wanted) or self.text.lstrip(" `*_[(").startswith(wanted.texts or ("\0",))

    def find(self, wanted: Phrases) -> Iterator[tuple[int, int]]:
        """Yield where ``wanted`` stand, by first character."""
        for at in range(len(self.tokens)):
            size = _begins(self.tokens[at : at + _LONGEST], wanted)
            if size:
                yield self.spans[at][0], self.spans[at + size - 1][1]
        for text in wanted.texts:
            start = self.text.find(text)
            if start >= 0:
                yield start, start + len(text)


@lru_cache(maxsize=1024)
def words_of(text: str) -> Words:
    """Return the words of a heading or another line that many sentences share."""
    return Words(text)


def tokens_of(text: str) -> list[str]:
    """Return the words of a part of a sentence, which is in lower case already."""
    return _token().findall(text)


def begins(tokens: Sequence[str], wanted: Phrases) -> bool:
    """Say whether ``tokens`` begin with one of ``wanted``."""
    return bool(_begins(tokens, wanted))


def _begins(tokens: Sequence[str], wanted: Phrases) -> int:
    """Return the number of words of the longest of ``wanted`` that ``tokens`` begin with, 0 for none."""
    for size in range(min(_LONGEST, len(tokens)), 0, -1):
        if " ".join(tokens[:size]) in wanted.words:
            return size
    return 1 if tokens and wanted.starts and tokens[0].startswith(wanted.starts) else 0


def ends(tokens: Sequence[str], wanted: Phrases) -> int:
    """Return the number of words of the longest of ``wanted`` that ``tokens`` end with, 0 for none."""
    for size in range(min(_LONGEST, len(tokens)), 0, -1):
        if " ".join(tokens[-size:]) in wanted.words:
            return size
    return 1 if tokens and wanted.starts and tokens[-1].startswith(wanted.starts) else 0
