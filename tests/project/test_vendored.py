"""Which instruction files of other people's trees are found, and where nobody looks."""

from __future__ import annotations

import os
from pathlib import Path

from memlint.harness.facts import for_version
from memlint.project.vendored import instruction_files
from tests.trees import plant


def found(base: Path) -> list[str]:
    return [os.path.relpath(path, base) for path in instruction_files(str(base), for_version())]


def test_instructions_and_rules_below_folders_of_others(tmp_path: Path) -> None:
    names = (
        *("vendor/kiln/CLAUDE.md", "vendor/kiln/README.md", "vendor/kiln/.claude/rules/fire.md", "vendor/AGENTS.md"),
        *(
            "node_modules/@cone/a/docs/deep/CLAUDE.md",
            "node_modules/cone/.claude/rules/x/y.md",
            "third_party/CLAUDE.md",
        ),
        *("vendor/kiln/.claude/rules/fire.txt", "vendor/kiln/rules/fire.md", "vendor/kiln/.claude/fire.md"),
        *("CLAUDE.md", "docs/CLAUDE.md", ".claude/rules/own.md", "vendor.md", "src/notes.md"),
    )
    base = plant(tmp_path, dict.fromkeys(names, "Cone 6.\n"))
    assert found(base) == [
        "node_modules/@cone/a/docs/deep/CLAUDE.md",
        "node_modules/cone/.claude/rules/x/y.md",
        "third_party/CLAUDE.md",
        "vendor/AGENTS.md",
        "vendor/kiln/CLAUDE.md",
        "vendor/kiln/.claude/rules/fire.md",
    ]


def test_never_entered(tmp_path: Path) -> None:
    files = {
        "vendor/.git/CLAUDE.md": "a\n",
        ".claude/worktrees/one/vendor/CLAUDE.md": "a\n",
        "worktrees/vendor/CLAUDE.md": "a\n",
        "vendor/worktrees/CLAUDE.md": "a\n",
        "linked -> vendor": "",
        "node_modules -> vendor": "",
        "vendor/link.md -> ../elsewhere.md": "",
    }
    assert found(plant(tmp_path, files)) == ["vendor/worktrees/CLAUDE.md", "worktrees/vendor/CLAUDE.md"]


def test_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    assert found(tmp_path / "gone") == []
