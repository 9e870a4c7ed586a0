"""Which tests execute which lines: measured once in a copy of the repository, and looked up for each mutant."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from tests.mutation.mutants import Mutant, is_of_module, statement

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("source", "harness", "project", "engine", "rules", "report", "cli")
SECONDS = 20.0  # of tests for one mutant, as measured for the map; those of its own layer come first


def copy(to: Path) -> None:
    """Put the checkout's files into ``to``; the rules lie where an installed memlint has them."""
    shutil.rmtree(to, ignore_errors=True)
    names = ("memlint", "rules", "tests", "pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        elif (ROOT / name).is_file():
            to.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    (to / "memlint" / "rules").symlink_to("../rules")
    subprocess.run([sys.executable, "-m", "compileall", "-q", "memlint", "tests"], cwd=to, check=True)


def record(work: Path, paths: list[str]) -> None:
    """Run the tests of ``paths``, all without any, and keep what each one executes."""
    folder, place = work / "map", work / "copy"
    if paths:
        for path in paths:  # no others: they may belong to code that has changed since the copy was made
            shutil.copy2(ROOT / path, place / path)
    else:
        shutil.rmtree(folder, ignore_errors=True)
        copy(place)
    folder.mkdir(parents=True, exist_ok=True)
    names = paths or [f"tests/{name}" for name in LAYERS]
    words = (
        "-q",
        "-n2",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "-p",
        "tests.mutation.contexts",
        "-m",
        "not slow",
    )
    env = os.environ | {"MEMLINT_CONTEXTS": str(folder), "PYTHONPATH": str(place)}
    subprocess.run([sys.executable, "-m", "pytest", *words, *names], cwd=place, env=env, check=False)


class Map:
    """Which tests execute which lines of the copy at ``place``."""

    def __init__(self, folder: Path, place: Path) -> None:
        import coverage

        self.place = place
        self.seconds: dict[str, float] = {}
        for file in folder.glob("passed.*.jsonl"):
            self.seconds.update(json.loads(line) for line in file.read_text("utf-8").splitlines())
        self._data = [coverage.CoverageData(str(file)) for file in folder.glob("lines.*")]
        for data in self._data:
            data.read()
        self._lines: dict[str, dict[int, set[str]]] = {}

    def lines(self, path: str) -> dict[int, set[str]]:
        """Return the tests of each line."""
        if path not in self._lines:
            found: dict[int, set[str]] = {}
            for data in self._data:
                for file in data.measured_files():
                    for line, names in data.contexts_by_lineno(file).items() if file.endswith(f"/{path}") else ():
                        found.setdefault(line, set()).update(names)
            self._lines[path] = found
        return self._lines[path]

    def tests(self, mutant: Mutant, seed: int) -> list[str]:
        """Return the tests for a mutant: those of its layer first, the quick ones before the slow."""
        lines = self.lines(mutant.path)
        source = (self.place / mutant.path).read_text("utf-8")
        names = set().union(*(lines.get(line, set()) for line in statement(source, mutant.line)))
        if is_of_module(source, mutant.line):  # it ran at import: whatever uses the module may notice
            names = set().union(*lines.values())
        own = f"tests/{Path(mutant.path).parts[1]}/"
        known = sorted(name for name in names if name in self.seconds)
        random.Random(seed).shuffle(known)
        known.sort(key=lambda name: (not name.startswith(own), self.seconds[name] > 1))
        chosen, total = [], 0.0
        for name in known:
            if total + self.seconds[name] <= SECONDS:
                chosen.append(name)
                total += self.seconds[name]
        return chosen
