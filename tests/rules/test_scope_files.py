"""scope/* where a tree is not enough: what a fix writes, and how long many rule files take."""

from __future__ import annotations

import os
from pathlib import Path

from memlint import Finding, check
from tests.trees import plant
from tests.work import soon

NAMED = "Name every glaze after its recipe.\n"


def lint(base: Path, *rules: str) -> tuple[Finding, ...]:
    return check([base], root=base, home=os.environ["HOME"], select=rules).findings


def test_the_fix_renames_the_key(tmp_path: Path) -> None:
    text = f'---\nglobs: ["glaze/*.glz"]\nalwaysApply: false\n---\n{NAMED}'
    base = plant(tmp_path / "p", {".claude/rules/glaze.md": text, "glaze/blue.glz": "cobalt\n"})
    (found,) = lint(base, "scope/always-loads")
    assert found.fix is not None
    assert found.fix.safety == "unsafe"
    (edit,) = found.fix.edits
    fixed = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert fixed == text.replace("globs:", "paths:")
    (base / ".claude/rules/glaze.md").write_text(fixed, "utf-8")
    assert lint(base, "scope/always-loads") == ()


def test_no_fix_where_there_is_no_pattern_or_the_file_is_another_tools(tmp_path: Path) -> None:
    files = {
        ".claude/rules/clay.md": f"---\nalwaysApply: false\n---\n{NAMED}",
        ".claude/rules/glaze.md -> ../../docs/glaze.md": "",
        "docs/glaze.md": f'---\napplyTo: "glaze/*.glz"\n---\n{NAMED}',
    }
    found = lint(plant(tmp_path / "p", files), "scope/always-loads")
    assert [(finding.path, finding.fix) for finding in found] == [
        (".claude/rules/clay.md", None),
        ("docs/glaze.md", None),
    ]


def test_many_files_take_little_time(tmp_path: Path) -> None:
    files = {f".claude/rules/r{number}.md": f"---\npriority: high\n---\n{NAMED}" for number in range(1000)}
    files |= {f".claude/rules/r{number}.txt": NAMED for number in range(1000, 2000)}
    files |= {f".claude/rules/hostile{number}.md": "\n<!--" * 2000 + "\n---\npaths: x\n" for number in range(5)}
    rules = ("always-loads", "ignored-key", "not-markdown", "readme-in-rules", "prose-globs", "symlink-outside")
    base = plant(tmp_path / "p", files)
    with soon():
        found = lint(base, *(f"scope/{name}" for name in rules))
    assert [finding.rule for finding in found] == ["scope/ignored-key", "scope/not-markdown"]
