"""Files that are written together: all or none, also beside other writers, and nobody waits for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memlint.errors import RefusedError
from memlint.project import writing
from memlint.project.writing import Target, put_together

PAIR = ("a/CLAUDE.md", "b/CLAUDE.md")


def planted(base: Path) -> list[Target]:
    for name in PAIR:
        (base / name).parent.mkdir()
        (base / name).write_bytes(b"old")
    return [Target(str(base / name), name, b"old", b"new") for name in PAIR]


def held(base: Path) -> list[bytes]:
    """Return what the two files hold; no other file may be left beside them."""
    assert [path.name for name in PAIR for path in (base / name).parent.iterdir()] == ["CLAUDE.md"] * 2
    return [(base / name).read_bytes() for name in PAIR]


def test_both(tmp_path: Path) -> None:
    put_together(planted(tmp_path))
    assert held(tmp_path) == [b"new", b"new"]


def test_one_was_changed_meanwhile(tmp_path: Path) -> None:
    targets = planted(tmp_path)
    (tmp_path / PAIR[1]).write_bytes(b"mine")
    with pytest.raises(RefusedError, match="was changed meanwhile"):
        put_together(targets)
    assert held(tmp_path) == [b"old", b"mine"]


@pytest.mark.parametrize("error", [OSError("no room"), KeyboardInterrupt()])
def test_the_second_one_fails_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """The first one is what it was again."""
    targets, real = planted(tmp_path), os.replace
    calls: list[str] = []

    def replace(source: str, target: str) -> None:
        calls.append(target)
        if len(calls) == 2:
            raise error
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises((RefusedError, KeyboardInterrupt)):
        put_together(targets)
    assert held(tmp_path) == [b"old", b"old"]


def test_taking_back_spares_what_somebody_else_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    targets, real = planted(tmp_path), writing._check_same
    seen: list[str] = []

    def check(target: Target) -> None:
        seen.append(target.name)
        if len(seen) == 4:  # the first file is replaced, the second one is about to be
            (tmp_path / PAIR[0]).write_bytes(b"mine")
            raise RefusedError("late")
        real(target)

    monkeypatch.setattr(writing, "_check_same", check)
    with pytest.raises(RefusedError, match="late"):
        put_together(targets)
    assert held(tmp_path) == [b"mine", b"old"]


WRITER = """
import sys
from memlint.errors import RefusedError
from memlint.project.writing import Target, put_together
names = ["a/CLAUDE.md", "b/CLAUDE.md"]
if int(sys.argv[1]) % 2:
    names.reverse()
while True:
    olds = [open(name, "rb").read() for name in names]
    line = b"line %s\\n" % sys.argv[1].encode()
    try:
        put_together([Target(f"./{name}", name, old, old + line) for name, old in zip(names, olds)])
        break
    except RefusedError:
        pass
"""


def test_twenty_writers_of_two_files(tmp_path: Path) -> None:
    """Case 180: half of them name the files in the other order; every line is in both files, in the same order."""
    for name in PAIR:
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(writing.__file__).parents[2])}
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(number)], cwd=tmp_path, env=environment)
        for number in range(20)
    ]
    assert [process.wait(timeout=120) for process in running] == [0] * 20
    first, second = held(tmp_path)
    assert first == second
    assert sorted(first.splitlines()) == sorted(b"line %d" % number for number in range(20))
