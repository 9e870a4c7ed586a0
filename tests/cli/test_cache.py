"""The cache and the processes of a run, as the command line has them."""

from __future__ import annotations

import pytest

from memlint.engine.outcome import ENOUGH
from tests.cli.shell import Run, Shell

MANY = {f"docs/{name}/CLAUDE.md": f"# Kiln {name}\n\nSee @gone-{name}.md\n" for name in range(ENOUGH)}


def printed(done: Run) -> tuple[int, str]:
    """Return what a run printed, but for the seconds."""
    return done.code, done.out.rpartition(" (")[0] + done.err


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
def test_a_cached_run_prints_what_an_uncached_one_prints(shell: Shell, form: str) -> None:
    shell.plant(MANY)
    first, second, without = (
        shell.run("--output-format", form, "--output-file", "report", *words) and (shell.project / "report").read_text()
        for words in ((), (), ("--no-cache",))
    )
    plain = [
        "\n".join(
            line for line in text.splitlines() if "econds" not in line and " s)" not in line and "time" not in line
        )
        for text in (first, second, without)
    ]
    assert plain[0] == plain[1] == plain[2]
    assert (shell.project / ".memlint_cache").is_dir()


def test_no_cache_writes_none(shell: Shell) -> None:
    shell.plant(MANY)
    shell.run("--no-cache")
    assert not (shell.project / ".memlint_cache").exists()


@pytest.mark.parametrize("by", ["flag", "variable"])
def test_a_folder_of_its_own(shell: Shell, by: str) -> None:
    shell.plant(MANY)
    folder = shell.base / "kept"
    words: list[str]
    env: dict[str, str]
    words, env = (["--cache-dir", str(folder)], {}) if by == "flag" else ([], {"MEMLINT_CACHE_DIR": str(folder)})
    first, second = (shell.run("-q", *words, env=env) for _ in range(2))
    assert printed(first) == printed(second)
    assert folder.is_dir()
    assert not (shell.project / ".memlint_cache").exists()
    done = shell.run("clean", *words, env=env)
    assert (done.code, done.err) == (0, f"memlint: deleted {folder}\n")
    assert not folder.exists()


def test_clean(shell: Shell) -> None:
    shell.plant(MANY)
    folder = shell.project / ".memlint_cache"
    shell.run()
    assert shell.run("clean", cwd=shell.project / "docs").err == f"memlint: deleted {folder}\n"
    assert not folder.exists()
    assert shell.run("clean").err == f"memlint: there is no cache in {folder}\n"


def test_the_cache_is_no_part_of_the_project(shell: Shell) -> None:
    """git does not see it, and neither does a walk where there is no git."""
    shell.plant(MANY)
    before = shell.run("--collect-only")
    shell.run()
    assert shell.run("--collect-only") == before
    (shell.project / ".git").rmdir()
    shell.run()
    assert "memlint_cache" not in shell.run("-v").err


@pytest.mark.parametrize("words", [["-n", "2"], ["-n", "auto"], ["-n2"], ["-n", "0"]])
def test_several_processes_print_the_same(shell: Shell, words: list[str]) -> None:
    shell.plant(MANY)
    assert printed(shell.run("--no-cache", *words)) == printed(shell.run("--no-cache", "-n", "1"))


def test_a_number_of_processes_is_one(shell: Shell) -> None:
    shell.plant(MANY)
    done = shell.run("-n", "many")
    assert done.code == 4
    assert "a number from 0 on" in done.err
