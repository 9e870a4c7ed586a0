"""For people: findings grouped by file, the line with a caret, related places, what to do, and a last line as pytest's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from memlint.engine.check import Report
from memlint.engine.finding import SEVERITIES, Finding
from memlint.report.paint import Paint
from memlint.report.places import Atlas
from memlint.report.visible import shown, visible

#: How a fix is called: one that only --unsafe-fixes makes, and one that nothing makes, is not announced as the others.
_SAFETY = {"safe": "", "unsafe": " (unsafe)", "display": " (by hand)"}


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the report's lines. ``quiet`` leaves only the last one."""
    paint = Paint(colour)
    if not quiet:
        explained: set[str] = set()
        atlas = Atlas(report.texts)
        for path, group in groupby(report.findings, key=lambda finding: finding.path):
            yield paint(visible(path), "bold")
            for finding in group:
                yield from _finding(finding, atlas, report, explained, paint)
            yield ""
    yield summary(report, paint)


def _finding(finding: Finding, atlas: Atlas, report: Report, explained: set[str], paint: Paint) -> Iterator[str]:
    places = atlas[finding.path]
    line, column = places.at(finding.span.start)
    severity = finding.severity or "error"
    yield f"  {line}:{column}  {paint(severity, severity)}  {shown(finding.message)}  {paint(finding.rule, 'dim')}"
    if places.text and finding.span.end > finding.span.start:
        excerpt = places.excerpt(finding.span)
        margin = f"{line:>6} | "
        yield paint(f"{margin}{excerpt.text}", "dim")
        yield " " * (len(margin) - 2) + "| " + " " * excerpt.start + paint("^" * excerpt.length, severity)
    for place in finding.related:
        there = atlas[place.path].at(place.span.start)
        yield f"         {visible(place.path)}:{there.line}:{there.column}: {shown(place.message)}"
    if finding.fix is not None:
        yield f"         fix{_SAFETY[finding.fix.safety]}: {shown(finding.fix.title)}"
    if finding.rule not in explained:
        explained.add(finding.rule)
        to_do = _to_do(finding.rule, report)
        if to_do:
            yield paint(f"         help: {to_do}", "dim")


def _to_do(name: str, report: Report) -> str:
    from memlint.engine import docs  # a clean run reads no docstrings

    return next((visible(docs.read(rule).to_do) for rule in report.rules if rule.name == name), "")


def summary(report: Report, paint: Paint | None = None) -> str:
    """Return the last line: ``3 errors, 1 warning in 14 files (0.21 s)``."""
    paint = paint or Paint(False)
    counts = Counter(finding.severity for finding in report.findings)
    parts = [
        f"{counts[severity]} {severity}{'s' if counts[severity] > 1 and severity != 'info' else ''}"
        for severity in SEVERITIES
        if counts[severity]
    ]
    total = len(report.files)
    found = ", ".join(parts) if parts else "no findings"
    worst = report.worst()
    files = f"in {total} file{'' if total == 1 else 's'}{_hidden(report)} ({report.seconds:.2f} s)"
    return f"{paint(found, worst or 'good')} {files}"


def _hidden(report: Report) -> str:
    """Say how many findings are not shown, and why; nothing is hidden without a number."""
    known = len(report.baseline.known) if report.baseline else 0
    parts = [f", {len(report.suppressed)} suppressed"] * bool(report.suppressed)
    return "".join([*parts, *[f", {known} in the baseline"] * bool(known)])
