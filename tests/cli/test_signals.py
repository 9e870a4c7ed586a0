"""A run that is stopped, whose output nobody takes, or whose disk is full: it ends soon, says so and leaves no half."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.shell import CLEAN, ERROR, Run, Shell

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals, limits and devices of POSIX")

SLOW = (
    '@rule("error")\ndef slow(project: Project):\n    import sys, time\n'
    '    print("waiting", file=sys.stderr, flush=True)\n    time.sleep(60)\n    return iter(())\n'
)
FIXABLE = {
    "CLAUDE.md": "<!-- memlint-disable-next-line imports/missing-target -- the kiln writes it -->\nSee @docs/a.md\n",
    "docs/a.md": "# A\n",
    "memlint.toml": 'plugins = ["extra"]\n',
}
PATIENCE = 60.0  # seconds; the machine may be busy


def listening() -> None:
    """Let SIGINT be heard: a shell that runs the tests in its background has it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(shell: Shell, *words: str) -> subprocess.Popen[bytes]:
    """Start memlint over what can be fixed, and wait until it is in the middle of a rule."""
    environment = shell.plug_in("demo/slow", SLOW)
    shell.plant(FIXABLE)
    process = subprocess.Popen(
        [sys.executable, "-m", "memlint", "--allow-plugins", *words],
        cwd=shell.project,
        env=shell.environment(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=listening,  # noqa: PLW1509 - this process has no threads
    )
    assert process.stderr is not None
    assert process.stderr.readline() == b"waiting\n"
    return process


def untouched(shell: Shell) -> bool:
    """Say whether the tree is as it was planted, with nothing beside it but a cache."""
    files = {path.relative_to(shell.project).as_posix(): path for path in shell.project.rglob("*") if path.is_file()}
    kept = {name: path.read_text() for name, path in files.items() if not name.startswith(".memlint_cache/")}
    return kept == FIXABLE


def of_group(process: subprocess.Popen[bytes]) -> bool:
    """Say whether anything of the process, or of what it has started, still lives."""
    for _ in range(50):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


# --- signals


@pytest.mark.parametrize(
    "words", [[], ["--fix"], ["--output-format", "sarif", "--output-file", "../report"], ["--watch"]]
)
def test_sigint_is_exit_code_2(words: list[str], shell: Shell) -> None:
    process = start(shell, *words)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, b"")
    assert b"Traceback" not in err
    assert untouched(shell)
    assert not (shell.base / "report").exists()
    assert not of_group(process)


@pytest.mark.parametrize("words", [[], ["--fix"], ["--watch"]])
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP])
def test_sigterm_ends_it_at_once(sent: signal.Signals, words: list[str], shell: Shell) -> None:
    process = start(shell, *words)
    process.send_signal(sent)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (-sent, b"", b"")
    assert untouched(shell)
    assert not of_group(process)


def test_sigint_in_the_middle_of_a_fix_leaves_the_file(shell: Shell) -> None:
    """The moment that matters: the new text is written, and not yet in place."""
    root = shell.plant({name: text for name, text in FIXABLE.items() if name != "memlint.toml"})
    probe = (
        "import os, signal, sys\n"
        "from memlint.cli import main\n"
        "os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.exit(main(['--fix', '--no-cache']))\n"
    )
    words = [sys.executable, "-c", probe]
    run = subprocess.run(
        words, cwd=root, env=shell.environment(), capture_output=True, preexec_fn=listening, check=False
    )
    assert (run.returncode, run.stderr) == (2, b"memlint: interrupted\n")
    assert (root / "CLAUDE.md").read_text() == FIXABLE["CLAUDE.md"]
    assert {path.name for path in root.iterdir()} == {".git", "CLAUDE.md", "docs"}


@pytest.mark.parametrize("words", [["--output-format", form] for form in ("text", "json", "sarif", "junit")])
def test_a_reader_that_leaves_in_the_middle(words: list[str], shell: Shell) -> None:
    shell.plant({"CLAUDE.md": "".join(f"See @docs/gone{number}.md\n" for number in range(3000))})
    process = subprocess.Popen(
        [sys.executable, "-m", "memlint", *words],
        cwd=shell.project,
        env=shell.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(PATIENCE) in (0, 1)  # 1: all of it was in the pipe already


# --- streams


def closing(*numbers: int) -> Callable[[], None]:
    def close() -> None:
        for number in numbers:
            with suppress(OSError):
                os.close(number)

    return close


@pytest.mark.parametrize("numbers", [(1,), (2,), (0,), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize(
    ("words", "code"), [([], 1), (["--version"], 0), (["show"], 0), (["--nope"], 4), (["--fix"], 1), (["rule"], 0)]
)
def test_streams_that_are_closed(numbers: tuple[int, ...], words: list[str], code: int, shell: Shell) -> None:
    shell.plant(ERROR)
    run = subprocess.run(
        [sys.executable, "-m", "memlint", *words],
        cwd=shell.project,
        env=shell.environment(),
        capture_output=True,
        preexec_fn=closing(*numbers),
        check=False,
    )
    assert run.returncode == code
    assert b"Traceback" not in run.stderr
    assert (shell.project / "CLAUDE.md").read_text() == ERROR["CLAUDE.md"]  # no stream of ours has got its number


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize(
    "words",
    [[], ["--output-format", "json"], ["--version"], ["show"], ["rule", "--all"], ["--collect-only"], ["facts"]],
)
def test_output_that_cannot_be_written(words: list[str], shell: Shell) -> None:
    shell.plant(ERROR)
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "memlint", *words]
        run = subprocess.run(
            command, cwd=shell.project, env=shell.environment(), stdout=full, stderr=subprocess.PIPE, check=False
        )
        command = [sys.executable, "-m", "memlint", "--nope"]
        silent = subprocess.run(
            command, cwd=shell.project, env=shell.environment(), stdout=full, stderr=full, check=False
        )
    assert run.returncode == 4
    assert run.stderr == b"memlint: the output cannot be written: No space left on device\n"
    assert silent.returncode == 4


# --- disks


def limited(shell: Shell, *words: str, size: int = 0) -> Run:
    """Run memlint where no file can become larger than ``size`` bytes, as on a disk that is full."""

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    done = subprocess.run(
        [sys.executable, "-m", "memlint", *words],
        cwd=shell.project,
        env=shell.environment(
            {"PYTHONDONTWRITEBYTECODE": "1"}
        ),  # half a .pyc, which Python writes then, stops all runs
        capture_output=True,
        preexec_fn=limit,
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("words", [["--output-file", "report"], ["--junitxml", "report"]])
def test_a_report_on_a_full_disk(words: list[str], shell: Shell) -> None:
    shell.plant(ERROR)
    run = limited(shell, *words)
    assert run.code == 4
    assert "memlint: report: File too large\n" in run.err


def test_a_baseline_on_a_full_disk(shell: Shell) -> None:
    root = shell.plant({**ERROR, "known.json": '{"version": 1, "findings": []}\n'})
    run = limited(shell, "--baseline", "known.json", "--write-baseline")
    assert run.code == 4
    assert "known.json" in run.err
    assert (root / "known.json").read_text() == '{"version": 1, "findings": []}\n'


@pytest.mark.parametrize("words", [["--fix"], ["fix"], ["--add-suppressions", "imports", "--reason", "why"]])
def test_nothing_is_half_written_on_a_full_disk(words: list[str], shell: Shell) -> None:
    tree = {**FIXABLE, "CLAUDE.md": f"{FIXABLE['CLAUDE.md']}\nAnd @docs/gone.md\n"}
    del tree["memlint.toml"]
    root = shell.plant(tree)
    run = limited(shell, *words, size=20)
    assert run.code in (1, 4)
    assert "CLAUDE.md: File too large" in run.err
    assert (root / "CLAUDE.md").read_text() == tree["CLAUDE.md"]
    assert [path for path in root.rglob("*") if path.suffix == ".tmp"] == []


def many(number: int = 80) -> dict[str, str]:
    """Return a tree that is large enough to be kept in a cache."""
    return {
        "CLAUDE.md": "See @gone.md\n",
        **{f"pkg{at}/CLAUDE.md": f"# {at}\n\nSee @no{at}.md\n" for at in range(number)},
    }


def told(run: Run) -> tuple[int, list[str], str]:
    """Return what a run says but for the time that it took, which stands in its last line."""
    return run.code, run.out.splitlines()[:-1], run.err


def test_a_full_disk_changes_no_result(shell: Shell) -> None:
    shell.plant(many())
    plain = told(shell.run("--no-cache", "--output-format", "concise"))
    assert len(plain[1]) == 81
    for size in (0, 3000):
        assert told(limited(shell, "--output-format", "concise", size=size)) == plain
    assert told(shell.run("--output-format", "concise")) == plain  # what is left of it harms nobody


def test_a_read_only_tree_changes_no_result(shell: Shell) -> None:
    root = shell.plant(many())
    plain = told(shell.run("--no-cache", "--output-format", "concise"))
    folders = [root, *(path for path in root.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert told(shell.run("--output-format", "concise")) == plain
        assert told(shell.run("--output-format", "concise")) == plain
        run = shell.run("--fix")
        assert (run.code, "Traceback" in run.err) == (1, False)
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_a_home_that_cannot_be_written(shell: Shell) -> None:
    shell.plant(CLEAN)
    shell.home.chmod(0o555)
    try:
        assert shell.run().code == 0
        assert shell.run("--user").code == 0
        assert shell.run(env={"HOME": "/nonexistent/kiln"}).code == 0
        assert shell.run("--user", env={"HOME": "/dev/null"}).code == 0
    finally:
        shell.home.chmod(0o755)


@pytest.mark.parametrize("words", [["--baseline"], ["--config"]])
def test_a_file_without_an_end_is_not_read_to_it(words: list[str], shell: Shell) -> None:
    shell.plant(CLEAN)
    run = shell.run(*words, "/dev/zero")
    assert run.code == 4
    assert "/dev/zero: " in run.err


def test_a_scanned_tree_names_a_file_without_an_end(shell: Shell) -> None:
    for line in ('baseline = "/dev/zero"\n', '[schemas]\ntopic = "/dev/zero"\n', 'extend = ["/dev/zero"]\n'):
        shell.plant({**CLEAN, "memlint.toml": line})
        run = shell.run()
        assert run.code == 4
        assert "/dev/zero" in run.err


def test_devices_and_processes_are_no_project() -> None:
    for place in ("/proc/self", "/dev", "/dev/null", "/dev/zero", "/proc/self/fd"):
        if not Path(place).exists():
            continue
        words = [sys.executable, "-m", "memlint", place, "-q"]
        run = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE, cwd="/")
        assert (run.returncode, b"Traceback" in run.stderr) == (0, False), place
