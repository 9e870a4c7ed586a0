"""Runs one command and tells what it took: wall and CPU seconds and peak memory, of all its processes together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

_EVERY = 0.02  # seconds between two looks at the memory of the processes
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_MAXRSS = 1 if sys.platform == "darwin" else 1024  # bytes of one unit of ru_maxrss


class Usage(NamedTuple):
    """What one run took.

    ``wall`` and ``cpu`` are seconds; ``cpu`` is user and system time of the process and of all children that it waited
    for (``wait4``). ``peak`` is in bytes: the largest sum of the resident sets of the process and its descendants at
    one moment, looked at every 20 ms where there is a ``/proc``, and at least the largest resident set of one process
    (``ru_maxrss``). Pages that processes share count once for each of them. ``code`` is the exit code, negative for a
    signal.
    """

    wall: float
    cpu: float
    peak: int
    code: int


def measured(command: list[str], *, folder: Path, environment: dict[str, str], out: Path, limit: float) -> Usage:
    """Run ``command`` in ``folder`` with its output in the file ``out``, and return what it took.

    Raises TimeoutError, and ends the process, after ``limit`` seconds.
    """
    with out.open("wb") as stream, out.with_suffix(".err").open("wb") as errors:
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=errors,
            start_new_session=True,
        )
        watch = _Watch(process.pid, limit)
        watch.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)  # Ctrl-C does not reach a session of its own
            raise
        finally:
            wall = time.perf_counter() - started
            watch.stop()
        process.returncode = os.waitstatus_to_exitcode(status)
    if watch.late:
        raise TimeoutError(f"{command[0]} took more than {limit:.0f} s")
    peak = max(watch.peak, usage.ru_maxrss * _MAXRSS)
    return Usage(wall, usage.ru_utime + usage.ru_stime, peak, process.returncode)


class _Watch(threading.Thread):
    """Looks at a process until it is stopped: its memory, and whether it takes too long."""

    def __init__(self, pid: int, limit: float) -> None:
        super().__init__(daemon=True)
        self.peak, self.late = 0, False
        self._pid, self._end = pid, time.monotonic() + limit
        self._stopped = threading.Event()

    def run(self) -> None:
        while not self._stopped.wait(_EVERY):
            self.peak = max(self.peak, sum(_resident(pid) for pid in _tree(self._pid)))
            if time.monotonic() > self._end:
                self.late = True
                os.killpg(self._pid, signal.SIGKILL)  # its children too
                return

    def stop(self) -> None:
        self._stopped.set()
        self.join()


def _tree(pid: int) -> list[int]:
    """Return a process and its descendants, as far as ``/proc`` tells."""
    found = [pid]
    for each in found:
        try:
            threads = os.listdir(f"/proc/{each}/task")
            for thread in threads:
                with open(f"/proc/{each}/task/{thread}/children", encoding="ascii") as stream:
                    found += map(int, stream.read().split())
        except OSError:  # it has ended, or there is no such file
            continue
    return found


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as stream:
            return int(stream.read().split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        return 0
