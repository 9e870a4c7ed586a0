"""What many runs come to: medians, ratios with their goals, and how the time grows with the number of files."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from tests.benchmarks.measuring import Usage
from tests.benchmarks.tools import CHANGED, COLD, FLOOR, WARM

GOAL_FILES = 5000  # from so many files on the goals hold
#: Two programs, what of them is compared, and the most that the ratio may be.
GOALS = (
    (WARM, "agnix", "wall", 0.5),
    (CHANGED, "agnix", "wall", 0.8),
    (COLD, "agnix", "wall", 3.0),
    (COLD, "skillsaw", "wall", 0.15),
)
SMALL_GOAL = 8.0  # CPU of a small project, times that of `python -c pass`
SMALL = 50  # files up to which a project is small
GROWTH_GOAL = 1.1
_SHOWN = [(one, other) for one in (COLD, WARM, CHANGED) for other in ("agnix", "skillsaw", FLOOR)]


class Measured(NamedTuple):
    """The runs of one program over one tree."""

    tool: str
    files: int
    findings: int
    runs: tuple[Usage, ...]

    def middle(self, what: str) -> float:
        """Return the median of ``wall``, ``cpu`` (seconds) or ``peak`` (bytes)."""
        return float(median(getattr(run, what) for run in self.runs))


def table(rows: list[Measured]) -> Iterator[str]:
    """Yield lines with the medians of each program."""
    yield f"{'':18} {'wall s':>9} {'(least..most)':>16} {'CPU s':>9} {'peak MiB':>9} {'findings':>9} {'runs':>5}"
    for row in rows:
        walls = [run.wall for run in row.runs]
        spread = f"({min(walls):.2f}..{max(walls):.2f})"
        yield (
            f"{row.tool:18} {row.middle('wall'):9.3f} {spread:>16} {row.middle('cpu'):9.3f} "
            f"{row.middle('peak') / 2**20:9.0f} {row.findings:9,} {len(row.runs):5}"
        )


def ratios(rows: list[Measured]) -> Iterator[str]:
    """Yield lines with the ratios of memlint's medians to the others', and the goals that there are for them."""
    by_tool = {row.tool: row for row in rows}
    for one, other in _SHOWN:
        if one not in by_tool or other not in by_tool:
            continue
        told = []
        for what in ("wall", "cpu"):
            ratio = by_tool[one].middle(what) / by_tool[other].middle(what)
            told.append(f"{what} {ratio:.2f}{_goal(one, other, what, ratio, by_tool[one].files)}")
        yield f"{one} / {other}: {', '.join(told)}"


def _goal(one: str, other: str, what: str, ratio: float, files: int) -> str:
    most = next((most for *named, most in GOALS if named == [one, other, what]), None)
    if files < GOAL_FILES:
        most = SMALL_GOAL if (one, other, what) == (COLD, FLOOR, "cpu") and files <= SMALL else None
    return "" if most is None else f" ({'within' if ratio <= most else 'OVER'} the goal {most:g})"


def growth(rows: list[Measured]) -> Iterator[str]:
    """Yield for each program the exponent of its time over the number of files; 1 is linear."""
    for tool in dict.fromkeys(row.tool for row in rows):
        mine = [row for row in rows if row.tool == tool and row.files > SMALL]
        if tool == FLOOR or len({row.files for row in mine}) < 2:
            continue
        found = {what: exponent([(row.files, row.middle(what)) for row in mine]) for what in ("wall", "cpu", "peak")}
        told = ", ".join(f"{what} {value:.2f}" for what, value in found.items())
        over = tool in (COLD, WARM, CHANGED) and max(found["wall"], found["cpu"]) > GROWTH_GOAL
        yield f"{tool}: {told}{f' (OVER the goal {GROWTH_GOAL})' if over else ''}"


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the line through the logarithms of ``points`` (size, measure), by least squares.

    Needs two sizes, and measures above 0.
    """
    logs = [(math.log(size), math.log(value)) for size, value in points]
    x, y = (sum(log[axis] for log in logs) / len(logs) for axis in (0, 1))
    return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)
