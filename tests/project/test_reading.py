"""Finding and reading memory files: what is entered, what is not, and input that is not what it should be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memlint import Report, check
from memlint.project.listing import find_root, listing
from tests.conftest import Linter, told
from tests.trees import plant

FILES = {
    "CLAUDE.md": "# A\n",
    "AGENTS.md": "# B\n",
    ".gitignore": "secret/\n*.tmp.md\nCLAUDE.local.md\n!keep.tmp.md\n",
    "CLAUDE.local.md": "# Mine\n",
    ".claude/CLAUDE.md": "# C\n",
    ".claude/settings.json": "{}",
    ".claude/agents/reviewer.md": "---\nname: reviewer\n---\n",
    ".claude/rules/style.md": "# S\n",
    ".claude/rules/deep/er/naming.md": "# N\n",
    ".claude/rules/notes.txt": "no rule\n",
    ".claude/agent-memory/reviewer/MEMORY.md": "- [x](a.md) — b\n",
    ".claude/agent-memory/reviewer/a.md": "---\nname: a\ndescription: b\ntype: project\n---\n",
    "one/two/three/CLAUDE.md": "# D\n",
    "one/.claude/rules/web.md": "# W\n",
    "secret/CLAUDE.md": "# ignored\n",
    "node_modules/pkg/CLAUDE.md": "# theirs\n",
    "vendor/pkg/AGENTS.md": "# theirs\n",
    "env/pyvenv.cfg": "",
    "env/CLAUDE.md": "# theirs\n",
    ".claude/worktrees/b/CLAUDE.md": "# copy\n",
    "templates/CLAUDE.md": "# {{PROJECT}}\n",
    "sub/.git": "gitdir: ../.git/modules/sub\n",
    "sub/CLAUDE.md": "# another repository\n",
    "docs/README.md": "# no memory\n",
    "docs/MEMORY.md": "# About memory chips\n",
    "notes/memory/MEMORY.md": "- [y](y.md) — z\n",
    "notes/memory/y.md": "Text.\n",
}
FOUND = {
    "CLAUDE.md": "instructions",
    "AGENTS.md": "instructions",
    "CLAUDE.local.md": "instructions",
    ".claude/CLAUDE.md": "instructions",
    ".claude/settings.json": "settings",
    ".claude/agents/reviewer.md": "agent",
    ".claude/rules/style.md": "rule_file",
    ".claude/rules/deep/er/naming.md": "rule_file",
    ".claude/agent-memory/reviewer/MEMORY.md": "index",
    ".claude/agent-memory/reviewer/a.md": "topic",
    "one/two/three/CLAUDE.md": "instructions",
    "one/.claude/rules/web.md": "rule_file",
    "notes/memory/MEMORY.md": "index",
    "notes/memory/y.md": "topic",
}


def kinds(report: Report) -> dict[str, str]:
    return {file.path: file.kind for file in report.files}


def repository(base: Path, files: dict[str, str]) -> Path:
    """Make a real git repository of ``files``."""
    base.mkdir()
    subprocess.run(["git", "init", "-q", base], check=True)
    (base / "sub").mkdir(exist_ok=True)
    for name, text in files.items():
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return base


def test_kinds_without_git(lint: Linter) -> None:
    assert kinds(lint(FILES)) == FOUND


def test_kinds_with_git(tmp_path: Path) -> None:
    base = repository(tmp_path / "project", FILES)
    found = kinds(check([base]))
    # A virtual environment that nobody ignores is git's to list.
    assert {path: kind for path, kind in found.items() if path != "env/CLAUDE.md"} == FOUND


@pytest.mark.parametrize("name", ["secret/CLAUDE.md", "vendor/pkg/AGENTS.md", "templates", ".claude/worktrees/b"])
def test_what_is_named_is_read(name: str, lint: Linter) -> None:
    report = lint(FILES, name)
    assert len(report.files) == 1
    assert report.files[0].path.startswith(name)


def test_scopes(lint: Linter) -> None:
    scopes = {file.path: file.scope for file in lint(FILES).files}
    assert scopes["CLAUDE.local.md"] == "local"
    assert scopes["CLAUDE.md"] == "shared"


def test_root_is_the_nearest_git(tmp_path: Path) -> None:
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "a" / ".git").mkdir()
    assert find_root(str(tmp_path / "a" / "b" / "c")) == str(tmp_path / "a")
    (tmp_path / "a" / "b" / ".git").write_text("gitdir: elsewhere\n")
    assert find_root(str(tmp_path / "a" / "b" / "c")) == str(tmp_path / "a" / "b")


def test_the_scanned_repository_runs_nothing(tmp_path: Path) -> None:
    base = repository(tmp_path / "project", {"CLAUDE.md": "# A\n"})
    marker = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {marker}\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "diff.external", "core.sshCommand", "core.editor"):
        subprocess.run(["git", "-C", base, "config", key, str(script)], check=True)
    hook = base / ".git" / "hooks" / "post-index-change"
    hook.write_bytes(script.read_bytes())
    hook.chmod(0o755)
    assert kinds(check([base])) == {"CLAUDE.md": "instructions"}
    assert not marker.exists()
    # The trap is real: a plain git runs it.
    subprocess.run(["git", "-C", base, "status"], capture_output=True, check=False)
    assert marker.exists()


@pytest.mark.parametrize("git", [True, False])
def test_a_pipe_is_no_file(git: bool, tmp_path: Path) -> None:
    files = {"docs/CLAUDE.md": "See @gone.md\n", "pkg/x.md": ""}
    base = repository(tmp_path / "p", files) if git else plant(tmp_path / "p", files)
    os.mkfifo(base / "CLAUDE.md")
    os.mkfifo(base / "pkg" / "CLAUDE.md")
    assert told(check([base])) == [
        "CLAUDE.md:1:1 warning source/special-file",
        "docs/CLAUDE.md:1:5 error imports/missing-target",
        "pkg/CLAUDE.md:1:1 warning source/special-file",
    ]


def test_links(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("# O\n")
    base = plant(
        tmp_path / "p",
        {
            "AGENTS.md": "See @gone.md\n",
            "CLAUDE.md -> AGENTS.md": "",
            "a/CLAUDE.md -> CLAUDE.md": "",
            "b/CLAUDE.md -> ../nowhere.md": "",
            f"c/CLAUDE.md -> {outside}": "",
            "shared/one.md": "# 1\n",
            ".claude/rules/linked -> ../../shared": "",
        },
    )
    report = check([base])
    assert told(report) == [
        "AGENTS.md:1:5 error imports/missing-target",
        "a/CLAUDE.md:1:1 error source/unreadable",
        "b/CLAUDE.md:1:1 error source/unreadable",
        "c/CLAUDE.md:1:1 warning security/symlink-escape",
    ]
    assert kinds(report)["c/CLAUDE.md"] == "instructions"
    assert {file.path: file.twins for file in report.files}["AGENTS.md"] == ("CLAUDE.md",)
    assert [path for path, kind in kinds(report).items() if kind == "rule_file"] == ["shared/one.md"]


def test_a_folder_that_cannot_be_read(lint: Linter, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    report = lint({"CLAUDE.md": "See @gone.md\n", "closed/CLAUDE.md": "# A\n"})
    assert told(report) == ["CLAUDE.md:1:5 error imports/missing-target", "closed:1:1 error source/unreadable"]
    assert "Permission denied" in report.findings[1].message


def test_odd_file_names(tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {"a\nb/CLAUDE.md": "See @gone.md\n"})
    odd = os.path.join(os.fsencode(base), b"caf\xe9")
    os.mkdir(odd)
    with open(os.path.join(odd, b"CLAUDE.md"), "wb") as stream:
        stream.write(b"See @gone.md\n")
    assert [finding.path for finding in check([base]).findings] == ["a\nb/CLAUDE.md", os.fsdecode(b"caf\xe9/CLAUDE.md")]


def test_too_large(tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {"CLAUDE.md": "x" * (4 * 1024 * 1024), "a/CLAUDE.md": "x" * (4 * 1024 * 1024 + 1)})
    assert told(check([base], select=["budget/instructions-skipped"])) == [
        "a/CLAUDE.md:1:1 error budget/instructions-skipped"
    ]


def test_the_persons_own_files(tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {"CLAUDE.md": "# A\n"})
    slug = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in str(base))
    home = tmp_path / "home"
    for name in ("CLAUDE.md", "rules/mine.md", f"projects/{slug}/memory/MEMORY.md", "projects/other/memory/MEMORY.md"):
        (home / ".claude" / name).parent.mkdir(parents=True, exist_ok=True)
        (home / ".claude" / name).write_text("# Text\n")
    assert set(kinds(check([base], home=home))) == {"CLAUDE.md"}
    own = {file.path: (file.kind, file.scope) for file in check([base], home=home, user=True).files}
    assert own == {
        "CLAUDE.md": ("instructions", "shared"),
        f"{home}/.claude/CLAUDE.md": ("instructions", "user"),
        f"{home}/.claude/rules/mine.md": ("rule_file", "user"),
        f"{home}/.claude/projects/{slug}/memory/MEMORY.md": ("index", "user"),
    }


def test_contents_stand_for_what_is_on_disk(lint: Linter, tmp_path: Path) -> None:
    path = str(tmp_path / "project" / "CLAUDE.md")
    report = lint({"CLAUDE.md": "# A\n"}, "CLAUDE.md", contents={path: b"See @gone.md\n"})
    assert told(report) == ["CLAUDE.md:1:5 error imports/missing-target"]


def test_order_does_not_depend_on_the_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = plant(tmp_path / "p", FILES)
    first = listing(str(base))
    real = os.scandir

    class Backwards:
        def __init__(self, path: str) -> None:
            with real(path) as entries:
                self.entries = list(entries)[::-1]

        def __enter__(self) -> list[os.DirEntry[str]]:
            return self.entries

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(os, "scandir", Backwards)
    assert listing(str(base)) == first


def test_hops_count_the_shortest_way(lint: Linter) -> None:
    """Case 31: first reached at the limit, later directly."""
    chain = {f"{n}.md": f"@{n + 1}.md\n" for n in range(1, 6)}
    deep = lint({"CLAUDE.md": "@1.md\n", **chain, "6.md": "End.\n"})
    assert told(deep) == ["4.md:1:1 error imports/too-deep"]
    assert "CLAUDE.md → 1.md → 2.md → 3.md → 4.md → 5.md" in deep.findings[0].message
    assert told(lint({"CLAUDE.md": "@1.md and @4.md\n"})) == []


def test_a_gitignore_line_that_makes_no_sense(lint: Linter) -> None:
    files = {".gitignore": "[z-a]\n!\nout/\n", "CLAUDE.md": "# A\n", "out/CLAUDE.md": "# B\n"}
    assert kinds(lint(files)) == {"CLAUDE.md": "instructions"}


def test_a_scanned_tree_is_no_library(tmp_path: Path) -> None:
    base = plant(tmp_path / "p", {"CLAUDE.md": "# A\n", ".gitignore": "x\n"})
    for name in ("pathspec", "yaml", "pyromark", "argparse"):
        (base / f"{name}.py").write_text("raise SystemExit(66)\n")
    run = subprocess.run([sys.executable, "-m", "memlint", "."], cwd=base, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout[:11]) == (0, "no findings")


def test_what_git_tracks_and_is_gone_is_no_file(tmp_path: Path) -> None:
    base = repository(tmp_path / "p", {"CLAUDE.md": "# A\n", "a/CLAUDE.md": "# B\n", "memory/MEMORY.md": "# M\n"})
    subprocess.run(["git", "-C", base, "add", "-A"], check=True)
    (base / "a" / "CLAUDE.md").unlink()
    (base / "memory" / "MEMORY.md").unlink()
    report = check([base])
    assert told(report) == []
    assert kinds(report) == {"CLAUDE.md": "instructions"}
