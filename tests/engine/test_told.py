"""What tells one finding from another, what a docstring is read as, and which name of a rule counts."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from memlint import Finding, Settings, Span
from memlint.engine import docs, manifest, selection
from memlint.engine.fingerprint import fingerprint, fingerprints, stable
from memlint.engine.registry import load

TEXT = "# Kiln\n\nSee  @a.md now.\n\tSee @a.md now. \nEnd @b.md"


def finding(start: int, *, end: int = 0, path: str = "CLAUDE.md", rule: str = "imports/cycle") -> Finding:
    return Finding(Span(start, end or start + 1), "message", path, "error", rule=rule)


FIRST, SECOND, LAST = TEXT.index("@"), TEXT.index("@a", 20), TEXT.index("@b")


def test_a_fingerprint_is_that_of_the_line_without_its_blanks() -> None:
    told = fingerprint(finding(FIRST), TEXT)
    assert len(told) == 32
    assert set(told) <= set("0123456789abcdef")
    assert told == fingerprint(finding(SECOND), TEXT)
    windows = TEXT.replace("\n", "\r\n")
    assert told == fingerprint(finding(windows.index("@")), windows)
    assert told == fingerprint(finding(FIRST + 3), TEXT)  # any place on the line
    assert told == fingerprint(finding(0), "See @a.md now.")


def test_what_makes_another_fingerprint() -> None:
    others = [
        fingerprint(finding(FIRST), TEXT),
        fingerprint(finding(LAST), TEXT),
        fingerprint(finding(0), TEXT),
        fingerprint(finding(FIRST, path="AGENTS.md"), TEXT),
        fingerprint(finding(FIRST, rule="imports/missing-target"), TEXT),
        fingerprint(finding(FIRST), TEXT, 1),
        fingerprint(finding(0)._replace(span=Span(0, 0)), TEXT),
    ]
    assert len(set(others)) == len(others)


def test_a_finding_about_a_file_or_with_sizes_is_told_by_rule_and_path() -> None:
    whole = finding(0)._replace(span=Span(0, 0))
    assert fingerprint(whole, TEXT) == fingerprint(whole, "other\n")
    sized = finding(FIRST)._replace(sizes=(("lines", 20, 30),))  # type: ignore[arg-type]
    assert fingerprint(sized, TEXT) == fingerprint(whole, TEXT)


def test_no_two_findings_have_one() -> None:
    several = [finding(FIRST), finding(SECOND), finding(SECOND + 2), finding(FIRST, rule="links/broken-link")]
    told = fingerprints(several, {"CLAUDE.md": TEXT})
    assert told[:3] == [fingerprint(finding(FIRST), TEXT, number) for number in range(3)]
    assert len(set(told)) == 4
    assert fingerprints([finding(0, path="gone.md")], {}) == [fingerprint(finding(0, path="gone.md"), "")]


def test_a_path_does_not_name_the_person(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", "/home/dana")
    assert stable("docs/CLAUDE.md") == "docs/CLAUDE.md"
    assert stable("/home/dana/.claude/CLAUDE.md") == "~/.claude/CLAUDE.md"
    assert stable("/home/dana2/CLAUDE.md") == "/home/dana2/CLAUDE.md"
    one = fingerprint(finding(0, path="/home/dana/.claude/CLAUDE.md"), TEXT)
    monkeypatch.setenv("HOME", "/home/robin")
    assert fingerprint(finding(0, path="/home/robin/.claude/CLAUDE.md"), TEXT) == one


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("==> a.md\nOne.\n\n==> b/c.md\nTwo.\n", {"a.md": "One.\n", "b/c.md": "Two.\n"}),
        ("==> a.md\n\n==> b.md\nTwo.\n\n\n", {"a.md": "", "b.md": "Two.\n\n"}),
        ("before\n==> a.md \n- x\n(3 such lines)\nEnd.\n", {"a.md": "- x\n- x\n- x\nEnd.\n"}),
        ("==> a -> b\n", {"a -> b": ""}),
        ("none", {}),
    ],
)
def test_sections(text: str, files: dict[str, str]) -> None:
    assert docs.sections(text) == files


def test_a_docstring_in_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def kiln() -> None:
        """A problem as
        a fact.

        Why it matters.

        What to do: mend it
        now.

        And more of why.

        Bad:
            ==> a.md
            Bad.

            ==> b.md
              Indented.

        Good:
            ==> a.md
            Good.
        """

    module = ModuleType("kiln")
    module.kiln = kiln  # type: ignore[attr-defined]  # the rule is the function of its module's name
    monkeypatch.setitem(sys.modules, "kiln", module)
    rule = load()["imports/cycle"]._replace(module="kiln")
    told = docs.read(rule)
    assert told.summary == "A problem as a fact."
    assert told.why == "Why it matters.\n\nAnd more of why."
    assert told.to_do == "mend it now."
    assert told.examples == (
        docs.Example(True, {"a.md": "Bad.\n", "b.md": "  Indented.\n"}),
        docs.Example(False, {"a.md": "Good.\n"}),
    )
    kiln.__doc__ = None
    assert docs.read(rule) == docs.Docs("", "", "", ())
    assert docs.url("imports/cycle").endswith("#importscycle")


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ({}, ""),
        ({"all": "info"}, "info"),
        ({"all": "info", "imports": "warning"}, "warning"),
        ({"imports/cycle": "error", "imports": "warning", "all": "off"}, "error"),
        ({"imports/missing-target": "off"}, ""),
    ],
)
def test_the_more_exact_name_sets_the_severity(levels: dict[str, str], expected: str) -> None:
    rule = load()["imports/cycle"]
    assert selection.level_of(rule, levels) == expected
    assert selection.severity(rule, Settings(severity=levels)) == expected


def test_former_names_count_and_are_told() -> None:
    rules = load()
    rule = rules["imports/cycle"]._replace(aliases=("imports/ring",))
    renamed = {**rules, rule.name: rule}
    assert selection.former_names(renamed)["imports/ring"] == "imports/cycle"
    assert selection.level_of(rule, {"imports/ring": "info", "imports": "off"}) == "info"
    assert selection.keywords(rule, {"imports/ring": {"max-hops": [1], "x": 2}}) == {"max_hops": (1,), "x": 2}
    assert "imports/ring" in selection.names(rule)
    for settings in (
        Settings(select=("imports/ring",)),
        Settings(ignore=("imports/ring",)),
        Settings(cli_ignore=("imports/ring",)),
        Settings(extend_select=("imports/ring",)),
        Settings(severity={"imports/ring": "off"}),
        Settings(rules={"imports/ring": {}}),
        Settings(per_file_ignores={"**": ("imports/ring",)}),
    ):
        assert selection.renamed(settings, renamed) == {"imports/ring": "imports/cycle"}
    assert selection.renamed(Settings(select=("imports",)), renamed) == {}
    assert selection.names_of(["imports/ring", "all"], renamed, Settings()) == ["imports/cycle", "all"]


def test_presets_and_the_person_s_files_bring_more_rules() -> None:
    rules = load()
    quiet = {rule.name for rule in rules.values() if not rule.default}
    personal = {rule.name for rule in rules.values() if rule.with_user and not rule.default}
    usual = {rule.name for rule in selection.choose(rules, Settings())}
    assert usual == rules.keys() - quiet
    assert {rule.name for rule in selection.choose(rules, Settings(), user=True)} == usual | personal
    assert {rule.name for rule in selection.choose(rules, Settings(preset="strict"))} == rules.keys()
    assert {rule.name for rule in selection.choose(rules, Settings(preset="strict", ignore=("all",)))} == set()
    name = min(quiet)
    assert name in {rule.name for rule in selection.choose(rules, Settings(extend_select=(name,)))}


def test_the_list_that_is_shipped_shows_its_changes_line_by_line() -> None:
    import rules

    made = manifest.text(rules, [load()["imports/cycle"]])
    lines = made.split("\n")
    assert lines[:2] == ["{", ' "modules": {']
    assert '   "name": "imports/cycle",' in lines
    assert len(lines) > 100
