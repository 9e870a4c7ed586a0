"""Which tokens their author meant as imports, and which are packages, decorators and handles."""

from __future__ import annotations

import pytest

from memlint.harness.facts import for_version
from memlint.project.meant import is_meant

THERE = frozenset(("src", "kilns/glazes"))


def meant(token: str, source: str = "CLAUDE.md") -> bool:
    return is_meant(token, source, for_version(), THERE.__contains__)


@pytest.mark.parametrize(
    ("token", "source"),
    [
        ("docs/kiln.md", "CLAUDE.md"),
        ("kiln.md", "CLAUDE.md"),
        ("kiln.txt,", "CLAUDE.md"),
        ("kiln.rst)", "CLAUDE.md"),
        ("./kiln", "CLAUDE.md"),
        ("../kiln", "CLAUDE.md"),
        ("kiln.json", "CLAUDE.md"),
        ("kiln.toml", "CLAUDE.md"),
        ("src/kiln.py", "CLAUDE.md"),  # the folder is there
        ("glazes/kiln.py", "kilns/CLAUDE.md"),  # beside the file
        ("src/kiln.py", "kilns/CLAUDE.md"),  # at the root
    ],
)
def test_meant(token: str, source: str) -> None:
    assert meant(token, source)


@pytest.mark.parametrize(
    ("token", "source"),
    [
        ("kiln/core", "CLAUDE.md"),
        ("dana", "CLAUDE.md"),
        ("router.patch", "CLAUDE.md"),
        ("kiln.py", "CLAUDE.md"),
        ("lib/kiln.py", "CLAUDE.md"),  # no such folder
        ("glazes/kiln.py", "CLAUDE.md"),
        ("src/kiln", "CLAUDE.md"),
        ("src/kiln.zzq", "CLAUDE.md"),
        ("path/to/file.md", "CLAUDE.md"),
    ],
)
def test_not_meant(token: str, source: str) -> None:
    assert not meant(token, source)
