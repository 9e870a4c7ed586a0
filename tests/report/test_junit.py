"""JUnit: valid by the schema of Jenkins, and read back as servers read it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from memlint import Finding, Span
from memlint.engine.docs import url
from memlint.engine.run import CRASH
from tests.conftest import Linter
from tests.report.reports import RULE, at, rendered, report, several, there


@pytest.fixture(scope="module")
def schema() -> Any:
    """Return the published XML Schema."""
    etree = pytest.importorskip("lxml.etree", reason="lxml checks XML Schemas")
    return etree.XMLSchema(etree.parse(Path(__file__).parent / "data" / "junit-10.xsd"))


def suite(out: str) -> ElementTree.Element:
    """Return the only suite of an output, whose counts must be those of its cases."""
    assert out.isascii()
    root = ElementTree.fromstring(out)
    (found,) = root
    assert root.tag == "testsuites"
    assert found.get("tests") == root.get("tests") == str(len(found.findall("testcase")))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert found.get(name) == str(len(found.findall(f"testcase/{tag}")))
    return found


def valid(out: str, schema: Any) -> bool:
    from lxml import etree  # type: ignore[import-untyped,unused-ignore]

    schema.assertValid(etree.fromstring(out.encode()))
    return True


def test_a_failure() -> None:
    text, other = "# A\n\nSee @gone.md\n", "x @gone.md\n"
    finding = at(text, "@gone.md", "a < b & c", related=(there(other, "@gone.md", "also here", "b/CLAUDE.md"),))
    found = suite(rendered(report([finding], {"CLAUDE.md": text, "b/CLAUDE.md": other}), "junit"))
    assert found.get("time") == "0.214"
    (case,) = found
    assert case.attrib == {"classname": "memlint.imports.missing-target", "name": "CLAUDE.md", "time": "0.000"}
    (failure,) = case
    assert failure.attrib == {"type": RULE, "message": "3:5: a < b & c"}
    assert (failure.text or "").splitlines() == [
        "CLAUDE.md:3:5: error imports/missing-target",
        "a < b & c",
        "b/CLAUDE.md:1:3: also here",
        url(RULE),
    ]


def test_cases_have_names_of_their_own_that_no_line_is_in() -> None:
    assert [case.get("name") for case in suite(rendered(several(3), "junit"))] == [
        "CLAUDE.md",
        "CLAUDE.md #2",
        "CLAUDE.md #3",
    ]


def test_a_clean_run_has_one_passing_case() -> None:
    (case,) = suite(rendered(report([], {"CLAUDE.md": ""}), "junit"))
    assert (case.get("name"), list(case)) == ("memlint", [])


def test_infos_are_skipped_beside_a_passing_case() -> None:
    found = suite(rendered(several(2, "info"), "junit"))
    assert [[child.tag for child in case] for case in found] == [[], ["skipped"], ["skipped"]]


def test_a_crash_is_an_error() -> None:
    crash = Finding(Span(0, 0), "the rule x/y crashed here", ".", "error", rule=CRASH)
    (case,) = suite(rendered(report([crash], {}), "junit"))
    assert [child.tag for child in case] == ["error"]


@pytest.mark.parametrize(
    "path", ["a\nb.md", "tab\there.md", 'quote".md', "a&b<c>.md", "日本.md", "]]>.md", "x\x85y.md"]
)
def test_paths_come_back_as_they_are(path: str) -> None:
    (case,) = suite(rendered(report([Finding(Span(0, 0), "m", path, "error", rule=RULE)], {}), "junit"))
    assert case.get("name") == path


@pytest.mark.parametrize(("path", "told"), [("nul\x01.md", r"nul\x01.md"), ("not\udcff.md", r"not\xff.md")])
def test_what_xml_cannot_hold_is_escaped(path: str, told: str) -> None:
    (case,) = suite(rendered(report([Finding(Span(0, 0), "m\x1b[2J", path, "error", rule=RULE)], {}), "junit"))
    assert case.get("name") == told
    assert case[0].get("message") == r"1:1: m\x1b[2J"


def test_valid_by_the_schema(schema: Any, lint: Linter) -> None:
    made = lint({"CLAUDE.md": "@gone.md @a.md\n", "a.md": "@CLAUDE.md [[nobody]]\n"})
    crash = Finding(Span(0, 0), "the rule x/y crashed here", ".", "error", rule=CRASH)
    for each in (made, several(3), several(2, "info"), report([crash], {}), report([], {}, seconds=4000.5)):
        assert valid(rendered(each, "junit"), schema)
