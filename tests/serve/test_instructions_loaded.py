"""The log of InstructionsLoaded: what a line holds, who may read it, and that parallel writers lose nothing."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memlint.serve.instructions_loaded import answer, append, default_log
from tests.cli.shell import Shell

WRITERS, EACH = 20, 25


@pytest.fixture
def event(tmp_path: Path) -> dict[str, Any]:
    """Return an event with all fields that are documented, and some more."""
    (tmp_path / "web.md").write_bytes(b"- Glaze.\r\n")
    return {
        "session_id": "6b1f",
        "transcript_path": "/nowhere/6b1f.jsonl",
        "cwd": str(tmp_path),
        "permission_mode": "default",
        "hook_event_name": "InstructionsLoaded",
        "file_path": str(tmp_path / "web.md"),
        "memory_type": "Project",
        "load_reason": "path_glob_match",
        "globs": ["web/**"],
        "trigger_file_path": str(tmp_path / "web/cart.ts"),
        "parent_file_path": str(tmp_path / "CLAUDE.md"),
        "file_content": "the kiln's door code is 4711",
    }


def lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_bytes().splitlines()]


def test_a_line_holds_what_the_event_tells_and_how_the_file_was(
    event: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "logs/events.jsonl"
    answer(event, str(log))
    answer(event, str(log))
    first, second = lines(log)
    assert first.pop("time") <= second.pop("time")
    assert first == second
    assert first.pop("memlint") == 1
    assert first.pop("size") == 10
    assert first.pop("sha256") == hashlib.sha256(b"- Glaze.\r\n").hexdigest()
    left = event.keys() - {"transcript_path", "permission_mode", "file_content"}
    assert first == {key: event[key] for key in left}
    assert capfd.readouterr() == ("", "")
    assert "4711" not in log.read_text()


def test_nobody_else_may_read_it(event: dict[str, Any], tmp_path: Path) -> None:
    log = tmp_path / "logs/events.jsonl"
    answer(event, str(log))
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert stat.S_IMODE(log.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("state", ["", "/tmp/state", "relative"])
def test_the_usual_log_is_the_persons_own(monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", state)
    base = state if state.startswith("/") else os.path.expanduser("~/.local/state")
    assert default_log() == f"{base}/memlint/instructions-loaded.jsonl"


def test_the_command_writes_it(event: dict[str, Any], shell: Shell) -> None:
    shell.plant({})
    data = json.dumps(event).encode()
    for words, log in (
        (["--verify"], shell.home / ".local/state/memlint/instructions-loaded.jsonl"),
        (["--verify", "own.jsonl"], shell.project / "own.jsonl"),
    ):
        done = shell.run("hook", *words, data=data)
        assert done == (0, "", "")
        assert [each["file_path"] for each in lines(log)] == [event["file_path"]]


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"file_path": 7, "globs": {"a": 1}, "cwd": None},
        {"file_path": "/gone", "globs": [1, "a", None]},
        {"file_path": "relative.md", "cwd": "/nowhere"},
        {"file_path": "/dev/zero"},
        {"file_path": "a\0b", "cwd": "\0"},
        {"file_path": "/"},
        {"file_path": "C:\\work\\kiln\\CLAUDE.md", "cwd": "C:\\work\\kiln"},
        {"file_path": "\udcff\u202e", "session_id": "\ud800"},
        {"file_path": "x" * 1_000_000, "globs": ["y"] * 100_000},
    ],
)
def test_an_odd_event_is_a_line_too(odd: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log"
    answer(odd, str(log))
    (line,) = lines(log)
    assert line["memlint"] == 1
    assert line.get("sha256") is None
    assert len(log.read_bytes()) < 100_000
    assert capfd.readouterr() == ("", "")


def test_a_pipe_as_a_file_does_not_hold_it_up(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    answer({"file_path": str(tmp_path / "pipe")}, str(tmp_path / "log"))
    assert lines(tmp_path / "log")[0]["size"] is None
    answer({"file_path": "/a"}, str(tmp_path / "pipe"))  # nor as a log
    answer({"file_path": "/a"}, str(tmp_path))
    answer({"file_path": "/a"}, str(tmp_path / "log/below"))
    answer({"file_path": "/a"}, "a\0b")
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("memlint: the event is not in the log: ") == 4


def test_credentials_are_not_written(tmp_path: Path) -> None:
    token = "ghp_" + "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
    answer({"file_path": f"/kiln/{token}.md", "globs": [f"{token}/**"], "note": token}, str(tmp_path / "log"))
    assert token[8:] not in (tmp_path / "log").read_text()
    assert lines(tmp_path / "log")[0]["file_path"] == "/kiln/ghp_….md"


def test_a_line_that_was_broken_off_stays_one_line(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b'{"memlint": 1, "ti')
    append(str(log), b'{"whole": 1}\n')
    assert log.read_bytes() == b'{"memlint": 1, "ti\n{"whole": 1}\n'


def test_parallel_writers_lose_nothing(tmp_path: Path) -> None:
    log = tmp_path / "logs/events.jsonl"  # each of them may be the one that makes it
    code = (
        "import sys; from memlint.serve.instructions_loaded import answer\n"
        f"for number in range({EACH}):\n"
        "    event = {'session_id': sys.argv[1], 'cwd': 'x' * 5000, 'file_path': str(number)}\n"
        f"    answer(event, {str(log)!r})\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(number)]) for number in range(WRITERS)]
    assert [process.wait() for process in running] == [0] * WRITERS
    found = [(each["session_id"], each["file_path"]) for each in lines(log)]
    assert sorted(found) == sorted((str(writer), str(number)) for writer in range(WRITERS) for number in range(EACH))
    for writer in range(WRITERS):
        assert [path for session, path in found if session == str(writer)] == [str(number) for number in range(EACH)]
