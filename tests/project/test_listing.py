"""The list of a project's paths: git and a walk agree, nothing hangs, nothing of others is entered."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memlint import check
from memlint.project import listing as module
from memlint.project.listing import SKIPPED, ignore_rules, listing, main_repository, walk
from tests.conftest import told
from tests.project.repositories import git, kinds, repository, within
from tests.trees import plant

Plan = Callable[[Path, dict[str, str]], Path]
TREE = {
    ".gitignore": "# comment\n\nbuild/\n/only-top.md\n*.log.md\n!kept.log.md\ndocs/*.tmp\n\\#odd.md\n**/cache/\n"
    "CLAUDE.local.md\ntrailing.md  \n",
    "CLAUDE.md": "# A\n",
    "CLAUDE.local.md": "# Mine\n",
    "only-top.md": "",
    "#odd.md": "",
    "trailing.md": "",
    "run.log.md": "",
    "kept.log.md": "",
    "build/CLAUDE.md": "# built\n",
    "build/CLAUDE.local.md": "# built\n",
    "docs/a.tmp": "",
    "docs/only-top.md": "",
    "docs/deep/a.tmp": "",
    "docs/deep/cache/CLAUDE.md": "",
    "docs/CLAUDE.local.md": "# Mine\n",
    "apps/.gitignore": "*.md\n!CLAUDE.md\n!build/\n/gen\n",
    "apps/CLAUDE.md": "# B\n",
    "apps/notes.md": "",
    "apps/build/CLAUDE.md": "",
    "apps/gen/CLAUDE.md": "",
    "apps/web/gen/CLAUDE.md": "",
    "apps/web/page.md": "",
    "env/pyvenv.cfg": "",
    "env/CLAUDE.md": "# theirs\n",
    "node_modules/a/CLAUDE.md": "# theirs\n",
    "linked -> docs": "",
    "broken -> nowhere": "",
}
KEPT = {
    ".gitignore",
    "CLAUDE.local.md",
    "CLAUDE.md",
    "apps/.gitignore",
    "apps/CLAUDE.md",
    "apps/build/CLAUDE.md",
    "apps/web/gen/CLAUDE.md",
    "broken",
    "docs/CLAUDE.local.md",
    "docs/deep/a.tmp",
    "docs/only-top.md",
    "kept.log.md",
    "linked",
}


def test_git_and_a_walk_list_the_same(tmp_path: Path) -> None:
    with_git = listing(str(repository(tmp_path / "git", TREE)))
    without = listing(str(plant(tmp_path / "plain", TREE)))
    assert set(with_git.paths) == KEPT
    assert without == with_git
    assert list(with_git.paths) == sorted(with_git.paths)


def test_tracked_though_ignored(tmp_path: Path) -> None:
    base = repository(tmp_path / "p", {".gitignore": "CLAUDE.md\n", "CLAUDE.md": "# A\n"})
    assert kinds(check([base])) == {}
    git(base, "add", "-f", "CLAUDE.md")
    assert kinds(check([base])) == {"CLAUDE.md": "instructions"}


def test_a_deleted_file_that_git_still_tracks_is_no_finding(tmp_path: Path) -> None:
    base = repository(
        tmp_path / "p",
        {"CLAUDE.md": "# A\n", "a/CLAUDE.md": "# B\n", "memory/MEMORY.md": "- [x](x.md) — y\n", "memory/x.md": "X\n"},
    )
    git(base, "add", ".")
    for name in ("CLAUDE.md", "memory/MEMORY.md", "memory/x.md"):
        (base / name).unlink()
    report = check([base])
    assert told(report) == []
    assert kinds(report) == {"a/CLAUDE.md": "instructions"}


@pytest.mark.parametrize("folder", sorted({*SKIPPED, ".claude/worktrees"} - {".git"}))
@pytest.mark.parametrize("plan", [repository, plant])
def test_folders_of_others_are_not_entered_but_read_when_named(folder: str, plan: Plan, tmp_path: Path) -> None:
    files = {"CLAUDE.md": "# A\n", f"{folder}/x/CLAUDE.md": "# B\n", f"docs/{folder}/CLAUDE.md": "# C\n"}
    base = plan(tmp_path / "p", files)
    assert kinds(check([base])) == {"CLAUDE.md": "instructions"}
    assert kinds(check([base / folder])) == {f"{folder}/x/CLAUDE.md": "instructions"}
    assert kinds(check([base / "docs" / folder / "CLAUDE.md"])) == {f"docs/{folder}/CLAUDE.md": "instructions"}


@pytest.mark.parametrize("plan", [repository, plant])
def test_repositories_inside_are_projects_of_their_own(plan: Plan, tmp_path: Path) -> None:
    base = plan(tmp_path / "p", {"CLAUDE.md": "# A\n", "lost/.git": "gitdir: ../gone\n", "lost/CLAUDE.md": "# B\n"})
    repository(base / "inner", {"CLAUDE.md": "# C\n", "CLAUDE.local.md": "# D\n"})
    assert kinds(check([base], root=base)) == {"CLAUDE.md": "instructions"}
    assert set(kinds(check([base / "inner"]))) == {"CLAUDE.md", "CLAUDE.local.md"}


@pytest.mark.parametrize("plan", [repository, plant])
def test_naming_a_folder_does_not_bring_in_what_is_ignored_in_it(plan: Plan, tmp_path: Path) -> None:
    files = {".gitignore": "out/\n", "docs/CLAUDE.md": "# A\n", "docs/out/CLAUDE.md": "# B\n", "out/CLAUDE.md": "# C\n"}
    base = plan(tmp_path / "p", files)
    assert set(kinds(check([base / "docs"]))) == {"docs/CLAUDE.md"}
    assert set(kinds(check([base / "docs" / "out"]))) == {"docs/out/CLAUDE.md"}
    assert set(kinds(check([base / "out" / "CLAUDE.md"]))) == {"out/CLAUDE.md"}


def test_a_git_repository_whose_git_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = repository(tmp_path / "p", TREE)
    monkeypatch.setenv("PATH", "")
    assert set(listing(str(base)).paths) == KEPT


def test_a_repository_that_git_refuses(tmp_path: Path) -> None:
    base = repository(tmp_path / "p", TREE)
    (base / ".git" / "HEAD").write_text("nonsense\n")
    assert set(listing(str(base)).paths) == KEPT


def test_variables_of_a_commit_hook_do_not_lead_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = repository(tmp_path / "other", {"AGENTS.md": "# B\n"})
    git(other, "add", ".")
    base = repository(tmp_path / "p", {"CLAUDE.md": "# A\n"})
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert kinds(check([base])) == {"CLAUDE.md": "instructions"}


@pytest.mark.parametrize("place", [".gitignore", "docs/.gitignore", ".git/info/exclude"])
@pytest.mark.parametrize("plan", [repository, plant])
def test_a_pipe_instead_of_ignore_rules(
    place: str, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GIT_SECONDS", 0.5)
    base = plan(tmp_path / "p", {"CLAUDE.md": "@docs/gone.md\n", "docs/x.md": ""})
    (base / place).parent.mkdir(parents=True, exist_ok=True)
    (base / place).unlink(missing_ok=True)
    os.mkfifo(base / place)
    report = within(20, lambda: check([base], root=base, home=tmp_path))
    assert told(report) == ["CLAUDE.md:1:1 error imports/missing-target"]


def test_odd_names_come_back_from_git_as_they_are(tmp_path: Path) -> None:
    base = repository(tmp_path / "p", {"a\nb/CLAUDE.md": "", 'q"uote/CLAUDE.md': "", "tab\t/CLAUDE.md": ""})
    odd = os.path.join(os.fsencode(base), b"caf\xe9")
    os.mkdir(odd)
    with open(os.path.join(odd, b"CLAUDE.md"), "wb"):
        pass
    names = ["a\nb/CLAUDE.md", os.fsdecode(b"caf\xe9/CLAUDE.md"), 'q"uote/CLAUDE.md', "tab\t/CLAUDE.md"]
    assert list(listing(str(base)).paths) == names


def test_targets_that_git_ignores_are_known_without_git(tmp_path: Path) -> None:
    files = {"CLAUDE.md": "@docs/local.md\n@docs/gone.md\n", ".gitignore": "docs/local.md\n"}
    expected = ["CLAUDE.md:2:1 error imports/missing-target"]
    assert told(check([repository(tmp_path / "git", files)])) == expected
    assert told(check([plant(tmp_path / "plain", files)])) == expected


def test_ignore_rules_of_a_tracked_deleted_file(tmp_path: Path) -> None:
    """git says that a tracked path is not ignored, whatever a pattern says: its loss is reported."""
    base = repository(tmp_path / "p", {"CLAUDE.md": "@docs/a.md\n", ".gitignore": "docs/\n", "docs/a.md": "# A\n"})
    git(base, "add", "-f", ".")
    (base / "docs" / "a.md").unlink()
    assert told(check([base])) == ["CLAUDE.md:1:1 error imports/missing-target"]


def test_ignored_folders_are_not_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = plant(tmp_path / "p", {".gitignore": "build/\n", "build/deep/x.md": "", "CLAUDE.md": ""})
    entered: list[str] = []
    real = os.scandir

    def scandir(path: str) -> object:
        entered.append(str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert list(walk(str(base), ignored=ignore_rules(str(base)))) == [".gitignore", "CLAUDE.md"]
    assert entered == [f"{base}/"]


def test_linked_folders_are_entered_on_demand_and_loops_end(tmp_path: Path) -> None:
    base = plant(
        tmp_path / "p",
        {"a/x.md": "", "a/up -> ..": "", "a/self -> self": "", "b -> a": ""},
    )
    assert sorted(walk(str(base))) == ["a/self", "a/up", "a/x.md", "b"]
    # Each real folder once: "b" is the way to "a" that a stack takes first.
    assert sorted(walk(str(base), follow=True)) == ["b/self", "b/x.md"]


def test_main_repository(tmp_path: Path) -> None:
    base = repository(tmp_path / "main", {"CLAUDE.md": "# A\n"})
    git(base, "add", ".")
    git(base, "commit", "-qm", "x")
    git(base, "worktree", "add", "-q", str(tmp_path / "copy"))
    assert main_repository(str(tmp_path / "copy")) == str(base)
    assert main_repository(str(base)) == str(base)
    assert kinds(check([tmp_path / "copy"])) == {"CLAUDE.md": "instructions"}
    for number, text in enumerate(("gitdir: ../main/.git/modules/x\n", "gitdir: /nowhere\n", "", "\0")):
        folder = plant(tmp_path / f"sub{number}", {"x": ""})
        (folder / ".git").rmdir()
        (folder / ".git").write_text(text)
        assert main_repository(str(folder)) == str(folder)
