"""``-k EXPR`` means what Python would take it for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.engine.keyword import KeywordError, matches

NAME = "imports/cycle"
WORDS = ("imports", "Cycle", "s/c", "index", "missing")
EXPRESSIONS = st.recursive(
    st.sampled_from(WORDS),
    lambda inner: st.one_of(
        inner.map(lambda one: f"not {one}"),
        inner.map(lambda one: f"({one})"),
        st.tuples(inner, st.sampled_from(("and", "or")), inner).map(" ".join),
    ),
    max_leaves=8,
)


@given(EXPRESSIONS)
def test_the_same_as_python(expression: str) -> None:
    said = re.sub(r"[\w/]+", lambda word: word[0] if word[0] in ("and", "or", "not") else f"({word[0]!r})", expression)
    tests = re.sub(r"\('([^']+)'\)", lambda word: str(word[1].lower() in NAME), said)
    assert matches(expression, NAME) == eval(tests)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("", "a rule's name is missing before 'the end'"),
        ("not", "a rule's name is missing before 'the end'"),
        ("cycle and", "a rule's name is missing before 'the end'"),
        ("and cycle", "a rule's name is missing before 'and'"),
        ("cycle or and", "a rule's name is missing before 'and'"),
        ("()", "a rule's name is missing before ')'"),
        ("or", "a rule's name is missing before 'or'"),
        ("(cycle", "a ) is missing"),
        ("(cycle (", "a ) is missing"),
        ("cycle)", "unexpected ')'"),
        ("cycle index", "unexpected 'index' in 'cycle index'"),
        ("(" * 51 + "cycle" + ")" * 51, "too many parentheses"),
        ("(" * 100_000, "too many parentheses"),
    ],
)
def test_what_cannot_be_read(expression: str, message: str) -> None:
    with pytest.raises(KeywordError, match=f"^-k: {re.escape(message)}"):
        matches(expression, NAME)


def test_how_deep_parentheses_may_go() -> None:
    assert matches("(" * 50 + "cycle" + ")" * 50, NAME)
    assert matches(" or ".join(["(cycle)"] * 200), NAME)  # each is closed before the next
