"""What a claim is limited to, what it is for, and what keeps it from being compared: flag by flag of a slot."""

from __future__ import annotations

from typing import Any

import pytest

from memlint.source.directives.atoms import Atom
from memlint.source.directives.tables import with_own
from tests.source.test_directives import CLAY, HEAT, LID, WHEEL, told

NUMBER = {"id": "kiln.number", "kind": "number", "about": "how hot a thing gets", "knob": "heat", "unit": "degrees"}


def atoms(text: str, slot: dict[str, Any]) -> list[Atom]:
    found = told(text if text.startswith("#") else f"- {text}\n", tables=with_own((slot,)))
    return [atom for each in found for atom in each.atoms if atom.slot == slot["id"]]


@pytest.mark.parametrize(
    ("text", "qualifiers"),
    [
        ("Use porcelain.", set()),
        ("In notebooks, use porcelain.", {"in:notebooks"}),
        ("Use porcelain for the extension.", {"in:the extension"}),
        ("Use porcelain in the frontend.", {"frontend"}),
        ("Use porcelain for tests.", {"tests"}),
        ("Use porcelain in `kiln/tiles/`.", {"path:kiln/tiles"}),
        ("## Frontend\n\n- Use porcelain.\n", {"frontend"}),
        ("# Kiln\n\n## Backend\n\n### Tests\n\n- Use porcelain.\n", {"backend", "tests"}),
        ("## Frontend\n\nIn the app:\n\n- Use porcelain.\n", {"frontend"}),
        # what the slot is about, the whole, and a moment are no limits
        ("For new clay, use porcelain.", set()),
        ("In general, use porcelain.", set()),
        ("Before each commit, use porcelain.", set()),
    ],
)
def test_where_it_holds(text: str, qualifiers: set[str]) -> None:
    assert [atom.qualifiers for atom in atoms(text, CLAY)] == [qualifiers]


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("Use porcelain if the plate is thin.", {"condition"}),
        ("If in doubt, use porcelain.", {"condition"}),
        ("Use porcelain when throwing; use `if`.", {"condition"}),
        ("Use porcelain; write `if`.", set()),  # in code it is a word of another language
        ("Use porcelain when done.", set()),  # that is a moment
        ("Use porcelain unless I say so.", {"exception"}),
        ("You may use porcelain.", {"permission"}),
        ("Always use porcelain, this takes precedence over the root rule.", {"override"}),
    ],
)
def test_what_keeps_it_from_being_compared(text: str, flags: set[str]) -> None:
    assert [atom.flags for atom in atoms(text, CLAY)] == [flags]


def test_a_permission_is_one_of_what_is_wanted() -> None:
    found = atoms("You may use porcelain, never redware.", CLAY)
    assert [(atom.value, sorted(atom.flags)) for atom in found] == [("white", ["permission"]), ("red", [])]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Close the lid.", [True]),
        ("Never close the lid.", [False]),
        ("The lid stays open.", [False]),
        ("closed lids", [True]),
        ("No closed lids.", [False]),
        ("Always close the lid, except at night.", [True]),
        ("## Never\n\n- close the lid\n", [False]),
        ("## Never\n\n- closed lids\n", [False]),
        ("## Never\n\n- Close the lid when you work in the kiln room.\n", []),
    ],
)
def test_toggles(text: str, claims: list[bool]) -> None:
    assert [atom.wanted for atom in atoms(text, LID)] == claims


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("porcelain", [False]),
        ("porcelain on the wheel in here", [False]),  # six words
        ("porcelain on the wheel in here, too", []),
        ("porcelain.", []),
        ("porcelain is used", []),
        ("we use porcelain", []),
        ("never porcelain", [False]),
    ],
)
def test_under_never_a_bare_value_is_not_wanted(text: str, claims: list[bool]) -> None:
    assert [atom.wanted for atom in atoms(f"## Never\n\n- {text}\n", CLAY)] == claims


PARTS = {**CLAY, "parts": True}


@pytest.mark.parametrize(
    ("flags", "text", "expected"),
    [
        ({}, "Use porcelain for cups.", [("cups", "white")]),
        ({}, "## Cups\n\n- Use porcelain.\n", [("cups", "white")]),
        ({}, "## Cups\n\n- Use porcelain for plates.\n", [("plates", "white")]),
        ({}, "Use porcelain for cups and redware for plates.", [("cups", "white"), ("cups", "red")]),
        # each value has the words around it
        ({"parts": True}, "Use porcelain for cups and redware for plates.", [("cups", "white"), ("plates", "red")]),
        ({"parts": True}, "## Cups\n\n- Use porcelain.\n", [("cups", "white")]),
        # one that must say what it is for
        ({"needs-parameter": True}, "Use porcelain.", []),
        ({"needs-parameter": True}, "Use porcelain for the cup.", [("cups", "white")]),
        ({"needs-parameter": True}, "## Plates\n\n- Use porcelain.\n", [("plates", "white")]),
        # only with a word that it needs
        ({"need": "wheel"}, "Use porcelain.", []),
        ({"need": "wheel"}, "Use porcelain on the Wheel.", [("", "white")]),
        # of values that are something else as well
        ({"needs-role": True}, "Use porcelain.", []),
        ({"needs-role": True}, "Use porcelain as clay.", [("", "white")]),
        ({"needs-role": True}, "## Clay\n\n- Use porcelain.\n", [("", "white")]),
        ({"needs-role": True}, "## Clay\n\n- Use porcelain to lint it.\n", []),
        # of names that any sentence may have
        ({"strict": True}, "Use porcelain.", [("", "white")]),
        ({"strict": True}, "Use the porcelain.", [("", "white")]),
        ({"strict": True}, "Throw with porcelain.", [("", "white")]),
        ({"strict": True}, "porcelain", [("", "white")]),
        ({"strict": True}, "We love the porcelain.", []),
    ],
)
def test_what_it_is_for(flags: dict[str, Any], text: str, expected: list[tuple[str, str]]) -> None:
    assert [(atom.parameter, atom.value) for atom in atoms(text, {**CLAY, **flags})] == expected


@pytest.mark.parametrize(
    ("flags", "text", "told_as"),
    [
        ({}, "Use porcelain unless I ask.", {"exception"}),
        ({"asks": True}, "Use porcelain unless I ask.", set()),
        ({}, "Use porcelain when the kiln is hot.", {"condition"}),
        ({"conditional": True}, "Use porcelain when the kiln is hot.", set()),
    ],
)
def test_conditions_that_a_slot_is_about(flags: dict[str, Any], text: str, told_as: set[str]) -> None:
    assert [atom.flags for atom in atoms(text, {**CLAY, **flags})] == [told_as]


@pytest.mark.parametrize(
    ("flags", "text", "qualifiers"),
    [
        ({"anywhere": True}, "## Frontend\n\n- Use porcelain.\n", set()),
        ({"anywhere": True}, "Use porcelain in the frontend.", {"frontend"}),
        ({"ignores": ["frontend"]}, "## Frontend\n\n- Use porcelain.\n", set()),
        ({"ignores": ["frontend"]}, "Use porcelain for backend tests.", {"backend", "tests"}),
        ({"unqualified": True}, "## Frontend\n\n- Never use porcelain.\n", set()),
        ({"unqualified": True}, "## Frontend\n\n- Use porcelain.\n", {"frontend"}),
    ],
)
def test_limits_that_a_slot_knows_none_of(flags: dict[str, Any], text: str, qualifiers: set[str]) -> None:
    assert [atom.qualifiers for atom in atoms(text, {**CLAY, **flags})] == [qualifiers]


@pytest.mark.parametrize(
    ("slot", "text", "expected"),
    [
        (HEAT, "kiln: max 1200 degrees", [("1200", 1200.0, "<=")]),
        (HEAT, "kiln 1200 degrees max", [("1200", 1200.0, "<=")]),
        (HEAT, "kiln must not exceed 1200 degrees", [("1200", 1200.0, "<=")]),
        (HEAT, "Keep the kiln below 1200 degrees", [("1200", 1200.0, "<=")]),
        (HEAT, "kiln: no more than 1200 degrees", [("1200", 1200.0, "<=")]),
        (HEAT, "kiln: up to 1200 degrees", [("1200", 1200.0, "<=")]),
        (HEAT, "kiln: min 1200 degrees", [("1200", 1200.0, ">=")]),
        (HEAT, "kiln: more than 1200 degrees", [("1200", 1200.0, ">=")]),
        (HEAT, "kiln 不超过 1200 degrees", [("1200", 1200.0, "<=")]),
        (HEAT, "kiln: 1,200 degrees", [("1,200", 1200.0, "=")]),
        (HEAT, "kiln: 12.5 degrees", [("12.5", 12.5, "=")]),
        (HEAT, "kiln: 0 degrees", [("0", 0.0, "=")]),
        (HEAT, "kiln: 1200degrees", [("1200", 1200.0, "=")]),
        (HEAT, "kiln: ten degrees", [("ten", 10.0, "=")]),
        (HEAT, "kiln: ~1200 degrees", []),
        (HEAT, "kiln: 1200-1300 degrees", []),
        (HEAT, "kiln: 1200 degrees or 1300 degrees", []),
        (HEAT, "The kiln has 1200 degrees", []),  # tells no limit
        (HEAT, "The oven has at most 1200 degrees", []),  # of something else
        (HEAT, "kiln: hot except at 1200 degrees", []),  # behind the exception
        ({**HEAT, "between": [100, 1300]}, "kiln: 1300 degrees", [("1300", 1300.0, "=")]),
        ({**HEAT, "between": [100, 1300]}, "kiln: 1301 degrees", []),
        ({**HEAT, "between": [100, 1300]}, "kiln: 99 degrees", []),
        ({**HEAT, "exempt": "cold"}, "kiln, cold: 100 degrees", []),
        ({**HEAT, "unit": "(?:ms|minutes?|s)\\b"}, "kiln: 90 s", [("90", 90.0, "=")]),
        ({**HEAT, "unit": "(?:ms|minutes?|s)\\b"}, "kiln: 2 minutes", [("2", 120.0, "=")]),
        ({**HEAT, "unit": "(?:ms|minutes?|s)\\b"}, "kiln: 500 ms", [("500", 0.5, "=")]),
        ({**HEAT, "bare": "kiln heat", "unit": "(?:degrees)?"}, "Kiln heat 1200", [("1200", 1200.0, "=")]),
        ({**HEAT, "bare": "kiln heat", "unit": "(?:degrees)?"}, "The kiln has 1200", []),
        ({**HEAT, "bare": "kiln heat", "unit": "(?:degrees)?"}, "The kiln: fire 1200", []),
        ({**HEAT, "bare": "kiln heat", "unit": "(?:degrees)?"}, "The kiln: fire at 1200", [("1200", 1200.0, "=")]),
    ],
)
def test_numbers_and_their_bounds(slot: dict[str, Any], text: str, expected: list[tuple[str, float, str]]) -> None:
    assert [(atom.value, *atom.number, atom.relation) for atom in atoms(text, slot)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wheel version is 3", [("3", (3.0, -1.0), "=")]),
        ("wheel: 3.10 and above: always", [("3.10", (3.0, 10.0), ">=")]),
        ("wheel: 3.10 to 3.12", []),
        ("wheel: at most 3.10", []),
        ("wheel: one", []),
        ("wheel: 3.10, which we have used for a long time by now", []),  # tells a story
    ],
)
def test_versions(text: str, expected: list[tuple[str, tuple[float, float], str]]) -> None:
    assert [(atom.value, atom.number, atom.relation) for atom in atoms(text, WHEEL)] == expected


@pytest.mark.parametrize(
    ("row", "text", "expected"),
    [
        ({"object": "cups?|plates?"}, "Heat of plates and cups: 1200 degrees", ["cups+plates"]),
        ({"object": "cups?|plates?"}, "Heat of Plates: 1200 degrees", ["plates"]),
        ({"object": "cups?|plates?"}, "heat: 1200 degrees", [""]),
        ({"subject": "(cups?)|(plates?)"}, "Heat of Plates: 1200 degrees", ["plates"]),
        ({"subject": "(cups?)|(plates?)"}, "heat: 12 degrees", ["?heat: 12 degrees"]),
        ({"parameters": {"c": "cups"}}, "Heat of cups: 1200 degrees", ["c"]),
        ({"parameters": {"c": "cups"}}, "Heat of plates: 1200 degrees", [""]),
    ],
)
def test_what_a_number_is_of(row: dict[str, Any], text: str, expected: list[str]) -> None:
    assert [atom.parameter for atom in atoms(text, {**NUMBER, **row})] == expected


@pytest.mark.parametrize(
    ("text", "qualifiers"),
    [
        ("Heat: 1200 degrees for new code", {"for:new code"}),
        ("Limit: 1200 degrees for heat", set()),  # the knob itself
        ("Heat: 1200 degrees for all code", set()),
        ("Heat: 1200 degrees for kiln tests", {"tests", "for:kiln tests"}),
    ],
)
def test_what_a_number_is_for(text: str, qualifiers: set[str]) -> None:
    assert [atom.qualifiers for atom in atoms(text, NUMBER)] == [qualifiers]
