"""The table of facts: what a version picks, and that no two facts claim the same version."""

from __future__ import annotations

import re

import pytest

from memlint.harness import facts as module
from memlint.harness.facts import Fact, Facts, every, for_version, newest, sources, version


def fact(name: str, value: object, since: str = "", until: str = "") -> Fact:
    return Fact(name, value, "lines", "text", since, until, "2026-10-02", "DOC-MEM", "high")


TABLE = (
    fact("a.always", 1),
    fact("a.changed", 5, until="2.1.100"),
    fact("a.changed", 4, since="2.1.100", until="2.1.200"),
    fact("a.changed", 3, since="2.1.200"),
    fact("a.young", ["x", "y"], since="2.1.9"),
    fact("a.text", "x y\nz"),
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "every", lambda: iter(TABLE))


def held(target: str) -> Facts:
    return for_version.__wrapped__(target)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("target", "number"),
    [
        ("2.1.99", 5),
        ("2.1.100", 4),
        ("2.1.199", 4),
        ("2.1.200", 3),
        ("2.1.1000", 3),
        ("3", 3),
        ("2.1", 5),
        ("2.0.999", 5),
    ],
)
def test_since_is_inclusive_and_until_is_not(target: str, number: int) -> None:
    assert held(target).number("a.changed") == number


@pytest.mark.usefixtures("table")
def test_versions_are_numbers_and_not_texts() -> None:
    assert held("2.1.8").words("a.young") == ()
    assert held("2.1.10").words("a.young") == ("x", "y")
    assert held("2.1.10").words("a.text") == ("x", "y", "z")
    assert held("2.1.10").text("a.text") == "x y\nz"


@pytest.mark.parametrize("text", ["", "2.x", "v2.1.3", "2..1", "newest", "2.1.3-beta"])
def test_malformed_versions(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        version(text)


def test_the_newest_version_is_the_default() -> None:
    assert for_version().version == newest()
    for each in every():
        assert not each.since or version(each.since) <= version(newest())


def test_at_every_version_at_most_one_fact_of_a_name_holds() -> None:
    found = list(every())
    edges = {text for each in found for text in (each.since, each.until) if text}
    for edge in ("0", newest(), *edges):
        names = [
            each.id
            for each in found
            if (not each.since or version(each.since) <= version(edge))
            and (not each.until or version(edge) < version(each.until))
        ]
        assert len(names) == len(set(names)), edge
    for each in found:
        assert not (each.since and each.until) or version(each.since) < version(each.until)


def test_facts_are_written_alike() -> None:
    for each in every():
        assert re.fullmatch(r"[a-z]+\.[a-z-]+", each.id)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", each.date)
        assert isinstance(each.value, (int, str, list))
        assert len(each.text) < 120
        assert "\n" not in each.text
    assert {each.source for each in every()} <= set(sources())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("index.max-lines", 200),
        ("index.max-size", 25_000),
        ("index.near-percent", 80),
        ("index.shrink-percent", 70),
        ("instructions.max-bytes", 4 * 1024 * 1024),
        ("instructions.advised-lines", 200),
        ("instructions.warning-units", 40_000),
        ("imports.max-hops", 4),
        ("memory.slug-characters", 200),
        ("topic.header-lines", 30),
    ],
)
def test_the_numbers_of_the_specification(name: str, value: int) -> None:
    assert for_version().number(name) == value


def test_the_names_of_the_specification() -> None:
    facts = for_version()
    assert facts.words("names.instructions") == ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
    assert facts.words("topic.types") == ("user", "feedback", "project", "reference")
    assert len(facts.words("imports.extensions")) == len(set(facts.words("imports.extensions"))) == 106
