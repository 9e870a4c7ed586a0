"""agents/* where a tree is not enough: what git tracks, and the person's own agents."""

from __future__ import annotations

import os
from pathlib import Path

from memlint import check
from tests.conftest import told
from tests.project.repositories import git, repository
from tests.trees import plant


def test_tracked_memory_is_one_finding_for_each_folder(tmp_path: Path) -> None:
    stores = (
        ".claude/agent-memory-local/painter",
        ".claude/agent-memory-local/tester",
        "a/.claude/agent-memory-local/x",
    )
    base = repository(tmp_path / "p", {f"{store}/MEMORY.md": "Celadon.\n" for store in stores})
    select = ["agents/local-store-tracked"]
    assert told(check([base], root=base, home=os.environ["HOME"], select=select)) == []
    git(base, "add", "-A")
    report = check([base], root=base, home=os.environ["HOME"], select=select)
    assert [finding.path for finding in report.findings] == [f"{stores[0]}/MEMORY.md", f"{stores[2]}/MEMORY.md"]
    assert "git tracks 2 files in .claude/agent-memory-local" in report.findings[0].message
    assert [place.path for place in report.findings[0].related] == [f"{stores[1]}/MEMORY.md"]


def test_stores_of_a_person_serve_other_projects(tmp_path: Path) -> None:
    home = plant(tmp_path / "home", {".claude/agent-memory/stoker/MEMORY.md": "- Cone 6 takes nine hours.\n"})
    painter = "---\nname: painter\ndescription: Mixes glazes\n---\nYou mix glazes.\n"
    base = plant(tmp_path / "p", {".claude/agents/painter.md": painter})
    report = check([base], root=base, home=home, select=["agents"], user=True)
    assert f"{home}/.claude/agent-memory/stoker/MEMORY.md" in {file.path for file in report.files}
    assert told(report) == []


def test_agent_of_a_person_may_have_the_name_of_a_projects(tmp_path: Path) -> None:
    painter = "---\nname: painter\ndescription: Mixes glazes\n---\nYou mix glazes.\n"
    home = plant(tmp_path / "home", {".claude/agents/painter.md": painter, ".claude/agents/a/painter.md": painter})
    base = plant(tmp_path / "p", {".claude/agents/painter.md": painter})
    report = check([base, home / ".claude"], root=base, home=home, select=["agents"], user=True)
    assert [finding.path for finding in report.findings] == [f"{home}/.claude/agents/painter.md"]
