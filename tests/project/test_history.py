"""What git tells of a file that was made and left alone, and that it is asked only when there may be something to tell."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memlint import check
from memlint.project import history as histories
from memlint.project.history import Activity, History
from tests.project.repositories import git
from tests.trees import plant

SENTENCE = "This file provides guidance to Claude Code (claude.ai/code) when working with code in this repository."
GUIDE = f"# CLAUDE.md\n\n{SENTENCE}\n\nAll glazes are in one folder.\n"
LOG = "2025-11-20 CLAUDE.md kilns/CLAUDE.md\n" + "2026-06-02 glazes/#.py\n" * 60


@pytest.fixture
def base(tmp_path: Path) -> Path:
    files = {"CLAUDE.md": GUIDE, "kilns/CLAUDE.md": "Cone 6.\n", "git log": LOG + "2026-06-03 kilns/CLAUDE.md\n"}
    return plant(tmp_path / "project", files)


def said(base: Path) -> list[str]:
    return [f.path for f in check([base], root=base, home=os.environ["HOME"], select=["grounding/stale-init"]).findings]


def test_creation_and_what_came_after(base: Path) -> None:
    history = History(str(base))
    made = history.creation("CLAUDE.md")
    assert made is not None
    assert (made.day, made.days, made.text) == ("2025-11-20", 195, GUIDE)
    assert history.since(made.commit) == Activity(61, 61)
    assert history.since(made.commit, "kilns") == Activity(1, 1)
    assert history.since(made.commit, "none") == Activity(0, 0)
    assert History(str(base / "glazes")).creation("2.py") is not None  # the project may be a folder of the repository
    assert said(base) == ["CLAUDE.md"]


@pytest.mark.parametrize("path", ["kilns/CLAUDE.md", "gone.md", "../CLAUDE.md", "/CLAUDE.md", ":(top)*", "a\0b", ""])
def test_no_creation(base: Path, path: str) -> None:
    assert History(str(base)).creation(path) is None


def test_no_repository(tmp_path: Path) -> None:
    plant(tmp_path, {"CLAUDE.md": GUIDE})  # its .git is an empty folder
    assert History(str(tmp_path)).creation("CLAUDE.md") is None
    assert History(str(tmp_path)).since("HEAD") is None


def test_repository_without_a_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert History(str(tmp_path)).creation("CLAUDE.md") is None


def test_clone_that_is_cut_short(base: Path, tmp_path: Path) -> None:
    """In it the oldest commit that is left seems to have made every file."""
    git(tmp_path, "clone", "-q", "--depth", "61", base.as_uri(), "shallow")
    assert said(tmp_path / "shallow") == []
    git(tmp_path, "clone", "-q", base.as_uri(), "whole")
    assert said(tmp_path / "whole") == ["CLAUDE.md"]


def test_changes_that_are_not_committed(base: Path) -> None:
    (base / "CLAUDE.md").write_text(GUIDE + "Two folders by now.\n")
    assert said(base) == []


def test_newlines_of_a_checkout_are_no_change(base: Path) -> None:
    (base / "CLAUDE.md").write_bytes(b"\xef\xbb\xbf" + GUIDE.replace("\n", "\r\n").encode())
    assert said(base) == ["CLAUDE.md"]


def test_link_to_a_file_that_changes(base: Path) -> None:
    """The link has one commit; what it leads to has its own."""
    (base / "CLAUDE.md").rename(base / "AGENTS.md")
    (base / "CLAUDE.md").symlink_to("AGENTS.md")
    git(base, "add", "-A")
    git(base, "commit", "-q", "-m", "link")
    assert said(base) == []


def test_git_is_asked_about_candidates_only(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def run(root: str, *arguments: str, **_: object) -> None:
        asked.append(arguments[0])

    monkeypatch.setattr(histories, "run_git", run)
    assert said(base) == []
    assert asked == ["rev-parse"]
    asked.clear()
    (base / "CLAUDE.md").write_text(GUIDE.replace("this repository", "the kiln"))
    assert said(base) == []
    assert asked == []


def test_configuration_of_the_repository_runs_nothing(base: Path, tmp_path: Path) -> None:
    """Neither filters, external diffs and text conversion, nor the program that verifies signed commits."""
    mark = tmp_path / "ran"
    program = tmp_path / "program"
    signature = "-----BEGIN PGP SIGNATURE-----\\n-----END PGP SIGNATURE-----\\n"
    program.write_text(f"#!/bin/sh\ntouch {mark}\nprintf '\\n[GNUPG:] SIG_CREATED D\\n' >&2\nprintf -- '{signature}'\n")
    program.chmod(0o755)
    (base / ".gitattributes").write_text("* filter=kiln diff=kiln\n")
    for key in ("filter.kiln.clean", "diff.kiln.textconv", "diff.kiln.command", "diff.external", "gpg.program"):
        git(base, "config", key, str(program))
    for key in ("log.showSignature", "log.follow"):
        git(base, "config", key, "true")
    git(base, "config", "color.ui", "always")
    git(base, "commit", "-q", "-S", "--allow-empty", "-m", "signed")
    mark.unlink()
    assert said(base) == ["CLAUDE.md"]
    assert not mark.exists()
    git(base, "log", "-1")  # the trap does snap
    assert mark.exists()
