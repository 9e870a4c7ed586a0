"""Fixes that meet others: which are tried, which are refused and why, and what it costs to find the one that harms."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from memlint import Edit, Finding, Fix, Report, Settings, Span, check
from memlint.engine import fixing
from memlint.engine.fixing import Lint
from memlint.project.project import Project
from tests.trees import plant

Made = Callable[[dict[str, str]], list[Finding]]


def lint(base: Path, made: Made, *paths: str) -> Lint:
    """Return a run over ``paths``, all without any, that finds what ``made`` makes of the texts by path."""

    def run(**options: object) -> Report:
        observe = options.pop("observe")
        kept: list[Project] = []
        asked = [base / path for path in paths] or [base]
        fixed = {"root": base, "home": os.environ["HOME"], "settings": Settings(select=("imports",))}
        options["observe"] = lambda project, found: kept.append(project)
        report = check(asked, **fixed, **options)  # type: ignore[arg-type]
        found = sorted(made(report.texts), key=lambda finding: (finding.path, finding.span))
        observe(kept[0], found)  # type: ignore[operator]
        run.readings += 1  # type: ignore[attr-defined]
        return report._replace(findings=tuple(found))

    run.readings = 0  # type: ignore[attr-defined]
    return run


def at_words(texts: dict[str, str], word: str, new: str, **options: object) -> list[Finding]:
    """Return a finding for each ``word``, whose fix writes ``new`` there."""
    safety = options.pop("safety", "safe")
    rule = str(options.pop("rule", f"kiln/{word}"))
    return [
        Finding(span, word, path, "info", fix=Fix(new, (Edit(span, new),), safety), rule=rule)  # type: ignore[arg-type]
        for path, text in texts.items()
        for span in (Span(*found.span()) for found in re.finditer(rf"\b{word}\b", text))
    ]


def test_unsafe_fixes_are_counted_and_not_made_unless_asked_for(tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": "old clay, old cones\n"})
    run = lint(base, lambda texts: at_words(texts, "old", "new", safety="unsafe"))
    fixed = fixing.fix(run, {})
    assert (fixed.changed, fixed.applied, fixed.refused, fixed.unsafe) == ((), (), (), 2)
    fixed = fixing.fix(run, {}, unsafe=True)
    assert [each.new for each in fixed.changed] == [b"new clay, new cones\n"]
    assert (len(fixed.applied), fixed.unsafe) == (2, 0)


def test_a_fix_that_reaches_into_a_file_that_was_not_asked_for_is_refused(tmp_path: Path) -> None:
    """And said to be: the finding stands in a file that was asked for."""
    base = plant(tmp_path, {"CLAUDE.md": "old clay\n", "kilns/CLAUDE.md": "old cones\n"})

    def made(texts: dict[str, str]) -> list[Finding]:
        first, second = at_words(texts, "old", "new")
        both = (*first.fix.edits, second.fix.edits[0]._replace(path="kilns/CLAUDE.md"))  # type: ignore[union-attr]
        return [first._replace(fix=Fix("both", both, "safe")), *at_words(texts, "clay", "porcelain")]

    fixed = fixing.fix(lint(base, made, "CLAUDE.md"), {})
    assert [(finding.message, why) for finding, why in fixed.refused] == [("old", "kilns/CLAUDE.md was not asked for")]
    assert [each.new for each in fixed.changed] == [b"old porcelain\n"]  # what comes after it is still looked at


def test_a_finding_elsewhere_that_names_a_file_is_nobody_s_refusal(tmp_path: Path) -> None:
    """It is only told because a related place of it stands in what was asked for."""
    base = plant(tmp_path, {"CLAUDE.md": "clay\n", "kilns/CLAUDE.md": "old cones\n"})
    fixed = fixing.fix(lint(base, lambda texts: at_words(texts, "old", "new"), "CLAUDE.md"), {})
    assert (fixed.changed, fixed.refused) == ((), ())


def test_a_fix_from_elsewhere_that_changes_only_what_was_asked_for_is_made(tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": "old clay\n", "kilns/CLAUDE.md": "cones\n"})

    def made(texts: dict[str, str]) -> list[Finding]:
        return [
            finding._replace(
                path="kilns/CLAUDE.md",
                fix=Fix("new", tuple(edit._replace(path="CLAUDE.md") for edit in finding.fix.edits), "safe"),  # type: ignore[union-attr]
            )
            for finding in at_words(texts, "old", "new")
        ]

    fixed = fixing.fix(lint(base, made, "CLAUDE.md"), {})
    assert [(each.file.path, each.new) for each in fixed.changed] == [("CLAUDE.md", b"new clay\n")]


def test_one_that_is_forbidden_bars_no_other_of_its_message(tmp_path: Path) -> None:
    """Two findings of one rule with one message in one file are told apart by what they write."""
    base = plant(tmp_path, {"CLAUDE.md": "Say `aged` first.\n\nThe old kiln.\n"})

    def made(texts: dict[str, str]) -> list[Finding]:
        found = [*at_words(texts, "aged", "new"), *at_words(texts, "old", "new")]
        return [finding._replace(message="not new", rule="kiln/age") for finding in found]

    fixed = fixing.fix(lint(base, made), {})
    assert [each.new for each in fixed.changed] == [b"Say `aged` first.\n\nThe new kiln.\n"]
    assert [why for _, why in fixed.refused] == ["it stands in code"]


@pytest.mark.parametrize(
    "text", ["Say `old` first.\n\nThe old kiln.\n", "The old kiln.\n\nSay `old` last.\n", "old `old` old\n"]
)
def test_of_equal_fixes_only_the_one_that_is_forbidden_is_not_made(text: str, tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": text})
    fixed = fixing.fix(lint(base, lambda texts: at_words(texts, "old", "new")), {})
    assert [each.new.decode() for each in fixed.changed] == [re.sub(r"(?<!`)old", "new", text)]
    assert [why for _, why in fixed.refused] == ["it stands in code"]


def test_a_barred_file_is_left_alone_and_the_reason_is_told_for_each_finding(tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": "old clay, aged cones\n", "kilns/CLAUDE.md": "old kiln\n"})
    asked: list[str] = []

    def barred(file: object, report: Report) -> str:
        asked.append(file.path)  # type: ignore[attr-defined]
        return "it is locked" if asked[-1] == "CLAUDE.md" else ""

    run = lint(base, lambda texts: [*at_words(texts, "old", "new"), *at_words(texts, "aged", "new")])
    fixed = fixing.fix(run, {}, barred=barred)
    assert [(finding.path, why) for finding, why in fixed.refused] == [("CLAUDE.md", "it is locked")] * 2
    assert [each.file.path for each in fixed.changed] == ["kilns/CLAUDE.md"]
    assert sorted(asked) == ["CLAUDE.md", "kilns/CLAUDE.md"]  # once each


@pytest.mark.parametrize("count", [4, 64])
def test_the_one_that_harms_is_found_by_its_file_in_few_readings(count: int, tmp_path: Path) -> None:
    """An import that would be lost has a path: of many files, that one is tried alone, whatever their number."""
    tree = {f"k{number}/CLAUDE.md": f"old clay {number}\n" for number in range(count)}
    base = plant(tmp_path, {**tree, "k2/CLAUDE.md": "old clay, see @gone.md here\n"})

    def made(texts: dict[str, str]) -> list[Finding]:
        harm = {path: text.replace("@gone.md", "@ gone.md") for path, text in texts.items() if "@gone" in text}
        bad = [
            Finding(Span(14, 15), "x", path, "info", fix=Fix("x", (Edit(Span(14, 15), "at "),)), rule="kiln/x")
            for path in harm
        ]
        return [*at_words(texts, "old", "new"), *bad]

    run = lint(base, made)
    fixed = fixing.fix(run, {})
    assert [finding.rule for finding, _ in fixed.refused] == ["kiln/x"]
    assert len(fixed.applied) == count
    assert run.readings <= 8  # type: ignore[attr-defined]


def test_the_one_that_harms_is_found_by_its_rule(tmp_path: Path) -> None:
    """A fix that leaves its finding is blamed by rule and file: the others of that file are made at once."""
    base = plant(tmp_path, {"CLAUDE.md": "".join(f"old clay {number}\n\n" for number in range(30)) + "stuck\n"})

    def made(texts: dict[str, str]) -> list[Finding]:
        return [*at_words(texts, "old", "new"), *at_words(texts, "stuck", "stuck", rule="kiln/stuck")]

    run = lint(base, made)
    fixed = fixing.fix(run, {})
    assert [(finding.rule, why) for finding, why in fixed.refused] == [
        ("kiln/stuck", "kiln/stuck would still be found in CLAUDE.md")
    ]
    assert len(fixed.applied) == 30
    assert run.readings <= 6  # type: ignore[attr-defined]


@pytest.mark.parametrize("most", [3, 5])
def test_trials_come_to_an_end(most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left untried then is refused, and said to be."""
    monkeypatch.setattr(fixing, "_TRIALS", most)
    base = plant(tmp_path, {f"k{number}/CLAUDE.md": "stuck\n" for number in range(8)})
    run = lint(base, lambda texts: at_words(texts, "stuck", "stuck"))
    fixed = fixing.fix(run, {})
    assert run.readings == 1 + most  # type: ignore[attr-defined]
    assert len(fixed.refused) == 8
    assert {why for _, why in fixed.refused} == {"there was too much to try"}


def test_what_was_taken_out_is_counted_in_bytes_over_all_rounds(tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": "öld clay, second\n"})

    def made(texts: dict[str, str]) -> list[Finding]:
        return [*at_words(texts, "öld clay", "new clay"), *at_words(texts, "clay, second", "clay, 2nd")]

    (changed,) = fixing.fix(lint(base, made), {}).changed
    assert (changed.old, changed.new) == ("öld clay, second\n".encode(), b"new clay, 2nd\n")
    assert changed.removed == len("öld clay".encode()) + len("clay, second")


def test_files_that_one_fix_changes_are_one_bundle(tmp_path: Path) -> None:
    """And so are those of another fix that shares a file with it; the rest are written by themselves."""
    names = [f"k{number}/CLAUDE.md" for number in range(6)]
    base = plant(tmp_path, dict.fromkeys(names, "old aged clay\n"))
    pairs = [("old", names[:2]), ("aged", names[1:3]), ("old", names[3:5]), ("aged", names[5:])]

    def made(texts: dict[str, str]) -> list[Finding]:
        found = []
        for number, (word, paths) in enumerate(pairs):
            first = [*at_words({paths[0]: texts[paths[0]]}, word, "new", rule=f"kiln/{number}")]
            edits = tuple(Edit(finding.span, "new", path) for finding in first for path in paths)
            found += [finding._replace(fix=Fix("new", edits)) for finding in first]
        return found

    fixed = fixing.fix(lint(base, made), {})
    assert [[each.file.path for each in bundle] for bundle in fixed.bundles] == [names[:3], names[3:5], names[5:]]
    assert len(fixed.changed) == 6


def test_paths_of_several_projects_are_refused(tmp_path: Path) -> None:
    from memlint import UsageError

    one, two = (plant(tmp_path / name, {"CLAUDE.md": "clay\n"}) for name in ("one", "two"))

    def run(**options: object) -> Report:
        return check([one, two], home=os.environ["HOME"], settings=Settings(), **options)  # type: ignore[arg-type]

    with pytest.raises(UsageError, match="one project at a time"):
        fixing.fix(run, {})


@pytest.mark.parametrize(("new", "made"), [("b", True), ("gone", False)])
def test_an_import_that_was_mended_loads(new: str, made: bool, tmp_path: Path) -> None:
    base = plant(tmp_path / "project", {"CLAUDE.md": "@docs/x.md\n", "docs/b.md": "b\n"})
    run = lint(base, lambda texts: at_words(texts, "x", new, rule="imports/missing-target", safety="unsafe"))
    fixed = fixing.fix(run, {}, unsafe=True)
    assert bool(fixed.changed) is made
    assert [why for _, why in fixed.refused] == ([] if made else ["what an import would become does not load"])
