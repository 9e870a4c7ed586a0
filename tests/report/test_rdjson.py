"""reviewdog's format: columns in UTF-8 bytes, and the fields of its protocol."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from memlint import Edit, Fix, Span
from memlint.engine.docs import url
from tests.conftest import Linter
from tests.report.reports import RULE, at, rendered, report, several, there

_POSITION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["line", "column"],
    "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}},
}
_RANGE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["start", "end"],
    "properties": {"start": _POSITION, "end": _POSITION},
}
_TEXT = {"type": "string", "minLength": 1}
# The messages of reviewdog.proto, as far as they are written; a reader refuses fields that it does not know.
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["source", "diagnostics"],
    "properties": {
        "source": {"type": "object", "additionalProperties": False, "properties": {"name": _TEXT, "url": _TEXT}},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["message", "location", "severity", "code"],
                "properties": {
                    "message": _TEXT,
                    "location": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"path": _TEXT, "range": _RANGE},
                    },
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"value": _TEXT, "url": _TEXT},
                    },
                    "suggestions": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "properties": {"range": _RANGE, "text": {"type": "string"}},
                        },
                    },
                },
            },
        },
    },
}


def diagnostics(out: str) -> list[dict[str, Any]]:
    """Return the diagnostics of an output, which must be valid."""
    assert out.isascii()
    document = json.loads(out)
    jsonschema.validate(document, SCHEMA)
    found: list[dict[str, Any]] = document["diagnostics"]
    return found


def test_a_diagnostic() -> None:
    text, other = "# A\n\nSee 日本 @gone.md\n", "é @gone.md\n"
    finding = at(
        text,
        "@gone.md",
        "gone",
        severity="warning",
        related=(there(other, "@gone.md", "also here", "b/CLAUDE.md"),),
        fix=Fix("write it", (Edit(at(text, "gone").span, "new"),)),
    )
    made = report([finding], {"CLAUDE.md": text, "b/CLAUDE.md": other})
    assert diagnostics(rendered(made, "rdjson")) == [
        {
            "message": "gone\nb/CLAUDE.md:1:3: also here",
            "location": {
                "path": "CLAUDE.md",
                "range": {"start": {"line": 3, "column": 12}, "end": {"line": 3, "column": 20}},
            },
            "severity": "WARNING",
            "code": {"value": RULE, "url": url(RULE)},
            "suggestions": [
                {
                    "range": {"start": {"line": 3, "column": 13}, "end": {"line": 3, "column": 17}},
                    "text": "new",
                }
            ],
        }
    ]


@pytest.mark.parametrize(
    "fix",
    [
        Fix("unsafe", (Edit(Span(0, 1), "y"),), "unsafe"),
        Fix("display", (Edit(Span(0, 1), "y"),), "display"),
        Fix("two", (Edit(Span(0, 1), "y"), Edit(Span(1, 1), "z"))),
        Fix("telling", (Edit(Span(0, 1), "gh" + "p_" + "a1B2" * 9),)),
    ],
    ids=lambda fix: fix.title,
)
def test_what_is_no_suggestion(fix: Fix) -> None:
    (found,) = diagnostics(rendered(report([at("x", "x", fix=fix)], {"CLAUDE.md": "x"}), "rdjson"))
    assert "suggestions" not in found


def test_nothing_found_is_a_document_too() -> None:
    assert diagnostics(rendered(report([], {}), "rdjson")) == []
    assert len(diagnostics(rendered(several(3), "rdjson"))) == 3


def test_a_real_run_is_valid(lint: Linter) -> None:
    made = lint({"CLAUDE.md": "@gone.md @a.md\n", "a.md": "@CLAUDE.md\n", "c/CLAUDE.md": "x @gone.md\n"})
    assert len(diagnostics(rendered(made, "rdjson"))) == len(made.findings) > 1
