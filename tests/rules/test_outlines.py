"""rules/content/_claims.py: what is told of a sentence before its claim is worked out."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from memlint.source.directives.limits import quoted

CLAIMS = import_module("memlint.rules.content._claims")
VOCABULARY = import_module("memlint.rules.content._vocabulary")


def test_each_contrast_has_a_word_that_tells_it() -> None:
    for phrase in VOCABULARY.PHRASES[VOCABULARY.OVER].split("|"):
        forms = {re.sub(r"(.)\?", r"\1", phrase), re.sub(r".\?", "", phrase)}  # "favou?r" with and without it
        assert all(set(CLAIMS.TURNS).intersection(re.findall(r"\w+", form)) for form in forms), phrase


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("Fire the kiln with oak.", 1),
        ("Fire the kiln with oak, not pine.", 2),
        ("Use slip instead of glue.", 2),
        ("Prefer oak rather than pine in the kiln.", 2),
        ("Nimm Ton statt Gips.", 2),
        ("Usa barro en vez de yeso.", 2),
        ("Walk over.", 1),  # nothing follows
    ],
)
def test_a_contrast_gives_a_second_outline(words: str, number: int) -> None:
    assert len(CLAIMS.outlines(words)) == number


def test_equal_claims_have_equal_outlines() -> None:
    one, other = "Use slip, not glue.", "Use slip instead of glue."
    assert CLAIMS.claim(one).whole == CLAIMS.claim(other).whole
    assert set(CLAIMS.outlines(one)) & set(CLAIMS.outlines(other))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("say “fire it” twice", ["“fire it”"]),
        ("""say "fire it" or 'wet it' twice""", ['"fire it"', "'wet it'"]),
        ("the potter's kiln", []),
        ("说「点火」", ["「点火」"]),
        ("« cuire » le soir", ["« cuire »"]),
        ("nothing is said", []),
    ],
)
def test_quotations_are_found_by_their_marks(words: str, found: list[str]) -> None:
    assert [words[slice(*span)] for span in quoted(words)] == found
