"""Mutation testing of a package: a random sample of its mutants, each against the tests that execute its line.

    pip install cosmic-ray
    python -m tests.mutation.run map                       # once: which test executes which line (minutes)
    python -m tests.mutation.run map tests/source/new.py   # later: the same for new tests alone
    python -m tests.mutation.run sample memlint/source --size 120 --seed 1
    python -m tests.mutation.run again memlint/source      # once more those of the last sample that survived

The mutants are cosmic-ray's; the running is not, as it knows no coverage and would run all tests each time. (mutmut knows
some, but leaves out whatever is decorated, which here is each property and each cached pattern.) All happens
in copies below --work, as the checkout was at the time of the map. A mutant that no test executes has survived; so has
one that is equal to what it changes, which nobody can tell beforehand. --controls are runs of code that is not changed:
one that fails tells of tests that fail by themselves.
"""

from __future__ import annotations

import argparse
import difflib
import json
import math
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.mutation.covering import ROOT, Map, record
from tests.mutation.mutants import Mutant, changed, sample

PATIENCE = 60.0  # seconds of CPU beyond ten times what its tests take; then a mutant hangs, which a test would notice
BUSY = 20  # how much longer it may take on a machine that does more besides


class Outcome(NamedTuple):
    """What became of a mutant: "killed", "hung", "survived" or "unreached"; ``by`` is the test that failed."""

    mutant: Mutant
    result: str
    by: str


class Chosen:
    """A pytest plug-in: only these tests, in this order; it writes down the first that fails."""

    def __init__(self, names: list[str], note: Path) -> None:
        self._names = {name: number for number, name in enumerate(names)}
        self._note = note

    def pytest_collection_modifyitems(self, items: list[object]) -> None:
        items[:] = [item for item in items if item.nodeid in self._names]  # type: ignore[attr-defined]  # pytest's own
        items.sort(key=lambda item: self._names[item.nodeid])  # type: ignore[attr-defined]

    def pytest_runtest_logreport(self, report: object) -> None:
        if report.failed:  # type: ignore[attr-defined]
            self._note.write_text(report.nodeid, "utf-8")  # type: ignore[attr-defined]


def child(place: Path, names: list[str], note: Path) -> None:
    """Be the process that runs the tests of one mutant in ``place``, and end with pytest's code."""
    os.setsid()
    quiet = os.open(note.with_name(f"{note.name}.out"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.chdir(place)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "memlint")]:
        del sys.modules[name]
    sys.path[:] = [str(place), *(entry for entry in sys.path if entry not in ("", str(ROOT)))]
    sys.dont_write_bytecode = True  # a mutant of the same size, made within a second, would be taken for its bytecode
    import hypothesis
    import pytest

    quick = hypothesis.settings(deadline=None, suppress_health_check=list(hypothesis.HealthCheck), database=None)
    hypothesis.settings.register_profile("mutation", quick)
    hypothesis.settings.load_profile("mutation")
    words = [
        "-x",
        "-q",
        "-n0",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "--tb=short",
        "-m",
        "not slow",
    ]
    files = list(dict.fromkeys(name.partition("::")[0] for name in names))
    code = pytest.main([*words, *files], plugins=[Chosen(names, note)])
    sys.stdout.flush()
    os._exit(int(code))


class Slot:
    """A copy of the repository in which one mutant at a time is tried."""

    def __init__(self, work: Path, number: int) -> None:
        self.place = work / str(number)
        self.note = work / f"note.{number}"
        shutil.rmtree(self.place, ignore_errors=True)  # a run that was ended leaves a mutant there
        shutil.copytree(work / "copy", self.place, symlinks=True)
        self.pid = 0

    def start(self, mutant: Mutant, names: list[str], *, control: bool) -> None:
        self.mutant, self.control = mutant, control
        self._file = self.place / mutant.path
        self._source = self._file.read_text("utf-8")
        cached = self._file.parent / "__pycache__"
        for compiled in cached.glob(f"{self._file.stem}.*.pyc"):
            compiled.unlink()
        if not control:
            self._file.write_text(changed(self._source, mutant), "utf-8")
        self.note.unlink(missing_ok=True)
        self._started = time.monotonic()
        self.pid = os.fork()
        if not self.pid:
            try:
                child(self.place, names, self.note)
            except BaseException:  # noqa: BLE001 - it must not come back into the loop of the parent
                traceback.print_exc()
            os._exit(70)

    def poll(self, limit: float) -> Outcome | None:
        """Return what became of the mutant, None while its tests run, for at most ``limit`` seconds of CPU."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        result = ""
        if not pid and (_spent(self.pid) > limit or time.monotonic() > self._started + BUSY * limit):
            os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            result = "hung"
        elif pid:
            result = "survived" if os.waitstatus_to_exitcode(status) == 0 else "killed"
        if not result:
            return None
        self._file.write_text(self._source, "utf-8")
        self.pid = 0
        by = self.note.read_text("utf-8") if self.note.exists() else "(collecting)" if result == "killed" else ""
        return Outcome(self.mutant, result, by)


def _spent(pid: int) -> float:
    """Return the seconds of CPU that a process and its children have had, 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def tried(work: Path, mutants: list[Mutant], controls: int, workers: int, seed: int) -> Iterator[Outcome]:
    """Yield what becomes of each mutant, and of ``controls`` of them without the change (result "control-…")."""
    import hypothesis  # noqa: F401 - loaded once, for all processes that are forked
    import pytest  # noqa: F401

    known = Map(work / "map", work / "copy")
    pending = [(mutant, number >= len(mutants)) for number, mutant in enumerate([*mutants, *mutants[:controls]])]
    slots = [Slot(work, number) for number in range(workers)]
    limits: dict[int, float] = {}
    pending.reverse()
    while pending or any(slot.pid for slot in slots):
        for number, slot in enumerate(slots):
            if slot.pid:
                outcome = slot.poll(limits[number])
                if outcome is not None:
                    yield outcome._replace(result=f"control-{outcome.result}") if slot.control else outcome
            while not slot.pid and pending:
                mutant, control = pending.pop()
                names = known.tests(mutant, seed)
                if not names:
                    yield Outcome(mutant, "control-survived" if control else "unreached", "")
                    continue
                slot.start(mutant, names, control=control)
                limits[number] = PATIENCE + 10 * sum(known.seconds[name] for name in names)
        time.sleep(0.02)


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of ``part`` in ``whole``."""
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    return middle - half, middle + half


def shown(work: Path, mutant: Mutant) -> str:
    source = (work / "copy" / mutant.path).read_text("utf-8")
    lines = difflib.unified_diff(source.splitlines(), changed(source, mutant).splitlines(), n=0, lineterm="")
    return "\n".join(f"    {line}" for line in lines if not line.startswith(("---", "+++", "@@")))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("map", "sample", "again"))
    parser.add_argument("names", nargs="*", help="tests to map, or the package, as a path in the repository")
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--controls", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--leave", action="append", default=[], help="modules that are not mutated, by the end of the path"
    )
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir(), "memlint-mutation"))
    arguments = parser.parse_intermixed_args()  # names may stand behind options
    work: Path = arguments.work
    if arguments.what == "map":
        record(work, arguments.names)
        return 0
    (package,) = arguments.names
    last = work / f"{package.replace('/', '.')}.json"
    if arguments.what == "sample":
        mutants = sample(work / "copy", package, arguments.size, arguments.seed, tuple(arguments.leave))
    else:
        mutants = [
            Mutant(*row) for row, result, _ in json.loads(last.read_text()) if result in ("survived", "unreached")
        ]
    outcomes: list[Outcome] = []
    for outcome in tried(work, mutants, arguments.controls, arguments.workers, arguments.seed):
        outcomes.append(outcome)
        print(f"{outcome.result:10} {outcome.mutant} {outcome.by}", flush=True)
        if outcome.result in ("survived", "unreached"):
            print(shown(work, outcome.mutant), flush=True)
        last.write_text(json.dumps(outcomes))
    counted = [outcome for outcome in outcomes if not outcome.result.startswith("control")]
    killed = sum(outcome.result in ("killed", "hung") for outcome in counted)
    low, high = wilson(killed, len(counted))
    print(f"{package}: {killed} of {len(counted)} killed, {killed / len(counted):.1%} (95 %: {low:.1%} to {high:.1%})")
    broken = sum(outcome.result not in ("control-survived",) for outcome in outcomes) - len(counted)
    print(f"controls that failed, without any change: {broken} of {len(outcomes) - len(counted)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
