"""Facts for older versions of the product: what did not exist yet has no limit and no names."""

from __future__ import annotations

from datetime import date

import pytest

from memlint import Settings
from memlint.harness.facts import NO_LIMIT, every, for_version, newest, sources, version
from tests.conftest import Linter, told

FILES = {
    "CLAUDE.md": "@a.zig and @gone.md\n",
    "AGENTS.md": "# A\n",
    "a.zig": "",
    ".claude/rules/x.md": "# X\n",
    "memory/MEMORY.md": "- [a](a.md) — b\n" * 150 + "x" * 23_000,
    "memory/a.md": "Text.\n",
}


@pytest.mark.parametrize(
    "target", ["1.0", "2.0.64", "2.1.0", "2.1.59", "2.1.82", "2.1.83", "2.1.200", "2.1.277", newest()]
)
def test_every_version_runs(target: str, lint: Linter) -> None:
    report = lint(FILES, settings=Settings(target_version=target), user=True)
    assert "CLAUDE.md:1:12 error imports/missing-target" in told(report)
    assert ("AGENTS.md" in [file.path for file in report.files]) is (version(target) >= (2, 1, 277))
    assert (".claude/rules/x.md" in [file.path for file in report.files]) is (version(target) >= (2, 0, 64))
    over = any("index-over-limit" in line for line in told(report))
    assert over is (version(target) >= (2, 1, 83))


def test_unknown_names_are_mistakes() -> None:
    facts = for_version()
    for ask in (facts.number, facts.text, facts.words, facts.holds):
        with pytest.raises(KeyError):
            ask("no.such-fact")
    assert for_version("2.1.82").number("index.max-size") == NO_LIMIT
    assert facts.number("index.max-size") == 25_000


def test_every_fact_has_its_evidence() -> None:
    known = sources()
    for fact in every():
        assert fact.source in known
        assert fact.confidence in ("high", "medium", "low")
        assert date.fromisoformat(fact.date) <= date(2026, 11, 30)
        assert fact.text
        assert fact.unit
    assert len({(fact.id, fact.since) for fact in every()}) == len(list(every()))


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("comments.hidden", "2.1.72"),
        ("directories.once", "2.1.281"),
        ("excludes.link-path", "2.1.239"),
        ("index.cut-place", "2.1.268"),
        ("index.measured-loaded", "2.1.211"),
        ("memory.advisory-error", "2.1.210"),
        ("memory.modified", "2.1.214"),
        ("rules.invalid-apart", "2.1.207"),
        ("rules.list-paths", "2.1.84"),
        ("rules.through-links", "2.1.198"),
        ("worktrees.shared-memory", "2.1.63"),
        ("worktrees.skip-outer", "2.1.69"),
    ],
)
def test_what_is_so_from_a_version_on(name: str, first: str) -> None:
    assert for_version(first).holds(name)
    assert for_version().holds(name)
    assert not for_version(before(first)).holds(name)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("agents.modes", "2.1.277"),
        ("agents.plugin", "2.1.277"),
        ("directories.switch", "2.1.20"),
        ("imports.rejected-prefix", "2.1.234"),
        ("memory.directory-setting", "2.1.74"),
        ("memory.enabled-setting", "2.1.59"),
        ("switch.bare", "2.1.50"),
        ("switch.no-memory", "2.1.59"),
        ("switch.project-name", "2.1.234"),
        ("switch.safe-mode", "2.1.169"),
        ("trigger.agents", "2.1.277"),
    ],
)
def test_names_from_a_version_on(name: str, first: str) -> None:
    assert for_version(first).words(name)
    assert for_version(before(first)).words(name) == ()


def before(text: str) -> str:
    *major, last = version(text)
    return ".".join(map(str, (*major, last - 1)))


@pytest.mark.parametrize(
    ("target", "instructions", "rules", "agents"),
    [
        ("2.0.63", ("Read",), (), ()),
        ("2.1.276", ("Read",), ("Read",), ()),
        ("2.1.287", ("Read",), ("Read",), ("Read",)),
        ("2.1.288", ("Read", "Write", "Edit"), ("Read", "Write", "Edit"), ("Read",)),
    ],
)
def test_triggers(target: str, instructions: tuple[str, ...], rules: tuple[str, ...], agents: tuple[str, ...]) -> None:
    facts = for_version(target)
    found = [facts.words(f"trigger.{kind}") for kind in ("instructions", "rules", "agents")]
    assert found == [instructions, rules, agents]


def test_open_defects_hold_in_every_version() -> None:
    for target in ("2.1.100", newest()):
        for name in ("imports.ancestor-lost", "rules.eager-imports", "rules.user-paths-lost"):
            assert for_version(target).holds(name)
