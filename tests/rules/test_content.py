"""content/stale where a tree is not enough: what git knows, the person's own memories, and when it runs unasked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memlint import Settings, check
from memlint.engine.registry import load
from memlint.engine.selection import choose
from tests.conftest import told
from tests.project.repositories import git, repository
from tests.trees import plant

SETTINGS = Settings(today="2026-11-30")
NAMES = ("clay", "cones", "glazes")
INDEX = "".join(f"- [{name}]({name}.md) — one of three\n" for name in NAMES)


def memories(folder: str, modified: str = "") -> dict[str, str]:
    """Return the files of a memory directory whose headers note that day."""
    noted = f"  modified: {modified}T08:00:00.000Z\n" if modified else ""
    header = "---\nname: {0}\ndescription: What we know of {0}\nmetadata:\n  type: project\n{1}---\nCeladon.\n"
    return {f"{folder}/MEMORY.md": INDEX} | {f"{folder}/{name}.md": header.format(name, noted) for name in NAMES}


def committed(base: Path, day: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GIT_COMMITTER_DATE", f"{day}T08:00:00Z")
    git(base, "add", "-A")
    git(base, "commit", "-q", "-m", "memories")
    return base


def test_the_last_commit_tells_the_age(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases 100 and 101: the files were written today, their text in February."""
    base = committed(repository(tmp_path / "p", memories("memory")), "2026-02-01", monkeypatch)
    report = check([base], root=base, home=os.environ["HOME"], select=["content/stale"], settings=SETTINGS)
    assert told(report) == ["memory/MEMORY.md:1:1 info content/stale"]
    assert "4 of 4 dated files here were last changed 302 days ago: they tell" in report.findings[0].message
    assert report.findings[0].related[0].message == "last changed on 2026-02-01"


def test_the_header_counts_before_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = committed(repository(tmp_path / "p", memories("memory", "2026-11-20")), "2026-02-01", monkeypatch)
    assert told(check([base], root=base, home=os.environ["HOME"], select=["content/stale"], settings=SETTINGS)) == []


def test_times_of_the_file_system_say_nothing(tmp_path: Path) -> None:
    base = repository(tmp_path / "p", memories("memory"))
    for path in base.rglob("*.md"):
        os.utime(path, (0, 0))
    assert told(check([base], root=base, home=os.environ["HOME"], select=["content/stale"], settings=SETTINGS)) == []


def test_memories_of_a_person(tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {"CLAUDE.md": "Run the tests.\n"})
    slug = str(base.resolve()).replace("/", "-").replace("_", "-").replace(".", "-")
    folder = f".claude/projects/{slug}/memory"
    home = plant(tmp_path / "home", memories(folder, "2026-02-01"))
    report = check([base], root=base, home=home, settings=SETTINGS, user=True)
    assert told(report) == [f"{home}/{folder}/MEMORY.md:1:1 info content/stale"]


@pytest.mark.parametrize(
    ("settings", "user", "runs"),
    [
        (Settings(), False, False),
        (Settings(), True, True),
        (Settings(preset="strict"), False, True),
        (Settings(ignore=("content/stale",)), True, False),
        (Settings(select=("budget",)), True, False),
    ],
)
def test_when_it_runs_unasked(settings: Settings, user: bool, runs: bool) -> None:
    assert ("content/stale" in [rule.name for rule in choose(load(), settings, user=user)]) is runs
