"""What the arguments of a run decide: whose home is read, and how many processes do the work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memlint import Report, Settings, check
from memlint.engine import pool
from memlint.engine.pool import LostError, in_parallel
from tests.trees import plant

copies = pytest.mark.skipif(not pool.CAN_COPY, reason="processes are not copied here")


def names(report: Report) -> set[str]:
    return {file.path for file in report.files if os.path.isabs(file.path)}


def test_a_home_that_is_given_is_all_that_is_read_of_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder that the environment names is that of the person who runs memlint, not of the one who is asked for."""
    base = plant(tmp_path / "p", {"CLAUDE.md": "# Kiln\n"})
    mine, theirs, elsewhere = (tmp_path / name for name in ("mine", "theirs", "elsewhere"))
    for home, folder in ((mine, ".claude"), (theirs, ".claude"), (elsewhere, "")):
        (home / folder).mkdir(parents=True)
        (home / folder / "CLAUDE.md").write_text("# Person\n")
    monkeypatch.setenv("HOME", str(mine))
    assert names(check([base], root=base, user=True)) == {f"{mine}/.claude/CLAUDE.md"}
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(elsewhere))
    assert names(check([base], root=base, user=True)) == {f"{elsewhere}/CLAUDE.md"}
    assert names(check([base], root=base, user=True, home=theirs)) == {f"{theirs}/.claude/CLAUDE.md"}
    assert names(check([base], root=base)) == set()


@copies
@pytest.mark.parametrize(
    ("workers", "files", "copied"),
    [(1, 3, False), (2, 3, True), (2, 2, True), (2, 1, False), (0, 3, False)],
)
def test_who_asks_for_one_process_gets_no_other(
    workers: int, files: int, copied: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process with threads of its own must not be copied behind its back; a small project is not worth it."""
    base = plant(tmp_path, {f"{number}/CLAUDE.md": "# Kiln\n" for number in range(files)})
    forks: list[int] = []
    fork = os.fork

    def counted() -> int:
        forks.append(1)
        return fork()

    monkeypatch.setattr(os, "fork", counted)
    check([base], root=base, home=os.environ["HOME"], settings=Settings(select=("imports", "links")), workers=workers)
    assert bool(forks) is copied


def lost(number: int, error: LostError) -> int:
    raise error


@copies
def test_more_numbers_than_a_pipe_takes_are_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would empty the pipe while it is filled: it would wait for ever."""
    monkeypatch.setattr(os, "pipe", lambda: pytest.fail("a pipe"))
    assert list(in_parallel(lambda number: number, 20_000, 4, lost)) == list(range(20_000))


@copies
def test_work_that_would_be_copied_is_done_here_where_nothing_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CAN_COPY", False)
    assert set(in_parallel(lambda number: os.getpid(), 8, 4, lost)) == {os.getpid()}


@copies
def test_the_rest_is_given_up_with_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while answers come in ends the workers: none is left working, and no pipe open."""
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0

    def raised(number: int, error: LostError) -> int:
        raise ValueError("stop")

    me = os.getpid()

    def work(number: int) -> int:
        if os.getpid() != me and number == 0:
            os._exit(3)
        return number

    with pytest.raises(ValueError, match="stop"):
        list(in_parallel(work, 6, 2, raised))
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    if before:
        assert len(os.listdir("/proc/self/fd")) == before
