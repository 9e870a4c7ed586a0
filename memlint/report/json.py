"""JSON for programs: DESIGN's shape, ASCII only, so that nothing invisible is ever raw; paths are exact."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from memlint.engine import docs
from memlint.engine.check import Report
from memlint.engine.finding import SEVERITIES, Finding, Fix
from memlint.report.places import Atlas, Places
from memlint.report.visible import masked, shown, whole
from memlint.source.spans import Span


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the document as one text."""
    atlas = Atlas(report.texts)
    counts = Counter(finding.severity for finding in report.findings)
    yield json.dumps(
        {
            "version": 1,
            "findings": [_finding(finding, atlas) for finding in report.findings],
            "summary": {
                **{severity: counts[severity] for severity in SEVERITIES},
                "files": len(report.files),
                "seconds": round(report.seconds, 3),
            },
        },
        indent=2,
    )


def _finding(finding: Finding, atlas: Atlas) -> dict[str, Any]:
    here = atlas[finding.path]
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "path": whole(finding.path),
        **_range(finding.span, here),
        "message": shown(finding.message),
        "related": [
            {"path": whole(place.path), **_range(place.span, atlas[place.path]), "message": shown(place.message)}
            for place in finding.related
        ],
        "fix": _fix(finding.fix, here) if finding.fix else None,
        "url": docs.url(finding.rule),
    }


def _range(span: Span, places: Places) -> dict[str, int]:
    start, end = places.at(span.start), places.at(span.end)
    return {"line": start.line, "column": start.column, "end_line": end.line, "end_column": end.column}


def _fix(fix: Fix, places: Places) -> dict[str, Any] | None:
    """Return ``fix``; None for one that would print a credential, since a masked edit would destroy it."""
    if any(masked(edit.text) != edit.text for edit in fix.edits):
        return None
    edits = [{**_range(edit.span, places), "text": edit.text} for edit in fix.edits]
    return {"title": shown(fix.title), "safety": fix.safety, "edits": edits}
