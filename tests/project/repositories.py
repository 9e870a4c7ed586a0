"""Real git repositories for tests, and what a report says about their files."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

from memlint import Report
from tests.trees import plant


def git(base: Path, *arguments: str) -> None:
    """Run git in ``base`` as somebody with a name."""
    command = ["git", "-C", str(base), "-c", "user.name=dana", "-c", "user.email=dana@kiln.invalid", *arguments]
    subprocess.run(command, check=True, capture_output=True)


def repository(base: Path, files: dict[str, str]) -> Path:
    """Make a git repository that holds ``files``, none of them added."""
    subprocess.run(["git", "init", "-q", base], check=True)
    return plant(base, files)


def kinds(report: Report) -> dict[str, str]:
    """Return path → kind of a report's files."""
    return {file.path: file.kind for file in report.files}


def within(seconds: float, call: Callable[[], Report]) -> Report:
    """Return what ``call`` returns; fail when that takes too long, which in tests of pipes means for ever."""
    found: list[Report] = []
    thread = threading.Thread(target=lambda: found.append(call()), daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), f"still waiting after {seconds} seconds"
    return found[0]
