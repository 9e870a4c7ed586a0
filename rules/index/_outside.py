"""Entries that lead out of the project, to a place that only one machine has."""

from __future__ import annotations

import re
from functools import cache

from memlint import Entry, Index, compile_once


@cache
def _machine() -> re.Pattern[str]:
    return compile_once(r"~[\w.-]*/|/(?:Users|home|root|tmp|mnt|Volumes|private|opt|etc|var)/")


def way_out(index: Index, entry: Entry, target: str) -> bool:
    """Say whether an entry leads to a place that only one machine has, where this one is not looked at.

    ``target`` is the link's as written.
    """
    if _machine().match(target):
        return not (target.startswith("/") and entry.exists)  # a folder of the project may be called so
    return entry.target.startswith("/") and not index.document.path.startswith("/")


def written(index: Index) -> dict[int, str]:
    """Return the targets of the links of an index as written, by where they start."""
    return {link.span.start: link.target for link in index.document.links}
