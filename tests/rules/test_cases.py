"""tests/cases/<family>/<rule>/*.txt: small trees with exactly the findings that all rules together give.

A case is a list of ``==> path`` sections and ends with ``==> expect``: one line a finding,
``path:line:column severity rule``, in the order of a report; nothing for a tree that stays quiet. Text after ``| `` on
such a line must occur in the message. A case's name says what it shows. Files in ``../home/`` are the person's own.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memlint import Settings, check
from memlint.config import find_file
from memlint.config import load as load_settings
from memlint.engine.docs import sections
from memlint.engine.registry import load
from tests.conftest import told
from tests.trees import ASKS_VENDORED, has_person, plant

TODAY = "2026-11-30"  # for every rule that looks at dates
CASES = Path(__file__).parent.parent / "cases"
FILES = sorted(CASES.rglob("*.txt"))


def configured(base: Path) -> Settings:
    """Return the settings that a tree has itself."""
    file = find_file(str(base), str(base))
    return load_settings(file) if file else Settings()


@pytest.mark.parametrize("case", FILES, ids=lambda path: path.relative_to(CASES).with_suffix("").as_posix())
def test_case(case: Path, tmp_path: Path) -> None:
    files = sections(case.read_text("utf-8"))
    expected = [line.partition(" | ") for line in files.pop("expect").splitlines() if line]
    base = plant(tmp_path / "project", files, rule=case.parent.relative_to(CASES).as_posix())
    settings = configured(base)._replace(today=TODAY)
    person = has_person(files)  # then told by their place beside the project
    home = tmp_path / "home" if person else os.environ["HOME"]
    vendored = case.parent.relative_to(CASES).as_posix() in ASKS_VENDORED
    report = check([base], root=base, home=home, select=["all"], settings=settings, user=person, vendored=vendored)
    assert [line.replace(f"{tmp_path}/", "../") for line in told(report)] == [line for line, _, _ in expected]
    for finding, (_, _, words) in zip(report.findings, expected, strict=True):
        assert words in finding.message


@pytest.mark.parametrize("name", load())
def test_every_rule_has_cases(name: str) -> None:
    """At least one that fires and two that stay quiet, and every folder belongs to a rule."""
    cases = [sections(path.read_text("utf-8"))["expect"] for path in sorted((CASES / name).glob("*.txt"))]
    assert sum(name in expected for expected in cases) >= 1
    assert sum(name not in expected for expected in cases) >= 2


def test_folders_are_rules() -> None:
    assert {path.parent.relative_to(CASES).as_posix() for path in FILES} <= set(load())
