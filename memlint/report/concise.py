"""One line a finding, for editors and grep: ``path:line:col: severity rule message``."""

from __future__ import annotations

from collections.abc import Iterator

from memlint.engine.check import Report
from memlint.report.places import Atlas
from memlint.report.text import summary
from memlint.report.visible import shown, visible


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield a line for each finding, then the summary. ``colour`` changes nothing here."""
    if not quiet:
        atlas = Atlas(report.texts)
        for finding in report.findings:
            line, column = atlas[finding.path].at(finding.span.start)
            message = shown(finding.message)
            yield f"{visible(finding.path)}:{line}:{column}: {finding.severity} {finding.rule} {message}"
    yield summary(report)
