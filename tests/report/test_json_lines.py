"""JSON Lines: the objects of the JSON report, one a line."""

from __future__ import annotations

import json

from tests.report.reports import at, rendered, report, several


def test_the_objects_are_those_of_the_json_report() -> None:
    text = "a\nSee @gone.md\n"
    made = report([at(text, "@gone.md", "two\nlines"), at(text, "a")], {"CLAUDE.md": text})
    lines = rendered(made, "json-lines").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(rendered(made, "json"))["findings"]


def test_nothing_found_is_nothing() -> None:
    assert rendered(report([], {}), "json-lines") == ""
    assert len(rendered(several(3), "json-lines", quiet=True).splitlines()) == 3


def test_the_json_report_has_a_finding_a_line() -> None:
    lines = rendered(several(3), "json").splitlines()
    assert sum(line.startswith('{"rule"') for line in lines) == 3
