"""Where a report goes: pairs --output-format with --output-file, and writes each with or without colour."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TextIO

from memlint.engine.check import Report
from memlint.errors import UsageError
from memlint.report import notes, render
from memlint.report.paint import wants_colour
from memlint.report.visible import inert
from memlint.source.records import NamedTuple

#: The file that GitHub Actions names for a step's summary, to which Markdown is added.
_STEP_SUMMARY = "GITHUB_STEP_SUMMARY"


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


def pair(words: Iterable[str], default: str, *, junit: str = "") -> list[Output]:
    """Pair ``words``, Formats and Files in the order of the command line.

    A file belongs to the format before it, or to the one after it when that has a file or there is none; a file alone
    takes the ``default`` format. ``junit`` is a file for one more report. Raises UsageError for a file without a format
    and for two reports on standard output or in one file.
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
    outputs = outputs or [Output(default, waiting)]
    outputs += [Output("junit", junit)] * bool(junit)
    files = [os.path.abspath(output.file) for output in outputs if output.file]
    if len(set(files)) < len(files):
        raise UsageError("two reports would go to one file")
    return outputs


def write(report: Report, outputs: Iterable[Output], *, color: str, quiet: bool) -> None:
    """Write ``report`` to each of ``outputs``, and say what one leaves out. ``color``: "auto", "always" or "never".

    Workflow commands on standard output come with a step summary, which has what the annotations have no room for.
    """
    for output in outputs:
        for note in notes(report, output.format):
            print(f"memlint: {inert(note)}", file=sys.stderr)
        if not output.file:
            _print(report, output.format, wants_colour(color, sys.stdout), quiet, sys.stdout)
            if output.format == "github":
                _summarise(report)
            continue
        try:
            with open(output.file, "w", encoding="utf-8", newline="\n") as stream:
                # FORCE_COLOR is about terminals: a file is coloured only when the command line says so
                _print(report, output.format, color == "always", quiet, stream)
        except OSError as error:
            raise UsageError(f"{output.file}: {error.strerror}") from None


def _print(report: Report, output_format: str, colour: bool, quiet: bool, stream: TextIO) -> None:
    lines = render(report, output_format, colour=colour, quiet=quiet)
    if output_format == "text" and stream is sys.stdout and (colour or "FORCE_HYPERLINK" in os.environ):
        from memlint.cli.hyperlinks import linked, wants_links

        lines = linked(lines, report) if wants_links(stream) else lines
    stream.writelines(f"{line}\n" for line in lines)


def _summarise(report: Report) -> None:
    """Add ``report`` to the step summary, where there is one."""
    path = os.environ.get(_STEP_SUMMARY)
    if not path:
        return
    try:
        with open(path, "a", encoding="utf-8", newline="\n") as stream:
            _print(report, "markdown", False, False, stream)
    except OSError as error:
        raise UsageError(f"{_STEP_SUMMARY}: {path}: {error.strerror}") from None
