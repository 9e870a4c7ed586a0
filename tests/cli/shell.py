"""Runs the whole command as a person would: in a process of its own, with an environment that holds nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.trees import plant

#: Trees with one finding each, of the severity they are named after, and one without any.
ERROR = {"CLAUDE.md": "See @docs/gone.md\n"}
WARNING = {"CLAUDE.md": "See @docs/release.md, and ask.\n", "docs/release.md": "# Release\n"}
INFO = {"CLAUDE.md": "See @docs/a.md\n", "docs/a.md": "Back to @../CLAUDE.md\n"}
CLEAN = {"CLAUDE.md": "See @docs/a.md\n", "docs/a.md": "# A\n"}


class Run(NamedTuple):
    """What a process left: its exit code and its decoded output."""

    code: int
    out: str
    err: str


class Shell:
    """A folder to plant trees in and to run memlint from; ``project`` is the default for both."""

    def __init__(self, base: Path) -> None:
        self.base, self.home, self.project = base, base / "home", base / "project"
        self.home.mkdir()

    def plant(self, files: dict[str, str], folder: str = "project") -> Path:
        """Write a tree; the project is a repository of its own."""
        return plant(self.base / folder, files)

    def run(
        self, *words: str | bytes | Path, cwd: Path | None = None, data: bytes = b"", env: dict[str, str] | None = None
    ) -> Run:
        """Run ``memlint`` with ``words``. The output must be UTF-8 and must not show a traceback that is no report."""
        done = subprocess.run(
            [sys.executable, "-m", "memlint", *words],
            cwd=cwd or self.project,
            input=data,
            capture_output=True,
            env=self.environment(env),
            check=False,
        )
        return Run(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def environment(self, more: dict[str, str] | None = None) -> dict[str, str]:
        """Return the whole environment of a process."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), **(more or {})}

    def plug_in(self, family_module: str, body: str) -> dict[str, str]:
        """Write a package ``extra`` with one rule outside of the project; return the environment that finds it."""
        family, _, module = family_module.partition("/")
        folder = self.base / "site" / "extra" / family
        folder.mkdir(parents=True)
        for package in (folder, folder.parent):
            (package / "__init__.py").write_text("")
        head = "from memlint import Finding, Project, Span, rule\n\n\n"
        (folder / f"{module}.py").write_text(head + body)
        return {"PYTHONPATH": str(self.base / "site")}
