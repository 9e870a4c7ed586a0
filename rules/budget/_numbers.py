"""Sizes as people and the product write them."""

from __future__ import annotations


def kilobytes(size: int) -> str:
    """Return ``size`` in KB of 1024, as the product shows it: 25,000 is "24.4KB"."""
    return f"{size / 1024:.1f}KB"


def counted(number: int, word: str) -> str:
    """Return "1 entry", "2 entries"."""
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{number:,} {word if number == 1 else plural}"
