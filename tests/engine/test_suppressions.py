"""Comments that suppress findings: their forms, what they reach, what is said of those that do nothing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Finding, Place, Settings, Span, check
from memlint.engine.registry import load
from memlint.engine.run import CRASH
from memlint.engine.suppressing import add
from memlint.engine.suppression_comments import read
from memlint.engine.suppressions import Suppressions
from memlint.source.document import Document, parse
from memlint.source.document import read as document
from tests.conftest import Linter, told
from tests.engine.test_registry import GOOD, package
from tests.trees import plant

RULE = "imports/missing-target"
steady = settings(max_examples=150)
TODAY = date(2026, 11, 30)


def at(text: str, word: str, rule: str = RULE, path: str = "CLAUDE.md", related: tuple[Place, ...] = ()) -> Finding:
    start = text.index(word)
    return Finding(Span(start, start + len(word)), "gone", path, "error", related, rule=rule)


def kept(text: str, *findings: Finding) -> list[Finding]:
    return Suppressions([document(text, "CLAUDE.md")], load(), TODAY).split(findings)[0]


@pytest.mark.parametrize(
    ("text", "words", "until", "reason"),
    [
        ("<!-- memlint-disable-line a/b -- why -->", ["a/b"], "", "why"),
        ("<!--memlint-disable-line a/b--why-->", ["a/b--why"], "", ""),
        ("<!-- memlint-disable-line a/b,c , d/e-f -- why -- not -->", ["a/b", "c", "d/e-f"], "", "why -- not"),
        ("<!-- memlint-disable-line a/b d/e it is -->", ["a/b", "d/e"], "", "it is"),
        ("<!-- memlint-disable-line a/b until 2027-03-31 -- why -->", ["a/b"], "2027-03-31", "why"),
        ("<!-- memlint-disable-line a/b, until 2027-03-31: why -->", ["a/b"], "2027-03-31:", "why"),
        ("<!-- memlint-disable-line -->", [], "", ""),
        ("<!-- memlint-disable-line -- only why -->", [], "", "only why"),
        ("<!-- memlint-disable-line a/b – why -->", ["a/b"], "", "why"),
        ("<!--\n  memlint-disable-line a/b,\n  c/d\n  -- why\n  not\n-->", ["a/b", "c/d"], "", "why not"),
    ],
)
def test_what_a_comment_says(text: str, words: list[str], until: str, reason: str) -> None:
    (found,) = read(document(text + "\n", "CLAUDE.md"))
    assert [word.text for word in found.words] == words
    assert (found.until, found.reason) == (until, reason)
    assert all(text[slice(*word.span)] == word.text for word in found.words)


FORMS = [
    "<!-- memlint-disable-next-line {} -- why -->\nSee @x\n",
    "<!-- memlint-disable-next-line {} -- why -->\r\n\r\nSee @x\r\n",
    "<!-- memlint-disable-next-line links -->\n<!-- memlint-disable-next-line {} -->\n\nSee @x\n",
    "<!-- memlint-disable-next-line {} -->\n<!-- memlint-disable-next-line links -->\nSee @x\n",
    "See @x <!-- memlint-disable-line {} -- why -->\n",
    "- See @x <!-- memlint-disable-line {} -- why -->\n- b\n",
    "See @x\n\n<!-- memlint-disable-file {} -- why -->\n",
    "<!-- memlint-disable {} -- why -->\n\nSee @x\n",
    "<!-- memlint-disable {} -- why -->\nSee @x\n<!-- memlint-enable {} -->\n",
    "<!--\nmemlint-disable-next-line links -- why\nmemlint-disable-next-line {} -- why\n-->\nSee @x\n",
    "> <!-- memlint-disable-next-line {} -->\n> See @x\n",
    "---\nname: @x # memlint-disable-line {} -- why\n---\n",
    "---\n# memlint-disable-next-line {} -- why\nname: @x\n---\n",
    "---\n# memlint-disable-file {} -- why\nname: kiln\n---\nSee @x\n",
]


@pytest.mark.parametrize("name", [RULE, "imports", "all", "", f"links/broken-link, {RULE}"])
@pytest.mark.parametrize("form", FORMS)
def test_forms_that_reach_a_finding(form: str, name: str) -> None:
    text = form.replace("{}", name)
    assert kept(text, at(text, "@x")) == []


@pytest.mark.parametrize(
    "text",
    [
        "<!-- memlint-disable-next-line imports/cycle -- another rule -->\nSee @x\n",
        "<!-- memlint-disable-next-line imports -- too early -->\nOne.\nSee @x\n",
        "See @x\n<!-- memlint-disable-next-line imports -- too late -->\n",
        "See @x\n\n<!-- memlint-disable-line imports -- a line of its own -->\n",
        "<!-- memlint-disable imports -->\n<!-- memlint-enable imports/missing-target -->\nSee @x\n",
        "<!-- memlint-disable imports -->\n<!-- memlint-enable -->\nSee @x\n",
        "See @x\n<!-- memlint-disable imports -- from here on -->\n",
        "`<!-- memlint-disable-file imports -->`\n\nSee @x\n",
        "```\n<!-- memlint-disable-file imports -->\n```\nSee @x\n",
        "    <!-- memlint-disable-file imports -->\n\nSee @x\n",
        "<!-- memlint-disable-file imports\n\nSee @x\n",
        "<!-- as in memlint-disable-file imports -->\nSee @x\n",
        '---\nname: "a # memlint-disable-file imports"\n---\nSee @x\n',
        "---\nname: |\n  a # memlint-disable-file imports\n---\nSee @x\n",
        "# memlint-disable-file imports\n\nSee @x\n",
        "<!-- memlint-disable-file imports until 2026-11-29 -- over -->\nSee @x\n",
        "<!-- memlint-disable-file security -->\nSee @x\n",
    ],
)
def test_what_does_not_reach_it(text: str) -> None:
    finding = at(text, "@x")
    assert kept(text, finding) == [finding]


def test_security_must_be_named_and_a_crash_stays() -> None:
    for name, left in (("", 1), ("all", 1), ("security", 0), ("security/bidi", 0)):
        text = f"See @x <!-- memlint-disable-line {name} -- a sample -->\n"
        assert len(kept(text, at(text, "@x", "security/bidi"))) == left
    text = f"See @x <!-- memlint-disable-line all, {CRASH} -- no -->\n"
    assert len(kept(text, at(text, "@x", CRASH))) == 1


def test_related_places() -> None:
    """Those that are covered go; a finding without any left goes with them, one that has others stays."""
    text = "See @x\nSee @y <!-- memlint-disable-line imports -- twice on purpose -->\n"
    there, elsewhere = Place("CLAUDE.md", at(text, "@y").span, "and here"), Place("b.md", Span(0, 1), "and here")
    assert kept(text, at(text, "@x", related=(there,))) == []
    assert [finding.related for finding in kept(text, at(text, "@x", related=(there, elsewhere)))] == [(elsewhere,)]
    text = text.replace("imports", "all")  # who says "all" means what is reported here
    assert len(kept(text, at(text, "@x", related=(Place("CLAUDE.md", at(text, "@y").span, "and here"),)))) == 1


def test_former_names_go_on_to_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_former", GOOD.replace('@rule("info")', '@rule("info", aliases=("blanks/old-tabs",))'))
    monkeypatch.syspath_prepend(tmp_path)
    text = "a\tb\n<!-- memlint-disable-file blanks/old-tabs -- a table -->\n"
    base = plant(tmp_path / "project", {"CLAUDE.md": text})
    settings = Settings(plugins=("plug_former",))
    report = check([base], settings=settings, allow_plugins=True)
    assert (told(report), len(report.suppressed)) == ([], 1)
    assert told(check([base], settings=settings)) == []  # the rule may be there when plug-ins are loaded


STALE = {"CLAUDE.md": "# A\n<!-- memlint-disable-file imports/cycle -- once -->\n", "b/CLAUDE.md": "# B\n"}


@pytest.mark.parametrize(
    ("paths", "select", "count"),
    [
        ((), (), 1),
        (("CLAUDE.md",), (), 1),
        (("b/CLAUDE.md",), (), 0),
        ((), ("imports", "suppress"), 1),
        ((), ("suppress",), 0),  # nobody looked for cycles
        ((), ("imports/missing-target", "suppress"), 0),
        ((), ("imports",), 0),
    ],
)
def test_unused_is_said_where_it_can_be_judged(
    paths: tuple[str, ...], select: tuple[str, ...], count: int, lint: Linter
) -> None:
    found = lint(STALE, *paths, select=select).findings
    assert [finding.rule for finding in found] == ["suppress/unused"] * count


def test_a_crash_judges_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_breaks", GOOD.replace("if document", "1 / 0\n    if document"))
    monkeypatch.syspath_prepend(tmp_path)
    base = plant(tmp_path / "project", {"CLAUDE.md": "a\tb\n<!-- memlint-disable-file blanks/tabs -- a table -->\n"})
    report = check([base], settings=Settings(plugins=("plug_breaks",)), allow_plugins=True)
    assert [finding.rule for finding in report.findings] == [CRASH]


def test_ignoring_them_reports_everything(lint: Linter) -> None:
    text = "See @docs/gone.md <!-- memlint-disable-line imports/missing-target -- at night -->\n"
    report = lint({"CLAUDE.md": text}, settings=Settings(ignore_suppressions=True))
    assert (told(report), report.suppressed) == (["CLAUDE.md:1:5 error imports/missing-target"], ())
    report = lint({"CLAUDE.md": text})
    assert (told(report), [finding.rule for finding in report.suppressed]) == ([], [RULE])


FIXES = [
    ("# A\n<!-- memlint-disable-next-line imports/cycle -- x -->\nB.\n", "# A\nB.\n"),
    ("# A\r\n<!-- memlint-disable-next-line imports/cycle -- x -->\r\nB.\r\n", "# A\r\nB.\r\n"),
    ("# A\n\nB. <!-- memlint-disable-line imports/cycle -- x -->\n", "# A\n\nB.\n"),
    ("<!-- memlint-disable-line imports/cycle, imports/missing-target -- x --> @gone.md\n", None),
    ("<!-- memlint-disable imports/cycle -->\nB.\n<!-- memlint-enable imports/cycle -->\nC.\n", "B.\n\nC.\n"),
    ("B.\r\n<!-- memlint-disable-line imports/cycle -- x -->\r\nC.\r\n", "B.\r\n\r\nC.\r\n"),
    ("B.\n<!-- memlint-disable-line imports/cycle -- x -->\n# C\n", "B.\n# C\n"),
    # a text without a newline at its end stays one
    ("B.\r\n<!-- memlint-disable-line imports/cycle -- x -->", "B."),
    ("B.\n<!-- memlint-disable imports/cycle -->\nC.\n<!-- memlint-enable imports/cycle -->", "B.\n\nC."),
    ("---\nname: a # memlint-disable-line imports/cycle -- x\n---\nB.\n", "---\nname: a\n---\nB.\n"),
    ("<!--\nmemlint-disable-file imports/cycle -- x\n-->\nB.\n", "B.\n"),
]


@pytest.mark.parametrize(("text", "expected"), FIXES)
def test_the_fix_takes_out_what_is_unused(text: str, expected: str | None, lint: Linter) -> None:
    report = lint({"CLAUDE.md": text}, select=["imports", "suppress/unused"])
    (finding,) = (finding for finding in report.findings if finding.rule == "suppress/unused")
    assert finding.fix is not None
    for edit in sorted(finding.fix.edits, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert text == (expected or "<!-- memlint-disable-line imports/missing-target -- x --> @gone.md\n")


LINES = st.sampled_from(
    [
        "# Heading", "", "", "See @x", "- one @x", "  - two @x  ", "    code @x", "```", "> quote @x", "| a | @x |",
        "|---|---|", "1. first @x", "text\\", "`span", "[link](a", "b) @x", "---", "name: @x", "<div>", "</div>",
        "<!-- other -->", "<!-- memlint-disable-line imports -->", "===", "@x `", "  lazy @x", "\t@x", "* * *",
        "<!-- BEGIN kiln -->", "<!-- END kiln -->", "[a]: @x", "é @x \U0001f3fa",
    ]
)  # fmt: skip


@steady
@given(st.lists(LINES, max_size=14), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_added_comments_suppress_and_change_nothing_else(
    lines: list[str], newline: str, bom: bool, closed: bool
) -> None:
    text = newline.join(lines) + (newline if closed else "")
    data = (("\ufeff" if bom else "") + text).encode()
    before = parse(data, "CLAUDE.md")
    assert isinstance(before, Document)
    starts = [at for at in range(len(before.text)) if before.text.startswith("@x", at)]
    findings = [Finding(Span(start, start + 2), "gone", "CLAUDE.md", rule=RULE) for start in starts]
    open_ones = kept(before.text, *findings)
    made = add(before, open_ones, "the kiln writes it")
    refused = {finding for finding, _ in made.refused}
    assert made.comments or refused == set(open_ones)
    after = parse((("\ufeff" if before.bom else "") + made.text).encode(), "CLAUDE.md")
    assert isinstance(after, Document)
    left = Suppressions([after], load(), TODAY)
    starts = [at for at in range(len(made.text)) if made.text.startswith("@x", at)]
    moved = [Finding(Span(start, start + 2), "gone", "CLAUDE.md", rule=RULE) for start in starts]
    assert len(left.split(moved)[0]) <= len(refused)
    taken_out = made.text
    for comment in reversed(read(after)):
        if comment.reason == "the kiln writes it":
            line = taken_out.rfind("\n", 0, comment.whole.start) + 1
            stop = taken_out.find("\n", comment.whole.end)
            alone = not taken_out[line : comment.whole.start].strip() and stop >= 0
            alone = alone and not taken_out[comment.whole.end : stop].strip()
            span = (line, stop + 1) if alone else (comment.whole.start - 1, comment.whole.end)
            taken_out = taken_out[: span[0]] + taken_out[span[1] :]
    assert taken_out == before.text  # byte for byte, when it is suppressed and unsuppressed


@steady
@given(st.lists(LINES, max_size=20))
def test_reading_never_fails(lines: list[str]) -> None:
    text = "\n".join(lines).replace("other", "memlint-disable")
    found = read(document(text, "CLAUDE.md"))
    assert [each.span for each in found] == sorted(each.span for each in found)
    finding = Finding(Span(0, len(text)), "gone", "CLAUDE.md", rule=RULE)
    held = Suppressions([document(text, "CLAUDE.md")], load(), TODAY)
    held.split([finding])
    assert len(list(held.judged(frozenset(load())))) == len(found)


def test_many_comments_and_findings_take_no_time() -> None:
    lines = [f"<!-- memlint-disable-next-line {RULE} -- {number} -->\n" for number in range(3000)]
    stacked = "".join(lines) + "See @x\n"
    spread = "See @x\n".join(lines)
    for text in (stacked, spread, "<!-- memlint-disable imports -->\nSee @x\n" * 3000):
        starts = [at for at in range(len(text)) if text.startswith("@x", at)]
        findings = [Finding(Span(start, start + 2), "gone", "CLAUDE.md", rule=RULE) for start in starts]
        assert kept(text, *findings) == []
