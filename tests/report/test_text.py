"""The report for people: exact outputs, where the caret stands, and the last line."""

from __future__ import annotations

import pytest

from memlint import Edit, Finding, Fix, Span
from memlint.engine import docs
from memlint.engine.registry import load
from memlint.engine.run import CRASH
from memlint.report.places import Atlas, Places
from memlint.report.text import summary
from memlint.report.visible import width
from tests.report.reports import RULE, at, rendered, report, there

TO_DO = docs.read(load()["imports/missing-target"]).to_do


def test_findings_are_grouped_and_explained_once() -> None:
    top, other = "# Project\n\nSee @docs/gone.md\nand @b.md\n", "@c.md\n"
    findings = [
        at(top, "@docs/gone.md", "docs/gone.md does not exist"),
        at(top, "@b.md", "b.md does not exist", severity="warning"),
        at(other, "@c.md", "c.md does not exist", "app/CLAUDE.md", severity="info", rule="imports/other"),
    ]
    assert rendered(report(findings, {"CLAUDE.md": top, "app/CLAUDE.md": other}), "text") == (
        "CLAUDE.md\n"
        "  3:5  error  docs/gone.md does not exist  imports/missing-target\n"
        "     3 | See @docs/gone.md\n"
        "       |     ^^^^^^^^^^^^^\n"
        f"         help: {TO_DO}\n"
        "  4:5  warning  b.md does not exist  imports/missing-target\n"
        "     4 | and @b.md\n"
        "       |     ^^^^^\n"
        "\n"
        "app/CLAUDE.md\n"
        "  1:1  info  c.md does not exist  imports/other\n"
        "     1 | @c.md\n"
        "       | ^^^^^\n"
        "\n"
        "1 error, 1 warning, 1 info in 2 files (0.21 s)\n"
    )


def test_related_places_and_a_fix() -> None:
    first, second = "# A\n\nUse tabs.\n", "Use blanks.\n"
    finding = at(
        first,
        "Use tabs.",
        "two files say different things",
        rule="content/x",
        related=(there(second, "blanks", "blanks here", "b/CLAUDE.md"), there(first, "A", "and here", "CLAUDE.md")),
        fix=Fix("keep one", (Edit(Span(0, 0), "x"),)),
    )
    assert rendered(report([finding], {"CLAUDE.md": first, "b/CLAUDE.md": second}), "text") == (
        "CLAUDE.md\n"
        "  3:1  error  two files say different things  content/x\n"
        "     3 | Use tabs.\n"
        "       | ^^^^^^^^^\n"
        "         b/CLAUDE.md:1:5: blanks here\n"
        "         CLAUDE.md:1:3: and here\n"
        "         fix: keep one\n"
        "\n"
        "1 error in 2 files (0.21 s)\n"
    )


def test_a_fix_that_must_be_asked_for_says_so() -> None:
    edits = (Edit(Span(0, 0), "x"),)
    findings = [
        at("x", "x", "one", fix=Fix("write it", edits, "unsafe")),
        at("x", "x", "two", fix=Fix("write it", edits, "display")),
    ]
    out = rendered(report(findings, {"CLAUDE.md": "x"}), "text")
    assert [line.strip() for line in out.splitlines() if "fix" in line] == [
        "fix (unsafe): write it",
        "fix (by hand): write it",
    ]


def test_a_file_without_text_and_an_empty_span_have_no_excerpt() -> None:
    findings = [
        Finding(Span(0, 0), "not UTF-8", "a/CLAUDE.md", "error", rule="source/x"),
        Finding(Span(2, 2), "here", "b/CLAUDE.md", "warning", rule="source/x"),
        Finding(Span(0, 0), "the rule x/y crashed here", ".", "error", rule=CRASH),
    ]
    assert rendered(report(findings, {"b/CLAUDE.md": "a\nb\n"}), "text") == (
        "a/CLAUDE.md\n  1:1  error  not UTF-8  source/x\n\n"
        "b/CLAUDE.md\n  2:1  warning  here  source/x\n\n"
        ".\n  1:1  error  the rule x/y crashed here  internal/rule-crash\n\n"
        "2 errors, 1 warning in 1 file (0.21 s)\n"
    )


def test_colour() -> None:
    text = "@b.md\n"
    made = report([at(text, "@b.md", "gone", rule="imports/other")], {"CLAUDE.md": text})
    assert rendered(made, "text", colour=True) == (
        "\x1b[1mCLAUDE.md\x1b[0m\n"
        "  1:1  \x1b[31merror\x1b[0m  gone  \x1b[2mimports/other\x1b[0m\n"
        "\x1b[2m     1 | @b.md\x1b[0m\n"
        "       | \x1b[31m^^^^^\x1b[0m\n"
        "\n"
        "\x1b[31m1 error\x1b[0m in 1 file (0.21 s)\n"
    )
    assert rendered(report([], {}), "text", colour=True) == "\x1b[32mno findings\x1b[0m in 0 files (0.21 s)\n"


def test_quiet() -> None:
    text = "@b.md\n"
    assert (
        rendered(report([at(text, "@b.md")], {"CLAUDE.md": text}), "text", quiet=True) == "1 error in 1 file (0.21 s)\n"
    )


@pytest.mark.parametrize(
    ("counts", "files", "line"),
    [
        ((0, 0, 0), 0, "no findings in 0 files (0.21 s)"),
        ((0, 0, 0), 1, "no findings in 1 file (0.21 s)"),
        ((1, 0, 0), 1, "1 error in 1 file (0.21 s)"),
        ((3, 1, 0), 14, "3 errors, 1 warning in 14 files (0.21 s)"),
        ((0, 2, 1), 2, "2 warnings, 1 info in 2 files (0.21 s)"),
        ((0, 0, 5), 2, "5 info in 2 files (0.21 s)"),
    ],
)
def test_the_last_line(counts: tuple[int, int, int], files: int, line: str) -> None:
    levels = [level for level, count in zip(("error", "warning", "info"), counts, strict=True) for _ in range(count)]
    findings = [at("x", "x", severity=level) for level in levels]
    assert summary(report(findings, {f"{number}.md": "x" for number in range(files)})) == line


def test_seconds_have_two_places() -> None:
    assert summary(report([], {}, seconds=0.0)) == "no findings in 0 files (0.00 s)"
    assert summary(report([], {}, seconds=61.239)) == "no findings in 0 files (61.24 s)"


# --- where the caret stands


def excerpt(text: str, part: str) -> tuple[str, str]:
    """Return the shown line, and what stands above the caret, told by columns."""
    start = text.index(part)
    shown = Places(text).excerpt(Span(start, start + len(part)))
    columns = "".join(character + "\0" * (width(character) - 1) for character in shown.text if width(character))
    marked = columns[shown.start : shown.start + shown.length].replace("\0", "")
    return shown.text, marked


@pytest.mark.parametrize(
    ("text", "part", "line", "marked"),
    [
        ("a @b c\n", "@b", "a @b c", "@b"),
        ("a\n\tx @b c\r\nd", "@b", " x @b c", "@b"),
        ("日本語 @b c", "@b", "日本語 @b c", "@b"),
        ("a 日本 b", "日本", "a 日本 b", "日本"),
        ("🙂🙂 @b", "@b", "🙂🙂 @b", "@b"),
        ("e\u0301e\u0301 @b", "@b", "e\u0301e\u0301 @b", "@b"),
        ("\u1112\u1161\u11ab @b", "@b", "\u1112\u1161\u11ab @b", "@b"),
        ("नमस्ते @b", "@b", "नमस्ते @b", "@b"),
        ("a\u200bb @b", "@b", r"a\u200bb @b", "@b"),
        ("a b\u202ec d", "b\u202ec", r"a b\u202ec d", r"b\u202ec"),
        ("x @b\ny", "@b\ny", "x @b", "@b"),
        ("x\ny", "\n", "x", ""),
        ("\r\n", "\r\n", "", ""),
        ("last", "last", "last", "last"),
    ],
)
def test_the_caret_stands_below_the_span(text: str, part: str, line: str, marked: str) -> None:
    assert excerpt(text, part) == (line, marked)


def test_a_long_line_is_cut_around_the_span() -> None:
    text = "a" * 300 + " @b.md " + "c" * 300
    line, marked = excerpt(text, "@b.md")
    assert marked == "@b.md"
    assert line == "…" + "a" * 32 + " @b.md " + "c" * 61 + "…"
    assert excerpt("@b.md " + "c" * 300, "@b.md") == ("@b.md " + "c" * 94 + "…", "@b.md")
    assert excerpt("a" * 300 + " @b.md", "@b.md") == ("…" + "a" * 32 + " @b.md", "@b.md")


def test_a_long_span_is_cut_too() -> None:
    line, marked = excerpt("a" * 300 + "b" * 300 + "c" * 300, "b" * 300)
    assert marked == "b" * 100
    assert line == "…" + "a" * 33 + "b" * 100 + "…"


def test_a_long_wide_line_is_cut_with_the_caret_in_place() -> None:
    text = "漢" * 200 + "@b.md" + "🙂" * 200
    line, marked = excerpt(text, "@b.md")
    assert marked == "@b.md"
    assert line.startswith("…漢")
    assert line.endswith("🙂…")


KEY = "gh" + "p_" + "a1B2" * 9  # no live key: put together here


@pytest.mark.parametrize(
    ("text", "part", "line", "marked"),
    [
        (f"use {KEY} at @b", "@b", "use ghp_… at @b", "@b"),
        (f"@b with {KEY}", "@b", "@b with ghp_…", "@b"),
        (f"use {KEY}, ok", KEY, "use ghp_…, ok", "ghp_…"),
        (f"use {KEY}, ok", KEY[20:30], "use ghp_…, ok", "…"),
        (f"use {KEY}, ok", KEY[2:6], "use ghp_…, ok", "p_…"),
        (f"use {KEY}, ok", f"e {KEY[:10]}", "use ghp_…, ok", "e ghp_…"),
        (f"use {KEY}, ok", f"{KEY[-3:]}, o", "use ghp_…, ok", "…, o"),
        (f"{'a' * 90} @b {KEY} {'c' * 90}", "@b", "…" + "a" * 32 + " @b ghp_… " + "c" * 23 + "…", "@b"),
    ],
)
def test_a_secret_is_masked_before_the_line_is_cut(text: str, part: str, line: str, marked: str) -> None:
    assert excerpt(text, part) == (line, marked)


@pytest.mark.parametrize("distance", range(0, 140, 3))
def test_no_cut_lets_half_a_secret_through(distance: int) -> None:
    for text in (
        f"{'a' * 200} {KEY} {'b' * distance} @b {'c' * 200}",
        f"{'a' * 200} @b {'b' * distance} {KEY} {'c' * 99}",
    ):
        line, marked = excerpt(text, "@b")
        assert marked == "@b"
        assert "a1B2" not in line


def test_a_private_key_is_masked_in_all_its_lines() -> None:
    body = "\n".join("MIIB" + "a1B2c3D4" * 7 for _ in range(3)) + "\nshort1\n"
    text = f"-----BEGIN {'RSA '}PRIVATE KEY-----\n{body}-----END RSA PRIVATE KEY-----\n"
    for part in ("MIIB", "short1"):
        assert excerpt(text, part) == ("…", "…")


# --- positions


def test_positions_count_characters_from_1() -> None:
    places = Places("ab\n\U0001f642c\r\n\nd")
    assert [places.at(offset) for offset in (0, 2, 3, 4, 7, 8, 9)] == [
        (1, 1),
        (1, 3),
        (2, 1),
        (2, 2),
        (3, 1),
        (4, 1),
        (4, 2),
    ]
    assert Places("").at(0) == (1, 1)


def test_an_atlas_knows_unread_files() -> None:
    atlas = Atlas({"a": "x\ny"})
    assert atlas["a"].at(2) == (2, 1)
    assert atlas["a"] is atlas["a"]
    assert atlas["gone"].at(0) == (1, 1)


def test_the_rule_of_these_tests_exists() -> None:
    assert RULE in {rule.name for rule in report([], {}).rules}
