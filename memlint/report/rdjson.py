"""reviewdog's diagnostic format. Columns count UTF-8 bytes: https://github.com/reviewdog/reviewdog/tree/master/proto/rdf."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memlint.engine import docs
from memlint.engine.check import Report
from memlint.engine.finding import Finding, Fix
from memlint.report.compact import spliced
from memlint.report.places import Atlas, Places
from memlint.report.ranking import severity
from memlint.report.visible import shown, visible, whole
from memlint.source.masking import masked
from memlint.source.spans import Span


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the document, one diagnostic a line."""
    atlas = Atlas(report.texts)
    source = {"name": "memlint", "url": "https://github.com/memlint/memlint"}
    document = {"source": source, "diagnostics": []}
    return spliced(document, "diagnostics", (_diagnostic(finding, atlas) for finding in report.findings))


def _diagnostic(finding: Finding, atlas: Atlas) -> dict[str, Any]:
    here = atlas[finding.path]
    diagnostic: dict[str, Any] = {
        "message": _message(finding, atlas),
        "location": {"path": whole(finding.path), "range": _range(finding.span, here)},
        "severity": severity(finding).upper(),
        "code": {"value": finding.rule, "url": docs.url(finding.rule)},
    }
    if finding.fix is not None and _is_suggestion(finding.fix, finding.path):
        (edit,) = finding.fix.edits
        diagnostic["suggestions"] = [{"range": _range(edit.span, here), "text": edit.text}]
    return diagnostic


def _message(finding: Finding, atlas: Atlas) -> str:
    """Return the message with the related places: releases before 0.15 refuse a field for them."""
    lines = [shown(finding.message)]
    for place in finding.related:
        line, column = atlas[place.path].at(place.span.start)
        lines.append(f"{visible(place.path)}:{line}:{column}: {shown(place.message)}")
    return "\n".join(lines)


def _range(span: Span, places: Places) -> dict[str, dict[str, int]]:
    line, column, end_line, end_column = places.region(span, "utf-8")
    return {"start": {"line": line, "column": column}, "end": {"line": end_line, "column": end_column}}


def _is_suggestion(fix: Fix, path: str) -> bool:
    """Say whether a click may apply ``fix``: several suggestions would be several choices, and no mask may be applied.

    A suggestion has no path of its own, so the edit must be one of the finding's file.
    """
    if fix.safety != "safe" or len(fix.edits) != 1:
        return False
    edit = fix.edits[0]
    return edit.path in ("", path) and masked(edit.text) == edit.text
