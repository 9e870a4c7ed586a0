"""Modules that are kept between runs are those on disk, and a bad file costs nothing but time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import memlint
from tests.cli.shell import CLEAN, ERROR, Shell

TOP = Path(memlint.__file__).parent.parent
PROBE = """
import sys
from memlint.cli import main
code = main(sys.argv[1:])
print(*sorted(n for n, m in sys.modules.items() if n[:7] == "memlint" and type(m.__spec__.loader).__name__ == "_Loader"))
sys.exit(code)
"""


class Copy:
    """A memlint of its own, whose files a test may change, and a project to check with it."""

    def __init__(self, base: Path, shell: Shell) -> None:
        self.site, self.shell = base / "site", shell
        ignore = shutil.ignore_patterns("__pycache__", "tables")
        shutil.copytree(TOP / "memlint", self.site / "memlint", ignore=ignore)
        rules = self.site / "memlint" / "rules"
        if not rules.exists():  # else it is an installed one
            shutil.copytree(TOP / "rules", rules, ignore=ignore)
        shell.plant(CLEAN)

    @property
    def kept(self) -> Path:
        """The file that modules come from."""
        return self.site / "__pycache__" / f"memlint-modules.{sys.implementation.cache_tag}.bin"

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run it in the project, with Python's own bytecode and all that is kept."""
        return subprocess.run(
            [sys.executable, "-c", PROBE, *words],
            cwd=self.shell.project,
            env=self.shell.environment({"PYTHONPATH": str(self.site), **variables}),
            capture_output=True,
            text=True,
            check=False,
        )

    def taken(self) -> set[str]:
        """Run it and return the modules that it took from the file."""
        done = self.run(".")
        assert done.returncode == 0, done.stderr
        return set(done.stdout.splitlines()[-1].split())


def told(run: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the lines of the findings."""
    return [line for line in run.stdout.splitlines() if line.startswith("CLAUDE.md")]


@pytest.fixture
def copy(tmp_path: Path, shell: Shell) -> Copy:
    return Copy(tmp_path, shell)


def test_the_second_run_takes_all_modules_from_the_file(copy: Copy) -> None:
    assert not copy.taken() & {"memlint.cli.check", "memlint.project.project"}
    names = copy.taken()
    assert {"memlint.cli.check", "memlint.project.project", "memlint.rules"} <= names
    assert {name for name in names if name.startswith("memlint.rules.")}


def test_it_says_the_same(copy: Copy) -> None:
    copy.shell.plant(ERROR)
    first, second = (copy.run("--output-format", "concise") for _ in range(2))
    assert (first.returncode, second.returncode) == (1, 1)
    assert told(first) == told(second) != []


def test_a_module_that_changed_is_read_anew(copy: Copy) -> None:
    copy.taken()
    place = copy.site / "memlint" / "report" / "visible.py"
    before = copy.taken()
    place.write_text(place.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert before - copy.taken() == {"memlint.report.visible"}
    assert copy.taken() == before


def test_a_broken_file_is_made_anew(copy: Copy) -> None:
    copy.taken()
    whole = copy.kept.read_bytes()
    for data in (b"", b"\0" * 100, whole[: len(whole) // 2], whole[:-100] + b"\xff" * 100):
        copy.kept.write_bytes(data)
        copy.taken()
        assert "memlint.cli.check" in copy.taken()


def test_nothing_is_kept_where_no_bytecode_may_be(copy: Copy) -> None:
    assert copy.run(".", PYTHONDONTWRITEBYTECODE="1").returncode == 0
    assert not copy.kept.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_nothing_is_kept_where_nothing_can_be_written(copy: Copy) -> None:
    copy.site.chmod(0o555)
    assert copy.run(".").returncode == 0
    copy.site.chmod(0o755)
    assert not copy.kept.exists()


def test_a_crash_shows_the_lines_of_the_source(copy: Copy) -> None:
    copy.taken()
    probe = "import sys, inspect; from memlint.cli import main; main(['.']); import memlint.cli.check as m; print(inspect.getsource(m.run))"
    done = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=copy.shell.project,
        env=copy.shell.environment({"PYTHONPATH": str(copy.site)}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "def run(words: list[str]) -> int:" in done.stdout
