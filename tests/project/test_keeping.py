"""What a fix keeps of the old text: what git does not have, for the person alone, of the latest runs (case 179)."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from memlint.project import keeping
from tests.trees import plant

LOG = "2026-11-01 CLAUDE.md docs/é.md\n"


def test_git_has_it(tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": "# Kiln\n", "docs/é.md": "# É\n", "git log": LOG})
    old = {"CLAUDE.md": b"# Kiln\n", "docs/é.md": "# É\n".encode()}
    assert keeping.keep(str(base), old) == ""
    assert not os.path.exists(keeping.folder())


@pytest.mark.parametrize("path", ["CLAUDE.md", "../other/CLAUDE.md", "/home/dana/CLAUDE.md", "C:\\kiln\\CLAUDE.md"])
def test_git_does_not_have_it(tmp_path: Path, path: str) -> None:
    """Changed since the commit, never committed, or of no repository; always below the one folder."""
    base = plant(tmp_path, {"CLAUDE.md": "# Kiln\n", "git log": LOG})
    folder = keeping.keep(str(base), {path: b"# Kiln\r\n"})
    (copy,) = (each for each in Path(folder).rglob("*") if each.is_file())
    assert copy.name == "CLAUDE.md"
    assert copy.read_bytes() == b"# Kiln\r\n"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert Path(folder).parent == Path(keeping.folder())


def test_only_the_latest_runs_stay(tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": "# Kiln\n"})
    folders = [keeping.keep(str(base), {"CLAUDE.md": b"%d\n" % number}) for number in range(25)]
    assert sorted(os.listdir(keeping.folder())) == sorted(map(os.path.basename, folders[5:]))


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").write_text("a file\n")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with pytest.raises(OSError, match="state"):
        keeping.keep(str(tmp_path), {"CLAUDE.md": b"# Kiln\n"})
