"""SARIF 2.1.0, for code scanning. Columns count Unicode code points, which is what our offsets are."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

from memlint import __version__
from memlint.engine.check import Report
from memlint.engine.finding import Edit, Finding, Fix
from memlint.engine.run import CRASH
from memlint.report.compact import spliced
from memlint.report.limits import SARIF_LOCATIONS, SARIF_RESULTS, SARIF_SHOWN
from memlint.report.line_hash import line_hashes
from memlint.report.marks import marks
from memlint.report.places import Atlas
from memlint.report.ranking import rank, severity
from memlint.report.sarif_rules import LEVELS, described, unknown
from memlint.report.visible import shown, whole
from memlint.source.masking import masked
from memlint.source.spans import Span

_ROOT = "%SRCROOT%"
_FINGERPRINT = "memlint/v1"
#: Sets the category of the upload: two of one category replace each other, whatever the upload's own setting says.
_CATEGORY = "MEMLINT_SARIF_CATEGORY"


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the log, one result a line, the worst first and no more than GitHub takes.

    ``ruleIndex`` points into the rules that fired, which are listed with their help. Suppressed findings are not in it.
    """
    pairs = sorted(zip(report.findings, marks(report), strict=True), key=lambda pair: rank(pair[0]))[:SARIF_RESULTS]
    findings = [finding for finding, _ in pairs]
    known = {rule.name: rule for rule in report.rules}
    fired = sorted({finding.rule for finding in findings})
    run = {
        "tool": {
            "driver": {
                "name": "memlint",
                "semanticVersion": __version__,
                "informationUri": "https://github.com/memlint/memlint",
                "rules": [described(known[name]) if name in known else unknown(name) for name in fired],
            }
        },
        "automationDetails": {"id": f"{(os.environ.get(_CATEGORY) or 'memlint').strip('/')}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the checked project."}}},
        "invocations": [_invocation(report)],
        "results": [],
    }
    log = {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    # What GitHub does not keep needs no hash of its own.
    writer = _Writer(report, findings[:SARIF_SHOWN], {name: number for number, name in enumerate(fired)})
    return spliced(log, "results", (writer.result(finding, mark) for finding, mark in pairs))


def notes(report: Report) -> Iterator[str]:
    """Yield what is left out, and what GitHub will not keep."""
    total = len(report.findings)
    if total > SARIF_RESULTS:
        yield (
            f"sarif: {total - SARIF_RESULTS:,} of {total:,} findings are left out, the mildest ones: "
            f"GitHub refuses more than {SARIF_RESULTS:,}"
        )
    if total > SARIF_SHOWN:
        yield f"sarif: GitHub keeps {SARIF_SHOWN:,} results; the worst ones come first"


def _invocation(report: Report) -> dict[str, Any]:
    crashed = any(finding.rule == CRASH for finding in report.findings)
    invocation: dict[str, Any] = {"executionSuccessful": not crashed}
    told = [{"level": "warning", "message": {"text": note}} for note in notes(report)]
    return {**invocation, "toolExecutionNotifications": told} if told else invocation


class _Writer:
    """Makes results; ``numbers`` are the places of the rules in the log, ``findings`` those that get GitHub's hash."""

    def __init__(self, report: Report, findings: Iterable[Finding], numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._atlas = Atlas(report.texts)
        self._hashes = _hashes(report, findings, self._atlas) if report.exact else {}

    def result(self, finding: Finding, mark: str) -> dict[str, Any]:
        location = self._location(finding.path, finding.span)
        place = finding.path, location["physicalLocation"]["region"]["startLine"]
        prints = {_FINGERPRINT: mark}
        if place in self._hashes:
            prints["primaryLocationLineHash"] = self._hashes[place]
        result: dict[str, Any] = {
            "ruleId": finding.rule,
            "ruleIndex": self._numbers[finding.rule],
            "level": LEVELS[severity(finding)],
            "message": {"text": shown(finding.message) or finding.rule},
            "locations": [location],
            "partialFingerprints": prints,
        }
        if finding.related:
            result["relatedLocations"] = [
                {
                    "id": number,
                    **self._location(place.path, place.span),
                    "message": {"text": shown(place.message) or "related"},
                }
                for number, place in enumerate(finding.related[: SARIF_LOCATIONS - 1])
            ]
        if finding.fix is not None and _may_be_applied(finding.fix):
            result["fixes"] = [self._fix(finding.fix, finding.path)]
        return result

    def _fix(self, fix: Fix, path: str) -> dict[str, Any]:
        changes = defaultdict[str, list[Edit]](list)
        for edit in fix.edits:
            changes[edit.path or path].append(edit)
        return {
            "description": {"text": shown(fix.title) or "fix"},
            "artifactChanges": [
                {
                    "artifactLocation": _artifact(name),
                    "replacements": [
                        {
                            "deletedRegion": self._region(name, edit.span),
                            **({"insertedContent": {"text": edit.text}} if edit.text else {}),
                        }
                        for edit in edits
                    ],
                }
                for name, edits in changes.items()
            ],
        }

    def _location(self, path: str, span: Span) -> dict[str, Any]:
        return {"physicalLocation": {"artifactLocation": _artifact(path), "region": self._region(path, span)}}

    def _region(self, path: str, span: Span) -> dict[str, int]:
        line, column, end_line, end_column = self._atlas[path].region(span)
        return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _may_be_applied(fix: Fix) -> bool:
    """Say whether a reader may offer ``fix``: SARIF cannot say that one is unsafe, and a mask is no text to insert."""
    return fix.safety == "safe" and all(masked(edit.text) == edit.text for edit in fix.edits)


def _hashes(report: Report, findings: Iterable[Finding], atlas: Atlas) -> dict[tuple[str, int], str]:
    """Return GitHub's hash by path and line, for the files whose bytes are known to be those that it would read."""
    wanted: defaultdict[str, set[int]] = defaultdict(set)
    for finding in findings:
        if finding.path in report.exact and finding.path in report.texts and not finding.path.startswith("/"):
            wanted[finding.path].add(atlas[finding.path].at(finding.span.start).line)
    return {
        (path, line): value
        for path, lines in wanted.items()
        for line, value in line_hashes(report.texts[path], lines).items()
    }


@cache
def _artifact(path: str) -> dict[str, str]:
    """Return the artifactLocation of ``path``, which discovery has already led through links."""
    try:
        uri = quote(path.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:  # half of a UTF-16 pair, which Windows allows in names
        uri = quote(whole(path).encode())
    return {"uri": f"file://{uri}"} if path.startswith("/") else {"uri": uri, "uriBaseId": _ROOT}
