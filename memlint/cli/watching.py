"""``--watch``: lints, waits until a file of the project changes, and lints again, each time in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable

from memlint.cli import INTERRUPTED, USAGE_ERROR
from memlint.config import FILES
from memlint.project.listing import find_root, listing

_PACE = 0.4  # seconds between two looks; more where a look takes long
_LIST = 5.0  # seconds after which files are listed again all the same: a new folder in a new folder tells nobody
_Times = dict[str, tuple[int, int]]  # modification in nanoseconds and size, by path


def run(words: list[str], paths: list[str], more: Iterable[str], written: Iterable[str]) -> int:
    """Lint with ``words`` until Ctrl-C, and return 2 as for any run that is interrupted.

    ``paths`` say which projects are watched, ``more`` are files and folders beside them, and ``written`` are files
    that the run itself writes. A new process knows nothing of the last one, so that each says what a plain run would.
    """
    command = [sys.executable, "-P", "-m", "memlint", "check", *(word for word in words if word != "--watch")]
    tops = sorted({_top(os.path.abspath(path)) for path in paths})
    beside = [os.path.abspath(path) for path in more]
    own = {os.path.realpath(path) for path in written}
    first = True
    try:
        while True:
            if sys.stdout.isatty() and not first:
                print("\x1b[H\x1b[2J", end="", flush=True)
            files = _files(tops, beside, own)
            before = _times(files)
            code = _lint(command)
            if first and code == USAGE_ERROR:
                return code
            first = False
            _say(f"watching {len(files)} file{'' if len(files) == 1 else 's'}; Ctrl-C ends it")
            _wait(files, before, tops, beside, own)
    except KeyboardInterrupt:
        return INTERRUPTED


def _lint(command: list[str]) -> int:
    """Run ``command`` and return its exit code; a signal that ends this process ends that one first."""
    process = subprocess.Popen(command)

    def end(number: int, _: object) -> None:
        process.send_signal(number)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [(number, signal.signal(number, end)) for number in known]
    try:
        return process.wait()
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _wait(files: list[str], before: _Times, tops: list[str], beside: list[str], own: set[str]) -> None:
    """Return when a file changed, is new or is gone. Folders tell whether it is worth while to list them again."""
    folders = {os.path.dirname(path) for path in files} | {*tops}
    known = _times(folders)
    pace, listed = 0.0, 0.0  # what came in meanwhile is seen at once
    while True:
        time.sleep(pace)
        started = time.monotonic()
        if _times(files) != before:
            return
        now = _times(folders)
        if now != known or started - listed > _LIST:
            if _files(tops, beside, own) != files:
                return
            known, listed = now, started
        pace = max(_PACE, 4 * (time.monotonic() - started))


def _files(tops: list[str], beside: list[str], own: set[str]) -> list[str]:
    found: set[str] = set()
    for top in (*tops, *beside):
        if os.path.isdir(top):
            found |= {os.path.join(top, path) for path in listing(top).paths}
        elif os.path.lexists(top):
            found.add(top)
    found |= {path for top in tops for name in FILES if os.path.lexists(path := os.path.join(top, name))}
    return sorted(path for path in found if os.path.realpath(path) not in own)


def _times(paths: Iterable[str]) -> _Times:
    """Return what tells that a file changed; one that is gone or cannot be looked at is left out."""
    found: _Times = {}
    for path in paths:
        try:
            status = os.stat(path)
        except OSError:
            continue
        found[path] = status.st_mtime_ns, status.st_size
    return found


def _top(path: str) -> str:
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    return find_root(folder) or folder


def _say(text: str) -> None:
    print(f"memlint: {text}", file=sys.stderr, flush=True)
