"""What of a wording stands in every match of it, and what a slot's forms are compiled to."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from memlint.source.directives import compiling
from memlint.source.directives.compiling import compiled, required
from tests.source.test_what_a_claim_is_for import atoms

MANY = [f"k{number}x" for number in range(13)]


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("AB", [["ab"]]),
        ("a b", [["a b"]]),
        (r"a\.b", [["a.b"]]),
        (r"\bab\b", [["ab"]]),
        ("窯", [["窯"]]),  # one letter is enough where it is a word
        ("(ab)(cd)", [["abcd"]]),
        ("ab(?=cd)", [["ab"]]),
        ("(?<!x)ab", [["ab"]]),
        # of what is repeated, what is there at least once
        ("(?:ab)+c", [["ab"]]),
        ("(?:ab)++c", [["ab"]]),
        ("(?:ab){2}", [["ab"]]),
        ("(?:ab)*cd", [["cd"]]),
        ("(?:ab)?cd", [["cd"]]),
        ("(?:ab){0,2}cd", [["cd"]]),
        # two at most, the longest first
        ("ab.*cd", [["ab"], ["cd"]]),
        ("ab.*cdef", [["cdef"], ["ab"]]),
        ("ab.*cd.*ef", [["ab"], ["cd"]]),
        ("ab[cd]ef", [["ab"], ["ef"]]),
        # one of five or more, with what stands before them all
        ("ab|cd|ef|gh|ij", [["ab", "cd", "ef", "gh", "ij"]]),
        ("k(?:ab|cd|ef|gh|ij)", [["kab", "kcd", "kef", "kgh", "kij"]]),
        ("k(?:ab|cd|ef|gh|i)", [["kab", "kcd", "kef", "kgh", "ki"]]),
        ("k ?(?:ab|cd|ef|gh|ij)", [["ab", "cd", "ef", "gh", "ij"]]),
        ("k(ab|cd|ef|gh|ij)", [["kab", "kcd", "kef", "kgh", "kij"], ["ab", "cd", "ef", "gh", "ij"]]),
        ("(?:k|lm)(?:ab|cd|ef)", [["ab", "cd", "ef"]]),
        (f"(?:{'|'.join(MANY[:12])}) clay", [[" clay"], sorted(MANY[:12])]),
        (f"(?:{'|'.join(MANY)}) clay", [[" clay"]]),  # of thirteen none is looked for
        (f"(?:{'|'.join(MANY)})", [sorted(MANY)]),  # unless there is nothing else
    ],
)
def test_what_a_match_needs(pattern: str, needed: list[list[str]]) -> None:
    assert required(pattern) == [needed]


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("ab|cd|ef|gh", ["ab", "cd", "ef", "gh"]),
        ("x(?:ab|cd)", ["xab", "xcd"]),
        ("(?:ab|cd)(?:ef|gh)", ["abef", "abgh", "cdef", "cdgh"]),
        ("(?:ab|cd|)ef", ["abef", "cdef", "ef"]),
        (r"\w+ab|\w+cd", ["ab", "cd"]),
    ],
)
def test_up_to_four_alternatives_are_told_apart(pattern: str, needed: list[str]) -> None:
    assert required(pattern) == [[[text]] for text in needed]


@pytest.mark.parametrize("pattern", ["a", "a.b", "  ", "(?:ab|c)", "ab|cd|ef|gh|i", "x(?:a|b)y", "(?:ab)?"])
def test_a_letter_is_too_little(pattern: str) -> None:
    with pytest.raises(ValueError, match="no literal"):
        required(pattern)


FORMS = {
    "id": "kiln.forms",
    "kind": "choice",
    "about": "which glaze is used",
    "role": "glaze",
    "values": {
        "ash": ["ash glaze", {"whole": "always the ash one"}, {"never": "nothing of ash"}],
        "salt": ["salt|soda", {"needs-role": "fritte"}],
    },
}


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        ("Use ash glaze.", ["ash True"]),
        ("Never use ash glaze.", ["ash False"]),
        ("Use always the ash one.", ["ash True"]),  # says all by itself
        ("Use nothing of ash.", ["ash False"]),
        ("Use soda.", ["salt True"]),
        ("Use fritte.", []),
        ("Use fritte as glaze.", ["salt True"]),
        # a name is no part of another one
        ("Use sodas.", []),
        ("Use soda-lime.", []),
        ("Use .soda", []),
        ("Use kiln/soda", []),
        ("Use @soda", []),
        ("Use soda.fire()", []),
        ("Use soda:x", []),
        ("Use soda: it is white.", ["salt True"]),
    ],
)
def test_forms(sentence: str, claims: list[str]) -> None:
    assert [f"{atom.value} {atom.wanted}" for atom in atoms(sentence, FORMS)] == claims


def test_what_is_compiled() -> None:
    found = compiled([FORMS, {"id": "n", "kind": "number", "about": "x", "knob": "heat|warm", "unit": "c"}])
    claims = [["ash", None], ["ash", True], ["ash", False], ["salt", None], ["salt", None]]
    assert [slot[:3] for slot in found["slots"]] == [["kiln.forms", "choice", claims], ["n", "number", []]]
    row = json.loads(found["slots"][0][3])
    assert (row["about"], row["role"], row["ignores"]) == ("which glaze is used", "glaze", [])
    assert [needs_role for _, needs_role in row["forms"]] == [False, False, False, False, True]
    assert not {"id", "kind", "values"} & row.keys()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"kind": "colour"}, "slot kiln.forms: kind: 'colour' is not one of ['choice', 'toggle', 'number']"),
        ({"colour": 1}, "slot kiln.forms: Additional properties are not allowed ('colour' was unexpected)"),
        ({"about": 1}, "slot kiln.forms: about: 1 is not of type 'string'"),
        ({"values": {"a": [{"maybe": "x"}]}}, "slot kiln.forms: values.a.0: "),
        ({"values": {"a": 1}}, "slot kiln.forms: values.a: 1 is not of type 'array'"),
        ({"values": ["a"]}, "slot kiln.forms: values: ['a'] is not of type 'object'"),
        ({"values": {"a": []}}, "slot kiln.forms: values.a: [] should be non-empty"),
        ({"kind": "number"}, "slot kiln.forms: 'knob' is a required property"),
        ({"kind": "toggle"}, "slot kiln.forms: a toggle needs one of on, off and topic"),
        ({"between": [1]}, "slot kiln.forms: between: [1] is too short"),
        ({"parameters": {"a": "("}}, "slot kiln.forms: missing )"),
        ({"values": {"a": [r"\w+"]}}, "slot kiln.forms: no literal stands in every match"),
        ({"role": "("}, "slot kiln.forms: "),
        ({"role": "{nothing}"}, "there is no macro nothing; there are "),
    ],
)
def test_what_is_wrong_is_said(change: dict[str, Any], what: str) -> None:
    with pytest.raises(ValueError, match=re.escape(what)):
        compiled([{**FORMS, **change}])


@pytest.mark.parametrize("key", ["kind", "about", "values"])
def test_what_is_missing_is_said(key: str) -> None:
    row = {name: value for name, value in FORMS.items() if name != key}
    with pytest.raises(ValueError, match=f"slot kiln.forms: '{key}' is a required property"):
        compiled([row])


def test_the_sources_are_sorted_and_whole() -> None:
    rows = compiling.sources()
    assert [row["id"] for row in rows] == sorted(row["id"] for row in rows)
    assert len({row["id"] for row in rows}) == len(rows) > 100
