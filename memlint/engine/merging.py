"""Puts the reports of several projects together."""

from __future__ import annotations

import os
from collections.abc import Callable

from memlint.engine.check import Report
from memlint.engine.finding import Finding
from memlint.engine.run import order


def merge(reports: list[Report]) -> Report:
    """Put the reports of several projects together; paths outside the first project become absolute."""
    first = reports[0]
    findings, suppressed, ignored = list(first.findings), list(first.suppressed), list(first.ignored)
    known = list(first.baseline.known if first.baseline else ())
    files = list(first.files)
    texts = dict(first.texts)
    durations = dict(first.durations)
    for report in reports[1:]:

        def full(path: str, root: str = report.root) -> str:
            return path if root == first.root else os.path.normpath(os.path.join(root, path))

        def moved(finding: Finding, full: Callable[[str], str] = full) -> Finding:
            related = tuple(place._replace(path=full(place.path)) for place in finding.related)
            fix = finding.fix
            if fix is not None:  # an edit without a path is one of the finding's own file
                fix = fix._replace(edits=tuple(edit._replace(path=edit.path and full(edit.path)) for edit in fix.edits))
            return finding._replace(path=full(finding.path), related=related, fix=fix)

        findings += map(moved, report.findings)
        suppressed += map(moved, report.suppressed)
        ignored += map(moved, report.ignored)
        known += map(moved, report.baseline.known if report.baseline else ())
        files += (file._replace(path=full(file.path)) for file in report.files)
        texts |= {full(path): text for path, text in report.texts.items()}
        for name, seconds in report.durations.items():
            durations[name] = durations.get(name, 0.0) + seconds
    return first._replace(
        findings=tuple(sorted(dict.fromkeys(findings), key=order)),
        suppressed=tuple(sorted(suppressed, key=order)),
        ignored=tuple(sorted(ignored, key=order)),
        unmet={name: unit for name, unit in first.unmet.items() if all(name in each.unmet for each in reports)},
        baseline=first.baseline and first.baseline._replace(known=tuple(known), stale=0, written=None, pruned=None),
        files=tuple(sorted({*files})),
        texts=texts,
        durations=durations,
    )
