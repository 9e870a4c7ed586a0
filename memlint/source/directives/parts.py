"""Which of several things a value is for, where a sentence names several: "Answer in German, comments in English"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from memlint.source.patterns import compile_once

#: A value that a sentence names, where it begins and ends, and whether it is wanted; None where the words around decide.
Mention: TypeAlias = tuple[str, int, int, bool | None]


@cache
def _between() -> re.Pattern[str]:
    return compile_once(r"[`\s]*(?:/|,|\bor\b|\band\b|\||\+|、|或|や)[`\s]*")


def listed(words: str, mentions: Sequence[Mention]) -> set[int]:
    """Return the offsets of values that stand in one enumeration."""
    found: set[int] = set()
    for one, two in pairwise(mentions):
        if one[0] != two[0] and one[2] <= two[1] and _between().fullmatch(words, one[2], two[1]):
            found |= {one[1], two[1]}
    return found


@cache
def _breaks() -> re.Pattern[str]:
    return compile_once(r"[;；。]|\.(?=\s)|\s[-–—]\s|\b(?:but|while|aber|pero|mais|mas)\b")


@cache
def _for() -> re.Pattern[str]:
    return compile_once(r"[\s`'\"*)]*(?:for|in|when|as|für|para|pour|для)\b")


def own_part(text: str, start: int, end: int, mentions: Sequence[Mention]) -> str:
    """Return the words of ``text`` that can say what the value at ``[start:end]`` is for: up to its neighbours.

    "English for comments" says it behind the value, "comments in English" before it.
    """
    first = max((mention[2] for mention in mentions if mention[2] <= start), default=0)
    last = min((mention[1] for mention in mentions if mention[1] >= end), default=len(text))
    before = _breaks().split(text[first:start])[-1]
    behind = _breaks().split(text[end:last])[0]
    return behind if _for().match(behind) else before
