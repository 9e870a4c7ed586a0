"""No regular expression of memlint takes time for an adversary's text that grows with the square of its length."""

from __future__ import annotations

import re

import pytest

from memlint.source.directives.exponential import is_exponential
from memlint.source.directives.slot_schema import PATTERNS
from memlint.source.directives.tables import Slot, builtin
from tests.engine.patterns import Use, seconds, texts, uses

SIZE = 20_000  # characters; a pattern takes 0.0002 to 0.25 s for them, one of quadratic growth some seconds
SHORTER = (20, 24, 28, 32, 38, 46, 60, 80, 200, 1_200)  # tried before: nobody waits for an exponential one
# Seconds of processor time for the one and the others, in each of some tries: no pause of the machine is as long each time.
SLOW, SLOW_ALREADY = 0.8, 0.1
SUSPECT = 0.0003  # seconds for the longest of the shorter texts: quadratic growth takes more, and the whole is tried

#: Patterns that would be slow on a long text, and what keeps them from one.
BOUNDED = {
    "memlint.source.markdown.comment_pattern": "it is given a text up to the last end of a comment: each match has one",
}


def test_patterns_are_found() -> None:
    names = {use.name for use in uses()}
    assert len(names) > 300
    assert {"memlint.source.markdown.comment_pattern", "memlint.source.placeholders._placeholder"} <= names
    assert set(BOUNDED) <= names


@pytest.mark.parametrize("family", sorted({use.name.rpartition(".")[0] for use in uses()}))
def test_a_long_text_takes_no_time(family: str) -> None:
    slow = [
        f"{use.name} on {what}"
        for use in uses()
        if use.name.rpartition(".")[0] == family and use.name not in BOUNDED
        for what in _slow(use)
    ]
    assert slow == []


def _slow(use: Use) -> list[str]:
    """Return the first text that a pattern is slow on."""
    for what, text in texts(use, SIZE):
        taken = 0.0
        for size in SHORTER:
            taken = seconds(use, text[:size] + text[-1], SLOW_ALREADY)
            if taken > SLOW_ALREADY:
                return [what]
        if taken > SUSPECT and seconds(use, text, SLOW) > SLOW:
            return [what]
    return []


#: Patterns that read one text in ever more ways, and why no text makes them slow.
ALL_THE_SAME = {"memlint.source.blocks._cell": "nothing follows the repeat: it never fails, and no second way is tried"}


def test_no_pattern_is_exponential() -> None:
    names = {use.name for use in uses() if is_exponential(use.pattern.pattern)}
    assert names == ALL_THE_SAME.keys()


@pytest.mark.parametrize("slot", builtin().slots, ids=lambda slot: slot.id)
def test_no_wording_is_exponential(slot: Slot) -> None:
    patterns = [*(form.words for form in slot.forms), *filter(None, map(slot.pattern, PATTERNS))]
    assert [found.pattern for found in patterns if is_exponential(found.pattern)] == []


def test_slow_patterns_are_seen() -> None:
    for slow in (r"(?:a|aa)+\0\0", r"a*a*b", r"\s+$", r"(?:a+)+b"):
        assert _slow(Use("", re.compile(slow), anchored=False)) != [], slow
