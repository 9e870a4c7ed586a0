"""Every test runs with a scrubbed environment: an empty home, no agent variables, no colour, a fixed locale.

Properties are asked the same examples each time and with no limit of time, so that a change fails on what it did itself.
``--hypothesis-profile=explore`` asks new ones.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from memlint import Report, check
from tests.trees import plant

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # a shell runs the tests in its background
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("explore", deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("repeatable", settings.get_profile("explore"), derandomize=True, database=None)
settings.load_profile("repeatable")
KEPT = ("PATH", "TMPDIR", "SYSTEMROOT", "COVERAGE_PROCESS_START", "COVERAGE_FILE")


@pytest.fixture(autouse=True)
def scrubbed(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Take away what the machine of the moment adds."""
    for name in list(os.environ):
        if name not in KEPT and not name.startswith(("PYTEST", "COV_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


Linter = Callable[..., Report]


@pytest.fixture
def lint(tmp_path: Path) -> Linter:
    """Return a function that plants a tree and lints it: ``lint({"CLAUDE.md": "…"}, select=["imports"])``."""

    def run(files: dict[str, str], *paths: str, **options: object) -> Report:
        base = plant(tmp_path / "project", files)
        options.setdefault("home", os.environ["HOME"])
        return check([base / path for path in paths] or [base], root=base, **options)  # type: ignore[arg-type]

    return run


def told(report: Report) -> list[str]:
    """Return findings as ``path:line:column severity rule``."""
    from memlint.report.places import Atlas

    atlas = Atlas(report.texts)
    result = []
    for finding in report.findings:
        line, column = atlas[finding.path].at(finding.span.start)
        result.append(f"{finding.path}:{line}:{column} {finding.severity} {finding.rule}")
    return result
