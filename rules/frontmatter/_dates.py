"""The times that headers tell."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import cache

from memlint import compile_once


@cache
def _zone() -> re.Pattern[str]:
    return compile_once(r"(?<=\d)[ \t]+(?=(?:[-+]\d\d(?::?\d\d)?|Z)$)", re.IGNORECASE)


def day(text: str) -> date | None:
    """Return the day, in UTC, of an ISO 8601 time or date, with or without a zone (SPEC R5); None for other text."""
    try:
        found = datetime.fromisoformat(_zone().sub("", text.strip()).upper())
        return (found.astimezone(UTC) if found.tzinfo else found).date()
    except (ValueError, OverflowError):
        return None
