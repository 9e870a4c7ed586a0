"""25,000 findings, as many as GitHub takes: every format is written fast enough, and its reader takes it."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from memlint import Edit, Finding, Fix, Place, Report, Span
from memlint.config import FORMATS
from memlint.engine.finding import SEVERITIES
from memlint.engine.registry import load
from tests.report.reports import rendered, report
from tests.work import calls

COUNT, FILES, LINES = 25_000, 250, 100


@pytest.fixture(scope="module")
def many() -> Report:
    """Return a report with a finding on each line, some with related places or a fix, some lines not ASCII."""
    texts = {
        f"packages/p{number}/CLAUDE.md": "".join(
            f"- Rule {line}: after the {'blue' if number % 10 else '青い'} glaze see `docs/a{line}.md` and @docs/{line}.md.\n"
            for line in range(LINES)
        )
        for number in range(FILES)
    }
    paths, names = list(texts), list(load())
    findings = []
    for number in range(COUNT):
        path = paths[number // LINES]
        start = texts[path].index(f"@docs/{number % LINES}.md")
        related = (Place(paths[0], Span(5, 9), "first stated here"),) if number % 5 == 0 else ()
        fix = Fix("write it", (Edit(Span(start, start + 3), "x"),)) if number % 7 == 0 else None
        message = f"docs/{number}.md does not exist: the agent loads nothing here"
        span, severity, rule = Span(start, start + 8), SEVERITIES[number % 3], names[number % len(names)]
        findings.append(Finding(span, message, path, severity, related, fix, rule))
    return report(findings, texts)._replace(exact=frozenset(texts))


def _count(output_format: str, out: str) -> int:
    if output_format in ("junit", "checkstyle"):
        root = ElementTree.fromstring(out)
        return len(list(root.iter("testcase" if output_format == "junit" else "error")))
    if output_format == "json-lines":
        return len([json.loads(line) for line in out.splitlines()])
    data = json.loads(out)
    if output_format == "sarif":
        return len(data["runs"][0]["results"])
    return len(data if output_format == "gitlab" else data["findings" if output_format == "json" else "diagnostics"])


def test_each_format_holds_all(many: Report) -> None:
    for output_format in ("json", "json-lines", "sarif", "gitlab", "rdjson", "junit", "checkstyle"):
        assert _count(output_format, rendered(many, output_format)) == COUNT
    assert len(rendered(many, "concise").splitlines()) == COUNT + 1
    assert len(rendered(many, "github").splitlines()) == COUNT + 3


@pytest.mark.parametrize("output_format", FORMATS)
def test_four_times_as_many_take_about_four_times_the_work(many: Report, output_format: str) -> None:
    few, more = (many._replace(findings=many.findings[:count]) for count in (COUNT // 40, COUNT // 10))
    rendered(more, output_format)  # what is imported, and what is remembered of a message, does not count
    assert calls(lambda: rendered(more, output_format)) < 6 * calls(lambda: rendered(few, output_format)) + 1000
