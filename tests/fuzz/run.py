"""``python -m tests.fuzz.run [--seconds 600] [TARGET…]``: fuzz each target in turn, keep what goes wrong as files.

Needs atheris (``pip install atheris``) beside memlint and its tests. Each target runs in a process of its own, so that
one that dies or hangs ends nothing else. What fails is written to ``--out``/found, one file an input, and told in
``--out``/log.txt; the corpus stays in ``--out``/corpus, so that the next run goes on where this one ended. Afterwards
each target gets its corpus again, every input repeated until it is ``--pump`` bytes long: what then takes more than
a second is told too. Exit code 1 when anything was found.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

SLOW = 1.0  # seconds of CPU that an input may take; instrumented code gets more
INSTRUMENTED = 6.0  # times that tracing makes it slower, at most
LONGEST = 20_000  # bytes of an input; pumping makes longer ones
ALIKE = 3  # inputs kept for one fault
SHARES = {"project": 4, "fixes": 3, "manifests": 3, "hook": 3, "extractors": 3}  # of the time; the others get 2
WHOLE = ("project", "fixes", "manifests", "hook")  # all rules and reports run: a quarter of the bytes take as long
_PUMPED = 400  # inputs of a corpus that are repeated, the newest


def main(words: list[str]) -> int:
    """Run the targets one after another and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__.split("\n\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=float, default=600.0, help="for all targets together (600)")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "memlint-fuzz", metavar="FOLDER")
    parser.add_argument("--pump", type=int, default=200_000, metavar="BYTES", help="0 leaves that out (200000)")
    parser.add_argument("--child", choices=("fuzz", "pump"), help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    out = arguments.out.resolve()
    if arguments.child == "fuzz":
        return _fuzz(arguments.targets[0], arguments.seconds, out)
    if arguments.child == "pump":
        return _pump(arguments.targets[0], arguments.seconds, out, arguments.pump)
    names = arguments.targets or sorted(import_module("tests.fuzz.targets").TARGETS)
    (out / "found").mkdir(parents=True, exist_ok=True)
    (out / "words.dict").write_text(import_module("tests.fuzz.seeds").dictionary())
    shares = sum(SHARES.get(name, 2) for name in names)
    for name in names:
        seconds = arguments.seconds * SHARES.get(name, 2) / shares
        _say(out, _turn(name, seconds * (0.9 if arguments.pump else 1.0), out))
        if arguments.pump:
            _child("pump", name, seconds * 0.1, out, arguments.pump)
    found = sorted(path.name for path in (out / "found").iterdir())
    _say(out, f"{len(found)} inputs in {out / 'found'}: {' '.join(found)}" if found else "nothing was found")
    return 1 if found else 0


def _turn(name: str, seconds: float, out: Path) -> str:
    """Fuzz one target for so long, again when it ends early. Return what came of it."""
    import_module("tests.fuzz.seeds").write(name, out / "corpus" / name)
    started, executions, features, restarts, spent_before = time.monotonic(), 0, 0, -1, _cpu()
    while (left := seconds - (time.monotonic() - started)) > 3 or restarts < 0:
        restarts += 1
        told = _child("fuzz", name, left, out)
        executions += max(map(int, _counts(told)), default=0)
        features = max([features, *map(int, re.findall(r" ft: (\d+)", told))])
        if restarts > 50:
            break
    spent = time.monotonic() - started
    cpu = _cpu() - spent_before
    return (
        f"{name}: {spent:.0f} s ({cpu:.0f} of CPU), {executions} executions, {features} features, {restarts} restarts"
    )


def _cpu() -> float:
    """Return the seconds of CPU that the processes took which have ended: on a busy machine far less than went by."""
    times = os.times()
    return times.children_user + times.children_system


def _counts(told: str) -> list[str]:
    return re.findall(r"number_of_executed_units: (\d+)", told) or re.findall(r"^#(\d+)\t", told, re.MULTILINE)


def _child(what: str, name: str, seconds: float, out: Path, pump: int = 0) -> str:
    """Run this module for one target; return what it printed to the end."""
    words = ["-m", "tests.fuzz.run", name, "--child", what, "--seconds", f"{seconds:.0f}", "--out", str(out)]
    home = out / "home"
    home.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, *words, "--pump", str(pump)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "HOME": str(home)},
        cwd=Path(__file__).parents[2],
    )
    try:
        told = process.communicate(timeout=seconds + 300)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        told = process.communicate()[0] + b"\nkilled: it did not end\n"
    text = told.decode("utf-8", "replace")
    (out / f"last-{what}-{name}.txt").write_text(text[-200_000:])
    for line in text.splitlines():
        if line.startswith("found: "):
            _say(out, f"{name}: {line}")
    return text


def _say(out: Path, text: str) -> None:
    print(text, flush=True)
    with open(out / "log.txt", "a") as stream:
        stream.write(f"{time.strftime('%H:%M:%S')} {text}\n")


# --- in a process of its own


class _Keeper:
    """Calls a target and keeps the inputs that it fails on, or is slow on, some of each kind."""

    def __init__(self, name: str, target: Callable[[bytes], None], out: Path, limit: float) -> None:
        self.name, self.target, self.out, self.limit = name, target, out, limit
        self.seen: dict[str, int] = {}

    def __call__(self, data: bytes) -> float:
        started = time.process_time()
        try:
            self.target(data)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            self.keep("crash", _kind(error), data, "".join(traceback.format_exception(error)[-8:]))
        seconds = time.process_time() - started
        if seconds > self.limit:
            self.keep("slow", f"{len(data)} bytes", data, f"{seconds:.2f} s")
        return seconds

    def keep(self, what: str, kind: str, data: bytes, told: str) -> None:
        self.seen[kind] = self.seen.get(kind, 0) + 1
        if self.seen[kind] > ALIKE:
            return
        path = self.out / "found" / f"{self.name}-{what}-{hashlib.sha256(data).hexdigest()[:12]}"
        if not path.exists():
            path.write_bytes(data)
            print(f"found: {path.name}: {kind}\n{told}", flush=True)


def _kind(error: Exception) -> str:
    """Return the exception, and the deepest place of memlint that it came from."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if "/fuzz/" not in frame.filename]
    place = f"{places[-1].filename}:{places[-1].lineno}" if places else ""
    what = re.sub("[0-9]+", "0", str(error))[:120]
    return f"{type(error).__name__} {place} {what}"


def _fuzz(name: str, seconds: float, out: Path) -> int:
    atheris: Any = import_module("atheris")
    hook = atheris.instrument_imports(include=["memlint"])
    hook.__enter__()  # to the end: much of memlint is imported when it is needed
    keeper = _Keeper(name, import_module("tests.fuzz.targets").TARGETS[name], out, SLOW * INSTRUMENTED)
    flags = [
        f"-max_total_time={seconds:.0f}",
        f"-max_len={LONGEST}",
        f"-dict={out / 'words.dict'}",
        f"-artifact_prefix={out / 'found' / name}-",
        # Seconds of the wall: they only end what hangs, on a machine that does other things as well.
        *("-timeout=300", "-report_slow_units=200", "-rss_limit_mb=2500", "-print_final_stats=1", "-reload=0"),
    ]
    atheris.Setup([name, str(out / "corpus" / name), *flags], keeper)
    atheris.Fuzz()
    return 0


def _pump(name: str, seconds: float, out: Path, size: int) -> int:
    """Repeat each input of the corpus to ``size`` bytes, whole and each of its lines; without instrumentation."""
    target = import_module("tests.fuzz.targets").TARGETS[name]
    size //= 4 if name in WHOLE else 1
    keeper = _Keeper(name, target, out, SLOW * max(1.0, size / 1_000_000))
    inputs = sorted((out / "corpus" / name).iterdir(), key=lambda path: -path.stat().st_mtime)[:_PUMPED]
    keeper(b"")  # tables are loaded
    ends, worst = time.monotonic() + seconds, (0.0, "")
    for path in inputs:
        data = path.read_bytes()
        for unit in (data, *data.split(b"\n")[:4]):
            if unit and time.monotonic() < ends:
                worst = max(worst, (keeper(unit * (size // len(unit) + 1)), path.name))
    print(f"pumped to {size} bytes: at worst {worst[0]:.2f} s, {worst[1]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
