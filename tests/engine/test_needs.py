"""What a rule needs is needed: without these words it finds nothing, so that a run may leave it out."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint import Rule, check
from memlint.engine import needs, registry, run
from memlint.engine.docs import sections
from memlint.engine.registry import RuleError, load, scan
from tests.rules.test_cases import CASES, TODAY, configured
from tests.trees import plant

NEEDY = {name: rule for name, rule in load().items() if rule.needs}
FIRING = [
    (name, case)
    for name in NEEDY
    for case in sorted((CASES / name).glob("*.txt"))
    if f" {name}" in sections(case.read_text("utf-8"))["expect"]
]


def found(base: Path, name: str) -> list[str]:
    """Return the messages of the rule ``name`` in the project at ``base``."""
    settings = configured(base)._replace(today=TODAY)
    report = check([base], root=base, home=base.parent, select=[name], settings=settings)
    return [finding.message for finding in report.findings if finding.rule == name]


def without(text: str, words: tuple[str, ...]) -> str:
    """Return ``text`` with none of ``words`` in it, in small letters or large ones."""
    while any(word in needs.folded(text) for word in words):
        for word in words:
            text = re.sub(re.escape(word), "", text, flags=re.IGNORECASE)
    return text


@pytest.mark.parametrize(("name", "case"), FIRING, ids=lambda value: getattr(value, "stem", value))
def test_without_what_it_needs_a_rule_finds_nothing(
    name: str, case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {path: text for path, text in sections(case.read_text("utf-8")).items() if path != "expect"}
    base = plant(tmp_path / "project", files, rule=name)
    assert found(base, name)
    for path in base.rglob("*.md"):
        path.write_bytes(without(path.read_bytes().decode("utf-8", "surrogateescape"), NEEDY[name].needs).encode())
    monkeypatch.setattr(run, "may_find", lambda rule, project: True)
    assert found(base, name) == []


def test_rules_that_cannot_find_anything_are_not_imported(tmp_path: Path) -> None:
    base = plant(tmp_path / "project", {"CLAUDE.md": "# Kiln\n\nFire twice.\n"})
    idle = [rule.module for rule in NEEDY.values() if rule.name in ("links/broken-wikilink", "security/bidi")]
    for module in idle:
        sys.modules.pop(module, None)
    assert check([base], root=base, home=base.parent).findings == ()
    assert not sys.modules.keys() & {*idle}


def test_a_large_project_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "_MOST", 10)
    base = plant(tmp_path / "project", {"CLAUDE.md": "# Kiln\n\nFire twice.\n"})
    asked: list[str] = []
    check([base], root=base, home=base.parent, observe=lambda project, _: asked.extend(_found_possible(project)))
    assert asked == [*NEEDY]


def _found_possible(project: object) -> list[str]:
    return [name for name, rule in NEEDY.items() if needs.may_find(rule, project)]  # type: ignore[arg-type]


LETTERS = st.text(st.sampled_from("aikszAIKSZſıİKéÉ<- "), max_size=12)


@given(LETTERS, st.text(st.sampled_from("aiksz<-"), min_size=1, max_size=3))
def test_folding_hides_nothing_that_a_pattern_would_find(text: str, word: str) -> None:
    if re.search(re.escape(word), text, re.IGNORECASE):
        assert word in needs.folded(text)


def test_words_are_written_in_small_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "loud" / "clay"
    folder.mkdir(parents=True)
    for package in (folder, folder.parent):
        (package / "__init__.py").write_text("")
    (folder / "red.py").write_text(
        "from memlint import Document, Findings, rule\n\n\n"
        '@rule("info", needs=("Curl",))\n'
        "def red(document: Document) -> Findings:\n    yield from ()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(RuleError, match="in small letters: not 'Curl'"):
        list(scan("loud"))


def test_the_list_of_rules_has_what_they_need() -> None:
    made: dict[str, Rule] = {rule.name: rule for rule in scan(registry.BUILT_IN)}
    assert {name: rule.needs for name, rule in load().items()} == {name: rule.needs for name, rule in made.items()}
