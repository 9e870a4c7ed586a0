"""Options that a rule has in some files and not in others, and comments of ours among those of somebody else."""

from __future__ import annotations

from datetime import date

import pytest

from memlint import Settings
from memlint.config import Override
from memlint.engine.registry import load
from memlint.engine.suppressions import Suppressions
from memlint.source.document import read
from tests.conftest import Linter

LONG, SHORT = "- one\n" * 30, "- one\n" * 10
TREE = {"CLAUDE.md": LONG, "docs/CLAUDE.md": LONG, "docs/deep/CLAUDE.md": LONG, "small/CLAUDE.md": SHORT, "x/CLAUDE.md": SHORT}  # fmt: skip
RULE = "budget/instructions-too-long"


def option(lines: int) -> Override:
    return Override(rules={RULE: {"max-lines": lines}})


@pytest.mark.parametrize(
    ("everywhere", "overrides", "paths"),
    [
        (20, {}, {"CLAUDE.md", "docs/CLAUDE.md", "docs/deep/CLAUDE.md"}),
        (20, {"docs/**": option(100)}, {"CLAUDE.md"}),
        (20, {"docs/**": option(100), "small/**": option(5)}, {"CLAUDE.md", "small/CLAUDE.md"}),
        # the later one wins
        (20, {"docs/**": option(100), "docs/deep/**": option(20)}, {"CLAUDE.md", "docs/deep/CLAUDE.md"}),
        (20, {"docs/deep/**": option(20), "docs/**": option(100)}, {"CLAUDE.md"}),
        (1000, {"/CLAUDE.md": option(20)}, {"CLAUDE.md"}),
        (1000, {"x/**": option(5), "small/**": option(5)}, {"x/CLAUDE.md", "small/CLAUDE.md"}),
    ],
)
def test_options_hold_in_the_files_of_a_glob(
    everywhere: int, overrides: dict[str, Override], paths: set[str], lint: Linter
) -> None:
    settings = Settings(rules={RULE: {"max-lines": everywhere}}, overrides=overrides, select=(RULE,))
    found = lint(TREE, settings=settings).findings
    assert sorted(finding.path for finding in found) == sorted(paths)  # each once


def test_a_rule_that_is_off_may_be_on_in_some_files(lint: Linter) -> None:
    settings = Settings(
        rules={RULE: {"max-lines": 20}}, severity={RULE: "off"}, overrides={"docs/**": Override(severity={RULE: "error"})}
    )  # fmt: skip
    found = lint(TREE, settings=settings).findings
    assert {(finding.path, finding.severity) for finding in found if finding.rule == RULE} == {
        ("docs/CLAUDE.md", "error"),
        ("docs/deep/CLAUDE.md", "error"),
    }


def test_a_comment_of_somebody_else_stops_no_other(lint: Linter) -> None:
    theirs = "<!-- memlint-kiln x -->\n\n<!-- memlint-enable-all -->\n\n"
    text = f"{theirs}See @gone.md <!-- memlint-disable-line imports -- at night -->\n"
    report = lint({"CLAUDE.md": text}, select=["imports"])
    assert report.findings == ()
    assert [finding.rule for finding in report.suppressed] == ["imports/missing-target"]


def test_of_what_the_configuration_hides_a_comment_is_told_nothing(lint: Linter) -> None:
    """A comment whose day is over hides nothing any more: its findings come back, unless something else hides them."""
    text = "See @gone.md <!-- memlint-disable-line imports until 2026-01-01 -- a night -->\n"
    settings = Settings(today="2026-11-30", per_file_ignores={"docs/**": ("imports",)})
    report = lint(
        {"CLAUDE.md": text, "docs/CLAUDE.md": text}, settings=settings, select=["suppress/expired", "imports"]
    )
    told = {finding.path: finding.message for finding in report.findings if finding.rule == "suppress/expired"}
    assert told["CLAUDE.md"].endswith("1 finding is reported again")
    assert told["docs/CLAUDE.md"].endswith("it covers no finding")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("imports/cycel", '; did you mean "imports/cycle"?'),
        ("import", '; did you mean "imports"?'),
        ("cycle", '; did you mean "imports/cycle"?'),  # a rule without its family
        ("nothing/like-it", ""),
    ],
)
def test_what_an_unknown_name_may_have_meant(name: str, hint: str) -> None:
    text = f"See it <!-- memlint-disable-line {name} -- at night -->\n"
    held = Suppressions([read(text, "CLAUDE.md")], load(), date(2026, 11, 30))
    ((path, told),) = held.judged(frozenset(load()))
    assert path == "CLAUDE.md"
    assert [(each.text, each.state, each.hint) for each in told.names] == [(name, "unknown", hint)]
