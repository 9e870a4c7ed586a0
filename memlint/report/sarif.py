"""SARIF 2.1.0, for code scanning. Columns count Unicode code points, which is what our offsets are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from memlint import __version__
from memlint.engine import docs
from memlint.engine.check import Report
from memlint.engine.finding import Finding
from memlint.engine.rule import Rule
from memlint.engine.run import CRASH
from memlint.report.places import Atlas
from memlint.report.visible import shown
from memlint.source.spans import Span

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_ROOT = "%SRCROOT%"


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the log as one text. ``ruleIndex`` points into the rules that fired, which are listed with their help."""
    atlas = Atlas(report.texts)
    known = {rule.name: rule for rule in report.rules}
    fired = sorted({finding.rule for finding in report.findings})
    rules = [_rule(known[name]) if name in known else _unknown(name) for name in fired]
    numbers = {name: number for number, name in enumerate(fired)}
    log = {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "memlint",
                        "semanticVersion": __version__,
                        "informationUri": "https://github.com/memlint/memlint",
                        "rules": rules,
                    }
                },
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the checked project."}}},
                "results": [_result(finding, numbers, atlas) for finding in report.findings],
            }
        ],
    }
    yield json.dumps(log, indent=2)


def _rule(rule: Rule) -> dict[str, Any]:
    text = docs.read(rule)
    why = text.why or text.summary
    return {
        "id": rule.name,
        "name": rule.name.partition("/")[2].replace("-", " ").title().replace(" ", ""),
        "shortDescription": {"text": text.summary},
        "fullDescription": {"text": why},
        "help": {
            "text": f"{why}\n\nWhat to do: {text.to_do}" if text.to_do else why,
            "markdown": f"{why}\n\n**What to do:** {text.to_do}" if text.to_do else why,
        },
        "helpUri": docs.url(rule.name),
        "defaultConfiguration": {"level": _LEVELS[rule.severity], "enabled": rule.default},
        "properties": {"tags": [rule.family]},
    }


def _unknown(name: str) -> dict[str, Any]:
    """Describe what is no rule: a crash."""
    text = "A rule crashed; its other findings are missing." if name == CRASH else name
    return {"id": name, "shortDescription": {"text": text}, "help": {"text": text}}


def _result(finding: Finding, numbers: dict[str, int], atlas: Atlas) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": numbers[finding.rule],
        "level": _LEVELS[finding.severity or "error"],
        "message": {"text": shown(finding.message)},
        "locations": [_location(finding.path, finding.span, atlas)],
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                **_location(place.path, place.span, atlas),
                "message": {"text": shown(place.message)},
            }
            for number, place in enumerate(finding.related)
        ]
    return result


def _location(path: str, span: Span, atlas: Atlas) -> dict[str, Any]:
    places = atlas[path]
    start, end = places.at(span.start), places.at(span.end)
    absolute = path.startswith("/")
    artifact = {"uri": ("file://" if absolute else "") + quote(path.encode("utf-8", "surrogateescape"))}
    if not absolute:
        artifact["uriBaseId"] = _ROOT
    region = {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}
