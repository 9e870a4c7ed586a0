"""Markdown for summaries and comments, read back by a Markdown parser: nothing in a finding marks anything up."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pyromark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Finding, Span
from memlint.engine.docs import url
from memlint.report import notes
from memlint.report.limits import MARKDOWN
from memlint.report.visible import shown, visible
from tests.report.reports import RULE, at, rendered, report, several

fixed = settings(max_examples=150)
TAGS = {"h3", "table", "thead", "tbody", "tr", "th", "td", "code", "a", "details", "summary", "ul", "li", "p", "strong"}


class Page(HTMLParser):
    """The cells of the table, as they are read, and all links."""

    def __init__(self, out: str) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.links: set[str] = set()
        self.feed(pyromark.html(out, options=pyromark.Options.ENABLE_TABLES))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS
        values = {name: value or "" for name, value in attrs}
        assert set(values) == ({"href"} if tag == "a" else set())
        self.links |= set(values.values())
        if tag == "td":
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.cells:
            self.cells[-1] += data

    def rows(self) -> list[list[str]]:
        """Return the table's rows without what the last cell is followed by."""
        texts = [cell.replace("\u200b", "").partition("\n")[0] for cell in self.cells]
        return [texts[start : start + 4] for start in range(0, len(texts), 4)]


def test_the_page() -> None:
    text = "# A\n\nSee @gone.md\n"
    findings = [
        at(text, "A", "worth knowing", severity="info", rule="content/x"),
        at(text, "@gone.md", "gone.md does not exist"),
    ]
    assert rendered(report(findings, {"CLAUDE.md": text}), "markdown").splitlines() == [
        "### memlint: 1 error, 1 info in 1 file (0.21 s)",
        "",
        "| | Place | Finding | Rule |",
        "| --- | --- | --- | --- |",
        rf"| error | <code>CLAUDE.md\:3\:5</code> | gone.md does not exist | [{RULE}]({url(RULE)}) |",
        rf"| info | <code>CLAUDE.md\:1\:3</code> | worth knowing | [content/x]({url('content/x')}) |",
        "",
        "<details><summary>What to do</summary>",
        "",
        f"- [{RULE}]({url(RULE)}): write the path from this file's folder.",
        "",
        "</details>",
    ]


def test_nothing_found_and_quiet() -> None:
    assert rendered(report([], {"CLAUDE.md": ""}), "markdown") == "### memlint: no findings in 1 file (0.21 s)\n"
    assert rendered(several(2), "markdown", quiet=True) == "### memlint: 2 errors in 1 file (0.21 s)\n"


def test_it_fits_into_a_comment_and_says_what_does_not() -> None:
    made = several(3000)
    out = rendered(made, "markdown")
    assert len(out) <= MARKDOWN
    (more,) = re.findall(r"^\*\*(\d+) more findings are not shown here\.\*\*$", out, re.MULTILINE)
    assert len(Page(out).rows()) + int(more) == 3000
    (note,) = notes(made, "markdown")
    assert note.startswith(f"markdown: {more} of 3000 findings are left out")
    assert list(notes(several(3), "markdown")) == []


def test_a_long_message_is_cut() -> None:
    (row,) = Page(rendered(report([at("x", "x", "long " * 500)], {"CLAUDE.md": "x"}), "markdown")).rows()
    assert len(row[2]) < 700


@pytest.mark.parametrize(
    "message",
    [
        "a | b \\| c",
        "*not* _marked_ ~~up~~ `code` ``",
        "<img src=x onerror=alert(1)> <!-- x --> </td>",
        "[link](https://example.org) ![picture](x) [[wiki]]",
        "&amp; &#64; $x$ :tada:",
        "# heading - list + 1. item > quote",
        "see https://example.org and www.example.org",
        "\\",
    ],
)
def test_messages_are_shown_as_they_are(message: str) -> None:
    page = Page(rendered(report([at("x", "x", message)], {"CLAUDE.md": "x"}), "markdown"))
    assert [row[2] for row in page.rows()] == [message]
    assert page.links == {url(RULE)}


@pytest.mark.parametrize("call", ["@kiln-team", "#12", "GH-7", "org/repo#3", "a@example.org"])
def test_nobody_is_mentioned(call: str) -> None:
    out = rendered(report([at("x", "x", f"ask {call} now")], {"CLAUDE.md": "x"}), "markdown")
    assert call not in pyromark.html(out, options=pyromark.Options.ENABLE_TABLES)


words = st.sampled_from(
    ["a", " ", "|", "`", "*", "_", "<b>", "&lt;", "\\", "]", "](", "@x", "#1", "::error::", "##[", "日", "\n"]
)


@fixed
@given(st.lists(words, min_size=1, max_size=12).map("".join), st.lists(words, min_size=1, max_size=8).map("".join))
def test_whatever_is_in_it(message: str, path: str) -> None:
    page = Page(rendered(report([Finding(Span(0, 0), message, path, "error", rule=RULE)], {}), "markdown"))
    ((severity, place, told, rule),) = page.rows()
    assert (severity, rule, page.links) == ("error", RULE, {url(RULE)})
    # A reader makes one blank of several, and cuts those at a cell's ends.
    assert told.split() == shown(message).split()
    assert place.split() == f"{visible(path)}:1:1".split()
