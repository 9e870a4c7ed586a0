"""SARIF: valid against the official schema, and the fields that code scanning reads."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest

from memlint import Edit, Finding, Fix, Report, Span, __version__
from memlint.engine.registry import load
from memlint.engine.run import CRASH
from memlint.report import notes
from memlint.report.limits import (
    SARIF_DESCRIPTION,
    SARIF_GZIPPED,
    SARIF_LOCATIONS,
    SARIF_RESULTS,
    SARIF_TAGS,
)
from memlint.report.line_hash import line_hashes
from tests.conftest import Linter
from tests.report.reports import RULE, at, rendered, report, several, there

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
    assert [len(result.pop("partialFingerprints")["memlint/v1"]) for result in run["results"]] == [32]
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
            "fixes": [
                {
                    "description": {"text": "write it"},
                    "artifactChanges": [
                        {
                            "artifactLocation": {"uri": "CLAUDE.md", "uriBaseId": "%SRCROOT%"},
                            "replacements": [
                                {
                                    "deletedRegion": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1},
                                    "insertedContent": {"text": "x"},
                                }
                            ],
                        }
                    ],
                }
            ],
        }
    ]


def test_fixes() -> None:
    """A reader applies the regions from the last to the first, as code points: the file is what memlint would write."""
    text, other = "日本 @gone.md\r\n\r\n𝒳 old\nlast\n", "# B\nold"
    edits = (
        Edit(Span(text.index("old"), text.index("old") + 3), "new 𝒳"),
        Edit(Span(text.index("last"), len(text)), ""),
        Edit(Span(len(other), len(other)), "\n- line", "b/CLAUDE.md"),
    )
    findings = [
        at(text, "@gone.md", "safe", fix=Fix("do it", edits)),
        at(text, "@gone.md", "unsafe", fix=Fix("do it", edits, "unsafe")),
        at(text, "@gone.md", "display", fix=Fix("do it", edits, "display")),
        at(text, "@gone.md", "telling", fix=Fix("do it", (Edit(Span(0, 1), "gh" + "p_" + "a1B2" * 9),))),
    ]
    texts = {"CLAUDE.md": text, "b/CLAUDE.md": other}
    results = {each["message"]["text"]: each for each in log(report(findings, texts))["results"]}
    assert {name for name, result in results.items() if "fixes" in result} == {"safe"}
    (fix,) = results["safe"]["fixes"]
    for change in fix["artifactChanges"]:
        uri = change["artifactLocation"]["uri"]
        for replacement in reversed(change["replacements"]):
            region = replacement["deletedRegion"]
            starts = [0, *(at + 1 for at, character in enumerate(texts[uri]) if character == "\n")]
            start = starts[region["startLine"] - 1] + region["startColumn"] - 1
            end = starts[region["endLine"] - 1] + region["endColumn"] - 1
            new = replacement.get("insertedContent", {}).get("text", "")
            texts[uri] = texts[uri][:start] + new + texts[uri][end:]
    assert texts["CLAUDE.md"] == "日本 @gone.md\r\n\r\n𝒳 new 𝒳\n"
    assert texts["b/CLAUDE.md"] == "# B\nold\n- line"


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
    assert "**Bad:**" in rule["help"]["markdown"]
    assert rule["properties"] == {
        "tags": ["imports", "agent-memory"],
        "precision": "very-high",
        "problem.severity": "error",
    }


def test_every_rule_makes_a_valid_description() -> None:
    findings = [at("x", "x", rule=name) for name in load()]
    rules = log(report(findings, {"CLAUDE.md": "x"}))["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(load())
    for rule in rules:
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]
        assert 0 < len(rule["shortDescription"]["text"]) <= SARIF_DESCRIPTION
        assert 0 < len(rule["fullDescription"]["text"]) <= SARIF_DESCRIPTION
        assert 0 < len(rule["properties"]["tags"]) <= SARIF_TAGS
        assert rule["properties"]["precision"] in ("very-high", "high", "medium", "low")
        assert rule["properties"]["problem.severity"] in ("error", "warning", "recommendation")
        assert ("security-severity" in rule["properties"]) is rule["id"].startswith("security/")
        assert ("security" in rule["properties"]["tags"]) is rule["id"].startswith("security/")


def test_indexes_point_at_the_rules_that_fired() -> None:
    names = ["index/orphan-topic", CRASH, RULE, "index/orphan-topic", "plug-in/unknown", ""]
    findings = [at("x", "x", rule=name, severity="warning") for name in names]
    run = log(report(findings, {"CLAUDE.md": "x"}))
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == names
    assert len(rules) == 5
    assert all(rule["fullDescription"]["text"] and rule["help"]["text"] for rule in rules)


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
        ('q"<>|.md', "q%22%3C%3E%7C.md"),
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


def fingerprints(made: Report) -> list[dict[str, str]]:
    return [result["partialFingerprints"] for result in log(made)["results"]]


def test_fingerprints_stay_when_lines_move() -> None:
    def marks(head: str) -> list[str]:
        text = f"{head}See @gone.md\n"
        return [each["memlint/v1"] for each in fingerprints(report([at(text, "@gone.md")], {"CLAUDE.md": text}))]

    assert marks("") == marks("# A\n\nAnother line.\n")


def test_githubs_hash_only_where_the_bytes_are_known() -> None:
    text = "# A\nSee @gone.md\n"
    made = report([at(text, "@gone.md"), at(text, "@gone.md", path="/home/me/CLAUDE.md")], {"CLAUDE.md": text})
    assert [set(each) for each in fingerprints(made)] == [{"memlint/v1"}] * 2
    known, other = fingerprints(made._replace(exact=frozenset({"CLAUDE.md", "/home/me/CLAUDE.md"})))
    assert known["primaryLocationLineHash"] == line_hashes(text, {2})[2]
    assert set(other) == {"memlint/v1"}


def test_a_byte_order_mark_leaves_githubs_hash_to_github(lint: Linter) -> None:
    made = lint({"CLAUDE.md": "See @gone.md\n", "b/CLAUDE.md": "\ufeffSee @gone.md\n"}, select=["imports"])
    assert ["primaryLocationLineHash" in each for each in fingerprints(made)] == [True, False]


def test_the_category() -> None:
    assert log(report([], {}))["automationDetails"] == {"id": "memlint/"}


def test_the_category_is_the_callers_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMLINT_SARIF_CATEGORY", "docs/linux/")
    assert log(report([], {}))["automationDetails"] == {"id": "docs/linux/"}


def test_the_worst_come_first() -> None:
    text = "abc"
    found = [at(text, "a", severity="info"), at(text, "b", severity="error"), at(text, "c", severity="warning")]
    levels = [result["level"] for result in log(report(found, {"CLAUDE.md": text}))["results"]]
    assert levels == ["error", "warning", "note"]


def test_a_run_with_a_crash_was_no_success() -> None:
    assert log(several(1))["invocations"] == [{"executionSuccessful": True}]
    crash = Finding(Span(0, 0), "crashed", ".", "error", rule=CRASH)
    assert log(report([crash], {}))["invocations"] == [{"executionSuccessful": False}]


def test_related_places_are_cut_at_what_is_shown() -> None:
    text = "x" * 300
    related = tuple(there(text, "x", f"place {number}", "CLAUDE.md") for number in range(300))
    (result,) = log(report([at(text, "x", related=related)], {"CLAUDE.md": text}))["results"]
    assert len(result["locations"]) + len(result["relatedLocations"]) == SARIF_LOCATIONS


def test_more_than_github_takes_is_cut_and_said() -> None:
    text = "x\n" * (SARIF_RESULTS + 10)
    mild = [Finding(Span(2 * n, 2 * n + 1), f"m {n}", "CLAUDE.md", "info", rule=RULE) for n in range(SARIF_RESULTS + 9)]
    worst = Finding(Span(2 * SARIF_RESULTS + 18, 2 * SARIF_RESULTS + 19), "worst", "CLAUDE.md", "error", rule=RULE)
    made = report([*mild, worst], {"CLAUDE.md": text})
    out = rendered(made, "sarif")
    assert len(gzip.compress(out.encode())) < SARIF_GZIPPED
    (run,) = json.loads(out)["runs"]
    assert (len(run["results"]), run["results"][0]["message"]["text"]) == (SARIF_RESULTS, "worst")
    told = list(notes(made, "sarif"))
    assert told[0] == ("sarif: 10 of 25,010 findings are left out, the mildest ones: GitHub refuses more than 25,000")
    notifications = run["invocations"][0]["toolExecutionNotifications"]
    assert [each["message"]["text"] for each in notifications] == told
    assert list(notes(several(3), "sarif")) == []
