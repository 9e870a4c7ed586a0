"""Controls of writing direction: which of them change the order that an editor shows, and which only stand about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from memlint import NamedTuple, Span, compile_once

from ._characters import right_to_left

_CLOSERS = "\u202c\u2069"
_ISOLATES = "\u2066\u2067\u2068"
_LEFT_TO_RIGHT = "\u202a\u2066\u2068"  # embedding, isolate, and the isolate that goes by its first letter
_MOST = 500  # controls of a line that are looked at
_SHARE = 4  # one letter in so many is written from right to left: a sentence in that script, with terms in it


class Control(NamedTuple):
    """One control at ``at``, what it governs (to its end, or the line's), and whether that is shown in another order."""

    at: int
    character: str
    governed: Span
    reorders: bool


class _Counts(NamedTuple):
    """Characters from the start of a line on: right-to-left letters, all letters, all that can be seen."""

    right: int
    letters: int
    seen: int


@cache
def _control() -> re.Pattern[str]:
    return compile_once("[\u202a-\u202e\u2066-\u2069]")


def controls(text: str) -> Iterator[list[Control]]:
    """Yield, for each line that has any, the controls of direction that its text gives no reason for."""
    if text.isascii():
        return
    at = 0
    while first := _control().search(text, at):
        start, end = text.rfind("\n", at, first.start()) + 1 or at, text.find("\n", first.start())
        end = len(text) if end < 0 else end - (text[end - 1] == "\r")
        if found := sorted(filter(None, _of_line(text, start, end))):
            yield found
        at = end


def _of_line(text: str, start: int, end: int) -> Iterator[Control | None]:
    """Read one line as its own paragraph, as editors do: what is open at its end ends there."""
    mixed = right_to_left().search(text, start, end) is not None
    opened: list[tuple[int, _Counts]] = []
    count, at = _Counts(0, 0, 0), start
    for found in islice(_control().finditer(text, start, end), _MOST):
        count, at = _counted(count, text[at : found.start()]), found.end()
        if found[0] not in _CLOSERS:
            opened.append((found.start(), count))
        elif opened and (text[opened[-1][0]] in _ISOLATES) == (found[0] == "\u2069"):
            opener, before = opened.pop()
            yield _judged(text, Span(opener, found.start()), before, count, mixed)
        elif not mixed:
            yield Control(found.start(), found[0], Span(found.end(), found.end()), False)
    count = _counted(count, text[at:end])
    for opener, before in opened:
        closed = _judged(text, Span(opener, end), before, count, mixed)
        yield closed or Control(opener, text[opener], Span(opener + 1, end), False)


def _counted(count: _Counts, text: str) -> _Counts:
    if not text:
        return count
    right = len(right_to_left().findall(text))
    letters = sum(map(str.isalpha, text))
    return _Counts(count.right + right, count.letters + letters, count.seen + len("".join(text.split())))


def _judged(text: str, span: Span, before: _Counts, after: _Counts, mixed: bool) -> Control | None:
    """Judge the opener at the start of ``span`` by what it governs; None where that is ordinary."""
    character, governed = text[span.start], Span(span.start + 1, span.end)
    right, letters, seen = (last - first for first, last in zip(before, after, strict=True))
    if character in _LEFT_TO_RIGHT:
        return None if mixed else Control(span.start, character, governed, False)
    if character == "\u202d":  # forces left to right
        return Control(span.start, character, governed, right > 0)
    if character == "\u202e":  # forces right to left
        ordinary = right > 0 and right == letters
    else:
        ordinary = right * _SHARE >= letters and right > 0
    return None if ordinary else Control(span.start, character, governed, seen > 0)
