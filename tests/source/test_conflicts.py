"""Which directives are told as a conflict, as what kind, and which others stand beside it."""

from __future__ import annotations

import pytest

from memlint.source.directives.conflicts import Conflict, conflicts
from memlint.source.directives.tables import with_own
from tests.source.test_directives import CLAY, LID, TABLES, told


def found(*texts: str, meet: set[tuple[str, str]] | None = None) -> list[Conflict]:
    """Return the conflicts of files that are called 0.md, 1.md and so on."""
    directives = [each for number, text in enumerate(texts) for each in told(text, f"{number}.md")]
    return list(conflicts(directives, TABLES, meet=lambda one, other: meet is None or (one, other) in meet))


def places(conflict: Conflict) -> tuple[str, str, list[str]]:
    """Return the sentence of each side, and the paths of the others."""
    first, second = (witness[0].sentence.words for witness in (conflict.first, conflict.second))
    return first, second, [witness[0].path for witness in conflict.others]


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("- Use porcelain.\n", "- Use redware.\n", "values"),
        ("- Use porcelain.\n", "- Never use porcelain.\n", "wanted-and-not"),
        ("- You may use porcelain.\n", "- Never use porcelain.\n", "wanted-and-not"),
        ("- Close the lid.\n", "- The lid stays open.\n", "wanted-and-not"),
        ("- Kiln heat: at most 1200 degrees\n", "- Kiln heat: at most 1100 degrees\n", "numbers"),
        ("- Wheel version: 3.10\n", "- Wheel version: 3.12\n", "numbers"),
    ],
)
def test_kinds(one: str, other: str, kind: str) -> None:
    assert [conflict.kind for conflict in found(one, other)] == [kind]
    assert [conflict.kind for conflict in found(other, one)] == [kind]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("- Never use porcelain.\n", "- Never use redware.\n"),
        ("- Use porcelain.\n", "- Never use redware.\n"),
        ("- Use porcelain.\n", "- You may use redware.\n"),
        ("- You may use porcelain.\n", "- You may use redware.\n"),
        ("- Use porcelain and redware.\n", "- Use porcelain as well as redware.\n"),
        ("- Use porcelain as well as redware.\n", "- Use redware.\n"),  # who wants both chooses none
        ("- Use porcelain unless I say so.\n", "- Use redware.\n"),
        ("- The kiln heat: at least 1000 degrees\n", "- Kiln heat: at most 1000 degrees\n"),
    ],
)
def test_none(one: str, other: str) -> None:
    assert found(one, other) == found(other, one) == []


def test_a_minimum_above_a_maximum_is_one() -> None:
    low, high = "- Kiln heat: at least 1001 degrees\n", "- Kiln heat: at most 1000 degrees\n"
    assert len(found(low, high)) == len(found(high, low)) == 1


def test_the_others_say_the_same_as_one_of_both() -> None:
    (conflict,) = found("- Use porcelain.\n", "- Use redware.\n", "- Use porcelain.\n", "- Use redware.\n")
    assert places(conflict) == ("Use porcelain.", "Use redware.", ["2.md", "3.md"])
    (conflict,) = found("- Use porcelain.\n", "- Never use porcelain.\n", "- Never use redware.\n")
    assert places(conflict) == ("Use porcelain.", "Never use porcelain.", [])


def test_a_permission_beside_a_demand_takes_nothing_from_it() -> None:
    (conflict,) = found("- Use porcelain.\n", "- You may use porcelain.\n", "- Use redware.\n")
    assert places(conflict) == ("Use porcelain.", "Use redware.", ["1.md"])
    (conflict,) = found("- Use redware.\n", "- Use porcelain.\n", "- You may use porcelain.\n")
    assert places(conflict) == ("Use redware.", "Use porcelain.", ["2.md"])


@pytest.mark.parametrize(("number", "count"), [(5, 1), (6, 0)])
def test_six_of_each_side_are_tried(number: int, count: int) -> None:
    """The cost of a cell does not grow with the square of its size."""
    wanted, other = ["- Use porcelain.\n"] * 8, ["- Use redware.\n"] * 8
    assert len(found(*wanted, *other, meet={(f"{number}.md", "8.md")})) == count
    assert len(found(*wanted, *other, meet={("0.md", f"{8 + number}.md")})) == count


def test_a_pair_that_meets_is_found_behind_one_that_does_not() -> None:
    (conflict,) = found(
        "- Use porcelain.\n", "- Use porcelain.\n", "- Use redware.\n", "- Use redware.\n", meet={("1.md", "3.md")}
    )
    assert (conflict.first[0].path, conflict.second[0].path) == ("1.md", "3.md")
    assert [witness[0].path for witness in conflict.others] == ["0.md", "2.md"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("- Use porcelain.\n- Use redware.\n", 0),
        ("- Use porcelain.\n- Wash it.\n- Use redware.\n", 1),
        ("- Use porcelain.\n\nText.\n\n- Use redware.\n", 1),  # neighbours, but of two lists
        ("Use porcelain.\nUse redware.\n", 1),
        ("- Use porcelain. Use redware.\n", 0),
    ],
)
def test_neighbours_of_one_list(text: str, count: int) -> None:
    assert len(found(text)) == count
    assert len(found("- Wash it.\n", text)) == count


def test_the_same_places_of_two_files_are_no_neighbours() -> None:
    assert len(found("- Wash it.\n- Use porcelain.\n", "- Wash it.\n- Use redware.\n")) == 1


def test_two_sentences_that_differ_in_several_parts_of_a_knob_are_told_once() -> None:
    tables = with_own(({**CLAY, "id": "kiln.parts", "parts": True},))
    one, other = (
        told("- Use porcelain for cups and plates.\n", "a.md", tables),
        told("- Use redware for cups and plates.\n", "b.md", tables),
    )
    assert {atom.parameter for each in one for atom in each.atoms if atom.slot == "kiln.parts"} == {"cups", "plates"}
    assert [conflict.slot.id for conflict in conflicts([*one, *other], tables)].count("kiln.parts") == 1


def test_each_knob_and_each_part_of_it_has_its_own() -> None:
    one = "- Use porcelain for cups.\n- Use redware for plates.\n- Close the lid.\n"
    other = "- Use redware for cups.\n- Use porcelain for plates.\n- Never close the lid.\n"
    assert sorted(conflict.slot.id for conflict in found(one, other)) == ["kiln.clay", "kiln.clay", "kiln.lid"]


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        ("Close the lid of a box.", []),
        ("For the lid of a box too: close the lid.", [True]),
    ],
)
def test_what_a_slot_exempts(sentence: str, claims: list[bool]) -> None:
    """Only where the words themselves are part of it."""
    tables = with_own(({**LID, "exempt": "close the lid of a box|^for the lid of a box"},))
    atoms = [atom for each in told(f"- {sentence}\n", tables=tables) for atom in each.atoms]
    assert [atom.wanted for atom in atoms if atom.slot == "kiln.lid"] == claims


def test_who_may_can_also_be_told_to() -> None:
    """A permission hides no instruction, whichever stands first."""
    may, use, other = "- You may use porcelain.\n", "- Use porcelain.\n", "- Use redware.\n"
    assert len(found(use, may, other)) == len(found(may, use, other)) == 1
    assert found(may, other) == []
