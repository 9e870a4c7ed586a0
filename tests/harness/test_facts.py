"""The table of facts: what a version picks, and that no two facts claim the same version."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from memlint.errors import UsageError
from memlint.harness import facts as module
from memlint.harness.facts import Fact, Facts, asked_for, every, for_version, newest, sources, version


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


@pytest.mark.usefixtures("table")
def test_a_yes_or_no_fact_is_so_from_its_version_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (*TABLE, fact("a.so", 1, since="2.1.9", until="2.1.300"), fact("a.denied", 0))
    monkeypatch.setattr(module, "every", lambda: iter(rows))
    assert [held(target).holds("a.so") for target in ("2.1.8", "2.1.9", "2.1.299", "2.1.300")] == [0, 1, 1, 0]
    assert held("2.1.9").holds("a.so") is True
    assert held("2.1.8").holds("a.so") is False
    assert held("2.1.9").holds("a.denied") is False
    with pytest.raises(KeyError):
        held("2.1.9").holds("a.unknown")


@pytest.mark.parametrize("text", ["", "2.x", "v2.1.3", "2..1", "newest", "2.1.3-beta"])
def test_malformed_versions(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        version(text)


@pytest.mark.parametrize("text", ["-1", "+2", "1_0", " 2.1 ", "2.1\n", "2.²", "٢.١", "2.x", "2..1"])
def test_a_person_writes_versions_as_the_configuration_has_them(text: str) -> None:
    with pytest.raises(UsageError, match="target-version is a version such as"):
        asked_for(text)


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


def test_yes_or_no_facts_are_1() -> None:
    for each in every():
        assert each.unit != "yes or no" or each.value == 1, each.id
        if isinstance(each.value, list):
            assert each.value, each.id
            assert all(isinstance(word, str) for word in each.value), each.id


def test_facts_of_one_prefix_stand_together() -> None:
    prefixes = [prefix for prefix, _ in groupby(each.id.partition(".")[0] for each in every())]
    assert len(prefixes) == len(set(prefixes))


def test_versions_are_written_in_words() -> None:
    """The words of each row's evidence come back as since and until."""
    found = {(each.id, each.since, each.until) for each in every()}
    assert ("index.max-lines", "", "") in found
    assert ("index.max-size", "2.1.83", "") in found
    assert ("trigger.instructions", "", "2.1.288") in found
    assert ("trigger.rules", "2.0.64", "2.1.288") in found
    for each in every():
        for text in (each.since, each.until):
            assert re.fullmatch(r"(\d+\.\d+\.\d+)?", text), each.id


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
        ("topic.header-bytes", 64 * 1024),
        ("index.line-characters", 150),
        ("index.long-line-characters", 200),
        ("index.kilobyte", 1024),
        ("instructions.warning-percent", 5),
        ("memory.project-name-characters", 64),
        ("recall.max-files", 5),
        ("recall.manifest-files", 200),
        ("recall.max-depth", 3),
        ("recall.fresh-days", 1),
        ("rules.max-patterns", 1000),
        ("rules.max-pattern-bytes", 4 * 1024 * 1024),
        ("hooks.max-characters", 10_000),
        ("hooks.timeout-seconds", 600),
        ("hooks.max-stop-blocks", 8),
        ("doctor.characters-per-token", 4),
    ],
)
def test_the_numbers_of_the_specification(name: str, value: int) -> None:
    assert for_version().number(name) == value


def test_the_names_of_the_specification() -> None:
    facts = for_version()
    assert facts.words("names.instructions") == ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
    assert facts.words("topic.types") == ("user", "feedback", "project", "reference")
    assert len(facts.words("imports.extensions")) == len(set(facts.words("imports.extensions"))) == 106
    assert facts.words("names.settings") == (".claude/settings.json", ".claude/settings.local.json")
    assert facts.words("names.never-read") == ("AGENTS.local.md", "AGENTS.override.md")
    assert dict(each.split("=") for each in facts.words("names.managed-directories")) == {
        "darwin": "/Library/Application Support/ClaudeCode",
        "linux": "/etc/claude-code",
        "win32": "C:\\Program Files\\ClaudeCode",
    }
    assert facts.words("agents.modes")[0] == "claude-md-or-agents-md"
    assert len(facts.words("agents.modes")) == 4
    assert facts.text("imports.rejected-prefix") == "\\??\\"
    assert facts.words("links.rejected-prefixes") == ("/net/", "/Network/", "\\\\")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("agents.mode-option", "instructionFiles"),
        ("agents.plugin", "agents-md@builtin"),
        ("directories.switch", "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"),
        ("excludes.key", "claudeMdExcludes"),
        ("memory.directory-setting", "autoMemoryDirectory"),
        ("memory.enabled-setting", "autoMemoryEnabled"),
        ("names.agents-folder", ".claude/agents"),
        ("names.managed-settings", "managed-settings.json"),
        ("names.managed-text", "claudeMd"),
        ("names.never-read-folder", ".agents"),
        ("names.team-index", "team/MEMORY.md"),
        ("names.user-agent-memory", "agent-memory"),
        ("switch.bare", "CLAUDE_CODE_SIMPLE"),
        ("switch.config", "CLAUDE_CONFIG_DIR"),
        ("switch.memory-override", "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"),
        ("switch.no-instructions", "CLAUDE_CODE_DISABLE_CLAUDE_MDS"),
        ("switch.no-memory", "CLAUDE_CODE_DISABLE_AUTO_MEMORY"),
        ("switch.project-name", "CLAUDE_CODE_PROJECT_DIR_NAME"),
        ("switch.remote-memory", "CLAUDE_CODE_REMOTE_MEMORY_DIR"),
        ("switch.safe-mode", "CLAUDE_CODE_SAFE_MODE"),
    ],
)
def test_the_words_of_the_specification(name: str, value: str) -> None:
    assert for_version().text(name) == value
