"""The exceptions that a caller of memlint may expect."""

from __future__ import annotations


class UsageError(Exception):
    """The command line or the configuration is wrong; the message is one line for the person who wrote it."""


class RefusedError(Exception):
    """What is on disk forbids a write, and nothing was changed; the message is one line that says what."""


def nearest(name: str, known: list[str]) -> str:
    """Return ``; did you mean "x"?`` for the name most like ``name``, or ""."""
    from difflib import get_close_matches

    found = get_close_matches(name, known, 1, 0.6)
    return f'; did you mean "{found[0]}"?' if found else ""
