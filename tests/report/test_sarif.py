"""SARIF: valid against the official schema, and the fields that code scanning reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest

from memlint import Edit, Finding, Fix, Report, Span, __version__
from memlint.engine.registry import load
from memlint.engine.run import CRASH
from tests.conftest import Linter
from tests.report.reports import RULE, at, rendered, report, there

SCHEMA = json.loads((Path(__file__).parent / "data" / "sarif-2.1.0-rtm.5.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft4Validator(SCHEMA, format_checker=jsonschema.FormatChecker())


def log(made: Report) -> dict[str, Any]:
    """Return the only run of the log, which must be valid."""
    out = rendered(made, "sarif")
    assert out.isascii()
    data = json.loads(out)
    VALIDATOR.validate(data)
    assert (data["version"], len(data["runs"])) == ("2.1.0", 1)
    run: dict[str, Any] = data["runs"][0]
    return run


def test_a_result() -> None:
    text, other = "# A\n\nSee 日本 @gone.md\n", "x @gone.md\n"
    finding = at(
        text,
        "@gone.md",
        "gone.md does not exist",
        related=(there(other, "@gone.md", "also here", "b/CLAUDE.md"), there(text, "A", "and here", "CLAUDE.md")),
        fix=Fix("write it", (Edit(Span(0, 0), "x"),)),
    )
    run = log(report([finding], {"CLAUDE.md": text, "b/CLAUDE.md": other}))
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["results"] == [
        {
            "ruleId": RULE,
            "ruleIndex": 0,
            "level": "error",
            "message": {"text": "gone.md does not exist"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": "CLAUDE.md", "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": 3, "startColumn": 8, "endLine": 3, "endColumn": 16},
                    }
                }
            ],
            "relatedLocations": [
                {
                    "id": 0,
                    "physicalLocation": {
                        "artifactLocation": {"uri": "b/CLAUDE.md", "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": 1, "startColumn": 3, "endLine": 1, "endColumn": 11},
                    },
                    "message": {"text": "also here"},
                },
                {
                    "id": 1,
                    "physicalLocation": {
                        "artifactLocation": {"uri": "CLAUDE.md", "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": 1, "startColumn": 3, "endLine": 1, "endColumn": 4},
                    },
                    "message": {"text": "and here"},
                },
            ],
        }
    ]


def test_rules_are_described() -> None:
    run = log(report([at("x", "x")], {"CLAUDE.md": "x"}))
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("memlint", __version__)
    (rule,) = driver["rules"]
    assert rule["id"] == RULE
    assert rule["name"] == "MissingTarget"
    assert rule["shortDescription"] == {"text": "An import whose target does not exist."}
    assert rule["fullDescription"]["text"].startswith("The agent loads nothing")
    assert "\n\nWhat to do: write the path from" in rule["help"]["text"]
    assert "\n\n**What to do:** write the path from" in rule["help"]["markdown"]
    assert rule["helpUri"].startswith("https://")
    assert rule["defaultConfiguration"] == {"level": "error", "enabled": True}
    assert rule["properties"] == {"tags": ["imports"]}


def test_every_rule_makes_a_valid_description() -> None:
    findings = [at("x", "x", rule=name) for name in load()]
    rules = log(report(findings, {"CLAUDE.md": "x"}))["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(load())
    assert all(rule["help"]["text"] for rule in rules)


def test_indexes_point_at_the_rules_that_fired() -> None:
    names = ["index/orphan-topic", CRASH, RULE, "index/orphan-topic", "plug-in/unknown"]
    findings = [at("x", "x", rule=name, severity="warning") for name in names]
    run = log(report(findings, {"CLAUDE.md": "x"}))
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == names
    assert len(rules) == 4


@pytest.mark.parametrize(("severity", "level"), [("error", "error"), ("warning", "warning"), ("info", "note")])
def test_levels(severity: str, level: str) -> None:
    (result,) = log(report([at("x", "x", severity=severity)], {"CLAUDE.md": "x"}))["results"]
    assert result["level"] == level


def test_a_crash_is_an_error_with_help() -> None:
    crash = Finding(Span(0, 0), "the rule x/y crashed here", ".", "error", rule=CRASH)
    run = log(report([crash], {}))
    (rule,) = run["tool"]["driver"]["rules"]
    assert (rule["id"], bool(rule["help"]["text"])) == (CRASH, True)
    (result,) = run["results"]
    assert result["level"] == "error"
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("CLAUDE.md", "CLAUDE.md"),
        (".claude/rules/a b.md", ".claude/rules/a%20b.md"),
        ("two\nlines.md", "two%0Alines.md"),
        ("not\udcff.md", "not%FF.md"),
        ("日本.md", "%E6%97%A5%E6%9C%AC.md"),
        ("a:b#c?d%e.md", "a%3Ab%23c%3Fd%25e.md"),
        ("/home/me/.claude/CLAUDE.md", "file:///home/me/.claude/CLAUDE.md"),
        ("/tmp/a b\udcff.md", "file:///tmp/a%20b%FF.md"),
    ],
)
def test_uris(path: str, uri: str) -> None:
    run = log(report([Finding(Span(0, 0), "m", path, "info", rule=RULE)], {}))
    location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"] == uri
    assert (location.get("uriBaseId") is None) is path.startswith("/")
    if location.get("uriBaseId"):
        assert location["uriBaseId"] in run["originalUriBaseIds"]
    assert unquote_to_bytes(uri.removeprefix("file://")).decode("utf-8", "surrogateescape") == path


def test_a_region_over_several_lines() -> None:
    text = "a\nbc\r\nd"
    (result,) = log(report([at(text, "bc\r\nd")], {"CLAUDE.md": text}))["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 1, "endLine": 3, "endColumn": 2}


def test_nothing_found_is_a_valid_log() -> None:
    assert log(report([], {}))["results"] == []


def test_a_real_run_is_valid(lint: Linter) -> None:
    files = {"CLAUDE.md": "@gone.md @a.md\n", "a.md": "@CLAUDE.md [[nobody]]\n", "memory/MEMORY.md": "- [x](x.md)\n"}
    run = log(lint({**files, "memory/b.md": "---\nname: [\n---\n", "c/CLAUDE.md": "\\xff"}))
    assert len(run["results"]) > 3
    assert any("relatedLocations" in result for result in run["results"])
