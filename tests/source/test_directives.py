"""Directives: which sentences instruct, what they claim about a value they name, and what keeps two from being compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.source.directives.atoms import Atom, Directive
from memlint.source.directives.conflicts import Conflict, conflicts
from memlint.source.directives.extract import directives
from memlint.source.directives.limits import closing
from memlint.source.directives.names import named_part
from memlint.source.directives.phrases import Words, begins, ends, phrases, tokens_of
from memlint.source.directives.tables import Tables, with_own
from memlint.source.document import read
from memlint.source.sentences import sentences

CLAY = {
    "id": "kiln.clay",
    "kind": "choice",
    "about": "which clay is thrown",
    "label": "clay|body",
    "role": "clay|body",
    "values": {"red": ["redware"], "white": ["porcelain"], "grey": ["stoneware", {"needs-role": "grog"}]},
    "exempt": "porcelain cups?",
    "parameters": {"cups": "cup", "plates": "plate"},
    "compatible": [["red", "grey"]],
}
HEAT = {
    "id": "kiln.heat",
    "kind": "number",
    "about": "how hot the kiln gets",
    "knob": "heat|kiln",
    "unit": "degrees",
}
LID = {"id": "kiln.lid", "kind": "toggle", "about": "whether the lid is closed", "on": ["{do}close the lid"]}
LID |= {"off": ["{never}close the lid", "lid (?:stays|is left) open"], "topic": ["closed lids?"]}
WHEEL = {
    "id": "kiln.wheel",
    "kind": "number",
    "about": "which version the wheel runs",
    "knob": "wheel",
    "version": True,
    "after-knob": True,
}
TABLES = with_own((CLAY, HEAT, LID, WHEEL))


def told(text: str, path: str = "CLAUDE.md", tables: Tables = TABLES) -> list[Directive]:
    return list(directives(path, list(sentences(read(text, path))), tables))


def atoms(text: str) -> list[Atom]:
    return [atom for directive in told(text) for atom in directive.atoms]


def claims(text: str) -> list[str]:
    return [("" if atom.wanted else "not ") + atom.value for atom in atoms(text)]


def clash(one: str, other: str) -> list[Conflict]:
    return list(conflicts([*told(one), *told(other, "rules.md")], TABLES))


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Use porcelain.", ["white"]),
        ("Clay: porcelain", ["white"]),
        ("We always throw with redware.", ["red"]),
        ("Never use porcelain.", ["not white"]),
        ("Never use the porcelain.", ["not white"]),
        ("Never install using the porcelain.", []),  # too much lies between
        ("Avoid porcelain.", ["not white"]),
        ("Use redware, never porcelain.", ["red", "not white"]),
        ("Use redware instead of porcelain.", ["red", "not white"]),
        ("Prefer redware over porcelain.", ["red", "not white"]),
        ("Porcelain is forbidden.", ["not white"]),
        ("Porcelain must not be thrown.", ["not white"]),
        ("Porcelain must be now fully banned.", ["not white"]),
        ("Porcelain is now fully banned.", ["not white"]),
        ("Porcelain is now and fully banned.", []),
        ("porcelain禁止。", ["not white"]),
        ("Usa redware en lugar de porcelain.", ["red", "not white"]),
        ("Verwende redware statt der porcelain.", ["red", "not white"]),
        ("Do not use porcelain or stoneware.", ["not white", "not grey"]),
        ("统一使用 porcelain。", ["white"]),
        ("不要使用 porcelain。", ["not white"]),
        ("porcelain は使わない。", ["not white"]),
        ("porcelain을 사용하지 않는다.", ["not white"]),
        ("Usa siempre porcelain en la rueda.", ["white"]),
        ("Nunca usa porcelain en la rueda.", ["not white"]),
        ("Verwende niemals porcelain.", ["not white"]),
    ],
)
def test_a_value_is_wanted_or_not(sentence: str, claim: list[str]) -> None:
    assert claims(f"- {sentence}\n") == claim


@pytest.mark.parametrize(
    "sentence",
    [
        "Porcelain shrinks.",  # too short to be talk, but nothing uses it
        "Use porcelain tools for the rim.",
        "Never forget porcelain when you count the stock.",
        "Redware is cheaper than porcelain.",
        "Install porcelain, redware or stoneware.",
        "Consider porcelain.",
        "Never fire porcelain without grog.",
        'Say "use porcelain" to nobody.',
        "Use porcelain cups.",
        "`porcelain` - the white one",
        "`porcelain`",
        "Never fire a tile without using porcelain.",
        "We switched to porcelain because it was there and redware was not, and nobody had asked.",
        "Was porcelain.",
    ],
)
def test_a_mention_makes_no_claim(sentence: str) -> None:
    assert claims(f"- {sentence}\n") in ([], ["white"] if sentence == "Porcelain shrinks." else [])


def test_a_heading_that_says_never_turns_bare_values_around() -> None:
    assert claims("## Never\n\n- porcelain\n") == ["not white"]
    assert claims("## Never\n\n- The potter said that porcelain is used.\n") == []


def test_a_list_that_is_introduced_by_never_does_too() -> None:
    assert claims("Forbidden:\n\n- porcelain\n") == ["not white"]


@pytest.mark.parametrize("heading", ["Why", "Alternatives", "Background", "2. Notes", "背景"])
def test_under_headings_of_stories_nothing_instructs(heading: str) -> None:
    assert claims(f"## {heading}\n\n- Use porcelain.\n") == []


def test_a_form_that_needs_its_role_finds_it_in_the_sentence_or_the_heading() -> None:
    assert claims("- Use grog.\n") == []
    assert claims("- Use grog as clay body.\n") == ["grey"]
    assert claims("## Clay\n\n- Use grog.\n") == ["grey"]


@pytest.mark.parametrize(
    ("sentence", "flag"),
    [
        ("Use porcelain when the plate is thin.", "condition"),
        ("Use porcelain except for tiles.", "exception"),
        ("Use porcelain, this overrides the root rule.", "override"),
        ("You may use porcelain.", "permission"),
        ("Use porcelain. Exception: tiles.", "exception"),
    ],
)
def test_flags_tell_why_it_is_not_compared(sentence: str, flag: str) -> None:
    assert [flag in atom.flags for atom in atoms(f"- {sentence}\n")] == [True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("- Use porcelain.\n", "- Use redware.\n"),
        ("- Use porcelain.\n", "- Never use porcelain.\n"),
        ("- You may use porcelain.\n", "- Porcelain is forbidden.\n"),
        ("- Close the lid.\n", "- Never close the lid.\n"),
        ("- Close the lid.\n", "- The lid stays open.\n"),
        ("- No closed lids.\n", "- Use closed lids.\n"),
        ("- Kiln heat: at most 1200 degrees\n", "- The kiln must stay under 1100 degrees.\n"),
        ("- The kiln must reach at least 1200 degrees.\n", "- The kiln stays under 1100 degrees.\n"),
    ],
)
def test_two_that_cannot_both_be_followed_clash(one: str, other: str) -> None:
    (conflict,) = clash(one, other)
    assert (conflict.first[0].path, conflict.second[0].path) == ("CLAUDE.md", "rules.md")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("- Use porcelain.\n", "- Use porcelain.\n"),
        ("- Use redware.\n", "- Use stoneware.\n"),  # compatible
        ("- Use redware.\n", "- You may use porcelain.\n"),
        ("- Use porcelain for cups.\n", "- Use redware for plates.\n"),
        ("- Use porcelain.\n", "- In `kiln/tiles/` use redware.\n"),
        ("- Use porcelain.\n", "- Use redware when tiles are thrown.\n"),
        ("- Use porcelain.\n", "## Frontend\n\n- Use redware.\n"),
        ("- Use porcelain.\n- Use redware.\n", "- Use stoneware.\n"),  # an inventory
        ("- The kiln must reach at least 1000 degrees.\n", "- The kiln stays under 1100 degrees.\n"),
        ("- Kiln heat: about 1200 degrees\n", "- Kiln heat: 1100 degrees\n"),
        ("- Kiln heat: 1000 or 1200 degrees\n", "- Kiln heat: 1100 degrees\n"),
    ],
)
def test_two_that_can_be_followed_do_not(one: str, other: str) -> None:
    assert clash(one, other) == []


@pytest.mark.parametrize(
    "text",
    [
        "- porcelain clay\n- redware clay\n",
        "- Use porcelain.\n- Use redware.\n",
        "- Always use porcelain.\n- Never use porcelain.\n",
        "Always use porcelain, never use porcelain.\n",
    ],
)
def test_neighbours_of_one_list_are_a_list_of_choices(text: str) -> None:
    assert list(conflicts(told(text), TABLES)) == []


@pytest.mark.parametrize(
    "text",
    [
        "- Use porcelain.\n- Wash your hands.\n- Use redware.\n",
        "- Use porcelain.\n\nThe studio has two rooms.\n\n1. Use redware.\n",
        "Use porcelain. Use redware.\n",
    ],
)
def test_what_stands_further_apart_is_none(text: str) -> None:
    assert len(list(conflicts(told(text), TABLES))) == 1


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("Wheel version: 3.10", "Wheel version: 3.12", 1),
        ("Wheel version: 3.12 or newer", "Wheel version: 3.10", 1),
        ("Wheel version: 3.10 or newer", "Wheel version: 3.12", 0),
        ("Wheel version: 3.10+", "Wheel version: 3.12+", 0),
        ("Wheel version: 3", "Wheel version: 3.12", 0),  # says nothing against it
        ("Wheel version: 3", "Wheel version: 2.7", 1),
        ("Wheel version: 3.0", "Wheel version: 3.12", 1),
        ("Wheel version: at most 3.10", "Wheel version: 3.12", 0),
        ("Supports: wheel 3.10", "Wheel version: 3.12", 0),
        ("Supports only: wheel 3.10", "Wheel version: 3.12", 1),
    ],
)
def test_versions(one: str, other: str, count: int) -> None:
    assert len(clash(f"- {one}\n", f"- {other}\n")) == count


@pytest.mark.parametrize(
    ("words", "part", "definite"),
    [
        ("Use npm for the extension.", "the extension", "the extension"),
        ("Use npm for loops.", "loops", ""),
        ("Use npm for consistency.", "", ""),
        ("Use npm.", "", ""),
    ],
)
def test_what_a_sentence_ends_with(words: str, part: str, definite: str) -> None:
    assert (closing(words), closing(words, definite=True)) == (part, definite)


@pytest.mark.parametrize(
    ("sentence", "value", "number", "relation"),
    [
        ("Wheel version: 3.10", "3.10", (3.0, 10.0), "="),
        ("Wheel version: 3", "3", (3.0, -1.0), "="),
        ("Wheel version: 3.12 or newer", "3.12", (3.0, 12.0), ">="),
        ("Kiln heat: at most 1200 degrees", "1200", (1200.0,), "<="),
        ("Kiln heat: 1,200 degrees", "1,200", (1200.0,), "="),
        ("The kiln must reach at least 1000 degrees.", "1000", (1000.0,), ">="),
    ],
)
def test_numbers(sentence: str, value: str, number: tuple[float, ...], relation: str) -> None:
    assert [(atom.value, atom.number, atom.relation) for atom in atoms(f"- {sentence}\n")] == [
        (value, number, relation)
    ]


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        ("Use camelCase for variables.", "var"),
        ("Variables are camelCase", "var"),
        ("Names use kebab-case", ""),
        ("Use snake_case for the names", ""),
        ("Class and function names should be PascalCase", "cls+func"),
        ("files and folders: kebab-case", "file+folder"),
        ("Constants must be UPPER_CASE", "const"),
        ("变量命名：驼峰", "var"),
        ("Write it", None),
        ("", None),
    ],
)
def test_what_a_convention_of_names_is_for(sentence: str, part: str | None) -> None:
    assert named_part(sentence) == part


def test_only_what_has_one_scope_and_meets_is_compared() -> None:
    two = [*told("- Use porcelain.\n"), *told("- Use redware.\n", "rules.md")]
    assert list(conflicts(two, TABLES, scope=lambda path: path)) == []
    assert list(conflicts(two, TABLES, meet=lambda one, other: False)) == []


def test_a_cell_gives_one_conflict_with_the_others_beside() -> None:
    many = [each for number in range(40) for each in told("- Use porcelain.\n", f"{number}.md")]
    (conflict,) = conflicts([*many, *told("- Use redware.\n", "rules.md")], TABLES)
    assert len(conflict.others) == 39


def test_a_team_s_slot_takes_the_place_of_the_shipped_one() -> None:
    own = with_own(({**CLAY, "id": "js.package-manager"},))
    assert claims("- Use pnpm.\n") == ["pnpm"]
    assert [atom.value for each in told("- Use pnpm.\n- Use porcelain.\n", tables=own) for atom in each.atoms] == [
        "white"
    ]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_nothing_raises_and_every_directive_stands_in_the_text(text: str) -> None:
    for directive in told(text):
        assert 0 <= directive.sentence.span.start < directive.sentence.span.end <= len(text)
        assert directive.atoms


@given(
    st.lists(
        st.sampled_from(
            ("never", "use", "porcelain", "or", "not", ",", "`", "redware", ":", "unless", "İ", "stoneware")
        ),
        max_size=30,
    )
)
def test_words_in_any_order_raise_nothing(words: list[str]) -> None:
    told(f"- {' '.join(words)}\n")


def test_words_are_what_phrases_are_made_of() -> None:
    assert tokens_of("don't use e.g. node.js, c++ or `git push`.") == [
        "don't",
        "use",
        "e.g",
        "node.js",
        "c++",
        "or",
        "git",
        "push",
    ]


def test_phrases_are_found_as_words_starts_or_texts() -> None:
    wanted = phrases(["clay pot", "glaz*", "釉薬"])
    assert Words("A Clay Pot.").has(wanted)
    assert Words("Glazing").has(wanted)
    assert Words("この釉薬").has(wanted)
    assert not Words("clay, a pot glue").has(wanted)
    assert begins(["clay", "pot", "x"], wanted)
    assert ends(["x", "glazed"], wanted) == 1
    assert list(Words("the clay pot").find(wanted)) == [(4, 12)]


def test_letters_that_grow_in_lower_case_move_nothing() -> None:
    assert Words("İİ Clay").spans == [(0, 2), (3, 7)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Make sure not to use porcelain.", ["not white"]),
        ("Try not to use porcelain.", ["not white"]),
        ("Use neither porcelain nor redware.", ["not red"]),
        ("Should I use porcelain?", []),
        ("**Use porcelain?**", []),
        ("使用 porcelain，而不是 redware。", ["white", "not red"]),
        ("始终使用 porcelain 而非 redware", ["white", "not red"]),
        ("用 redware 代替 porcelain", ["red", "not white"]),
        ("Évite porcelain.", ["not white"]),
        ("Verwende redware statt einer porcelain.", ["red", "not white"]),
        ("Usa redware en lugar de la porcelain.", ["red", "not white"]),
        ("Usa redware en lugar del porcelain.", ["red", "not white"]),
        ("Utilise redware au lieu du porcelain.", ["red", "not white"]),
        ("Use sempre redware em vez da porcelain.", ["red", "not white"]),
    ],
)
def test_what_is_rejected_is_not_wanted(sentence: str, expected: list[str]) -> None:
    assert claims(f"- {sentence}\n") == expected
