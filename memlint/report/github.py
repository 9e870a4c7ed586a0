"""Workflow commands of GitHub Actions, which annotate a pull request's lines; what it has no room for is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memlint.engine.check import Report
from memlint.engine.finding import Finding
from memlint.report.limits import ANNOTATIONS
from memlint.report.places import Atlas
from memlint.report.ranking import severity, worst_first
from memlint.report.text import summary
from memlint.report.visible import inert, shown, unbracketed, visible

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield a command for each finding that gets one, the worst first, the others in a group that folds, the summary.

    GitHub shows ten annotations of a level; a file named like a command, or a message with one in it, starts none.
    """
    if not quiet:
        atlas = Atlas(report.texts)
        made: Counter[str] = Counter()
        others: list[Finding] = []
        for finding in worst_first(report.findings):
            level = severity(finding)
            made[level] += 1
            if made[level] <= ANNOTATIONS:
                yield _command(finding, atlas)
            else:
                others.append(finding)
        if others:
            yield f"::group::{len(others)} more findings, for which GitHub shows no annotations"
            for finding in others:
                line, column = atlas[finding.path].at(finding.span.start)
                place = f"{visible(finding.path)}:{line}:{column}"
                yield inert(f"{place}: {severity(finding)} {finding.rule} {shown(finding.message)}")
            yield "::endgroup::"
    yield inert(summary(report))


def _command(finding: Finding, atlas: Atlas) -> str:
    properties = {"title": finding.rule}
    places = atlas[finding.path]
    if finding.path != ".":  # a finding about the project as a whole
        first, last = places.lines(finding.span)
        properties |= {"file": _path(finding.path), "line": str(first)}
        start, end = places.at(finding.span.start), places.at(finding.span.end)
        if last > first:  # columns are taken for one line only
            properties["endLine"] = str(last)
        else:
            properties["col"] = str(start.column)
            if end.line == start.line and end.column > start.column:
                properties["endColumn"] = str(end.column)
    lines = [shown(finding.message) or finding.rule]
    for place in finding.related:
        line, column = atlas[place.path].at(place.span.start)
        lines.append(f"{visible(place.path)}:{line}:{column}: {shown(place.message)}")
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[severity(finding)]} {told}::{_data(chr(10).join(lines))}"


def _path(path: str) -> str:
    """Return ``path`` as it is, line ends too, but for what would move a terminal's cursor."""
    kept = ("\n", "\r")
    return "".join(ch if ch in kept or ch.isprintable() else visible(ch) for ch in path)


def _data(text: str) -> str:
    return unbracketed(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
