"""What SARIF says of a rule: texts, help, and the properties by which code scanning sorts and filters."""

from __future__ import annotations

from typing import Any

from memlint.engine import docs
from memlint.engine.docs import Docs
from memlint.engine.finding import Severity
from memlint.engine.rule import Rule
from memlint.engine.run import CRASH
from memlint.report.limits import SARIF_DESCRIPTION, SARIF_TAGS

LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
_PROBLEMS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "recommendation"}
# An error is a certain loss, a warning a risk, an info worth knowing; what is off by default guesses.
_PRECISIONS: dict[Severity, str] = {"error": "very-high", "warning": "high", "info": "medium"}
# GitHub reads 7.0 and more as high, 4.0 and more as medium, less as low.
_SECURITY: dict[Severity, str] = {"error": "8.0", "warning": "5.5", "info": "2.0"}


def described(rule: Rule) -> dict[str, Any]:
    """Return the reportingDescriptor of ``rule``; no text in it is empty, whatever a plug-in's docstring lacks."""
    text = docs.read(rule)
    properties: dict[str, Any] = {
        "tags": [rule.family, "agent-memory"][:SARIF_TAGS],
        "precision": _PRECISIONS[rule.severity] if rule.default else "low",
        "problem.severity": _PROBLEMS[rule.severity],
    }
    if rule.family == "security":
        properties["security-severity"] = _SECURITY[rule.severity]
    summary = text.summary or rule.name
    why = text.why or summary
    return {
        **_named(rule.name, summary, why),
        "help": {
            "text": f"{why}\n\nWhat to do: {text.to_do}" if text.to_do else why,
            "markdown": _markdown(rule.name, why, text),
        },
        "helpUri": docs.url(rule.name),
        "defaultConfiguration": {"level": LEVELS[rule.severity], "enabled": rule.default},
        "properties": properties,
    }


def unknown(name: str) -> dict[str, Any]:
    """Return the reportingDescriptor of what is no rule of this run: a crash."""
    text = "A rule crashed; its other findings are missing." if name == CRASH else name or "unknown"
    return {
        **_named(name, text, text),
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": [name.partition("/")[0] or "unknown"], "problem.severity": "error"},
    }


def _named(name: str, summary: str, why: str) -> dict[str, Any]:
    return {
        "id": name,
        "name": name.partition("/")[2].replace("-", " ").title().replace(" ", "") or "Unknown",
        "shortDescription": {"text": _cut(summary)},
        "fullDescription": {"text": _cut(why)},
    }


def _cut(text: str) -> str:
    return text if len(text) <= SARIF_DESCRIPTION else f"{text[: SARIF_DESCRIPTION - 1]}…"


def _markdown(name: str, why: str, text: Docs) -> str:
    parts = [why, *([f"**What to do:** {text.to_do}"] if text.to_do else [])]
    for example in text.examples:
        lines = [f"**{'Bad' if example.bad else 'Good'}:**", "", "````text"]
        for path, body in example.files.items():
            lines += [f"==> {path}", *body.splitlines()[:12]]
        parts.append("\n".join((*lines, "````")))
    return "\n\n".join((*parts, f"[{name}]({docs.url(name)})"))
