"""The shell that tests of what runs beside an agent share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Return an empty place to run memlint in."""
    return Shell(tmp_path)
