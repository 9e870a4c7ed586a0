"""All examples of the CommonMark specification are read, and their blocks tile them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memlint.source.markdown import read as read_markdown
from tests.source.checks import assert_disjoint, assert_spans_inside, assert_tiled, body

EXAMPLES: list[str] = json.loads((Path(__file__).parent / "data" / "commonmark.json").read_text("utf-8"))


def test_the_specification_has_652_examples() -> None:
    assert len(EXAMPLES) == 652
    assert all(isinstance(example, str) for example in EXAMPLES)


@pytest.mark.parametrize("number", range(1, len(EXAMPLES) + 1))
def test_example(number: int) -> None:
    text = EXAMPLES[number - 1]
    # A first "---" is a rule in the specification and a header here: both readings must hold.
    for source in (text, "\n" + text, text.replace("\n", "\r\n"), f"> {text}", f"- {text}"):
        document = body(source)
        assert_tiled(document)
        assert_spans_inside(document)
        assert_disjoint(document.code)
        assert_disjoint(document.commented)


@pytest.mark.parametrize("number", range(1, len(EXAMPLES) + 1))
def test_letters_of_several_bytes_move_no_span(number: int) -> None:
    """Prose of two, three and four bytes a letter gives the spans that ASCII gives."""
    lead = "abc\n\n"
    ascii_only, wide = lead + EXAMPLES[number - 1], "é文😀\n\n" + EXAMPLES[number - 1]
    assert read_markdown(ascii_only) == read_markdown(wide)
