"""Markdown for a job summary or a comment on a pull request: a table of findings, the worst first, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from memlint.engine import docs
from memlint.engine.check import Report
from memlint.engine.finding import Finding
from memlint.report.limits import MARKDOWN
from memlint.report.places import Atlas
from memlint.report.ranking import severity, worst_first
from memlint.report.text import summary
from memlint.report.visible import shown, visible

_MESSAGE = 600  # characters of one message
_TABLE = MARKDOWN * 3 // 4  # what is left is for the advice

# Backslashes for what marks up a line on GitHub and GitLab, references where a table or HTML would see the character.
_MARKUP = str.maketrans(
    {mark: f"\\{mark}" for mark in "\\`*_~[]$"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"}
)


def render(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """Yield the page. ``quiet`` leaves the heading only. What a comment has no room for is counted."""
    yield f"### memlint: {text(summary(report))}"
    if quiet or not report.findings:
        return
    findings = worst_first(report.findings)
    rows = _fitting(_rows(findings, report), _TABLE)
    yield ""
    yield "| | Place | Finding | Rule |"
    yield "| --- | --- | --- | --- |"
    yield from rows
    if len(rows) < len(findings):
        yield ""
        yield f"**{len(findings) - len(rows)} more findings are not shown here.**"
    advice = _fitting(_advice({finding.rule for finding in findings[: len(rows)]}, report), MARKDOWN - _TABLE)
    if advice:
        yield ""
        yield "<details><summary>What to do</summary>"
        yield ""
        yield from advice
        yield ""
        yield "</details>"


def notes(report: Report) -> Iterator[str]:
    """Yield how many findings the page has no room for."""
    total = len(report.findings)
    left = total - len(_fitting(_rows(worst_first(report.findings), report), _TABLE))
    if left:
        yield f"markdown: {left} of {total} findings are left out, the mildest ones: a comment would not hold them"


def text(plain: str) -> str:
    """Return ``plain``, one line without anything invisible, as Markdown that shows just that.

    It marks nothing up, links nothing and mentions nobody: a blank of no width stands after each ``@`` and ``#``.
    """
    return _calls().sub(r"\1&#8203;", _web().sub(r"\1\\.", code(plain)))


def code(plain: str) -> str:
    """Return ``plain`` as ``text`` does, for the inside of a ``<code>`` element, in which nobody is mentioned."""
    return _colons().sub(r"\\:", plain.translate(_MARKUP))


@cache
def _calls() -> re.Pattern[str]:
    return re.compile(r"(@|#(?!\d+;)|\bGH(?=-\d))", re.IGNORECASE)


@cache
def _colons() -> re.Pattern[str]:
    return re.compile(r":(?=\S)")  # of addresses and of :names: of pictures


@cache
def _web() -> re.Pattern[str]:
    return re.compile(r"(\bwww)\.", re.IGNORECASE)


def _rows(findings: Iterable[Finding], report: Report) -> Iterator[str]:
    atlas = Atlas(report.texts)
    for finding in findings:
        line, column = atlas[finding.path].at(finding.span.start)
        message = shown(finding.message)
        message = message if len(message) <= _MESSAGE else f"{message[:_MESSAGE]}…"
        place = f"<code>{code(visible(finding.path))}\\:{line}\\:{column}</code>"
        yield f"| {severity(finding)} | {place} | {text(message)} | {_rule(finding.rule)} |"


def _advice(names: set[str], report: Report) -> Iterator[str]:
    for rule in report.rules:
        if rule.name in names:
            to_do = docs.read(rule).to_do
            if to_do:
                yield f"- {_rule(rule.name)}: {text(visible(to_do))}"


def _rule(name: str) -> str:
    return f"[{text(name)}]({docs.url(name)})"


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """Return the first of ``lines`` that fit into ``room`` characters."""
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept
