"""The work of a run grows as the number of files does. It is counted, not timed: a slow machine fails nothing.

Calls of functions, built-in ones too, are counted by the profiler of the standard library; so are, by their names,
openings of files, looks at what a path is, and processes.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from memlint import Report, check
from tests.benchmarks.results import exponent
from tests.benchmarks.trees import make
from tests.work import counted

SIZES = (100, 200, 400)
SENTENCES = 4  # of one file at most: what is asked is how the number of files tells
MOST = 1.1  # the exponent of the whole; what grows with the square of the files has 2
# Of one function: what is bounded for each thing looked up, or remembered for each word, grows faster until it is full.
# So only functions count that are called for a good part of all pairs of the most files, which are 80,000.
MOST_OF_ONE, OFTEN = 1.5, 40_000
PROCESSES = 7  # of git: what is listed, and what is ignored, asked once by each rule that has paths to ask about
# Files for each memory file (an import is looked into twice, and what is two seconds old once more when a trace is
# checked), and the repository's own.
OPENED, OPENED_ONCE = 2.5, 40
OPENING = re.compile(r"\b_?(?:io|posix|nt)\.open\b")
LOOKING = re.compile(r"\b(?:posix|nt)\.(?:l?stat|readlink|access|_path_\w+)\b")
STARTING = re.compile(r"\b(?:fork_exec|posix_spawnp?|CreateProcess)\b")
WAYS = ("cold", "warm", "changed")


class Work(NamedTuple):
    """What one run did: how often each function was called, and of that openings, looks at paths, and processes."""

    by_function: Counter[str]
    opened: int
    looked: int
    started: int

    @property
    def calls(self) -> int:
        """Return the number of all calls."""
        return self.by_function.total()


Done: TypeAlias = dict[str, dict[int, Work]]


def worked(root: Path, home: Path, cache: Path) -> tuple[Work, Report]:
    """Check the tree at ``root`` in this process, and count."""
    counts, report = counted(lambda: check([root], root=root, home=home, cache=cache, workers=1))
    named = (sum(n for name, n in counts.items() if kind.search(name)) for kind in (OPENING, LOOKING, STARTING))
    return Work(counts, *named), report


@pytest.fixture
def done(tmp_path: Path) -> Done:
    """Return the work of a run with an empty cache, of the next one, and of one after a change, by number of files."""
    found: Done = {way: {} for way in WAYS}
    roots = {size: make(tmp_path / f"{size}", size, faults=0.05, git=True, longest=SENTENCES).root for size in SIZES}
    check([roots[SIZES[-1]]], home=tmp_path)  # loads modules and tables, and compiles patterns, which is many calls
    for size, root in roots.items():
        for way in WAYS:
            if way == "changed":
                with (root / "CLAUDE.md").open("a", encoding="utf-8") as stream:
                    stream.write("\nThe north hall has 3 racks.\n")
            work, report = worked(root, tmp_path, tmp_path / f"cache-{size}")
            assert len(report.files) == size
            assert report.findings
            found[way][size] = work._replace(started=work.started - _blamed(report))
    return found


def test_work_grows_as_the_number_of_files(done: Done) -> None:
    for way, works in done.items():
        for what in ("calls", "opened", "looked"):
            values = [(float(size), float(max(1, getattr(work, what)))) for size, work in works.items()]
            assert exponent(values) <= MOST, f"{way}, {what}: {values}"
        assert steep(works) == [], way
        for size, work in works.items():
            assert work.started <= PROCESSES, way
            assert work.opened <= size * OPENED + OPENED_ONCE, way


def steep(works: dict[int, Work]) -> list[str]:
    """Return the functions that are called often, and out of proportion more often for more files."""
    few, many = min(works), max(works)
    often = {name: count for name, count in works[many].by_function.items() if count >= OFTEN}
    grown = {name: [(few, max(1.0, works[few].by_function[name])), (many, float(often[name]))] for name in often}
    return [f"{name}: {points}" for name, points in grown.items() if exponent(points) > MOST_OF_ONE]


def test_what_grows_with_the_square_is_steep() -> None:
    works = {size: Work(Counter({"linear": 200 * size, "square": size * size // 2}), 0, 0, 0) for size in SIZES}
    assert [told.partition(":")[0] for told in steep(works)] == ["square"]


def _blamed(report: Report) -> int:
    """Return the number of files whose lines' days git was asked for, by a process each."""
    return len({finding.path for finding in report.findings if finding.rule == "content/relative-date"})
