"""The ways in, as their users meet them: the steps of action.yml in a runner of our own, and the README's snippets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parent.parent.parent
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
INSTALL, RUN = ACTION["runs"]["steps"]


class Step(NamedTuple):
    """What a step left: its exit code, what it printed, its outputs and its part of the job's summary."""

    code: int
    out: str
    outputs: dict[str, str]
    summary: str


def run_step(
    step: dict[str, Any],
    workspace: Path,
    base: Path,
    inputs: dict[str, str] | None = None,
    outputs: dict[str, str] | None = None,
    env: dict[str, str] | None = None,
) -> Step:
    """Run ``step`` as GitHub's runner does: with bash's own flags, inputs and outputs of steps before it as text."""
    values = {f"inputs.{name}": str(row["default"]) for name, row in ACTION["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in (inputs or {}).items()}
    values |= {f"steps.install.outputs.{name}": value for name, value in (outputs or {}).items()}
    base.mkdir(parents=True, exist_ok=True)
    script, told, summary, temporary = (base / name for name in ("script.sh", "output", "summary", "temp"))
    temporary.mkdir(exist_ok=True)
    script.write_text(step["run"])
    told.write_text("")
    summary.write_text("")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": os.environ["HOME"],
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(told),
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_WORKSPACE": str(workspace),
        "RUNNER_TEMP": str(temporary),
        **{name: _filled(text, values) for name, text in step.get("env", {}).items()},
        **(env or {}),
    }
    assert step["shell"] == "bash"
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script],
        cwd=workspace,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    found = dict(line.split("=", 1) for line in told.read_text().splitlines())
    return Step(done.returncode, done.stdout.decode(), found, summary.read_text("utf-8"))


def _filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda found: values[found[1]], text)


def stub_venv(base: Path) -> Path:
    """Return a folder of commands, as the install step leaves it, that run this checkout."""
    folder = base / "venv" / "bin"
    folder.mkdir(parents=True, exist_ok=True)
    for name, words in (("memlint", '-m memlint "$@"'), ("python", '"$@"')):
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}\n')
        (folder / name).chmod(0o755)
    return folder


def act(workspace: Path, base: Path, *, bin: Path | str = "", **inputs: str) -> Step:  # noqa: A002 - its output's name
    """Run the action's second step over ``workspace``; ``_`` in an input's name stands for ``-``.

    ``bin`` is what the first step gives it, by default commands that run this checkout.
    """
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    return run_step(RUN, workspace, base / "runner", given, {"bin": str(bin or stub_venv(base))})


def snippets(language: str) -> list[str]:
    """Return the README's code blocks of ``language``, as they stand."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
