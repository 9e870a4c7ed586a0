"""Findings → strings: one module a format, each with ``render(report, colour, quiet)``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from memlint.engine.check import Report


def render(report: Report, output_format: str, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the lines of ``report`` in ``output_format``, one of ``memlint.config.FORMATS``."""
    module = import_module(f"memlint.report.{output_format}")
    lines: Iterator[str] = module.render(report, colour=colour, quiet=quiet)
    return lines
