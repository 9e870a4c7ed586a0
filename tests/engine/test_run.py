"""Running rules: crashes are findings, settings reach them, and which of them run."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint import Settings, UsageError, check
from memlint.engine.keyword import KeywordError, matches
from memlint.engine.registry import load
from memlint.engine.selection import choose
from tests.conftest import Linter, told
from tests.engine.test_registry import GOOD, package
from tests.trees import plant

BROKEN = {"CLAUDE.md": "See @docs/gone.md\n", "packages/a/CLAUDE.md": "See @gone.md\n"}


def test_a_crash_is_one_finding_a_file_and_loses_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_crash", GOOD.replace("if document", "1 / 0\n    if document"))
    monkeypatch.syspath_prepend(tmp_path)
    base = plant(tmp_path / "project", {"CLAUDE.md": BROKEN["CLAUDE.md"]})
    report = check([base], root=base, settings=Settings(plugins=("plug_crash",)), allow_plugins=True)
    assert told(report) == ["CLAUDE.md:1:1 error internal/rule-crash", "CLAUDE.md:1:5 error imports/missing-target"]
    assert "blanks/tabs crashed here with ZeroDivisionError at tabs.py:7" in report.findings[0].message


def test_options_reach_a_rule(lint: Linter) -> None:
    long = {"CLAUDE.md": "- one\n" * 30}
    assert told(lint(long)) == []
    settings = Settings(rules={"budget/instructions-too-long": {"max-lines": 20}})
    assert told(lint(long, settings=settings)) == ["CLAUDE.md:1:1 info budget/instructions-too-long"]


@pytest.mark.parametrize(
    ("severity", "expected"),
    [
        ({"imports/missing-target": "info"}, {"info"}),
        ({"imports": "warning"}, {"warning"}),
        ({"imports": "off"}, set()),
        ({"imports": "off", "imports/missing-target": "error"}, {"error"}),
    ],
)
def test_severity_is_set(severity: dict[str, str], expected: set[str], lint: Linter) -> None:
    report = lint(BROKEN, settings=Settings(severity=severity))
    assert {finding.severity for finding in report.findings} == expected


@pytest.mark.parametrize("glob", ["packages/**", "packages\\a\\", "CLAUDE.md", "/CLAUDE.md"])
@pytest.mark.parametrize("word", ["imports", "imports/missing-target", "all"])
def test_per_file_ignores(glob: str, word: str, lint: Linter) -> None:
    kept = {
        "packages/**": {"CLAUDE.md"},
        "packages\\a\\": {"CLAUDE.md"},
        "CLAUDE.md": set(),
        "/CLAUDE.md": {"packages/a/CLAUDE.md"},
    }
    report = lint(BROKEN, settings=Settings(per_file_ignores={glob: (word,)}))
    assert {finding.path for finding in report.findings} == kept[glob]


@pytest.mark.parametrize(
    ("settings", "runs"),
    [
        (Settings(), True),
        (Settings(select=("budget",)), False),
        (Settings(select=("budget",), extend_select=("imports",)), True),
        (Settings(select=("imports",), ignore=("imports",)), False),
        (Settings(select=("imports/cycle",), ignore=("imports",)), True),
        (Settings(select=("imports",), ignore=("imports/cycle",)), False),
        (Settings(select=("all",), ignore=("imports",)), False),
        (Settings(ignore=("all",), extend_select=("imports/cycle",)), True),
        (Settings(select=("budget",), cli_select=("imports",)), True),
        (Settings(cli_ignore=("imports/cycle",)), False),
        (Settings(keyword="imports and not cycle"), False),
        (Settings(keyword="cycle or budget"), True),
    ],
)
def test_the_more_exact_wins(settings: Settings, runs: bool) -> None:
    assert ("imports/cycle" in [rule.name for rule in choose(load(), settings)]) is runs


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Settings(select=("import",)), 'no rule or family is named "import"; did you mean "imports"?'),
        (Settings(ignore=("cycle",)), 'did you mean "imports/cycle"?'),
        (Settings(severity={"budgets": "off"}), 'did you mean "budget"?'),
        (Settings(rules={"budget": {}}), '"budget" is a family; options belong to one rule'),
        (Settings(rules={"imports/cycle": {"max": 1}}), 'imports/cycle has no option "max" (it has: none)'),
        (Settings(rules={"budget/instructions-too-long": {"max-line": 1}}), 'did you mean "max-lines"?'),
        (Settings(rules={"budget/instructions-too-long": {"max-lines": "1"}}), '"max-lines" is int, not str'),
        (Settings(keyword="imports and"), "-k"),
    ],
)
def test_unknown_names_are_refused(settings: Settings, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        choose(load(), settings)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("imports", True),
        ("IMPORTS", True),
        ("budget", False),
        ("not budget", True),
        ("not not imports", True),
        ("budget or cycle", True),
        ("budget or imports and not cycle", False),
        ("(budget or imports) and cycle", True),
    ],
)
def test_keyword(expression: str, expected: bool) -> None:
    assert matches(expression, "imports/cycle") is expected


@pytest.mark.parametrize("expression", ["and", "imports or", "(imports", "imports)", "imports cycle", "not", "(" * 60])
def test_malformed_keywords(expression: str) -> None:
    with pytest.raises(KeywordError, match="-k"):
        matches(expression, "imports/cycle")


def test_order_does_not_depend_on_how_it_was_asked(lint: Linter) -> None:
    whole = lint(BROKEN)
    assert told(whole) == sorted(told(whole))
    alone = lint({}, "packages/a/CLAUDE.md")
    assert alone.findings == tuple(finding for finding in whole.findings if finding.path.startswith("packages"))


def test_collecting_runs_no_rule(lint: Linter) -> None:
    report = lint(BROKEN, collect_only=True)
    assert [file.path for file in report.files] == sorted(BROKEN)
    assert (report.findings, report.durations) == ((), {})
