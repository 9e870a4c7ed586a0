"""One line on a terminal that says what a run is at, once it takes longer than a second."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Self, TextIO

from memlint.engine.rule import Rule

_PATIENCE, _PACE = 1.0, 0.2  # seconds before the first line and between two


class Progress:
    """Draws on ``stream``, a terminal, from a thread of its own; what it drew is gone when the block ends."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._step = "reading files"
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._draw, daemon=True)

    def before(self, rule: Rule) -> None:
        """Take note of the rule that is called next."""
        self._step = rule.name

    def __enter__(self) -> Self:
        self._started = time.monotonic()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def _draw(self) -> None:
        if self._done.wait(_PATIENCE):
            return
        while True:
            seconds = time.monotonic() - self._started
            self._write(f"\r\x1b[2Kmemlint: {seconds:.0f} s, {self._step}")
            if self._done.wait(_PACE):
                break
        self._write("\r\x1b[2K")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._done.set()  # the terminal is gone
