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
    for ask in (facts.number, facts.text, facts.words):
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
