"""The tables of directives: every slot shows by examples what it finds and what it lets pass; and a lint of them."""

from __future__ import annotations

import os
from typing import Any

import pytest

from memlint.source.directives import compiling
from memlint.source.directives.atoms import Directive
from memlint.source.directives.conflicts import conflicts
from memlint.source.directives.extract import directives
from memlint.source.directives.tables import builtin, with_own
from memlint.source.document import read
from memlint.source.sentences import sentences

SLOTS = {row["id"]: row for row in compiling.sources()}
EXAMPLES = [
    pytest.param(name, one, other, kind == "conflict", id=f"{name}-{kind}-{number}")
    for name, row in SLOTS.items()
    for kind, pairs in row.get("examples", {}).items()
    for number, (one, other) in enumerate(pairs)
]


def told(path: str, text: str) -> list[Directive]:
    """Read an example: a list item, or Markdown when it begins with a heading."""
    body = text if text.startswith("#") else f"- {text}"
    return list(directives(path, list(sentences(read(body + "\n", path))), builtin()))


@pytest.mark.parametrize(("slot", "one", "other", "clash"), EXAMPLES)
def test_an_example_conflicts_or_not(slot: str, one: str, other: str, clash: bool) -> None:
    found = list(conflicts([*told("CLAUDE.md", one), *told("rules.md", other)], builtin()))
    assert [conflict.slot.id for conflict in found] == ([slot] if clash else [])


@pytest.mark.parametrize("slot", SLOTS)
def test_a_slot_has_examples_of_both_kinds(slot: str) -> None:
    examples = SLOTS[slot]["examples"]
    assert len(examples["conflict"]) >= 3
    assert len(examples["silent"]) >= 3


@pytest.mark.parametrize("slot", SLOTS)
def test_a_silent_example_of_a_slot_is_about_it(slot: str) -> None:
    """A pair that the slot has nothing to do with would prove nothing."""
    (compiled,) = (each for each in builtin().slots if each.id == slot)
    for pair in SLOTS[slot]["examples"]["silent"]:
        number = builtin().slots.index(compiled)
        assert any(number in found for found in builtin().candidates([text.lower() for text in pair])), pair


def texts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [each for key, item in value.items() for each in (key, *texts(item))]
    if isinstance(value, list):
        return [each for item in value for each in texts(item)]
    return [value]


@pytest.mark.parametrize("slot", SLOTS)
def test_yaml_reads_no_word_as_true_or_false(slot: str) -> None:
    flags = {"needs-role", "needs-parameter", "strict", "asks", "conditional", "unqualified", "named-parts", "parts"}
    flags |= {"after-knob", "version", "anywhere", "between"}
    values = {key: value for key, value in SLOTS[slot].items() if key not in flags}
    assert [each for each in texts(values) if not isinstance(each, str)] == []


@pytest.mark.parametrize("slot", SLOTS)
def test_a_slot_is_its_file_and_says_what_it_is_about(slot: str) -> None:
    assert os.path.isfile(os.path.join(os.path.dirname(compiling.__file__), "tables", "slots", f"{slot}.yaml"))
    about = SLOTS[slot]["about"]
    assert about[0].islower()
    assert not about.endswith(".")
    assert "TODO" not in about


@pytest.mark.parametrize("slot", SLOTS)
def test_no_two_values_have_one_wording(slot: str) -> None:
    seen: dict[str, str] = {}
    (compiled,) = (each for each in builtin().slots if each.id == slot)
    for form in compiled.forms:
        value = f"{form.value} {form.wanted}"
        assert seen.setdefault(form.pattern, value) == value
        assert list(seen).count(form.pattern) == 1


@pytest.mark.parametrize("slot", SLOTS)
def test_qualifiers_that_a_slot_ignores_exist(slot: str) -> None:
    names = {name for name in SLOTS[slot].get("ignores", ()) if not name.startswith("path:")}
    assert names <= builtin().qualifier_names


def test_the_shipped_tables_are_those_of_the_yaml() -> None:
    with open(compiling.__file__.replace("compiling.py", "tables.json"), encoding="utf-8") as stream:
        assert stream.read() == compiling.tables()


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("pnpm", [[["pnpm"]]]),
        ("force[- ]push", [[["force"], ["push"]]]),
        ("(?:semi-?colons|分号)", [[["colons"], ["semi"]], [["分号"]]]),
        (r"\b(?:prs?|pull requests?)\b", [[["pr"]], [["pull request"]]]),
        (r"use (?:tabs|spaces) now", [[["use tabs now"]], [["use spaces now"]]]),
    ],
)
def test_a_match_of_each_alternative_needs_its_texts(pattern: str, needed: list[list[list[str]]]) -> None:
    assert compiling.required(pattern) == needed


@pytest.mark.parametrize("pattern", [r"\w+", "(?:npm)?", "a|\\d"])
def test_a_wording_without_a_literal_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="no literal"):
        compiling.required(pattern)


@pytest.mark.parametrize("slot", SLOTS)
def test_every_wording_is_found_by_what_it_needs(slot: str) -> None:
    """What matches in an example must also be a candidate there: the texts must not hide a match."""
    (compiled,) = (each for each in builtin().slots if each.id == slot)
    for pairs in SLOTS[slot]["examples"].values():
        for text in (text.lower().replace("’", "'") for pair in pairs for text in pair):
            (found,) = builtin().candidates([text])
            known, likely = builtin().looked_up(text)
            assert known == found
            number = builtin().slots.index(compiled)
            matching = {number for number, form in enumerate(compiled.forms) if form.words.search(text)}
            if compiled.needed is None or compiled.needed.search(text):
                assert matching <= likely.get(number, set()), text
            assert matching <= found.get(number, set()), text
            assert all(forms <= found[slot] for slot, forms in likely.items()), text


def test_what_a_match_has_besides_rules_wordings_out() -> None:
    tables = with_own(({"id": "x", "kind": "toggle", "about": "x", "on": [r"glaze \w+ clay \w+ cones? on"]},))
    number = len(tables.slots) - 1
    for text, found in (("glaze the clay for cone on", ({0}, {0})), ("glaze the clay for it on", ({0}, set()))):
        assert tuple(each.get(number, set()) for each in tables.looked_up(text)) == found


def test_what_a_slot_needs_rules_its_wordings_out() -> None:
    tables = with_own(({"id": "x", "kind": "toggle", "about": "x", "on": ["glazed?"], "need": "kiln|oven"},))
    number = len(tables.slots) - 1
    for text, found in (("glaze in the oven", ({0}, {0})), ("glaze it", ({0}, set()))):
        assert tuple(each.get(number, set()) for each in tables.looked_up(text)) == found
