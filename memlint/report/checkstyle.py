"""Checkstyle's XML, which many CI servers and review bots read. Columns count characters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from memlint.engine.check import Report
from memlint.report.places import Atlas
from memlint.report.ranking import severity
from memlint.report.visible import shown
from memlint.report.xml import attributes


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the document, one finding a line, grouped by file."""
    atlas = Atlas(report.texts)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<checkstyle version="4.3">'
    for path, group in groupby(report.findings, key=lambda finding: finding.path):
        yield f"<file{attributes(name=path)}>"
        for finding in group:
            line, column = atlas[path].at(finding.span.start)
            # Readers take what follows the last dot for the rule's name.
            told = attributes(
                line=line,
                column=column,
                severity=severity(finding),
                message=shown(finding.message),
                source=f"memlint.{finding.rule}",
            )
            yield f"<error{told}/>"
        yield "</file>"
    yield "</checkstyle>"
