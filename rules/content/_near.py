"""Long sentences of which one has a few more words than the other: found by their rarest words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING

from memlint import compile_once

if TYPE_CHECKING:
    from ._duplicates import Unit

_OUTLINE = 7  # words that are no filler, of a sentence that may be nearly another
_AT_LEAST = 9  # words that matter, of the shorter one: one more is then a tenth of it


@cache
def _weighty() -> re.Pattern[str]:
    """Words that make a difference however long the sentence is: numbers, names, negations, conditions."""
    return compile_once(r"[\d¬:./_@#`$*<>=\s-]")


def is_weighty(word: str) -> bool:
    """Say whether a word of a claim makes a difference whatever else it says: a number, a name, what it depends on."""
    return bool(_weighty().search(word))


def alike(outlines: Sequence[Sequence[str]], few: int) -> frozenset[int]:
    """Return which of many sentences may have one that says the same.

    They are given by their words beside filler, in alphabetical order and joined by blanks; a second text leaves out
    what stands behind a contrast. Only equal ones can say the same, or of long ones those that differ by few words:
    each is tried with the last ``few`` that share two of their rarest words.
    """
    by_words: dict[str, list[int]] = {}
    for number, found in enumerate(outlines):
        for words in found:
            by_words.setdefault(words, []).append(number)
    paired = {number for numbers in by_words.values() if len(numbers) > 1 for number in numbers}
    seen = Counter(chain.from_iterable(found[0].split() for found in outlines))
    rank = {word: place for place, word in enumerate(sorted(seen, key=lambda word: (seen[word], word)))}
    once = sum(count == 1 for count in seen.values())  # the words of the lowest ranks: no other sentence has them
    marks: dict[int, int] = {}

    def mark(number: int) -> int:
        """Return 64 bits of which no more differ between two sentences than words do: compared far faster than words."""
        if number not in marks:
            marks[number] = 0
            for word in outlines[number][0].split():
                marks[number] |= 1 << (rank[word] & 63)
        return marks[number]

    by_pair: dict[tuple[int, int], list[int]] = {}
    for number, (text, *_) in enumerate(outlines):
        whole = text.split()
        if len(whole) < _OUTLINE:
            continue
        most = len(whole) // 10 + 1  # words that may differ
        rarest = sorted(map(rank.__getitem__, whole))[: 3 + len(whole) // 10]
        for pair in combinations((place for place in rarest if place >= once), 2):
            known = by_pair.setdefault(pair, [])
            for other in known[-few:]:
                if (
                    (mark(number) ^ mark(other)).bit_count() <= most
                    and (other not in paired or number not in paired)
                    and len(set(whole).symmetric_difference(outlines[other][0].split())) <= most
                ):
                    paired |= {number, other}
            known.append(number)
    return frozenset(paired)


class Near:
    """An index of sentences; each is compared with at most ``few`` of those that share one of its rarest words."""

    def __init__(self, few: int) -> None:
        self._few = few
        self._seen: Counter[str] = Counter()
        self._by_word: dict[str, list[Unit]] = {}

    def like(self, unit: Unit) -> Iterator[Unit]:
        """Yield the sentences known so far that differ from ``unit`` by few words that make no difference."""
        whole = unit.claim.whole
        if len(whole) < _AT_LEAST:
            return
        tried: set[int] = set()
        for word in self._rarest(whole):
            for other in self._by_word.get(word, ())[-self._few :]:
                if id(other) not in tried:
                    tried.add(id(other))
                    if _differ_little(whole, other.claim.whole):
                        yield other

    def add(self, unit: Unit) -> None:
        """Make ``unit`` known."""
        whole = unit.claim.whole
        if len(whole) >= _AT_LEAST:
            self._seen.update(whole)
            for word in self._rarest(whole):
                self._by_word.setdefault(word, []).append(unit)

    def _rarest(self, words: frozenset[str]) -> list[str]:
        # The rarest words of the shorter one are among this many of the longer one.
        return sorted(words, key=lambda word: (self._seen[word], word))[: 2 + len(words) // 10]


def _differ_little(one: frozenset[str], other: frozenset[str]) -> bool:
    if one == other:
        return False
    few, many = sorted((one, other), key=len)
    more = many - few
    return few < many and len(more) * 10 <= len(many) and not any(map(is_weighty, more))
