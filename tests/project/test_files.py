"""Reading one file: what is no file is not opened, what is too large is not read, nothing raises."""

from __future__ import annotations

import builtins
import os
import socket
from pathlib import Path

import pytest

from memlint.project.files import MemoryFile, display, read
from memlint.source.document import Document, Unread


def told(place: Path, limit: int = 1_000) -> tuple[str, int, str]:
    value = read(MemoryFile("CLAUDE.md", str(place), "instructions"), limit)
    assert isinstance(value, Unread)
    assert value.path == "CLAUDE.md"
    return value.reason, value.size, value.detail


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may be opened: opening a pipe waits, opening a device does worse."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("opened")

    monkeypatch.setattr(builtins, "open", refuse)


@pytest.mark.usefixtures("closed")
def test_special_files_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        assert told(tmp_path / "s") == ("special-file", -1, "a socket")
    assert told(tmp_path / "pipe") == ("special-file", -1, "a named pipe")
    assert told(tmp_path / "link") == ("special-file", -1, "a named pipe")
    assert told(tmp_path / "folder") == ("special-file", -1, "a folder")
    assert told(Path("/dev/null")) == ("special-file", -1, "a device")


@pytest.mark.usefixtures("closed")
def test_broken_links_and_loops(tmp_path: Path) -> None:
    (tmp_path / "broken").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    assert told(tmp_path / "broken") == ("unreadable", -1, "a link to nothing")
    assert told(tmp_path / "loop") == ("unreadable", -1, "Too many levels of symbolic links")
    assert told(tmp_path / "gone") == ("unreadable", -1, "No such file or directory")


def test_the_limit_itself_is_read_and_one_byte_more_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_bytes(b"x" * 1_001)
    document = read(MemoryFile("x", str(tmp_path / "x"), "topic"), 1_001)
    assert isinstance(document, Document)
    assert document.raw.utf8_bytes == 1_001
    monkeypatch.setattr(builtins, "open", lambda *_: pytest.fail("opened"))
    assert told(tmp_path / "x") == ("too-large", 1_001, "")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_text("# A\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(builtins, "open", refuse)
    assert told(tmp_path / "x") == ("unreadable", -1, "Permission denied")


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"caf\xe9")
    assert told(tmp_path / "x") == ("not-utf8", 4, "byte 0xe9 at offset 3 is not UTF-8")


@pytest.mark.parametrize(
    ("place", "root", "shown"),
    [
        ("/a/b/CLAUDE.md", "/a/b", "CLAUDE.md"),
        ("/a/b/c/d.md", "/a/b", "c/d.md"),
        ("/a/b", "/a/b", "."),
        ("/a/bc/d.md", "/a/b", "/a/bc/d.md"),
        ("/x/d.md", "/a/b", "/x/d.md"),
        ("/x/d.md", "/", "x/d.md"),
        ("/", "/", "."),
    ],
)
def test_display(place: str, root: str, shown: str) -> None:
    assert display(place, root) == shown
