"""Where a report goes: pairs --output-format with --output-file, and writes each with or without colour."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple, TextIO

from memlint.engine.check import Report
from memlint.errors import UsageError
from memlint.report import render
from memlint.report.paint import wants_colour


class Format(str):
    """The value of an --output-format."""

    __slots__ = ()


class File(str):
    """The value of an --output-file."""

    __slots__ = ()


class Output(NamedTuple):
    """One report: its format and its file, "" for standard output."""

    format: str
    file: str = ""


def pair(words: Iterable[str], default: str) -> list[Output]:
    """Pair ``words``, Formats and Files in the order of the command line.

    A file belongs to the format before it, or to the one after it when that has a file or there is none; a file alone
    takes the ``default`` format. Raises UsageError for a file without a format and for two reports on standard output.
    """
    outputs: list[Output] = []
    waiting = ""
    for word in words:
        if isinstance(word, Format):
            outputs.append(Output(word, waiting))
            waiting = ""
        elif outputs and not outputs[-1].file:
            outputs[-1] = Output(outputs[-1].format, word)
        elif waiting:
            raise UsageError("there are more --output-file than --output-format")
        else:
            waiting = word
    if waiting and outputs:
        raise UsageError("there are more --output-file than --output-format")
    if sum(not output.file for output in outputs) > 1:
        raise UsageError("of several --output-format only one can go to standard output: give the others --output-file")
    return outputs or [Output(default, waiting)]


def write(report: Report, outputs: Iterable[Output], *, color: str, quiet: bool) -> None:
    """Write ``report`` to each of ``outputs``. ``color``: "auto", "always" or "never"."""
    for output in outputs:
        if not output.file:
            _print(report, output.format, wants_colour(color, sys.stdout), quiet, sys.stdout)
            continue
        try:
            with open(output.file, "w", encoding="utf-8", newline="\n") as stream:
                # FORCE_COLOR is about terminals: a file is coloured only when the command line says so
                _print(report, output.format, color == "always", quiet, stream)
        except OSError as error:
            raise UsageError(f"{output.file}: {error.strerror}") from None


def _print(report: Report, output_format: str, colour: bool, quiet: bool, stream: TextIO) -> None:
    for line in render(report, output_format, colour=colour, quiet=quiet):
        print(line, file=stream)
