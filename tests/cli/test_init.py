"""``memlint init``: what it shows, what it writes, and that nothing that exists is changed."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from memlint.cli.templates import CONFIGURATION, HOOK, HOOKS, WORKFLOW
from memlint.config import load
from tests.cli.shell import CLEAN, ERROR, Shell

MADE = {
    "memlint.toml": CONFIGURATION,
    ".pre-commit-config.yaml": HOOKS,
    ".github/workflows/memlint.yml": WORKFLOW,
}
WORDS = {"memlint.toml": "config", ".pre-commit-config.yaml": "pre-commit", ".github/workflows/memlint.yml": "workflow"}


def held(folder: Path) -> dict[str, str]:
    """Return the texts of all files below ``folder`` but those in .git."""
    paths = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in paths}


def test_writes_all_and_shows_each_before(shell: Shell) -> None:
    shell.plant(CLEAN)
    run = shell.run("init", "--yes")
    assert (run.code, run.err) == (0, "")
    assert held(shell.project) == CLEAN | MADE
    for file, text in MADE.items():
        assert f"==> {file}\n{text}\nwrote {file}\n" in run.out


def test_dry_run_shows_and_writes_nothing(shell: Shell) -> None:
    shell.plant(CLEAN)
    run = shell.run("init", "--dry-run")
    assert run.code == 0
    assert held(shell.project) == CLEAN
    for file, text in MADE.items():
        assert f"==> {file} would be written\n{text}" in run.out


@pytest.mark.parametrize("tree", [CLEAN, ERROR])
def test_what_is_written_changes_no_finding(shell: Shell, tree: dict[str, str]) -> None:
    shell.plant(tree)
    before = shell.run("--output-format", "concise")
    shell.run("init", "--yes")
    after = shell.run("--output-format", "concise")
    assert (before.code, before.out.splitlines()[:-1]) == (after.code, after.out.splitlines()[:-1])
    assert load(str(shell.project / "memlint.toml"))._replace(file="") == load(os.devnull)._replace(file="")


def test_a_second_time_changes_nothing(shell: Shell) -> None:
    shell.plant({})
    shell.run("init", "--yes")
    run = shell.run("init", "--yes")
    assert (run.code, held(shell.project)) == (0, MADE)
    assert run.out.count("stays as it is") == 3
    assert "wrote" not in run.out


@pytest.mark.parametrize("file", MADE)
@pytest.mark.parametrize("text", ["", "# mine\n"])
def test_what_exists_is_never_changed(shell: Shell, file: str, text: str) -> None:
    shell.plant({file: text})
    run = shell.run("init", "--yes")
    assert run.code == 0
    assert held(shell.project) == MADE | {file: text}


def test_an_existing_hook_file_is_told_what_to_add(shell: Shell) -> None:
    mine = "repos:\n  - repo: local\n    hooks:\n      - {id: glaze, name: glaze, entry: glaze, language: system}\n"
    shell.plant({".pre-commit-config.yaml": mine})
    run = shell.run("init", "--yes", "pre-commit")
    assert (run.code, held(shell.project)) == (0, {".pre-commit-config.yaml": mine})
    assert f"Add below its line `repos:`\n\n{HOOK}" in run.out
    added = yaml.safe_load(mine.replace("repos:\n", f"repos:\n{HOOK}"))
    assert [repo["hooks"][0]["id"] for repo in added["repos"]] == ["memlint-project", "glaze"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyproject.toml", '[tool.memlint]\nfail-on = "error"\n'),
        (".memlint.toml", ""),
        ("memlint.toml", ""),
    ],
)
def test_a_configuration_elsewhere_counts(shell: Shell, file: str, text: str) -> None:
    shell.plant({file: text})
    run = shell.run("init", "--yes", "config")
    assert (run.code, held(shell.project)) == (0, {file: text})
    assert f"==> {file} is the configuration" in run.out


def test_a_pyproject_without_memlint_is_none(shell: Shell) -> None:
    shell.plant({"pyproject.toml": '[project]\ndependencies = ["agent-memlint"]\n'})
    shell.run("init", "--yes", "config")
    assert "memlint.toml" in held(shell.project)


@pytest.mark.parametrize("file", MADE)
def test_parts_can_be_chosen(shell: Shell, file: str) -> None:
    shell.plant({})
    assert shell.run("init", "--yes", WORDS[file]).code == 0
    assert held(shell.project) == {file: MADE[file]}


def test_writes_at_the_root_from_a_folder_below(shell: Shell) -> None:
    shell.plant({"web/CLAUDE.md": ""})
    shell.run("init", "--yes", cwd=shell.project / "web")
    assert set(MADE) <= set(held(shell.project))


# --- asking


def test_without_anybody_to_ask_nothing_is_written(shell: Shell) -> None:
    shell.plant({})
    run = shell.run("init")
    assert (run.code, run.out, held(shell.project)) == (4, "", {})
    assert run.err == "memlint: there is nobody to ask: say --yes, or --dry-run to see what would be written\n"


def terminal(shell: Shell, typed: bytes) -> tuple[int, str]:
    """Run ``memlint init`` in a terminal in which ``typed`` is typed."""
    above, below = pty.openpty()
    os.write(above, typed)
    process = subprocess.Popen(
        [sys.executable, "-m", "memlint", "init"],
        cwd=shell.project,
        env=shell.environment(),
        stdin=below,
        stdout=below,
        stderr=below,
    )
    os.close(below)
    shown = b""
    while True:
        try:
            part = os.read(above, 65536)
        except OSError:  # EIO: the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(above)
    return process.wait(), shown.decode().replace("\r\n", "\n")


def test_each_file_is_asked_for(shell: Shell) -> None:
    shell.plant({})
    code, shown = terminal(shell, b"y\n\nYes\n")
    assert (code, set(held(shell.project))) == (0, {"memlint.toml", ".github/workflows/memlint.yml"})
    assert shown.count("? [y/N]") == 3
    assert shown.index(CONFIGURATION) < shown.index("write memlint.toml? [y/N]")


# --- refused


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hook",), 'no part is named "hook" (there are: config, pre-commit, workflow)'),
        (("--yes", "--dry-run"), "not allowed with argument"),
        (("--force",), "unrecognized arguments: --force"),
    ],
)
def test_wrong_usage(shell: Shell, words: tuple[str, ...], said: str) -> None:
    shell.plant({})
    run = shell.run("init", *words)
    assert (run.code, run.out, held(shell.project)) == (4, "", {})
    assert said in run.err


def test_nothing_is_written_through_links(shell: Shell) -> None:
    outside = shell.base / "outside"
    outside.mkdir()
    shell.plant({".github -> ../outside": "", "memlint.toml -> ../outside/memlint.toml": ""})
    run = shell.run("init", "--yes")
    assert run.code == 1
    assert "its folder is a link to" in run.err
    assert list(outside.iterdir()) == []
    assert (shell.project / ".pre-commit-config.yaml").exists()


def test_a_file_in_the_place_of_a_folder_is_told(shell: Shell) -> None:
    shell.plant({".github": "no folder\n"})
    run = shell.run("init", "--yes", "workflow")
    assert run.code == 1
    assert run.err.startswith("memlint: .github/workflows/memlint.yml: ")
