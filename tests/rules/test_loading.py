"""loading/* where a tree is not enough: what git tracks and lists, and the person's own files."""

from __future__ import annotations

import json
import os
from pathlib import Path

from memlint import Report, check
from tests.conftest import told
from tests.project.repositories import git, repository
from tests.trees import plant

NOTES = "My kiln is on port 8081.\n"


def lint(base: Path, *rules: str) -> Report:
    return check([base], root=base, home=os.environ["HOME"], select=rules)


def test_tracked_notes_of_one_person(tmp_path: Path) -> None:
    base = repository(tmp_path / "p", {"CLAUDE.local.md": NOTES, "services/glaze/CLAUDE.local.md": NOTES})
    git(base, "add", "-A")
    assert told(lint(base, "loading/local-file-tracked")) == [
        "CLAUDE.local.md:1:1 warning loading/local-file-tracked",
        "services/glaze/CLAUDE.local.md:1:1 warning loading/local-file-tracked",
    ]


def test_untracked_and_ignored_notes_are_as_they_should_be(tmp_path: Path) -> None:
    base = repository(tmp_path / "p", {".gitignore": "CLAUDE.local.md\n", "CLAUDE.local.md": NOTES, "a/b.txt": "x"})
    git(base, "add", "-A")
    assert told(lint(base, "loading/local-file-tracked")) == []


def test_the_spelling_is_that_of_git(tmp_path: Path) -> None:
    base = repository(tmp_path / "p", {"claude.md": "Run the tests.\n", "services/glaze/AGENTS.MD": "Run the tests.\n"})
    git(base, "add", "-A")
    assert told(lint(base, "loading/wrong-case-name")) == [
        "claude.md:1:1 error loading/wrong-case-name",
        "services/glaze/AGENTS.MD:1:1 error loading/wrong-case-name",
    ]
    (base / "claude.md").unlink()  # git lists it until the deletion is committed
    assert [finding.path for finding in lint(base, "loading/wrong-case-name").findings] == ["services/glaze/AGENTS.MD"]


def test_a_persons_own_instructions_hide_nothing(tmp_path: Path) -> None:
    home = plant(tmp_path / "home", {".claude/CLAUDE.md": "Be brief.\n"})
    base = plant(tmp_path / "p", {"AGENTS.md": "Run the tests.\n"})
    assert told(check([base], root=base, home=home, select=["loading"], user=True)) == []


def test_index_in_another_case_in_a_persons_memory(tmp_path: Path) -> None:
    home = plant(tmp_path / "home", {".claude/agent-memory/painter/memory.md": "- [Glazes](glazes.md) — which ones\n"})
    base = plant(tmp_path / "p", {"CLAUDE.md": "Run the tests.\n"})
    place = home / ".claude/agent-memory/painter"
    report = check([place], root=base, home=home, select=["loading"], user=True)
    assert [finding.path for finding in report.findings] == [f"{place}/memory.md"]


def test_patterns_name_a_linked_root_or_its_real_place(tmp_path: Path) -> None:
    """Case 149: ``/var`` is ``/private/var``."""
    plant(tmp_path / "real", {"CLAUDE.md": "Run the tests.\n", "legacy/CLAUDE.md": "Mix the glaze.\n"})
    (tmp_path / "link").symlink_to("real")
    base = tmp_path / "link"
    patterns = [f"{base}/legacy/**", f"{tmp_path}/real/legacy/CLAUDE.md", f"{base}/gone/CLAUDE.md"]
    plant(base, {".claude/settings.json": json.dumps({"claudeMdExcludes": patterns}), "gone.txt": ""})
    report = lint(base, "loading")
    assert told(report) == [
        ".claude/settings.json:1:23 info loading/excluded-file",
        f".claude/settings.json:1:{23 + len(patterns[0]) + 4} info loading/excluded-file",
    ]
    assert all("legacy/CLAUDE.md" in finding.message for finding in report.findings)
