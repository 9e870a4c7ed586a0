"""The report for programs: exactly the shape that DESIGN section 5 promises."""

from __future__ import annotations

import json

from memlint import Edit, Finding, Fix, Span
from memlint.engine.docs import url
from tests.report.reports import RULE, at, rendered, report, there

KEY = "gh" + "p_" + "a1B2" * 9  # no live key: put together here
HIDDEN = {"suppressed": 0, "baseline": 0}


def test_the_whole_shape() -> None:
    text, other = "# A\n\nSee @gone.md\n", "x @gone.md\n"
    finding = at(
        text,
        "@gone.md",
        "gone.md does not exist",
        related=(there(other, "@gone.md", "also here", "b/CLAUDE.md"),),
        fix=Fix("write it", (Edit(Span(5, 8), "see\n"),), "unsafe"),
    )
    assert json.loads(rendered(report([finding], {"CLAUDE.md": text, "b/CLAUDE.md": other}), "json")) == {
        "version": 1,
        "findings": [
            {
                "rule": "imports/missing-target",
                "severity": "error",
                "path": "CLAUDE.md",
                "line": 3,
                "column": 5,
                "end_line": 3,
                "end_column": 13,
                "message": "gone.md does not exist",
                "related": [
                    {
                        "path": "b/CLAUDE.md",
                        "line": 1,
                        "column": 3,
                        "end_line": 1,
                        "end_column": 11,
                        "message": "also here",
                    }
                ],
                "fix": {
                    "title": "write it",
                    "safety": "unsafe",
                    "edits": [{"line": 3, "column": 1, "end_line": 3, "end_column": 4, "text": "see\n"}],
                },
                "url": url(RULE),
            }
        ],
        "summary": {"error": 1, "warning": 0, "info": 0, **HIDDEN, "files": 2, "seconds": 0.214},
    }


def test_the_order_of_keys_is_that_of_the_design() -> None:
    (finding,) = json.loads(rendered(report([at("x", "x")], {"CLAUDE.md": "x"}), "json"))["findings"]
    expected = "rule severity path line column end_line end_column message related fix url"
    assert list(finding) == expected.split()
    assert (finding["related"], finding["fix"]) == ([], None)


def test_nothing_found_is_a_document_too() -> None:
    for quiet in (False, True):
        assert json.loads(rendered(report([], {}), "json", quiet=quiet, colour=True)) == {
            "version": 1,
            "findings": [],
            "summary": {"error": 0, "warning": 0, "info": 0, **HIDDEN, "files": 0, "seconds": 0.214},
        }


def test_paths_are_exact_but_for_bytes_that_no_json_can_say() -> None:
    paths = ["a b\n/日本.md", "/abs/x.md", "not\udcff.md", "ze\u200bro.md"]
    out = rendered(report([Finding(Span(0, 0), "m", path, "info", rule=RULE) for path in paths], {}), "json")
    assert out.isascii()
    told = [finding["path"] for finding in json.loads(out)["findings"]]
    assert told == ["a b\n/日本.md", "/abs/x.md", r"not\xff.md", "ze\u200bro.md"]


def test_an_edit_of_another_file_names_it() -> None:
    fix = Fix("move", (Edit(Span(0, 1), "y"), Edit(Span(2, 3), "z", "b/CLAUDE.md")))
    made = report([at("x", "x", fix=fix)], {"CLAUDE.md": "x", "b/CLAUDE.md": "a\nb"})
    (finding,) = json.loads(rendered(made, "json"))["findings"]
    assert [(edit.get("path"), edit["line"], edit["text"]) for edit in finding["fix"]["edits"]] == [
        (None, 1, "y"),
        ("b/CLAUDE.md", 2, "z"),
    ]


def test_a_fix_that_would_print_a_secret_is_left_out() -> None:
    fix = Fix("move", (Edit(Span(0, 1), "fine"), Edit(Span(1, 1), f"use {KEY}")))
    (finding,) = json.loads(rendered(report([at("x", "x", fix=fix)], {"CLAUDE.md": "x"}), "json"))["findings"]
    assert finding["fix"] is None
