"""What is shipped: the wheel and the sdist hold every rule and every data file, and the installed wheel runs."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from memlint import __version__

ROOT = Path(__file__).parent.parent


# Only these tests reach the package index, for which a machine may need settings of its own.
MACHINE = dict(os.environ, UV_SYSTEM_CERTS="true", UV_NATIVE_TLS="true")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy what git would commit: building in the checkout would leave files in it."""
    copy = tmp_path_factory.mktemp("source") / "memlint"
    tracked = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=True,
    )
    for name in filter(None, tracked.stdout.decode().split("\0")):
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy


@pytest.fixture(scope="module")
def built(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, and the wheel from it."""
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--outdir", out, copy], check=True, capture_output=True, env=MACHINE)
    return out


def shipped(folder: str, prefix: str) -> set[str]:
    """Return the files of ``folder`` as they should be named in a wheel."""
    return {
        prefix + path.relative_to(ROOT / folder).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_wheel_holds_everything(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    expected = shipped("rules", "memlint/rules/") | shipped("memlint", "memlint/")
    assert {"memlint/rules/imports/missing_target.py", "memlint/py.typed", "memlint/harness/facts.toml"} <= expected
    assert expected <= names
    assert not {name for name in names if name.startswith(("tests", "rules"))}


def test_sdist_holds_everything(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert shipped("rules", "rules/") | shipped("memlint", "memlint/") <= names
    assert {"README.md", "LICENSE", "pyproject.toml"} <= names


def test_installed_wheel_runs(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", system_site_packages=False, with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=True, capture_output=True, env=MACHINE)
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (tmp_path / "project" / "CLAUDE.md").write_text("See @docs/gone.md\n")
    for command in ("memlint", "agent-memlint"):
        version = subprocess.run([python.with_name(command), "--version"], capture_output=True, text=True, check=True)
        assert version.stdout == f"memlint {__version__}\n"
    run = subprocess.run(
        [python.with_name("memlint"), "--output-format", "concise"],
        check=False,
        cwd=tmp_path / "project",
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert run.stdout.startswith("CLAUDE.md:1:5: error imports/missing-target docs/gone.md does not exist")


def test_runs_with_uv(copy: Path, tmp_path: Path) -> None:
    """``uvx --from .`` and ``uv run`` are how people try a checkout."""
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (tmp_path / "project" / "CLAUDE.md").write_text("# Project\n")
    command = [sys.executable, "-m", "uv", "tool", "run", "--isolated", "--from", str(copy), "memlint", "."]
    run = subprocess.run(command, cwd=tmp_path / "project", capture_output=True, text=True, env=MACHINE, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("no findings in 1 file")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("rules/README.md", ("rule", "--all")),
        ("rules/manifest.json", ("rule", "--manifest")),
        ("memlint/harness/facts.json", ("facts", "--copy")),
    ],
)
def test_what_is_made_is_current(file: str, words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "memlint", *words]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (ROOT / file).read_text("utf-8") == run.stdout


def test_top_level_is_what_the_design_lists() -> None:
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    top = {name.split("/")[0] for name in listed}
    allowed = {"pyproject.toml", "README.md", ".pre-commit-hooks.yaml", "action.yml", "LICENSE", "CHANGELOG.md"}
    allowed |= {"CONTRIBUTING.md", "memlint", "rules", "tests"}
    assert {name for name in top if name not in allowed and not name.startswith(".")} == set()
