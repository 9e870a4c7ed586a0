"""Where the comments go that suppress findings, to the byte."""

from __future__ import annotations

import pytest

from memlint import Finding, Span
from memlint.engine.suppressing import add
from memlint.source.document import read

RULE = "imports/missing-target"
NEXT = f"<!-- memlint-disable-next-line {RULE} -- why -->"
LINE = f" <!-- memlint-disable-line {RULE} -- why -->"
FILE = f"<!-- memlint-disable-file {RULE} -- why -->"


def finding(start: int, rule: str = RULE, size: int = 2) -> Finding:
    return Finding(Span(start, start + size), "gone", "CLAUDE.md", rule=rule)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See @x\n", f"{NEXT}\nSee @x\n"),
        ("See @x", f"{NEXT}\nSee @x"),
        ("# Kiln @x\n", f"{NEXT}\n# Kiln @x\n"),
        ("a\n\n@x\n===\n", f"a\n\n{NEXT}\n@x\n===\n"),
        ("<div>@x</div>\n", f"{NEXT}\n<div>@x</div>\n"),
        ("See\r\n\r\n@x\r\n", f"See\r\n\r\n{NEXT}\r\n@x\r\n"),
        ("---\n@x\n", f"---\n{NEXT}\n@x\n"),
        ("---\nname: a\n---\n@x", f"---\nname: a\n---\n{NEXT}\n@x"),
        ("a @x\\\nb\n", f"{NEXT}\na @x\\\nb\n"),
        # a line of its own would break what is around
        ("- one @x\n", f"- one @x{LINE}\n"),
        ("- one @x  ", f"- one @x{LINE}  "),
        ("a\n@x\nb\n", f"a\n@x{LINE}\nb\n"),
        ("> q @x\n", f"> q @x{LINE}\n"),
        ("`a\n@x b`\n", f"`a\n@x b`{LINE}\n"),
        ("[a\n@x](b)\n", f"[a\n@x](b){LINE}\n"),
        # nor can it stand at the line's end
        ("a\nb @x\\\nc\n", f"{FILE}\na\nb @x\\\nc\n"),
        ("a\n[b @x\nc](d)\n", f"{FILE}\na\n[b @x\nc](d)\n"),
        ("a\n`b @x\nc`\n", f"{FILE}\na\n`b @x\nc`\n"),
        ("| a |\n|---|\n| @x |\n", f"{FILE}\n| a |\n|---|\n| @x |\n"),
        ("```\n@x\n```\n", f"{FILE}\n```\n@x\n```\n"),
        ("    @x\n", f"{FILE}\n    @x\n"),
        ("---\nname: >\n  a\n  @x\n---\nb\n", f"---\nname: >\n  a\n  @x\n---\n{FILE}\nb\n"),
        ("---\n: @x: [\n---\nb\n", f"---\n: @x: [\n---\n{FILE}\nb\n"),
        ("---\nname: @x\n---", f"---\nname: @x\n---\n{FILE}"),
        # in a header it is one of YAML
        ("---\nname: a@x\n---\nb\n", f"---\n# memlint-disable-next-line {RULE} -- why\nname: a@x\n---\nb\n"),
        ("---\na:\n  b: a@x\n---\n", f"---\na:\n  # memlint-disable-next-line {RULE} -- why\n  b: a@x\n---\n"),
        ("---\r\nname: a@x\r\n---\r\n", f"---\r\n# memlint-disable-next-line {RULE} -- why\r\nname: a@x\r\n---\r\n"),
    ],
)
def test_where_a_comment_goes(text: str, expected: str) -> None:
    made = add(read(text, "CLAUDE.md"), [finding(text.index("@x"))], "why")
    assert (made.text, made.comments, made.refused) == (expected, 1, ())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<!-- BEGIN kiln -->\n@x\n<!-- END kiln -->\n", "a tool owns that part"),
        ("---\nname: a\n\n```\n@x\n```\n", "no comment can stand in this file"),
    ],
)
def test_refused(text: str, why: str) -> None:
    made = add(read(text, "CLAUDE.md"), [finding(text.index("@x"))], "why")
    assert (made.text, made.comments) == (text, 0)
    assert [reason.startswith(why) for _, reason in made.refused] == [True]


def test_rules_share_a_comment_and_the_file_one_for_each_place() -> None:
    text = "See @x and @x\n\n@x\n"
    findings = [finding(start, rule) for start in (4, 11, 15) for rule in (RULE, "links/broken-link")]
    both = f"{RULE}, links/broken-link -- why -->"
    made = add(read(text, "CLAUDE.md"), findings, "why")
    above = f"<!-- memlint-disable-next-line {both}\n"
    assert (made.text, made.comments) == (f"{above}See @x and @x\n\n{above}@x\n", 2)
    made = add(read(text, "CLAUDE.md"), findings, "why", everywhere=True)
    assert (made.text, made.comments) == (f"<!-- memlint-disable-file {both}\n{text}", 1)


def test_a_rule_that_needs_one_for_the_file_needs_no_other() -> None:
    text = "See @x\n"
    made = add(read(text, "CLAUDE.md"), [finding(0, size=0), finding(4), finding(4, "links/broken-link")], "why")
    assert made.text == f"<!-- memlint-disable-next-line links/broken-link -- why -->\n{FILE}\n{text}"


def test_nothing_to_do() -> None:
    assert add(read("See @x\n", "CLAUDE.md"), [], "why").comments == 0
