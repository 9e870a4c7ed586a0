"""Work of one run done by several processes at once, each a copy of this one; the answers are as if one had done it.

A copy has all that was read so far without anything being sent to it, and sends back plain results alone. Where the
system copies no process safely, this one does all of it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

_T = TypeVar("_T")

#: macOS has ``os.fork``, but its own libraries do not bear it.
CAN_COPY = hasattr(os, "fork") and sys.platform != "darwin"
_WORD = 4  # bytes of a number, and of the length of what follows
_BEGUN = 0xFFFF_FFFF  # in place of a length: the worker has taken the number up
_MOST = 1_000  # numbers that fit into a pipe at once, and are read from it whole


class LostError(Exception):
    """A worker ended before it answered."""


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_parallel(
    work: Callable[[int], _T], count: int, workers: int, lost: Callable[[int, LostError], _T]
) -> Iterator[_T]:
    """Yield ``work(number)`` for the numbers below ``count``, in order; results must be such that pickle takes them.

    ``lost`` answers for a number whose worker ended before it did: it is not tried again, for it may end this one too.
    """
    if workers < 2 or not 1 < count <= _MOST or not CAN_COPY:
        yield from map(work, range(count))
        return
    found: dict[int, _T] = {}
    left = list(range(count))
    while left:
        more = _Crew(work, left).results(min(workers, len(left)), lost)
        found.update(more if more else {number: work(number) for number in left})
        left = [number for number in left if number not in found]
    for number in range(count):
        yield found.pop(number)


class _Crew:
    """The workers, and a pipe from which each takes the next number."""

    def __init__(self, work: Callable[[int], _T], numbers: list[int]) -> None:
        self._work = work
        self._numbers, write = os.pipe()
        os.write(write, b"".join(number.to_bytes(_WORD, "little") for number in numbers))
        os.close(write)

    def results(self, workers: int, lost: Callable[[int, LostError], _T]) -> dict[int, _T]:
        """Return the results by number; some are missing where all workers ended too soon."""
        import pickle
        import selectors

        found: dict[int, _T] = {}
        crew: list[_Worker] = []
        try:
            with selectors.DefaultSelector() as selector:
                for _ in range(workers):
                    crew.append(_Worker(self._work, self._numbers))
                    selector.register(crew[-1].answers, selectors.EVENT_READ, crew[-1])
                while selector.get_map():
                    for key, _ in selector.select():
                        worker = key.data
                        found.update((number, pickle.loads(data)) for number, data in worker.taken())
                        if worker.ended:
                            selector.unregister(worker.answers)
                            if worker.busy is not None:
                                found[worker.busy] = lost(worker.busy, LostError(worker.reason()))
        finally:
            for worker in crew:
                worker.close()
            os.close(self._numbers)
        return found


class _Worker:
    """One copy of this process. ``busy`` is the number that it has taken up, ``answers`` the pipe that it writes to."""

    def __init__(self, work: Callable[[int], _T], numbers: int) -> None:
        self.busy: int | None = None
        self.ended = False
        self._buffer = bytearray()
        self._status: int | None = None
        self.answers, write = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            with suppress(BaseException):  # whoever waits sees that nothing came
                _serve(work, numbers, write)
            os._exit(0)
        os.close(write)

    def taken(self) -> Iterator[tuple[int, bytes]]:
        """Yield the results that have come in whole, by number."""
        part = os.read(self.answers, 1 << 20)
        self.ended = not part
        self._buffer += part
        while len(self._buffer) >= 2 * _WORD:
            number, size = (int.from_bytes(self._buffer[at : at + _WORD], "little") for at in (0, _WORD))
            end = 2 * _WORD + (0 if size == _BEGUN else size)
            if len(self._buffer) < end:
                return
            if size == _BEGUN:
                self.busy = number
            else:
                self.busy = None
                yield number, bytes(self._buffer[2 * _WORD : end])
            del self._buffer[:end]

    def reason(self) -> str:
        """Return what ended the worker."""
        status = self._waited()
        return f"signal {-status}" if status < 0 else "an error that it could not tell"

    def close(self) -> None:
        """End the worker, whatever it does."""
        import signal

        if self._status is None:
            with suppress(OSError):
                os.kill(self._process, signal.SIGKILL)
            self._waited()
        os.close(self.answers)

    def _waited(self) -> int:
        if self._status is None:
            _, status = os.waitpid(self._process, 0)
            self._status = os.waitstatus_to_exitcode(status)
        return self._status


def _serve(work: Callable[[int], _T], numbers: int, answers: int) -> None:
    """Do what is taken from the pipe ``numbers`` until it is empty."""
    import pickle

    while taken := os.read(numbers, _WORD):
        _send(answers, taken + _BEGUN.to_bytes(_WORD, "little"))
        data = pickle.dumps(work(int.from_bytes(taken, "little")), pickle.HIGHEST_PROTOCOL)
        _send(answers, taken + len(data).to_bytes(_WORD, "little") + data)


def _send(pipe: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(pipe, view) :]
