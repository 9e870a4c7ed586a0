"""The programs that are measured: how each is called, and how many findings its output has."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.peers import executable

#: memlint without a cache, with one for an unchanged tree, and with one after a change of one file.
COLD, WARM, CHANGED = "memlint cold", "memlint warm", "memlint changed"
FLOOR = "python -c pass"


class Tool(NamedTuple):
    """One program. ``command`` is run in the tree; ``findings`` reads its output, None for one that finds nothing."""

    name: str
    command: list[str]
    findings: Callable[[Any], list[Any]] | None

    def found(self, out: Path) -> list[Any]:
        """Return the findings in the file ``out``. Raises ValueError where it is no output of this program."""
        if self.findings is None:
            return []
        try:
            return self.findings(json.loads(out.read_bytes()))
        except (KeyError, TypeError, ValueError) as error:
            told = out.with_suffix(".err").read_text(encoding="utf-8", errors="replace").strip()
            raise ValueError(f"{self.name} printed no report ({error}); it said: {told[-500:]}") from None


def tools(names: list[str], *, peers: Path, cache: Path, memlint: list[str], options: list[str]) -> list[Tool]:
    """Return the programs of ``names`` (memlint, agnix, skillsaw, python) in the order in which they take turns.

    ``peers`` is the virtual environment with the others, ``memlint`` the command with ``options`` for it, ``cache``
    the folder for its cache. Raises FileNotFoundError for a peer that is not installed.
    """
    found = list[Tool]()
    base = [*memlint, ".", "--output-format", "json", *options]
    for name in names:
        if name == "python":
            found.append(Tool(FLOOR, [sys.executable, "-c", "pass"], None))
        elif name == "memlint":
            if has_cache(memlint):
                # a changed run comes first: it leaves a cache behind for which the warm one is unchanged
                found += [Tool(each, [*base, "--cache-dir", str(cache)], _memlint) for each in (CHANGED, WARM)]
            found.append(Tool(COLD, [*base, "--no-cache"], _memlint))
        else:
            found.append(_peer(name, peers))
    return found


def _peer(name: str, folder: Path) -> Tool:
    program = executable(folder, name)
    if not program.exists():
        raise FileNotFoundError(f"no {name} in {folder}: python -m tests.benchmarks.peers {folder}")
    if name == "agnix":
        # by default it stops at 10,000 files
        return Tool(name, [str(program), "--format", "json", "--max-files", "0", "."], lambda data: data["diagnostics"])
    return Tool(name, [str(program), "lint", "--format", "json", "--no-progress", "."], lambda data: data["violations"])


def installed_memlint() -> list[str]:
    """Return the command ``memlint`` of this interpreter's environment, else of the path."""
    beside = Path(sys.executable).with_name("memlint")
    found = str(beside) if beside.exists() else shutil.which("memlint")
    return [found] if found else [sys.executable, "-m", "memlint"]


def has_cache(memlint: list[str]) -> bool:
    """Say whether this memlint can be told where its cache is. Raises ValueError where it does not even tell that."""
    told = subprocess.run([*memlint, "--help"], capture_output=True, text=True, check=False)
    if told.returncode:
        raise ValueError(f"{' '.join(memlint)} --help ended with {told.returncode}: {told.stderr.strip()[-500:]}")
    return "--cache-dir" in told.stdout


def _memlint(data: Any) -> list[Any]:
    return list(data["findings"])
