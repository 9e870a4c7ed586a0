"""One line a finding: exact outputs."""

from __future__ import annotations

from memlint import Finding, Span
from tests.report.reports import at, rendered, report


def test_a_line_for_each_finding() -> None:
    text = "# A\n\n日本 @gone.md\n"
    findings = [
        at(text, "@gone.md", "gone.md does not exist"),
        at(text, "A", "odd", severity="info", rule="content/x"),
        Finding(Span(0, 0), "not UTF-8", "a b/CLAUDE.md", "warning", rule="source/x"),
    ]
    expected = (
        "CLAUDE.md:3:4: error imports/missing-target gone.md does not exist\n"
        "CLAUDE.md:1:3: info content/x odd\n"
        "a b/CLAUDE.md:1:1: warning source/x not UTF-8\n"
        "1 error, 1 warning, 1 info in 1 file (0.21 s)\n"
    )
    assert rendered(report(findings, {"CLAUDE.md": text}), "concise") == expected
    assert rendered(report(findings, {"CLAUDE.md": text}), "concise", colour=True) == expected


def test_nothing_found() -> None:
    assert rendered(report([], {"CLAUDE.md": ""}), "concise") == "no findings in 1 file (0.21 s)\n"


def test_quiet() -> None:
    assert rendered(report([at("x", "x")], {"CLAUDE.md": "x"}), "concise", quiet=True) == "1 error in 1 file (0.21 s)\n"


def test_a_finding_stays_on_its_line() -> None:
    finding = at("x", "x", "two\nlines\x1b[2J\u2028and \u202emore", "a\nb\udcff/CLAUDE.md")
    assert rendered(report([finding], {}), "concise").splitlines()[0] == (
        r"a\x0ab\xff/CLAUDE.md:1:1: error imports/missing-target two\x0alines\x1b[2J\u2028and \u202emore"
    )
