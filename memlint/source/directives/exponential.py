"""Which patterns can take exponentially long: those that a repeat lets match one text in ever more ways.

A pattern is taken as an automaton of its characters. Where a character comes back to itself on two ways that read the
same text, as in ``(a+)+`` and ``(a+a+)+``, each turn doubles the ways that are tried before the pattern gives up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

_MANY = 10  # turns of a repeat from which on it counts as endless
_WORK = 2_000_000  # steps after which a pattern is too large to be proven harmless
_SAMPLES = "az09_ -.,;:/'\"`\n\té中"
_CATEGORIES = {"DIGIT": r"\d", "NOT_DIGIT": r"\D", "SPACE": r"\s", "NOT_SPACE": r"\S", "WORD": r"\w", "NOT_WORD": r"\W"}

#: The first and the last characters of a part, by number, and on how many ways it may be empty: 0, 1, or 2 for more.
_Part: TypeAlias = tuple[list[int], list[int], int]
_EMPTY: _Part = ([], [], 1)


class _TooLargeError(Exception):
    """Nobody can say in time whether the pattern is exponential."""


def is_exponential(pattern: str) -> bool:
    """Say whether ``pattern`` can take exponentially long, without case, or is too large for anybody to say.

    Raises re.error for what is no pattern.
    """
    import re._parser as parser  # type: ignore[import-not-found]

    waiting, samples = [list(parser.parse(pattern, re.IGNORECASE))], sorted({*_SAMPLES, *pattern.lower()})
    while waiting:
        automaton = _Automaton(samples, waiting)
        try:
            automaton.sequence(waiting.pop())
            if automaton.is_ambiguous():
                return True
        except _TooLargeError:
            return True
    return False


class _Automaton:
    """The characters of one pattern; ``apart`` gets what is matched by itself: what looks around, and atomic groups."""

    def __init__(self, samples: list[str], apart: list[list[Any]]) -> None:
        self._samples, self._apart = samples, apart
        self._matched: list[frozenset[str]] = []  # by character
        self._ways: Counter[tuple[int, int]] = Counter()  # from one character to the next
        self._work = 0

    def sequence(self, items: Iterable[Any]) -> _Part:
        """Add ``items``, one behind the other."""
        found = _EMPTY
        for operator, value in items:
            found = self._joined(found, self._item(str(operator), value))
        return found

    def _joined(self, one: _Part, other: _Part) -> _Part:
        self._link(one[1], other[0])
        return one[0] + other[0] * one[2], one[1] * other[2] + other[1], min(one[2] * other[2], 2)

    def _link(self, last: list[int], first: list[int]) -> None:
        self._count(len(last) * len(first))
        self._ways.update((one, other) for one in last for other in first)

    def _count(self, steps: int) -> None:
        self._work += steps
        if self._work > _WORK:
            raise _TooLargeError

    def _item(self, operator: str, value: Any) -> _Part:
        if operator in ("AT", "FAILURE"):
            return _EMPTY
        if operator in ("ASSERT", "ASSERT_NOT"):
            self._apart.append(list(value[1]))
            return _EMPTY
        if operator == "SUBPATTERN":
            return self.sequence(value[3])
        if operator == "BRANCH":
            return self._branches(value[1])
        if operator == "GROUPREF_EXISTS":
            return self._branches(branch or () for branch in value[1:])
        if operator in ("MAX_REPEAT", "MIN_REPEAT"):
            return self._repeat(*value)
        if operator in ("ATOMIC_GROUP", "POSSESSIVE_REPEAT"):
            self._apart.append(list(value if operator == "ATOMIC_GROUP" else value[2]))
        self._count(len(self._samples))
        number = len(self._matched)
        self._matched.append(frozenset(each for each in self._samples if _matches(operator, value, each)))
        return [number], [number], 0

    def _branches(self, branches: Iterable[Iterable[Any]]) -> _Part:
        parts = [self.sequence(branch) for branch in branches]
        first = [number for part in parts for number in part[0]]
        last = [number for part in parts for number in part[1]]
        return first, last, min(sum(part[2] for part in parts), 2)

    def _repeat(self, least: int, most: int, body: Iterable[Any]) -> _Part:
        body = list(body)
        found = self.sequence(body)
        if most >= _MANY:
            self._link(found[1], found[0])
        elif most > 1:  # two turns tell as much as nine
            again = self.sequence(body)
            found = self._joined(found, again if least > 1 else (again[0], again[1], max(again[2], 1)))
        return found[0], found[1], max(found[2], int(least == 0))

    def is_ambiguous(self) -> bool:
        """Say whether a character comes back to itself on two ways that read the same."""
        following: dict[int, list[int]] = {}
        for one, other in self._ways:
            following.setdefault(one, []).append(other)
        return any(self._is_doubled(loop, following) for loop in _loops(following))

    def _is_doubled(self, loop: set[int], following: dict[int, list[int]]) -> bool:
        inner = {one: [other for other in following[one] if other in loop] for one in loop}
        if any(self._ways[one, other] > 1 for one in loop for other in inner[one]):
            return True
        pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
        waiting = [(one, one) for one in loop]
        while waiting:
            pair = waiting.pop()
            if pair not in pairs:
                self._count(len(inner[pair[0]]) * len(inner[pair[1]]))
                pairs[pair] = [
                    (one, other)
                    for one in inner[pair[0]]
                    for other in inner[pair[1]]
                    if self._matched[one] & self._matched[other]
                ]
                waiting += pairs[pair]
        return any(
            any(one == other for one, other in found) and any(one != other for one, other in found)
            for found in _loops(pairs)
        )


def _loops(following: dict[Any, list[Any]]) -> Iterator[set[Any]]:
    """Yield the sets of nodes that all lead to one another (Tarjan), without recursion."""
    order: dict[Any, int] = {}
    lowest: dict[Any, int] = {}
    stack: list[Any] = []
    on_stack: set[Any] = set()
    for root, next_ones in following.items():
        waiting = [] if root in order else [(root, iter(next_ones))]
        while waiting:
            node, rest = waiting[-1]
            if node not in order:
                order[node] = lowest[node] = len(order)
                stack.append(node)
                on_stack.add(node)
            for other in rest:
                if other not in order:
                    waiting.append((other, iter(following.get(other, ()))))
                    break
                if other in on_stack:
                    lowest[node] = min(lowest[node], lowest[other])
            else:
                waiting.pop()
                if waiting:
                    lowest[waiting[-1][0]] = min(lowest[waiting[-1][0]], lowest[node])
                if lowest[node] == order[node]:
                    found = set[Any]()
                    while node not in found:
                        found.add(stack.pop())
                    on_stack -= found
                    if len(found) > 1 or node in following.get(node, ()):
                        yield found


def _matches(operator: str, value: Any, character: str) -> bool:
    """Say whether an item that stands for one character matches ``character``, in small letters or large ones."""
    if operator == "IN":
        negated = str(value[0][0]) == "NEGATE"
        return negated != any(_matches(str(kind), each, character) for kind, each in value if str(kind) != "NEGATE")
    either = {character, character.upper()}
    if operator == "LITERAL":
        return chr(value).lower() == character
    if operator == "NOT_LITERAL":
        return chr(value).lower() != character
    if operator == "RANGE":
        return any(len(each) == 1 and value[0] <= ord(each) <= value[1] for each in either)
    if operator == "CATEGORY":
        return re.fullmatch(_CATEGORIES[str(value).removeprefix("CATEGORY_")], character) is not None
    return character != "\n" or operator != "ANY"  # a group again, or what is matched by itself
