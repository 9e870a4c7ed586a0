"""Findings → strings: one module a format, each with ``render(report, colour, quiet)``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from memlint.engine.check import Report
from memlint.report.visible import inert

#: Its lines are commands to a CI system on purpose; the module sees to what else is in them.
_COMMANDS = "github"


def render(report: Report, output_format: str, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the lines of ``report`` in ``output_format``, one of ``memlint.config.FORMATS``."""
    lines: Iterator[str] = _module(output_format).render(report, colour=colour, quiet=quiet)
    return lines if output_format == _COMMANDS else map(inert, lines)


def notes(report: Report, output_format: str) -> Iterator[str]:
    """Yield what a person must know of ``report`` in ``output_format``: what it leaves out, and why."""
    told = getattr(_module(output_format), "notes", None)
    return iter(()) if told is None else told(report)


def _module(output_format: str) -> ModuleType:
    return import_module(f"memlint.report.{output_format.replace('-', '_')}")
