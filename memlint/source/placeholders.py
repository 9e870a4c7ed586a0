"""Paths and names that stand for something else: patterns, samples, gaps to fill in."""

from __future__ import annotations

import re
from functools import cache

from memlint.source.patterns import compile_once


@cache
def _placeholder() -> re.Pattern[str]:
    return compile_once(
        r"[*?<>{}$|]|…|\.\.\.|YYYY|(?i:\bpath/to/|\byour[-_ ]|\bexample\b|(?:^|/)(?:foo|bar|baz|x+|file|filename|some-?file)\.\w+$)"
    )


def is_placeholder(path: str) -> bool:
    """Say whether ``path`` is a pattern or a sample (cases 40, 48, 158)."""
    return bool(_placeholder().search(path))
