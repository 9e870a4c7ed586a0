"""What a terminal gets and a pipe does not: progress, links; and --watch, which goes on until Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from memlint.cli.hyperlinks import wants_links
from tests.cli.shell import CLEAN, ERROR, Shell

SLOW = '@rule("error")\ndef slow(project: Project):\n    import time\n    time.sleep(2.5)\n    return iter(())\n'
LINK = "\x1b]8;;"
PATIENCE = 60.0  # seconds; the machine may be busy


class Terminal:
    """A process whose output and errors are one terminal."""

    def __init__(self, shell: Shell, words: tuple[str, ...], env: dict[str, str]) -> None:
        self.out = ""
        self._here, there = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "memlint", *words],
            cwd=shell.project,
            env=shell.environment({"TERM": "xterm", **env}),
            stdin=there,
            stdout=there,
            stderr=there,
            start_new_session=True,
        )
        os.close(there)

    def until(self, pattern: str) -> str:
        """Read until the output since the last call matches; return it. With "" read to the end."""
        read, ends = "", time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            if not select.select([self._here], [], [], 0.1)[0]:
                continue
            data = b""
            with suppress(OSError):  # how Linux says that the other side is closed
                data = os.read(self._here, 65536)
            read += data.decode()
            if (not data and not pattern) or (pattern and re.search(pattern, read)):
                return read
            assert data, f"{pattern} is not in {read!r}"
        raise AssertionError(f"{pattern} does not come: {read!r}")

    def interrupt(self) -> int:
        """Press Ctrl-C and return the exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Let nothing of it live on."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self._here)


@contextmanager
def terminal(shell: Shell, *words: str, env: dict[str, str] | None = None) -> Iterator[Terminal]:
    """Run memlint in a terminal."""
    process = Terminal(shell, words, env or {})
    try:
        yield process
    finally:
        process.close()


# --- progress


def test_a_long_run_says_what_it_is_at_and_takes_it_away(shell: Shell) -> None:
    environment = shell.plug_in("demo/slow", SLOW)
    shell.plant({**CLEAN, "memlint.toml": 'plugins = ["extra"]\n'})
    words = ("--allow-plugins", "--select", "demo", "--color", "never")
    with terminal(shell, *words, env=environment) as run:
        out = run.until("")
    assert "\r\x1b[2Kmemlint: 1 s, demo/slow" in out or "\r\x1b[2Kmemlint: 2 s, demo/slow" in out
    *drawn, last = out.split("\r\x1b[2K")
    assert len(drawn) > 2
    assert last.startswith("no findings in 2 files")
    piped = shell.run(*words, env=environment)
    assert piped.err == ""
    assert piped.out.startswith("no findings")


def test_a_quiet_run_draws_nothing(shell: Shell) -> None:
    environment = shell.plug_in("demo/slow", SLOW)
    shell.plant({**CLEAN, "memlint.toml": 'plugins = ["extra"]\n'})
    with terminal(shell, "--allow-plugins", "--select", "demo", "-q", env=environment) as run:
        assert "demo/slow" not in run.until("")


# --- links


@pytest.mark.parametrize(
    ("env", "wanted"),
    [
        ({}, False),
        ({"TERM_PROGRAM": "vscode"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "dumb", "WT_SESSION": "x"}, False),
        ({"WT_SESSION": "x"}, True),
        ({"VTE_VERSION": "7200"}, True),
        ({"VTE_VERSION": "4800"}, False),
        ({"VTE_VERSION": "7200", "CI": "true"}, False),
        ({"FORCE_HYPERLINK": "1"}, True),
        ({"FORCE_HYPERLINK": "1", "TERM": "dumb"}, True),
        ({"FORCE_HYPERLINK": "0", "TERM_PROGRAM": "vscode"}, False),
    ],
)
def test_which_terminals_get_links(env: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    here, there = pty.openpty()
    with os.fdopen(there, "w") as stream:
        assert wants_links(stream) is wanted
    os.close(here)


def test_links_in_a_terminal(shell: Shell) -> None:
    root = shell.plant({"a b/CLAUDE.md": "See @gone.md, as imports/cycle\n"})
    with terminal(shell, env={"TERM_PROGRAM": "WezTerm"}) as run:
        out = run.until("")
    links = re.findall(r"\x1b\]8;;([^\x1b]+)\x1b\\(.*?)\x1b\]8;;\x1b\\", out)
    assert [(target, re.sub(r"\x1b\[\d*m", "", text)) for target, text in links] == [
        (f"file://{root}/a%20b/CLAUDE.md", "a b/CLAUDE.md"),
        (
            "https://github.com/memlint/memlint/blob/main/rules/README.md#importsmissing-target",
            "imports/missing-target",
        ),
    ]


def test_links_elsewhere(shell: Shell) -> None:
    root = shell.plant(ERROR)
    plain = {"TERM_PROGRAM": "WezTerm"}
    assert LINK not in shell.run(env=plain).out
    assert LINK not in shell.run("--color", "always", env=plain).out
    assert LINK in shell.run(env={"FORCE_HYPERLINK": "1"}).out
    assert LINK not in shell.run("--output-format", "json", env={"FORCE_HYPERLINK": "1"}).out
    shell.run("--output-file", "report.txt", env={"FORCE_HYPERLINK": "1"})
    assert LINK not in (root / "report.txt").read_text()
    with terminal(shell, "--color", "never", env=plain) as run:
        assert "\x1b" not in run.until("")


# --- watching


def test_watch(shell: Shell) -> None:
    root = shell.plant(CLEAN)
    with terminal(shell, "--watch", "--color", "never") as run:
        first = run.until("watching 2 files; Ctrl-C ends it")
        assert "no findings in 2 files" in first
        assert "\x1b[2J" not in first
        (root / "CLAUDE.md").write_text("See @gone.md\n")
        second = run.until("watching ")
        assert "\x1b[H\x1b[2J" in second
        assert "1 error in 1 file " in second
        (root / "gone.md").write_text("# Here\n")  # a new file
        assert "no findings in 2 files" in run.until("watching 3")
        (root / "memlint.toml").write_text("selct = []\n")  # a mistake that is mended later
        assert 'unknown key "selct"' in run.until("watching 4")
        (root / "memlint.toml").unlink()
        assert "no findings" in run.until("watching 3")
        assert run.interrupt() == 2


def test_watch_in_a_pipe_clears_nothing(shell: Shell) -> None:
    root = shell.plant(ERROR)
    command = [sys.executable, "-m", "memlint", "--watch", "--output-file", "report.txt"]
    process = subprocess.Popen(
        command, cwd=root, env=shell.environment(), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert process.stdout is not None
    assert process.stderr.readline() == "memlint: watching 1 file; Ctrl-C ends it\n"
    (root / "CLAUDE.md").write_text("Nothing more.\n")
    assert process.stderr.readline() == "memlint: watching 1 file; Ctrl-C ends it\n"
    time.sleep(1.5)  # the report that it wrote itself starts no run
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == 2
    assert "no findings" in (root / "report.txt").read_text()


def test_watch_ends_with_wrong_usage(shell: Shell) -> None:
    shell.plant({**CLEAN, "memlint.toml": "selct = []\n"})
    assert shell.run("--watch").code == 4
    assert shell.run("--watch", "--stdin-filename", "CLAUDE.md").code == 4
    assert shell.run("--watch", "--collect-only", "--isolated").code == 4
    assert shell.run("--watch", "--write-baseline", "--isolated", "--baseline", "known.json").code == 4


def test_watch_imports_nothing_of_the_project(shell: Shell) -> None:
    shell.plant({**CLEAN, "memlint/__init__.py": "raise SystemExit(77)\n", "memlint/__main__.py": ""})
    probe = "import sys; from memlint.cli import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", probe, "--watch"],
        cwd=shell.project,
        env=shell.environment(),
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("memlint: watching ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (2, "")
    assert out.startswith("no findings")
