"""Where a file is looked for there may be a pipe, a device, a folder, an endless file, or nothing that may be read."""

from __future__ import annotations

import builtins
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memlint import Settings, UsageError, check
from memlint.engine.run import CRASH
from tests.fuzz.seeds import MANIFESTS
from tests.trees import plant

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")

PATIENCE = 90.0  # seconds; the machine may be busy
#: Everything that a run may look for by its name. Configurations are told apart: what is wrong with one stops the run.
READ = sorted(
    {
        *(name for name in MANIFESTS if not name.startswith((".git/", "memlint.toml", ".claude/", ".gitignore"))),
        *("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "docs/CLAUDE.md", ".claude/rules/a.md", ".claude/agents/a.md"),
        *("memory/MEMORY.md", "memory/a.md", ".claude/settings.json", ".claude/settings.local.json", ".mcp.json"),
        *(".gitignore", "docs/.gitignore", "CODEOWNERS", ".github/workflows/a.yml", ".worktreeinclude", "setup.py"),
        *(".claude/agent-memory/a/MEMORY.md", "yarn.lock", "package-lock.json", "Dockerfile", ".nvmrc", "README.md"),
    }
)
TREE = {
    "main/CLAUDE.md": "# A\n\nRun `npm run fire` and `make glaze`. See @../docs/a.md and @../CLAUDE.md\n",
    "main/memory/MEMORY.md": "- [A](a.md) — which glaze\n",
}


def pipe(place: Path) -> None:
    os.mkfifo(place)


def endless(place: Path) -> None:
    place.symlink_to("/dev/zero")


def terminal(place: Path) -> None:
    place.symlink_to("/dev/tty")


def memory(place: Path) -> None:
    place.symlink_to("/proc/self/mem")


def folder(place: Path) -> None:
    place.mkdir()


def itself(place: Path) -> None:
    place.symlink_to(place.name)


def sparse(place: Path) -> None:
    """Three gigabytes of nothing, which take no room on the disk."""
    place.touch()
    os.truncate(place, 3_000_000_000)


def listening(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server, suppress(OSError):  # a path may be too long for one
        server.bind(os.path.relpath(place))


def lint(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "memlint", "--no-cache", "--preset", "strict", *words]
    return subprocess.run(
        command, cwd=root, capture_output=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize("make", [pipe, endless, terminal, memory, folder, itself, sparse, listening])
@pytest.mark.parametrize("git", [True, False])
def test_nothing_waits_for_what_is_no_file(
    make: Callable[[Path], None], git: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = plant(tmp_path / "p", TREE)
    if git:
        subprocess.run(["git", "init", "-q", root], check=True)
    for name in READ:
        if git and name.endswith(".gitignore"):
            continue  # git itself waits for a pipe and reads all of a large one, and is given up after GIT_SECONDS
        if make is memory and name == "pyproject.toml":
            continue  # a file that cannot be read may have our table, and ends the run
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(place.parent)
        make(place)
    monkeypatch.chdir(root)
    run = lint(root)
    assert run.returncode in (0, 1), run.stderr
    assert b"main/CLAUDE.md" in lint(root, "--collect-only").stdout
    assert b"rule-crash" not in run.stdout
    assert b"Traceback" not in run.stderr


@pytest.mark.parametrize("make", [pipe, endless, folder, sparse])
@pytest.mark.parametrize(
    "name", ["memlint.toml", ".memlint.toml", "pyproject.toml", ".memlint_cache", ".git/config", ".git"]
)
def test_nothing_waits_for_a_configuration(make: Callable[[Path], None], name: str, tmp_path: Path) -> None:
    root = plant(tmp_path / "p", TREE)
    if name == ".git":
        (root / ".git").rmdir()
    make(root / name)
    command = [sys.executable, "-m", "memlint", "."]
    run = subprocess.run(
        command, cwd=root, capture_output=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL
    )
    assert run.returncode in (0, 1, 4), run.stderr
    assert b"Traceback" not in run.stderr


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), OSError(5, "Input/output error")])
def test_nothing_may_be_read(error: OSError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The superuser may read everything, so the refusal is made up; each file in turn, and then all of them."""
    files = {name: "# A\n\nSee @a.md\n" for name in READ if "/" not in name or name.endswith(".md")}
    root = plant(tmp_path / "p", {**TREE, **files, "docs/a.md": "# A\n"})
    opened: list[str] = []

    def refusing(real: Callable[..., Any], refused: str) -> Callable[..., Any]:
        def call(path: Any = ".", *words: Any, **options: Any) -> Any:
            name = os.fspath(path) if isinstance(path, str | Path) else ""
            if name.startswith(str(root)):
                opened.append(name)
                if name == refused or not refused:
                    raise error
            return real(path, *words, **options)

        return call

    def attempt(refused: str, settings: Settings | None = None) -> None:
        with monkeypatch.context() as patch:
            for module, name in ((builtins, "open"), (os, "open"), (os, "scandir"), (os, "listdir")):
                patch.setattr(module, name, refusing(getattr(module, name), refused))
            report = check([root], root=root, home=tmp_path / "home", select=["all"], settings=settings)
        assert [finding.message for finding in report.findings if finding.rule == CRASH] == []

    attempt("nothing")
    configuration = str(root / "pyproject.toml")
    with pytest.raises(UsageError, match=f"^{re.escape(configuration)}: {error.strerror}$"):
        attempt(configuration)
    attempt(configuration, Settings())
    for name in sorted({*opened} - {configuration}):
        attempt(name)
    attempt("", Settings())


def test_files_that_come_and_go(tmp_path: Path) -> None:
    """Somebody else writes all the time: no run fails, whatever it sees of it."""
    files = {f"pkg{number}/CLAUDE.md": "# A\n\nSee @a.md\n" for number in range(12)}
    root = plant(tmp_path / "p", {**files, "memory/MEMORY.md": "- [A](a.md) — a\n", "memory/a.md": "# A\n"})
    ends = threading.Event()

    def write() -> None:
        number = 0
        while not ends.is_set():
            number += 1
            place = root / f"pkg{number % 12}" / "CLAUDE.md"
            with suppress(OSError):
                if number % 3 == 0:
                    place.unlink(missing_ok=True)
                elif number % 3 == 1:
                    place.write_bytes(b"\xff" * (number % 50) + b"\nSee @b.md\n")
                else:
                    place.rename(place.with_name("a.md"))
            time.sleep(0.0005)

    other = threading.Thread(target=write)
    other.start()
    try:
        for _ in range(12):
            report = check([root], root=root, home=tmp_path / "home", select=["all"])
            assert [finding.message for finding in report.findings if finding.rule == CRASH] == []
    finally:
        ends.set()
        other.join()
