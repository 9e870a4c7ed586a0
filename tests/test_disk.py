"""What a run asks of the disk can be asked again, and everything in it asks there."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from memlint import disk

ROOT = Path(__file__).parent.parent

QUESTIONS: dict[str, Callable[[Path], object]] = {
    "exists": lambda base: disk.exists(str(base / "a")),
    "lexists": lambda base: disk.lexists(str(base / "a")),
    "isfile": lambda base: disk.isfile(str(base / "a")),
    "realpath": lambda base: disk.realpath(str(base / "link")),
    "stat": lambda base: disk.stat(str(base / "a")),
    "listdir": lambda base: disk.listdir(str(base)),
    "entries": lambda base: disk.entries(str(base)),
    "data": lambda base: disk.data(str(base / "a")),
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_an_answer_that_changes_is_seen(ask: Callable[[Path], object], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("a")

    def asked() -> disk.Trace:
        with disk.traced() as trace, suppress(OSError):
            ask(tmp_path)
        assert len(trace) == 1
        return trace

    without = asked()
    assert not without.changed()
    (tmp_path / "a").write_text("kiln")
    link = ask is QUESTIONS["realpath"]  # which leads to the same place
    assert (not without.changed()) is link
    with_file = asked()
    assert not with_file.changed()
    (tmp_path / "a").unlink()
    (tmp_path / "link").unlink()
    assert with_file.changed()


def test_a_part_of_a_file_is_a_question_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"kiln")
    with disk.traced() as head:
        assert disk.data(str(tmp_path / "a"), 2) == b"ki"
    with disk.traced() as whole:
        assert disk.data(str(tmp_path / "a")) == b"kiln"
    (tmp_path / "a").write_bytes(b"kilt")
    assert not head.changed()
    assert whole.changed()


def test_an_old_file_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "a"
    place.write_bytes(b"kiln")
    monkeypatch.setattr(disk, "_RACE", -1_000_000_000_000)  # as if it had been written long ago
    with disk.traced() as trace:
        disk.data(str(place))
    monkeypatch.setattr("builtins.open", None)
    assert not trace.changed()
    os.utime(place, (1, 1))
    monkeypatch.undo()
    assert not trace.changed()  # the times are others, what it holds is not
    place.write_bytes(b"kilt")
    assert trace.changed()


def test_questions_within_questions_are_not_written_down(tmp_path: Path) -> None:
    @disk.asked(disk.same)
    def outer(path: str) -> bool:
        return disk.lexists(path)

    with disk.traced() as trace:
        outer(str(tmp_path))
    assert [name for name, _ in trace] == [f"{__name__}.{outer.__qualname__}"]
    assert not trace.changed()


def test_where_a_path_really_is(tmp_path: Path) -> None:
    """Folders are looked up once while a trace is checked; links of files and of folders above count all the same."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "file").touch()
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "a" / "own").symlink_to("b/file")
    (tmp_path / "circle").symlink_to("circle")
    names = [
        "a/b/file",
        "link/b/file",
        "link/own",
        "a/own",
        "circle",
        "circle/x",
        "gone/x",
        "a/b/..",
        "a/b/",
        "link",
        "a/../link/b",
    ]
    with disk.traced() as trace:
        for name in names:
            assert disk.realpath(f"{tmp_path}/{name}") == os.path.realpath(f"{tmp_path}/{name}")
    assert not trace.changed()
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to("a/b")
    assert trace.changed()


def test_variables_and_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KILN", "1")
    with disk.traced() as trace:
        environment, day = disk.Environment(), disk.today()
        assert environment.get("KILN") == "1"
        assert environment.get("NO_KILN", "") == ""
    assert len(day) == 10
    assert not trace.changed()
    monkeypatch.setenv("NO_KILN", "1")
    assert trace.changed()


#: What asks the system itself: it reads what is memlint's own, or writes for commands that cache nothing.
OWN = {
    *("memlint/source/kept.py", "memlint/source/secrets.py", "memlint/source/dates.py"),
    *("memlint/source/directives/tables.py", "memlint/source/directives/compiling.py", "memlint/harness/facts.py"),
    *(
        "memlint/project/writing.py",
        "memlint/project/shelf.py",
        "memlint/project/vendored.py",
        "memlint/project/keeping.py",
        "memlint/project/changes.py",
    ),
    *("rules/content/_vague.py", "rules/content/_wording.py", "rules/security/_wording.py"),
}
DOORS = {
    *("exists", "lexists", "isfile", "isdir", "islink", "realpath", "samefile", "getsize", "getmtime"),
    *("stat", "lstat", "scandir", "listdir", "walk", "readlink", "open", "getenv", "environ"),
}


def modules() -> list[str]:
    found = [path for folder in ("memlint/source", "memlint/harness", "memlint/project", "rules") for path in (ROOT / folder).rglob("*.py")]  # fmt: skip
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


@pytest.mark.parametrize("module", [name for name in modules() if name not in OWN])
def test_nothing_passes_the_door(module: str) -> None:
    """A question that no trace has would make the cache answer what is no longer true."""
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in DOORS:
            owner = ast.unparse(node.value)
            if owner in ("os", "os.path", "posixpath", "ntpath"):
                assert ALLOWED.get(module) == f"{owner}.{node.attr}", f"{module}:{node.lineno}: {owner}.{node.attr}"
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("open", "io.open", "Path"):
            raise AssertionError(f"{module}:{node.lineno}: {ast.unparse(node.func)}")


#: One question each that decides nothing by itself.
ALLOWED = {
    "memlint/harness/claude.py": "os.environ",  # a part of what a run is told, and of its key
    "memlint/project/listing.py": "os.environ",  # what git is started with
}


def test_what_was_just_asked_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only by what follows at once, and only where asking takes long."""
    asked = list[str]()

    def listed(place: str) -> str:
        asked.append(place)
        return place.upper()

    door = disk.asked(disk.same, dear=True)(listed)
    with disk.traced() as trace:
        door("kiln")
    assert not trace.changed()
    with disk.traced():
        door("kiln")  # nothing had changed, and so nobody knows how long ago that was
    assert asked == ["kiln"] * 3
    trace[f"{__name__}.{listed.__qualname__}", ("oven",)] = "cold"
    assert trace.changed()
    with disk.traced():
        assert [door("kiln"), door("kiln"), door("oven")] == ["KILN", "KILN", "OVEN"]
    assert asked == ["kiln"] * 3 + ["kiln", "oven", "kiln"]


def test_what_a_files_state_tells_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in the state that it was read in is there, with its mode: but not at the end of the same links."""
    file = tmp_path / "CLAUDE.md"
    file.write_text("# Kiln\n")
    os.utime(file, (1, 1))
    monkeypatch.setattr(disk, "_RACE", -1)  # the file is new
    with disk.traced() as trace:
        assert disk.exists(str(file))
        assert not disk.islink(str(file))
        assert disk.stat(str(file)).st_size == 7
        assert disk.data(str(file)) == b"# Kiln\n"
        assert disk.data(str(file), 3) == b"# K"
    checks = {name for name, _ in trace} - {"data"}
    asked = list[str]()

    def noted(name: str, *_: object) -> bool:
        asked.append(name)
        return True

    for name in checks:
        monkeypatch.setitem(disk._CHECKS, name, partial(noted, name))
    assert not trace.changed()
    assert asked == ["memlint.disk.islink"]
    file.chmod(0o600 if file.stat().st_mode & 0o77 else 0o644)  # it is another file, as far as anybody can tell
    trace.changed()
    assert sorted(set(asked)) == sorted(checks)
