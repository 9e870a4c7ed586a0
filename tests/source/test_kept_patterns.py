"""A pattern that was kept has the groups of one that is compiled: their number, their names, and what they match."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memlint.source import patterns
from tests.source.test_patterns import TEXTS, again, kept

__all__ = ["kept"]  # the fixture


def test_groups(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text, flags, _ in TEXTS:
        patterns.compile_once(text, flags)
    patterns.keep()
    again(monkeypatch)
    for text, flags, sample in TEXTS:
        found, fresh = patterns.compile_once(text, flags), re.compile(text, flags)
        assert (found.groups, found.flags, dict(found.groupindex)) == (
            fresh.groups,
            fresh.flags,
            dict(fresh.groupindex),
        )
        one, other = found.search(sample), fresh.search(sample)
        assert one is not None
        assert other is not None
        assert (one.groups(), one.groupdict(), one.lastindex, one.lastgroup) == (
            other.groups(),
            other.groupdict(),
            other.lastindex,
            other.lastgroup,
        )
