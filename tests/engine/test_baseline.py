"""The baseline: what is known stays known when lines move, and nothing else becomes known with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Finding, Report, Settings, Span, UsageError, check
from memlint.engine import baseline
from memlint.engine.baseline import Entry, Scope
from memlint.engine.fingerprint import fingerprint, fingerprints, stable
from memlint.engine.registry import load
from memlint.engine.run import CRASH
from tests.conftest import Linter, told
from tests.engine.test_registry import GOOD, package
from tests.trees import plant

RULE = "imports/missing-target"
steady = settings(max_examples=150)
EVERYTHING = Scope(lambda entry: True, lambda finding: True)


def findings(text: str, word: str = "@x", rule: str = RULE, path: str = "CLAUDE.md") -> list[Finding]:
    starts = [at for at in range(len(text)) if text.startswith(word, at)]
    return [Finding(Span(at, at + len(word)), "gone", path, "error", rule=rule) for at in starts]


LINES = st.lists(st.sampled_from(["# Kiln", "", "  ", "- one", "é \U0001f3fa", "\ttab", "See @y"]), max_size=8)


@steady
@given(
    LINES, st.sampled_from(["See @x today", "- @x and @x", "  @x  ", "| @x |"]), LINES, st.sampled_from(["\n", "\r\n"])
)
def test_moving_lines_changes_no_fingerprint(above: list[str], line: str, below: list[str], newline: str) -> None:
    text = newline.join([*above, line, *below]) + newline
    alone = findings(line)
    assert fingerprints(findings(text), {"CLAUDE.md": text}) == fingerprints(alone, {"CLAUDE.md": line})
    assert [fingerprint(each, text) for each in findings(text)] == [fingerprint(each, line) for each in alone]


@steady
@given(LINES)
def test_a_finding_about_the_file_stays_whatever_is_in_it(lines: list[str]) -> None:
    whole = Finding(Span(0, 0), "large", "CLAUDE.md", rule="budget/x")
    assert fingerprint(whole, "\n".join(lines)) == fingerprint(whole, "")
    sized = Finding(Span(3, 5), "large", "CLAUDE.md", rule="budget/x", sizes=(3,))
    assert fingerprint(sized, "abc def") == fingerprint(sized, "another")


def test_what_tells_findings_apart() -> None:
    text = "See @x\nAnd @x\nSee @x\n"
    found = fingerprints(findings(text), {"CLAUDE.md": text})
    assert len(set(found)) == 3
    assert found[0] == fingerprint(findings(text)[2], text)  # an equal line, told apart by its number alone
    others = [*findings(text, path="b.md"), *findings(text, rule="imports/cycle")]
    assert not set(found) & {fingerprint(each, text) for each in others}
    assert fingerprints(findings(text), {}) == fingerprints(findings(text), {})


def test_it_is_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fingerprint(findings("See @x\n")[0], "See @x\n") == "792bb473e85dfa1c6eaeb6bcaf5aaaef"
    monkeypatch.setenv("HOME", "/home/dana")
    dana = stable("/home/dana/.claude/CLAUDE.md")
    monkeypatch.setenv("HOME", "/Users/kim")
    assert dana == stable("/Users/kim/.claude/CLAUDE.md") == "~/.claude/CLAUDE.md"


def compared(
    entries: list[Entry], found: list[Finding], text: str, tmp_path: Path, scope: Scope = EVERYTHING
) -> tuple[list[Finding], baseline.Outcome]:
    file = tmp_path / "known.json"
    file.write_text(baseline.text(entries))
    return baseline.compare(found, str(file), {"CLAUDE.md": text}, load(), scope)


def entry(text: str, times: int = 1) -> Entry:
    return Entry("CLAUDE.md", RULE, fingerprint(findings(text)[0], text), times)


def test_known_new_and_stale(tmp_path: Path) -> None:
    old, text = "See @x\n@x is gone\n", "New.\nSee  @x\r\nSee @x\nAlso @x\n"
    before = [entry("See @x"), entry("@x is gone")]
    kept, outcome = compared(before, findings(text), text, tmp_path)
    assert [text[finding.span.start - 5 : finding.span.start] for finding in kept] == ["\nSee ", "Also "]
    assert (len(outcome.known), outcome.stale) == (1, 1)
    assert outcome.pruned == (entry("See @x"),)
    assert set(outcome.written or ()) == {entry("See @x", 2), entry("Also @x")}
    kept, outcome = compared(before, findings(old), old, tmp_path)
    assert (kept, outcome.stale, outcome.pruned) == ([], 0, outcome.written)


def test_a_run_in_part_keeps_what_it_did_not_look_at(tmp_path: Path) -> None:
    before = [entry("See @x", 2), entry("@x is gone"), Entry("b.md", RULE, "0" * 32)]
    scope = Scope(lambda entry: entry.path != "CLAUDE.md", lambda finding: finding.path != "CLAUDE.md")
    kept, outcome = compared(before, findings("See @x\n@x new\n"), "See @x\n@x new\n", tmp_path, scope)
    assert (len(kept), outcome.stale) == (1, 1)
    assert outcome.written == outcome.pruned == tuple(sorted(before[:2]))


SIZED = Finding(Span(0, 0), "long", "CLAUDE.md", rule="budget/instructions-too-long", sizes=(300, 50_000))


@pytest.mark.parametrize(
    ("sizes", "message", "pruned"),
    [
        ((300, 50_000), "", (300, 50_000)),
        ((250, 40_000), "", (250, 40_000)),
        ((301, 40_000), "long; grown since the baseline: 300 → 301", (300, 50_000)),
        ((1_301, 50_001), "long; grown since the baseline: 300 → 1,301, 50,000 → 50,001", (300, 50_000)),
        ((301,), "", (301,)),  # measured otherwise by now
    ],
)
def test_sizes_may_shrink_only(sizes: tuple[int, ...], message: str, pruned: tuple[int, ...], tmp_path: Path) -> None:
    before = Entry("CLAUDE.md", SIZED.rule, fingerprint(SIZED, ""), 1, SIZED.sizes)
    kept, outcome = compared([before], [SIZED._replace(sizes=sizes)], "", tmp_path)
    assert [finding.message for finding in kept] == [message] * bool(message)
    assert outcome.stale == 0
    assert [each.sizes for each in outcome.pruned or ()] == [pruned]
    assert [each.sizes for each in outcome.written or ()] == [sizes]


def test_a_crash_is_never_known(tmp_path: Path) -> None:
    crash = Finding(Span(0, 0), "crashed", "CLAUDE.md", "error", rule=CRASH)
    before = [Entry("CLAUDE.md", CRASH, fingerprint(crash, ""))]
    assert compared(before, [crash], "", tmp_path)[0] == [crash]


ENTRIES = st.lists(
    st.builds(
        Entry,
        st.sampled_from(["CLAUDE.md", "é.md", "\udcff.md", 'a"b.md']),
        st.sampled_from(["a/b", RULE]),
        st.sampled_from(["0" * 32, "f" * 32]),
        st.integers(1, 3),
        st.sampled_from([(), (3,), (4, 5)]),
    )
)


@steady
@given(ENTRIES)
def test_the_file_says_what_it_was_told(tmp_path_factory: pytest.TempPathFactory, entries: list[Entry]) -> None:
    file = tmp_path_factory.mktemp("base") / "known.json"
    file.write_text(baseline.text(entries))
    read = baseline.read(str(file))
    assert list(read) == sorted({each[:3]: each for each in read}.values())
    assert {each[:3] for each in read} == {each[:3] for each in entries}
    assert baseline.text(read) == file.read_text()
    assert file.read_text().isascii()
    assert len(file.read_text().splitlines()) == len(read) + 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "known.json:1:2: not JSON"),
        ('{"version": 1,\n<<<<<<< HEAD\n', "known.json:2:1: not JSON (a merge conflict)"),
        ("[]", "no baseline of memlint"),
        ('{"version": 9, "findings": []}', "a baseline of version 9; this memlint reads 1"),
        ('{"version": 1, "findings": [{"path": "a"}]}', "an entry is not of the form"),
        ('{"version": 1, "findings": [{"path": 1, "rule": "a", "fingerprint": "b"}]}', "an entry is not of the form"),
        (
            '{"version": 1, "findings": [{"path": "c", "rule": "a", "fingerprint": "b", "count": "2"}]}',
            "not of the form",
        ),
        ('{"version": 1, "findings": [' + "[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_baseline(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        baseline.read(str(file))
    assert words in str(caught.value)


def test_no_file_and_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file or directory; --write-baseline makes one"):
        baseline.read(str(tmp_path / "none.json"))
    (tmp_path / "empty.json").touch()
    assert baseline.read(str(tmp_path / "empty.json")) == ()


def renewed(report: Report, file: Path) -> None:
    assert report.baseline is not None
    file.write_text(baseline.text(report.baseline.written or ()))


def test_former_names_of_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "plug_known", GOOD.replace('@rule("info")', '@rule("info", aliases=("blanks/old-tabs",))'))
    monkeypatch.syspath_prepend(tmp_path)
    base = plant(tmp_path / "project", {"CLAUDE.md": "a\tb\n"})
    former = fingerprint(Finding(Span(0, 1), "", "CLAUDE.md", rule="blanks/old-tabs"), "a\tb\n")
    file = tmp_path / "known.json"
    file.write_text(baseline.text([Entry("CLAUDE.md", "blanks/old-tabs", former)]))
    known = Settings(plugins=("plug_known",), baseline=str(file))
    report = check([base], settings=known, allow_plugins=True)
    assert report.baseline is not None
    assert (told(report), report.baseline.stale) == ([], 0)
    assert [each.rule for each in report.baseline.pruned or ()] == ["blanks/tabs"]
    report = check([base], settings=known)
    assert report.baseline is not None
    assert report.baseline.stale == 0  # the plug-in is not loaded: nobody looked


TREE = {"CLAUDE.md": "See @docs/gone.md\n", "b/CLAUDE.md": "See @gone.md\n\n[a](gone.md)\n"}


def test_a_whole_run_and_runs_in_part(lint: Linter, tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    file.touch()
    known = Settings(baseline=str(file))
    renewed(lint(TREE, settings=known), file)
    for paths in ((), ("CLAUDE.md",), ("b",)):
        for select in ((), ("imports",)):
            report = lint(TREE, *paths, settings=known, select=select)
            assert report.baseline is not None
            assert (told(report), report.baseline.stale) == ([], 0)
    (tmp_path / "project" / "b" / "CLAUDE.md").write_text("# B\n")
    stale = {}
    for name, paths, select in (("a", ("CLAUDE.md",), ()), ("i", (), ("imports",)), ("all", (), ()), ("b", ("b",), ())):
        report = check(
            [tmp_path / "project" / path for path in paths] or [tmp_path / "project"],
            root=tmp_path / "project",
            select=select,
            settings=known,
        )
        assert report.baseline is not None
        stale[name] = report.baseline.stale
    assert stale == {"a": 0, "i": 1, "all": 2, "b": 2}


def test_no_text_of_a_file_is_in_it(lint: Linter, tmp_path: Path) -> None:
    key = "Tr0ub4&dor" + "3Cone"
    file = tmp_path / "known.json"
    file.touch()
    known = Settings(baseline=str(file))
    report = lint(
        {"CLAUDE.md": f"# Kiln\n\nIt is postgres://fire:{key}@db.kiln-works.io:5432/firings, see @docs/gone.md\n"},
        settings=known,
    )
    renewed(report, file)
    rows = json.loads(file.read_text())["findings"]
    assert "security/credential" in {row["rule"] for row in rows}
    assert key[4:12] not in file.read_text()
    assert "gone" not in file.read_text()
    assert all(set(row) <= {"path", "rule", "fingerprint", "count", "sizes"} for row in rows)
