"""What a test does is counted, not timed: a slow or busy machine fails nothing.

Where the work is that of one built-in function, as a search in a long text is, nothing can be counted. There a test takes
so much of it that what grows with the square takes minutes and what is linear a second: `soon` tells these apart.
"""

from __future__ import annotations

import cProfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from memlint.source import remembered

Result = TypeVar("Result")

_HANG = 10.0  # seconds of processor time; what is done below `soon` takes 0.01 to 2


def counted(function: Callable[[], Result]) -> tuple[Counter[str], Result]:
    """Return how often each function was called, built-in ones too, by name, and what ``function`` returned.

    What earlier checks of this process remember of directives is forgotten before, so that the order of tests tells nothing.
    """
    remembered.forget()
    profile = cProfile.Profile()
    result = profile.runcall(function)
    counts = Counter[str]()
    for entry in profile.getstats():
        code = entry.code
        name = code if isinstance(code, str) else f"{code.co_filename}:{code.co_firstlineno} {code.co_name}"
        counts[name] += entry.callcount
    return counts, result


def calls(function: Callable[[], object]) -> int:
    """Return how many calls of functions, built-in ones too, ``function`` makes."""
    return counted(function)[0].total()


@contextmanager
def soon() -> Iterator[None]:
    """Fail when the block takes as long as only a hang does: generous for any machine, and far below a square."""
    started = time.process_time()
    yield
    assert time.process_time() - started < _HANG
