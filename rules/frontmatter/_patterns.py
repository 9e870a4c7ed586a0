"""Regular expressions of a team's schema: which could take exponentially long on a hostile value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from memlint import compile_once

_FEW = 2  # so many open repeats are quick on any header's value; more are for short ones only
_LONG, _SHORT = 5_000, 300  # characters


@cache
def _token() -> re.Pattern[str]:
    # A repeat, the start of a group, the end of one, a class, an escape, any other character.
    return compile_once(
        r"(?P<repeat>[*+?]|\{\d*+(?:,\d*+)?\})|(?P<open>\((?:\?(?:[:=!>]|<[=!]|P?<\w+>|[aiLmsux-]+:))?)|(?P<close>\))"
        r"|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*+(?:\]|\\?\Z))|(?P<escape>\\.)|(?P<bar>\|)|(?P<other>[\s\S])"
    )


class _Group:
    """What stands in an open group: its tokens without the brackets, whether one of them varies, its branches."""

    __slots__ = ("branches", "repeated", "tokens", "varies")

    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.repeated: set[int] = set()
        self.branches: list[int] = [0]
        self.varies = False


def patterns(schema: Any) -> Iterator[str]:
    """Yield all regular expressions of a schema."""
    waiting = [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if isinstance(value.get("pattern"), str):
                yield value["pattern"]
            if isinstance(value.get("patternProperties"), dict):
                yield from value["patternProperties"]
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value


def is_hostile(pattern: str) -> bool:
    """Say whether a repeat may split what it matches in many ways, as in ``(a+)+``; when in doubt, it may.

    A repeat whose turns are told apart by a character of their own, as in ``(-[a-z]+)*``, is fine.
    """
    groups = [_Group()]
    closed: _Group | None = None
    for found in _token().finditer(pattern):
        kind, text, group = found.lastgroup, found[0], groups[-1]
        if kind == "repeat":
            if closed is not None and text not in ("?", "{0,1}") and _ambiguous(closed):
                return True
            group.varies |= not text.startswith("{") or "," in text
            group.repeated.add(len(group.tokens) - 1)
        elif kind == "open":
            groups.append(_Group())
        elif kind == "bar":
            group.branches.append(len(group.tokens))
        elif kind != "close":
            group.tokens.append(text)
        closed = None
        if kind == "close" and len(groups) > 1:
            closed = groups.pop()
            above = groups[-1]
            at = len(above.tokens)
            above.repeated |= {at + place for place in closed.repeated}
            above.varies |= closed.varies or len(closed.branches) > 1
            above.tokens += closed.tokens
    return False


def _ambiguous(group: _Group) -> bool:
    """Say whether the turns of a repeated group could be cut in more than one way."""
    if len(group.branches) > 1:
        firsts = [group.tokens[at] for at in group.branches if at < len(group.tokens)]
        plain = len(set(firsts)) == len(group.branches) and all(len(first) == 1 and first != "." for first in firsts)
        return group.varies or not plain
    if not group.varies:
        return False
    return not any(_marks(group, at) for at in (0, len(group.tokens) - 1) if group.tokens)


def _marks(group: _Group, at: int) -> bool:
    """Say whether the token at ``at`` is one character that no other token of the group matches."""
    token = group.tokens[at]
    letter = token[1] if len(token) == 2 and token[0] == "\\" and not token[1].isalnum() else token
    if len(letter) != 1 or (letter in ".^$" and letter == token) or at in group.repeated:
        return False
    others = group.tokens[:at] + group.tokens[at + 1 :]
    return not any(_matches(other, letter) for other in others)


def _matches(token: str, letter: str) -> bool:
    try:
        return re.fullmatch(token, letter, re.IGNORECASE | re.DOTALL) is not None
    except re.error:
        return True


def longest(pattern: str) -> int:
    """Return how many characters a value may have to be matched against ``pattern``."""
    repeats = sum(found.lastgroup == "repeat" and found[0] != "?" for found in _token().finditer(pattern))
    return _LONG if repeats <= _FEW else _SHORT
