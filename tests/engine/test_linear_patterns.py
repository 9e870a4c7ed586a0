"""Every regular expression of memlint takes an adversary's text in time that grows as the text does."""

from __future__ import annotations

import pytest

from tests.engine.patterns import Use, seconds, texts, uses

SIZE = 1500  # characters; a pattern of quadratic growth takes about 10 ms for them
SLOW = 0.006  # seconds from which on growth is measured
GROWTH = 3.0  # of the time when a text doubles: 2 is linear, 4 quadratic

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
def test_time_grows_as_the_text(family: str) -> None:
    slow = [
        f"{use.name} on {what}: {growth:.1f} times as long for twice the text"
        for use in uses()
        if use.name.rpartition(".")[0] == family and use.name not in BOUNDED
        for what, growth in [_growth(use)]
        if growth > GROWTH
    ]
    assert slow == []


def _growth(use: Use) -> tuple[str, float]:
    """Return the worst text for a pattern, and how much longer twice of it takes; 0 for one that is fast anyway."""
    worst = ("", 0.0)
    for (what, text), (_, longer) in zip(texts(use, SIZE), texts(use, 2 * SIZE), strict=True):
        if seconds(use, text[:200]) > SLOW:  # exponential: nobody waits for the whole
            return what, float("inf")
        once = seconds(use, text, SLOW)
        if once > SLOW:
            growth = seconds(use, longer, SLOW) / once
            if growth > GROWTH:  # once more: another process may have taken the time
                growth = min(growth, seconds(use, longer, SLOW) / seconds(use, text, SLOW))
            worst = max(worst, (what, growth), key=lambda pair: pair[1])
        if worst[1] > GROWTH:
            break
    return worst
