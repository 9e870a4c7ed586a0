"""Measures memlint cold, warm and after one change, side by side with agnix and skillsaw.

``python -m tests.benchmarks.run --peers DIR --sizes 1000,5000,20000``: programs take turns, so that what else the
machine does meets all of them; each number is a median. The trees have planted faults, and nothing is compared unless
every program finds something in them, and memlint the same with its cache as without. It takes minutes, needs the peers
(``tests.benchmarks.peers``) and is no test.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.benchmarks import trees
from tests.benchmarks.measuring import Usage, measured
from tests.benchmarks.results import Measured, growth, ratios, table
from tests.benchmarks.tools import CHANGED, COLD, WARM, Tool, has_cache, installed_memlint, tools

ALL = ("python", "agnix", "memlint", "skillsaw")
_SMALL = 15  # files of the small project that is measured besides
_FAULTS = 0.02  # share of files with a mistake
_FAULTS_SMALL = 0.4  # so many that each program finds some there too


class RefusedError(Exception):
    """The outputs cannot be compared: the message says why."""


class Bench:
    """One run of the benchmark. ``given`` are the options of the command line, ``base`` a folder for what is made."""

    def __init__(self, given: argparse.Namespace, base: Path) -> None:
        self._given, self._base = given, base
        self._home = base / "home"
        self._home.mkdir()
        self.rows: list[Measured] = []

    def trees(self) -> Iterator[tuple[Path, int]]:
        """Yield the trees with their numbers of memory files, one after the other."""
        if self._given.tree:
            yield self._given.tree.resolve(), 0
            return
        keep = self._given.keep or self._base
        for size in (_SMALL, *self._given.sizes):
            root = keep / f"kiln-{size}-{self._given.seed}"
            if not root.exists():
                faults = _FAULTS_SMALL if size == _SMALL else _FAULTS
                trees.make(root, size, seed=self._given.seed, faults=faults, git=True)
            yield root, size

    def measure(self, root: Path, size: int) -> list[Measured]:
        """Measure all programs over the tree at ``root``. Raises RefusedError."""
        cache = self._base / "cache" / root.name
        named = tools(
            self._given.tool,
            peers=self._given.peers,
            cache=cache,
            memlint=self._given.memlint,
            options=self._given.options,
        )
        runs: dict[str, list[Usage]] = {tool.name: [] for tool in named}
        found: dict[str, list[Any]] = {}
        spent = dict.fromkeys(runs, 0.0)
        with _changing(root) as change:
            for turn in range(self._given.repeat + 1):  # the first one is not counted: it warms up
                same: dict[str, list[Any]] = {}
                for tool in named:
                    if turn > 1 and spent[tool.name] > self._given.budget:
                        continue
                    if tool.name == CHANGED:
                        change(turn)
                    out = self._base / "out.json"
                    usage = self._once(tool, root, out)
                    same[tool.name] = found[tool.name] = tool.found(out)
                    spent[tool.name] += usage.wall
                    if turn:
                        runs[tool.name].append(usage)
                _check(same, root)
            for tool in named:
                if tool.findings is not None and not found[tool.name]:
                    raise RefusedError(f"{tool.name} found nothing in {root}, so its time says nothing")
        files = size or self._files(root)
        return [Measured(name, files, len(found[name]), tuple(values)) for name, values in runs.items()]

    def _once(self, tool: Tool, root: Path, out: Path) -> Usage:
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR", "SYSTEMROOT") if name in os.environ}
        environment = {**kept, "HOME": str(self._home), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        usage = measured(tool.command, folder=root, environment=environment, out=out, limit=self._given.limit)
        if usage.code not in (0, 1):
            said = out.with_suffix(".err").read_text(encoding="utf-8", errors="replace").strip()
            raise RefusedError(f"{tool.name} ended with {usage.code} in {root}: {said[-500:]}")
        return usage

    def _files(self, root: Path) -> int:
        """Return the number of memory files of a tree that was given."""
        out = self._base / "out.json"
        command = [*self._given.memlint, ".", "--output-format", "json", "--select", "source", "--no-cache"]
        self._once(Tool("memlint", command, None), root, out)
        return int(json.loads(out.read_bytes())["summary"]["files"])


def _check(found: dict[str, list[Any]], root: Path) -> None:
    """Raise RefusedError when memlint's ways of one turn, over one state of the tree, do not find the same."""
    mine = [(name, found[name]) for name in (COLD, WARM, CHANGED) if name in found]
    for (one, expected), (other, actual) in pairwise(mine):
        if expected != actual:
            raise RefusedError(f"{one} has {len(expected)} findings in {root}, {other} {len(actual)}, and not the same")


@contextmanager
def _changing(root: Path) -> Iterator[Any]:
    """Give a function that changes one file of the tree, another way for each number; undo that at the end."""
    candidates = sorted(root.rglob("CLAUDE.md"))
    place = candidates[len(candidates) // 2]
    before = place.read_bytes()

    def change(number: int) -> None:
        place.write_bytes(before + f"\nShelf {number} holds the tiles of lot {number * 7}.\n".encode())

    try:
        yield change
    finally:
        place.write_bytes(before)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.run", description=__doc__)
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[1000, 5000])
    parser.add_argument("--repeat", type=int, default=5, help="counted runs of each program (5)")
    parser.add_argument("--tool", action="append", choices=ALL, help="only this one; can be repeated")
    parser.add_argument("--peers", type=Path, default=Path(tempfile.gettempdir(), "memlint-peers"), metavar="DIR")
    parser.add_argument("--memlint", type=str.split, default=installed_memlint(), metavar="COMMAND")
    parser.add_argument("--options", type=str.split, default=[], metavar="OPTIONS", help="more options for memlint")
    parser.add_argument("--tree", type=Path, metavar="DIR", help="measure over this tree, which must have findings")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the trees there, and take those that it has")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=900, metavar="SECONDS", help="end a run that takes longer")
    parser.add_argument(
        "--budget", type=float, default=300, metavar="SECONDS", help="a program that took so long gets no more turns"
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="also write all runs there")
    return parser


def main() -> int:
    """Measure, and print tables, ratios and exponents; 2 when there is nothing to compare."""
    given = _parser().parse_args()
    given.tool = given.tool or list(ALL)
    base = Path(tempfile.mkdtemp(prefix="memlint-bench-"))
    bench = Bench(given, base)
    print("peak: the largest sum of resident memory over all processes of a run; CPU: user and system, with children")
    try:
        if "memlint" in given.tool and not has_cache(given.memlint):
            print("this memlint has no --cache-dir: it is measured cold only, not warm and not after a change")
        for root, size in bench.trees():
            rows = bench.measure(root, size)
            bench.rows += rows
            print(f"\n== {rows[0].files:,} memory files ({root}), {time.strftime('%H:%M:%S')}")
            print(*table(rows), *ratios(rows), sep="\n", flush=True)
        if told := [*growth(bench.rows)]:
            print("\n== growth: exponent of the number of files", *told, sep="\n")
    except (RefusedError, TimeoutError, FileNotFoundError, ValueError) as error:
        print(f"not compared: {error}", file=sys.stderr)
        return 2
    finally:
        if given.json:
            rows_as_data = [{**row._asdict(), "runs": [run._asdict() for run in row.runs]} for row in bench.rows]
            given.json.write_text(json.dumps(rows_as_data, indent=1), encoding="utf-8")
        shutil.rmtree(base, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
