"""The version that a manifest states, and where copies of files are kept, platform by platform."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memlint import disk
from memlint.project import keeping
from memlint.project import listing as listings
from memlint.project.repository.versions import Version, versions
from tests.project.repositories import repository


@pytest.mark.parametrize(
    ("name", "text", "version"),
    [
        ("package.json", '{"version": "1.2.0"}', "1.2.0"),
        ("composer.json", '{"version": " 1.2 "}', "1.2"),
        ("web/pyproject.toml", '[project]\nversion = "3.1"\n', "3.1"),
        ("Cargo.toml", '[package]\nversion = "0.1.0"\n', "0.1.0"),
        ("Cargo.toml", "[package]\nversion.workspace = true\n", ""),
        ("pyproject.toml", '[tool.poetry]\nversion = "3.1"\n', ""),
        ("pyproject.toml", 'project = "x"\n', ""),
        ("package.json", '{"version": 7}', ""),
        ("package.json", '{"version": ""}', ""),
        ("package.json", "[]", ""),
        ("package.json", "{", ""),
        ("package.json", "[" * 100_000, ""),
        ("pyproject.toml", "[project", ""),
    ],
)
def test_versions(name: str, text: str, version: str) -> None:
    assert versions([name], lambda path: text) == ((Version(name, version),) if version else ())


def test_versions_come_in_the_order_of_the_manifests() -> None:
    texts = {"package.json": '{"version": "1"}', "composer.json": "{}", "Cargo.toml": '[package]\nversion = "2"\n'}
    found = versions(texts, texts.__getitem__)
    assert found == (Version("package.json", "1"), Version("Cargo.toml", "2"))


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ("win32", {"XDG_STATE_HOME": "/state"}, None),
        ("linux", {"XDG_STATE_HOME": "/state", "LOCALAPPDATA": "/local"}, "/state"),
        ("linux", {"XDG_STATE_HOME": "state"}, "/home/dana/.local/state"),
        ("linux", {}, "/home/dana/.local/state"),
        ("darwin", {"LOCALAPPDATA": "/local"}, "/home/dana/.local/state"),
        ("zos", {"XDG_STATE_HOME": "/state"}, "/state"),
    ],
)
def test_where_copies_are_kept(
    platform: str, environment: dict[str, str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", "/home/dana")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    folder = keeping.folder()
    assert folder.endswith("/memlint/before-fix")
    if expected is None:
        assert "AppData" in folder
    else:
        assert folder == f"{expected}/memlint/before-fix"


def test_a_file_that_vanishes_takes_no_other_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CLAUDE.local.md is looked for beside git's list; what is gone by then is no longer there, and that is all."""
    local = dict.fromkeys(("CLAUDE.local.md", "a/CLAUDE.local.md", "b/CLAUDE.local.md"), "# Mine\n")
    base = repository(tmp_path / "p", {".gitignore": "*.local.md\n", "a/x.md": "", "b/x.md": "", **local})
    lstat = disk.lstat
    for gone in local:

        def vanished(path: str, gone: str = gone) -> object:
            if path.endswith(f"/p/{gone}"):
                raise FileNotFoundError(path)
            return lstat(path)

        monkeypatch.setattr(disk, "lstat", vanished)
        found = {path for path in listings.listing(str(base)).paths if path.endswith(".local.md")}
        assert found == set(local) - {gone}
