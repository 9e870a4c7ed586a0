"""Checkstyle's XML, read back by a parser."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from memlint import Finding, Span
from tests.report.reports import RULE, at, rendered, report, several


def files(out: str) -> dict[str, list[dict[str, str]]]:
    """Return the errors' attributes by file."""
    assert out.isascii()
    root = ElementTree.fromstring(out)
    assert (root.tag, root.get("version")) == ("checkstyle", "4.3")
    return {file.get("name", ""): [dict(error.attrib) for error in file] for file in root}


def test_findings_by_file() -> None:
    text = "# A\n\n日本 @gone.md\n"
    findings = [
        at(text, "@gone.md", 'a < b & "c"'),
        at(text, "A", "odd", severity="info", rule="content/x"),
        Finding(Span(0, 0), "not UTF-8", "b/CLAUDE.md", "warning", rule="source/x"),
    ]
    assert files(rendered(report(findings, {"CLAUDE.md": text}), "checkstyle")) == {
        "CLAUDE.md": [
            {
                "line": "3",
                "column": "4",
                "severity": "error",
                "message": 'a < b & "c"',
                "source": "memlint.imports/missing-target",
            },
            {"line": "1", "column": "3", "severity": "info", "message": "odd", "source": "memlint.content/x"},
        ],
        "b/CLAUDE.md": [
            {"line": "1", "column": "1", "severity": "warning", "message": "not UTF-8", "source": "memlint.source/x"}
        ],
    }


@pytest.mark.parametrize("path", ["a\nb.md", 'q".md', "a&b<c>.md", "日本.md", "##[group]x.md"])
def test_paths_come_back_as_they_are(path: str) -> None:
    out = rendered(report([Finding(Span(0, 0), "m", path, "error", rule=RULE)], {}), "checkstyle")
    assert list(files(out)) == [path]
    assert "##[" not in out


def test_nothing_found_is_a_document_too() -> None:
    assert files(rendered(report([], {}), "checkstyle")) == {}
    assert len(files(rendered(several(3), "checkstyle"))["CLAUDE.md"]) == 3
