"""Which sentences state a style, and that reading them is cheap and linear."""

from __future__ import annotations

import pytest

from memlint.source.document import read
from rules.grounding._style_words import may_state, sentences
from tests.work import soon


def claims(text: str) -> list[tuple[str, str, str]]:
    """Return the claims as (knob, value, words)."""
    document = read(text, "CLAUDE.md")
    found = [claim for sentence in sentences(document) for claim in sentence.claims]
    assert may_state(text) or not found
    return [(claim.knob, claim.value, text[slice(*claim.span)]) for claim in found]


@pytest.mark.parametrize(
    ("text", "knob", "value", "words"),
    [
        ("Maximum line length is 100.", "line-length", "100", "Maximum line length is 100"),
        ("- **Line length**: 100 characters", "line-length", "100", "Line length**: 100"),
        ("| Line width | 100 |", "line-length", "100", "Line width | 100"),
        ("Ruff, 100-char line length", "line-length", "100", "100-char line length"),
        ("At most 100 characters per line", "line-length", "100", "100 characters per line"),
        ("Lines stay under 100 columns.", "line-length", "100", "Lines stay under 100 columns"),
        ("Wrap code at 100.", "line-length", "100", "Wrap code at 100"),
        ("Set `printWidth: 100`.", "line-length", "100", "printWidth: 100"),
        ("Indentation: four spaces", "indent", "4", "Indentation: four spaces"),
        ("We have 2-space indents.", "indent", "2", "2-space indents"),
        ("2 spaces, no tabs", "indent", "2", "2 spaces, no tabs"),
        ("`indent_size = 4`", "indent-width", "4", "indent_size = 4"),
        ("Tabs, not spaces.", "indent-style", "tab", "Tabs, not spaces"),
        ("Indent with tabs.", "indent-style", "tab", "Indent with tabs"),
        ("Spaces for indentation", "indent-style", "space", "Spaces for indentation"),
        ("`useTabs: false`", "indent-style", "space", "useTabs: false"),
        ("Quotes: double", "quotes", "double", "Quotes: double"),
        ("Prefer single quotes over double quotes.", "quotes", "single", "single quotes over double"),
        ("`singleQuote: true`", "quotes", "single", "singleQuote: true"),
        ("Omit semicolons.", "semicolons", "never", "Omit semicolons"),
        ("End statements with semicolons.", "semicolons", "always", "with semicolons"),
    ],
)
def test_a_style_is_stated(text: str, knob: str, value: str, words: str) -> None:
    assert claims(text) == [(knob, value, words)]


@pytest.mark.parametrize(
    "text",
    [
        "Never use tabs for indentation.",
        "Do not use tabs.",
        "The line length is not 100.",
        "Line length: 80-100, or 80 to 100",
        "Line width: 2px; a line length of 12",
        "Keep the file under 200 lines.",
        "Glazes have 100 names; open 3 tabs.",
        "`ruff check --line-length 100`",
        "> Line length: 100",
        "“Line length: 100” is what they say.",
        "```\nLine length: 100\n```",
        "<!-- Line length: 100 -->",
        "Put single quotes around cone names.",
        "Leave no semicolons after a glaze.",
        "İ" * 3 + " line length: 100",
    ],
)
def test_no_style_is_stated(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    "part", ["use tabs, ", "line length of ", "indent ", "2 spaces ", "100 chars\n", "| tabs | 100 |\n"]
)
def test_long_texts_take_linear_time(part: str) -> None:
    text = part * (200_000 // len(part))
    with soon():
        claims(text)
