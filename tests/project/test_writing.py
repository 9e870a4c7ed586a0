"""Writing is whole or not at all: nothing is overwritten, nothing is left behind, permissions stay."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from memlint.errors import RefusedError
from memlint.project import writing
from memlint.project.writing import Target, contents, locked, write


def targets(folder: Path, old: bytes | None = b"old\n") -> tuple[Target, Target]:
    index = folder / "MEMORY.md"
    if old is not None:
        index.write_bytes(old)
    made = Target(str(folder / "kiln.md"), "kiln.md", None, b"kiln\n")
    return made, Target(str(index), "MEMORY.md", old, b"new\n")


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("old", [b"old\n", None])
def test_both_are_written(tmp_path: Path, old: bytes | None) -> None:
    write(*targets(tmp_path, old))
    assert held(tmp_path) == {"kiln.md": b"kiln\n", "MEMORY.md": b"new\n"}


def test_permissions_stay(tmp_path: Path) -> None:
    made, changed = targets(tmp_path)
    os.chmod(changed.place, 0o640)
    write(made, changed)
    assert [stat.S_IMODE(os.stat(target.place).st_mode) for target in (made, changed)] == [0o640, 0o640]


def test_the_umask_counts_for_a_first_index(tmp_path: Path) -> None:
    made, changed = targets(tmp_path, None)
    before = os.umask(0o077)
    try:
        write(made, changed)
    finally:
        os.umask(before)
    assert [stat.S_IMODE(os.stat(target.place).st_mode) for target in (made, changed)] == [0o600, 0o600]


@pytest.mark.parametrize("kind", ["file", "link", "dangling", "folder"])
def test_nothing_is_overwritten(tmp_path: Path, kind: str) -> None:
    made, changed = targets(tmp_path)
    place = Path(made.place)
    if kind == "file":
        place.write_bytes(b"mine\n")
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to("MEMORY.md" if kind == "link" else "gone.md")
    before = os.lstat(place)
    with pytest.raises(RefusedError, match=r"kiln\.md exists already"):
        write(made, changed)
    assert os.path.samestat(os.lstat(place), before)
    assert sorted(os.listdir(tmp_path)) == ["MEMORY.md", "kiln.md"]
    assert Path(changed.place).read_bytes() == b"old\n"


@pytest.mark.parametrize("now", [b"changed\n", None])
def test_an_index_that_changed_meanwhile(tmp_path: Path, now: bytes | None) -> None:
    made, changed = targets(tmp_path)
    Path(changed.place).unlink()
    if now is not None:
        Path(changed.place).write_bytes(now)
    with pytest.raises(RefusedError, match=r"MEMORY\.md"):
        write(made, changed)
    assert held(tmp_path) == ({} if now is None else {"MEMORY.md": now})


def test_an_index_that_appeared_meanwhile(tmp_path: Path) -> None:
    made, changed = targets(tmp_path, None)
    Path(changed.place).write_bytes(b"theirs\n")
    with pytest.raises(RefusedError, match=r"MEMORY\.md exists already"):
        write(made, changed)
    assert held(tmp_path) == {"MEMORY.md": b"theirs\n"}


@pytest.mark.parametrize("call", ["replace", "fsync"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_the_topic_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: BaseException
) -> None:
    made, changed = targets(tmp_path)
    real, calls = getattr(os, call), []

    def failing(*arguments: object) -> None:
        calls.append(arguments)
        if call == "replace" or len(calls) == 2:  # the topic's own fsync works
            raise error
        real(*arguments)

    monkeypatch.setattr(os, call, failing)
    with pytest.raises((RefusedError, KeyboardInterrupt)):
        write(made, changed)
    assert held(tmp_path) == {"MEMORY.md": b"old\n"}


def test_a_topic_that_somebody_replaced_is_not_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, changed = targets(tmp_path)

    def failing(*arguments: object) -> None:
        Path(made.place).unlink()
        Path(made.place).write_bytes(b"theirs\n")
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(RefusedError, match=r"MEMORY\.md: Input/output error"):
        write(made, changed)
    assert held(tmp_path) == {"MEMORY.md": b"old\n", "kiln.md": b"theirs\n"}


@pytest.mark.parametrize("taken", [True, False])
def test_a_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: bool) -> None:
    def failing(*arguments: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", failing)
    made, changed = targets(tmp_path)
    if taken:
        Path(made.place).write_bytes(b"mine\n")
        with pytest.raises(RefusedError, match=r"kiln\.md exists already"):
            write(made, changed)
        assert held(tmp_path) == {"MEMORY.md": b"old\n", "kiln.md": b"mine\n"}
    else:
        write(made, changed)
        assert held(tmp_path) == {"MEMORY.md": b"new\n", "kiln.md": b"kiln\n"}


def test_a_read_only_folder(tmp_path: Path) -> None:
    made, changed = targets(tmp_path)
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(RefusedError, match="is read-only"):
            write(made, changed)
        assert held(tmp_path) == {"MEMORY.md": b"old\n"}
    finally:
        tmp_path.chmod(0o755)


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    made, changed = targets(tmp_path)
    Path(changed.place).unlink()
    tmp_path.rmdir()
    with pytest.raises(RefusedError):
        write(made, changed)
    tmp_path.mkdir()


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("link", r"is a link to .*other\.md: nothing is written through a link"),
        ("dangling", "is a link to"),
        ("folder", "no regular file"),
        ("pipe", "no regular file"),
        ("twin", "hard link"),
        ("read-only", "is read-only"),
    ],
)
def test_indexes_that_are_not_touched(tmp_path: Path, kind: str, why: str) -> None:
    place = tmp_path / "MEMORY.md"
    (tmp_path / "other.md").write_text("x\n")
    if kind in ("link", "dangling"):
        place.symlink_to("other.md" if kind == "link" else "gone.md")
    elif kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "twin":
        place.hardlink_to(tmp_path / "other.md")
    else:
        place.write_text("x\n")
        place.chmod(0o444)
    with pytest.raises(RefusedError, match=rf"^MEMORY\.md .*{why}"):
        contents(str(place), "MEMORY.md")


def test_what_an_index_holds(tmp_path: Path) -> None:
    assert contents(str(tmp_path / "MEMORY.md"), "MEMORY.md") is None
    (tmp_path / "MEMORY.md").write_bytes(b"\xff\r\n")
    assert contents(str(tmp_path / "MEMORY.md"), "MEMORY.md") == b"\xff\r\n"


def test_a_lock_leaves_nothing_and_needs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with locked(str(tmp_path)):
        assert held(tmp_path) == {}
    with locked(str(tmp_path / "gone")):
        pass
    monkeypatch.setitem(__import__("sys").modules, "fcntl", None)  # Windows
    with locked(str(tmp_path)):
        write(*targets(tmp_path))
    assert writing.contents(str(tmp_path / "MEMORY.md"), "MEMORY.md") == b"new\n"
