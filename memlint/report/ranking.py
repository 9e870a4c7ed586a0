"""The order of reports that have room for some findings only: the worst first, else as they were."""

from __future__ import annotations

from collections.abc import Iterable

from memlint.engine.finding import SEVERITIES, Finding, Severity

_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


def severity(finding: Finding) -> Severity:
    """Return the severity of ``finding``: one that nobody gave one, a crash, is an error."""
    return finding.severity or "error"


def rank(finding: Finding) -> int:
    """Return 0 for the worst severity, more for the milder ones."""
    return _RANK[severity(finding)]


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Return ``findings`` by severity; those of one severity keep their order."""
    return sorted(findings, key=rank)
