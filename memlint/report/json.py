"""JSON for programs: DESIGN's shape, ASCII only, so that nothing invisible is ever raw; paths are exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from memlint.engine import docs
from memlint.engine.check import Report
from memlint.engine.finding import SEVERITIES, Finding, Fix
from memlint.report.compact import spliced
from memlint.report.places import Atlas, Places
from memlint.report.visible import shown, whole
from memlint.source.masking import masked
from memlint.source.spans import Span


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the document, one finding a line."""
    atlas = Atlas(report.texts)
    counts = Counter(finding.severity for finding in report.findings)
    yield from spliced(
        {
            "version": 1,
            "findings": [],
            "summary": {
                **{severity: counts[severity] for severity in SEVERITIES},
                "suppressed": len(report.suppressed),
                "baseline": len(report.baseline.known) if report.baseline else 0,
                "files": len(report.files),
                "seconds": round(report.seconds, 3),
            },
        },
        "findings",
        (as_json(finding, atlas) for finding in report.findings),
    )


def as_json(finding: Finding, atlas: Atlas) -> dict[str, Any]:
    """Return ``finding`` as JSON values, in the order of the design."""
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
        "fix": _fix(finding.fix, finding.path, atlas) if finding.fix else None,
        "url": docs.url(finding.rule),
    }


def _range(span: Span, places: Places) -> dict[str, int]:
    line, column, end_line, end_column = places.region(span)
    return {"line": line, "column": column, "end_line": end_line, "end_column": end_column}


def _fix(fix: Fix, path: str, atlas: Atlas) -> dict[str, Any] | None:
    """Return ``fix`` of a finding at ``path``; None for one that would print a credential, which a mask would destroy.

    An edit of another file names it.
    """
    if any(masked(edit.text) != edit.text for edit in fix.edits):
        return None
    edits = [
        {
            **({"path": whole(edit.path)} if edit.path not in ("", path) else {}),
            **_range(edit.span, atlas[edit.path or path]),
            "text": edit.text,
        }
        for edit in fix.edits
    ]
    return {"title": shown(fix.title), "safety": fix.safety, "edits": edits}
