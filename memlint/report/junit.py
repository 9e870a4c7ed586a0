"""JUnit's XML, for CI servers that show tests: errors and warnings fail, infos are skipped, a clean run has one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memlint.engine import docs
from memlint.engine.check import Report
from memlint.engine.finding import Finding
from memlint.engine.run import CRASH
from memlint.report.places import Atlas
from memlint.report.ranking import severity
from memlint.report.visible import shown, visible
from memlint.report.xml import attributes, escaped


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the document, one finding a line.

    A case is named after the rule and the file, without a line number, so that a server knows it again in the next run.
    """
    atlas = Atlas(report.texts)
    kinds = Counter(map(_kind, report.findings))
    passes = not kinds["failure"] and not kinds["error"]
    total = len(report.findings) + passes
    counts = {"tests": total, "failures": kinds["failure"], "errors": kinds["error"]}
    time = f"{min(report.seconds, 999):.3f}"
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<testsuites{attributes(name='memlint', time=time, **counts)}>"
    yield f"<testsuite{attributes(name='memlint', time=time, **counts, skipped=kinds['skipped'])}>"
    if passes:
        yield f"<testcase{attributes(classname='memlint', name='memlint', time=time)}/>"
    seen: Counter[tuple[str, str]] = Counter()
    for finding in report.findings:
        key = finding.rule, finding.path
        seen[key] += 1
        yield _case(finding, seen[key], atlas)
    yield "</testsuite>"
    yield "</testsuites>"


def _kind(finding: Finding) -> str:
    if finding.rule == CRASH:
        return "error"
    return "skipped" if severity(finding) == "info" else "failure"


def _case(finding: Finding, number: int, atlas: Atlas) -> str:
    kind, message = _kind(finding), shown(finding.message)
    line, column = atlas[finding.path].at(finding.span.start)
    name = finding.path if number == 1 else f"{finding.path} #{number}"
    story = [f"{visible(finding.path)}:{line}:{column}: {severity(finding)} {finding.rule}", message]
    for place in finding.related:
        there = atlas[place.path].at(place.span.start)
        story.append(f"{visible(place.path)}:{there.line}:{there.column}: {shown(place.message)}")
    story.append(docs.url(finding.rule))
    body = "\n".join(map(escaped, story))
    # Servers take the last dot of a class for the end of its package.
    case = attributes(classname=f"memlint.{finding.rule.replace('/', '.')}", name=name, time="0.000")
    told = attributes(type=finding.rule, message=f"{line}:{column}: {message}")
    return f"<testcase{case}><{kind}{told}>{body}</{kind}></testcase>"
