"""Which sentences instruct, by their form, to the word at which they begin to explain."""

from __future__ import annotations

import pytest

from memlint.source.directives.gate import Grammar, grammar, is_normative
from memlint.source.directives.phrases import Words
from tests.source.test_directives import TABLES, claims, clash


def read(sentence: str, *, story: bool = False) -> tuple[Grammar, bool]:
    words = Words(sentence)
    kind = grammar(words, TABLES)
    return kind, is_normative(sentence, story, words, kind, TABLES)


@pytest.mark.parametrize(
    ("begin", "kind", "longest"),
    [
        ("Use", "en", 34),  # an imperative
        ("Potters must", "en", 34),  # a modal
        ("Porcelain", "en", 9),  # a fragment
        ("We throw", "en", 22),  # a statement about the project
        ("Usa siempre el", "latin", 14),
        ("Печь всегда", "ru", 14),
    ],
)
def test_a_longer_sentence_explains(begin: str, kind: Grammar, longest: int) -> None:
    words = ["kiln"] * (longest - len(begin.split()))
    assert read(" ".join([begin, *words])) == (kind, True)
    assert read(" ".join([begin, *words, "kiln"])) == (kind, False)


def test_a_statement_with_a_modal_may_be_long() -> None:
    assert read("We must throw " + "kiln " * 40) == ("en", True)


@pytest.mark.parametrize(("begin", "longest"), [("", 24), ("必须", 90), ("粘土：", 90)])
def test_chinese_sentences_count_characters(begin: str, longest: int) -> None:
    assert read(begin.ljust(longest, "窯")) == ("zh", True)
    assert read(begin.ljust(longest + 1, "窯")) == ("zh", False)


def test_of_a_labelled_sentence_only_what_follows_the_label_counts() -> None:
    label = "Clay which we like best:"
    assert read(f"{label} {'Kiln ' * 14}") == ("en", True)
    assert read(f"{label} {'Kiln ' * 15}") == ("en", False)


@pytest.mark.parametrize(
    ("sentence", "kind", "expected"),
    [
        ("`kiln`", "en", False),
        ("`kiln` - the oven", "en", False),
        ("`kiln` builds it", "en", False),  # describes a command
        ("`kiln` Use it always", "en", True),
        ("`kiln` or `oven` is fine", "en", False),  # leaves the choice
        ("`kiln` oder `oven`", "latin", False),
        ("We moved it last week", "en", True),
        ("Antes usábamos el torno", "latin", False),  # tells what was
        ("The kiln is hot and the whole studio is warm with it", "en", False),
        ("窯を使う", "ja", True),
        ("가마를 사용", "ko", True),
    ],
)
def test_forms(sentence: str, kind: Grammar, expected: bool) -> None:
    assert read(sentence) == (kind, expected)


def test_under_the_heading_of_a_story_nothing_does() -> None:
    assert read("Use porcelain", story=True) == ("en", False)


def test_a_sentence_of_more_than_400_characters_does_not() -> None:
    start = "Use porcelain, "
    assert claims(f"- {start}{'k' * (400 - len(start))}\n") == ["white"]
    assert claims(f"- {start}{'k' * (401 - len(start))}\n") == []


def test_three_values_are_an_inventory_and_two_a_conflict() -> None:
    """One file that names many values lists what there is."""
    assert len(clash("- Use porcelain.\n", "- Use redware.\n")) == 1
    assert clash("- Use porcelain.\n- Use stoneware.\n", "- Use redware.\n") == []


@pytest.mark.parametrize(("degrees", "count"), [((1200, 1300), 1), ((1200, 1300, 1400), 0)])
def test_three_numbers_are_an_inventory_too(degrees: tuple[int, ...], count: int) -> None:
    one, *others = (f"- Kiln heat: at most {each} degrees\n" for each in degrees)
    assert len(clash(one, "\nText.\n\n".join(others))) == count
