"""One report for several projects: whose paths are told how, and what is added up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memlint import Report, Settings, check
from tests.conftest import told
from tests.trees import plant

BROKEN = {"CLAUDE.md": "See @gone.md\n", "docs/CLAUDE.md": "A @lost.md\n"}
HIDDEN = "<!-- memlint-disable-line imports/missing-target -- why --> See @gone.md\n"


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    one, other = plant(tmp_path / "one", BROKEN), plant(tmp_path / "other", BROKEN)
    monkeypatch.chdir(one)
    return one, other


def run(*paths: Path, settings: Settings | None = None) -> Report:
    return check(paths, home=os.environ["HOME"], select=["imports"], settings=settings)


def test_paths_outside_the_first_project_are_whole(places: tuple[Path, Path]) -> None:
    one, other = places
    expected = ["CLAUDE.md:1:5 error imports/missing-target", "docs/CLAUDE.md:1:3 error imports/missing-target"]
    assert told(run(one)) == expected
    for order in ((one, other), (other, one)):
        report = run(*order)
        assert report.root == str(one)
        assert told(report) == [*(f"{other}/{line}" for line in expected), *expected]
        assert [file.path for file in report.files] == [
            *(f"{other}/{path}" for path in ("CLAUDE.md", "docs/CLAUDE.md")),
            *("CLAUDE.md", "docs/CLAUDE.md"),
        ]
        assert report.texts == {**BROKEN, **{f"{other}/{path}": text for path, text in BROKEN.items()}}


def test_edits_and_related_places_go_along(places: tuple[Path, Path]) -> None:
    one, other = places
    for base in places:
        plant_text = "See @a.md\n"
        (base / "CLAUDE.md").write_text(plant_text)
        (base / "a.md").write_text("See @CLAUDE.md\n")
    report = check(places, home=os.environ["HOME"], select=["imports/cycle"])
    for base, told_as in ((one, ""), (other, f"{other}/")):
        mine = [finding for finding in report.findings if os.path.isabs(finding.path) is bool(told_as)]
        assert mine, base
        assert all(place.path.startswith(told_as) for finding in mine for place in finding.related)


def test_what_is_hidden_is_kept_apart(places: tuple[Path, Path]) -> None:
    for base in places:
        (base / "CLAUDE.md").write_text(HIDDEN)
    report = run(*places)
    assert [finding.path for finding in report.suppressed] == [f"{places[1]}/CLAUDE.md", "CLAUDE.md"]
    report = run(*places, settings=Settings(per_file_ignores={"docs/**": ("imports",)}))
    assert told(report) == []
    assert [finding.path for finding in report.ignored] == [f"{places[1]}/docs/CLAUDE.md", "docs/CLAUDE.md"]


def test_times_add_up_and_a_rule_lacks_input_only_where_all_do(places: tuple[Path, Path]) -> None:
    one, other = places
    plant(other, {"memory/MEMORY.md": "- [A](a.md) — a\n"})
    settings = Settings()
    both = check(places, home=os.environ["HOME"], select=["index", "imports"], settings=settings)
    alone = check([one], home=os.environ["HOME"], select=["index", "imports"], settings=settings)
    assert set(both.durations) == set(alone.durations)
    assert "index/dangling-entry" in alone.unmet
    assert "index/dangling-entry" not in both.unmet
    assert both.seconds > 0
