"""GitLab's Code Quality report, shown in merge requests: https://docs.gitlab.com/ci/testing/code_quality/."""

from __future__ import annotations

from collections.abc import Iterator

from memlint.engine.check import Report
from memlint.engine.finding import Finding
from memlint.report.compact import listed
from memlint.report.marks import marks
from memlint.report.places import Atlas
from memlint.report.ranking import severity
from memlint.report.visible import shown, whole

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the list, one finding a line. GitLab shows one of several with the same fingerprint: none are the same."""
    atlas = Atlas(report.texts)
    yield "["
    yield from listed(
        _issue(finding, mark, atlas) for finding, mark in zip(report.findings, marks(report), strict=True)
    )
    yield "]"


def _issue(finding: Finding, mark: str, atlas: Atlas) -> dict[str, object]:
    level = severity(finding)
    first, last = atlas[finding.path].lines(finding.span)
    return {
        "description": shown(finding.message) or finding.rule,
        "check_name": finding.rule,
        "fingerprint": mark,
        "severity": "critical" if level == "error" and finding.rule.startswith("security/") else _SEVERITIES[level],
        "location": {"path": whole(finding.path), "lines": {"begin": first, "end": last}},
    }
