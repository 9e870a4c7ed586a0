"""What changed since a commit: what git tells of committed, changed, added, deleted and untracked files."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint import UsageError
from memlint.project.changes import Changes, changes
from tests.project.repositories import git, repository


@pytest.fixture
def base(tmp_path: Path) -> Path:
    place = repository(tmp_path / "project", {"CLAUDE.md": "Cone 6.\n", "old.md": "Old.\n", "docs/a.md": "A.\n"})
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "one")
    return place


def test_nothing_changed(base: Path) -> None:
    assert changes(str(base), "HEAD") == Changes(frozenset(), frozenset())


def test_each_kind_of_change(base: Path) -> None:
    (base / "CLAUDE.md").write_text("Cone 7.\n")
    (base / "old.md").unlink()
    (base / "new.md").write_text("New.\n")
    (base / "staged.md").write_text("Staged.\n")
    git(base, "add", "staged.md")
    found = changes(str(base), "HEAD")
    assert found.paths == {"CLAUDE.md", "old.md", "new.md", "staged.md"}
    assert found.gone == {"old.md"}


def test_a_renamed_file_is_gone_and_new(base: Path) -> None:
    git(base, "mv", "old.md", "other.md")
    assert changes(str(base), "HEAD") == Changes(frozenset({"old.md", "other.md"}), frozenset({"old.md"}))


def test_what_is_deleted_for_git_alone_is_there(base: Path) -> None:
    git(base, "rm", "-q", "--cached", "old.md")
    assert changes(str(base), "HEAD") == Changes(frozenset({"old.md"}), frozenset())


def test_what_git_ignores_is_no_change(base: Path) -> None:
    (base / ".gitignore").write_text("*.log\n")
    (base / "kiln.log").write_text("hot\n")
    assert changes(str(base), "HEAD").paths == {".gitignore"}


def test_only_what_came_after_the_branches_parted(base: Path) -> None:
    git(base, "branch", "main-line")
    git(base, "checkout", "-q", "-b", "mine")
    (base / "mine.md").write_text("Mine.\n")
    git(base, "add", "-A")
    git(base, "commit", "-q", "-m", "mine")
    git(base, "checkout", "-q", "main-line")
    (base / "theirs.md").write_text("Theirs.\n")
    git(base, "add", "-A")
    git(base, "commit", "-q", "-m", "theirs")
    git(base, "checkout", "-q", "mine")
    assert changes(str(base), "main-line").paths == {"mine.md"}


def test_paths_are_those_of_the_root(base: Path) -> None:
    """The project may be a folder of the repository with a pointer of its own."""
    (base / "CLAUDE.md").write_text("Cone 7.\n")
    (base / "docs" / "a.md").write_text("B.\n")
    (base / "docs" / ".git").symlink_to("../.git")
    assert "a.md" in changes(str(base / "docs"), "HEAD").paths


@pytest.mark.parametrize("revision", ["gone", "", "-q", "--all", "HEAD~5", "HEAD:CLAUDE.md"])
def test_a_revision_that_git_does_not_know(base: Path, revision: str) -> None:
    with pytest.raises(UsageError, match="git knows no commit"):
        changes(str(base), revision)


def test_without_a_repository(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a git repository"):
        changes(str(tmp_path), "HEAD")
    (tmp_path / ".git").mkdir()
    with pytest.raises(UsageError, match="needs a git repository"):
        changes(str(tmp_path), "HEAD")


def test_a_repository_above_is_another_one(base: Path) -> None:
    with pytest.raises(UsageError, match="needs a git repository"):
        changes(str(base / "docs"), "HEAD")


def test_no_filter_runs(base: Path) -> None:
    (base / ".gitattributes").write_text("*.md filter=kiln\n")
    git(base, "config", "filter.kiln.clean", f"touch {base}/ran; cat")
    git(base, "config", "filter.kiln.required", "true")
    (base / "CLAUDE.md").write_text("Cone 7.\n")
    found = changes(str(base), "HEAD").paths
    assert {"CLAUDE.md", ".gitattributes"} <= found
    assert not (base / "ran").exists()


def test_a_filter_that_cannot_be_switched_off(base: Path) -> None:
    git(base, "config", "filter.ki=ln.clean", "cat")
    with pytest.raises(UsageError, match="cannot be switched off"):
        changes(str(base), "HEAD")
