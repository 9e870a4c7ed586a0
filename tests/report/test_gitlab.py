"""GitLab's Code Quality report: the fields that it documents, and fingerprints that tell findings apart."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from tests.conftest import Linter
from tests.report.reports import RULE, at, rendered, report, several

# The documented fields (https://docs.gitlab.com/ci/testing/code_quality/), more narrowly than GitLab checks them.
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "additionalProperties": False,
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "additionalProperties": False,
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": "^\\./"}},
                    "lines": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["begin"],
                        "properties": {
                            "begin": {"type": "integer", "minimum": 1},
                            "end": {"type": "integer", "minimum": 1},
                        },
                    },
                },
            },
        },
    },
}


def issues(out: str) -> list[dict[str, Any]]:
    """Return the issues of an output, which must be ASCII, without a byte order mark, and valid."""
    assert out.isascii()
    assert out.startswith("[")
    found: list[dict[str, Any]] = json.loads(out)
    jsonschema.validate(found, SCHEMA)
    return found


def test_an_issue() -> None:
    text = "# A\n\nSee @gone.md\nand\n"
    (issue,) = issues(rendered(report([at(text, "@gone.md\nand\n", "gone")], {"CLAUDE.md": text}), "gitlab"))
    assert len(issue.pop("fingerprint")) == 32
    assert issue == {
        "description": "gone",
        "check_name": RULE,
        "severity": "major",
        "location": {"path": "CLAUDE.md", "lines": {"begin": 3, "end": 4}},
    }


@pytest.mark.parametrize(
    ("rule", "severity", "told"),
    [
        (RULE, "error", "major"),
        (RULE, "warning", "minor"),
        (RULE, "info", "info"),
        ("security/credential", "error", "critical"),
        ("security/credential", "warning", "minor"),
    ],
)
def test_severities(rule: str, severity: str, told: str) -> None:
    made = report([at("x", "x", rule=rule, severity=severity)], {"CLAUDE.md": "x"})
    assert [issue["severity"] for issue in issues(rendered(made, "gitlab"))] == [told]


def test_equal_findings_on_equal_lines_differ() -> None:
    text = "@gone.md @gone.md\n@gone.md @gone.md\n"
    found = [at(text, "@gone.md")._replace(span=span) for span in [at(text, "@gone.md").span] * 3]
    marks = [issue["fingerprint"] for issue in issues(rendered(report(found, {"CLAUDE.md": text}), "gitlab"))]
    assert len(set(marks)) == 3


def test_lines_above_change_no_fingerprint() -> None:
    def marks(head: str) -> list[str]:
        text = head + "See @gone.md\n"
        out = rendered(report([at(text, "@gone.md")], {"CLAUDE.md": text}), "gitlab")
        return [issue["fingerprint"] for issue in issues(out)]

    assert marks("") == marks("# A\n\nAnother line.\n")


def test_nothing_found_is_an_empty_list() -> None:
    assert rendered(report([], {}), "gitlab") == "[\n]\n"
    assert len(issues(rendered(several(3), "gitlab"))) == 3


def test_a_real_run_is_valid(lint: Linter) -> None:
    made = lint({"CLAUDE.md": "@gone.md @a.md\n", "a.md": "@CLAUDE.md\n", "c/CLAUDE.md": "x @gone.md\n"})
    assert len(issues(rendered(made, "gitlab"))) == len(made.findings) > 1
