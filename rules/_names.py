"""Names that are almost alike."""

from __future__ import annotations

from collections.abc import Iterable

_ALIKE = 0.8  # of difflib's ratio; below it, real pairs of memories are more often two things than one


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the name most like ``name``, or "" when none is alike. One may also contain the other's words."""
    from difflib import SequenceMatcher

    best, best_ratio = "", _ALIKE
    letters = set(name)
    matcher = SequenceMatcher(None, "", name)  # it keeps what it learns of the second text
    for other in known:
        if len(letters.symmetric_difference(other)) > 0.5 * len(letters) + 1:
            continue  # cannot be alike, and far cheaper to see
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() < best_ratio or matcher.quick_ratio() < best_ratio:
            continue
        ratio = matcher.ratio()
        if ratio > best_ratio or (ratio == best_ratio and not best):
            best, best_ratio = other, ratio
    return best
