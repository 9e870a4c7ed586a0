"""Colours of a terminal, by the names of what they mark."""

from __future__ import annotations

import os
from typing import TextIO

_COLOURS = {"error": "31", "warning": "33", "info": "36", "bold": "1", "dim": "2", "good": "32"}


class Paint:
    """Colours text, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        """Return ``text`` in a style: a severity, "bold", "dim" or "good"."""
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour and text else text


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Say whether ``stream`` gets colour. ``choice``: "auto", "always" or "never"."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")
