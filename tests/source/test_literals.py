"""memlint/source/literals.py: it finds what ``in`` finds, however texts and words are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.source import kept
from memlint.source.date_hints import HINTS, languages, mentions_time, time_hints
from memlint.source.literals import Literals, heads

PIECES = st.sampled_from(
    ["cone", "con", "on", "one", "o", " ", "  ", "-", ".", "`", "ce qu", "窯", "を", "İ", "\n", "6"]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=6).map("".join)
CLAY = (
    "cone",
    " cone",
    "cone ",
    "the cone",
    "cone 6 firing",
    "-c",
    ".md",
    "--no-ff",
    "re-fire",
    "窯を",
    " : ",
    "->",
    "o",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cones", {"cone", "o"}),
        ("the cone", {"cone", " cone", "the cone", "o"}),
        ("bathe cones in clay", {"cone", " cone", "the cone", "o"}),
        ("cone 6 firings", {"cone", "cone ", "cone 6 firing", "o"}),
        ("cone\t6", {"cone", "o"}),
        ("a.md re-fired", {".md", "re-fire"}),
        ("x --no-ff", {"--no-ff", "o"}),
        ("窯を開ける", {"窯を"}),
        ("a : b -> c", {" : ", "->"}),
        ("", set()),
    ],
)
def test_texts_are_found_where_they_stand(text: str, found: set[str]) -> None:
    assert Literals(heads(CLAY)).found(text) == found == {each for each in CLAY if each in text}


@given(st.lists(TEXTS, max_size=8), st.lists(TEXTS, max_size=4))
def test_any_texts_are_found_as_in_finds_them(texts: list[str], places: list[str]) -> None:
    texts = [text for text in texts if text.strip()]
    literals = Literals(heads(texts))
    for place in places:
        place = " ".join(place.split())
        assert literals.found(place) == {text for text in texts if text in place}


def test_what_is_closed_is_opened() -> None:
    found = Literals({head: kept.closed(rows) for head, rows in heads(CLAY).items()})  # type: ignore[misc]
    assert found.found("the cone") == {"cone", " cone", "the cone", "o"}


@given(st.lists(st.sampled_from([hint for hints in HINTS.values() for hint in hints] + ["kiln", " ", "X"]), max_size=6))
def test_hints_are_those_that_stand_in_a_text(parts: list[str]) -> None:
    text = "".join(parts)
    lowered = " ".join(text.lower().split()).replace("’", "'")
    there = {name: {hint for hint in hints if hint in lowered} for name, hints in HINTS.items()}
    assert set(time_hints(text)) == set().union(*there.values())
    assert languages(text) == tuple(name for name, hints in there.items() if hints)
    assert mentions_time(text) == any(there.values())
