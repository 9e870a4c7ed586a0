"""Which patterns are refused because they can take exponentially long, and which are not."""

from __future__ import annotations

import pytest

from memlint.source.directives.compiling import endless
from memlint.source.directives.exponential import is_exponential
from tests.work import soon


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"(a+)+b", r"(a*)*b", r"(a+a+)+bb", r"(x+x+)+yy", r"(a|a)*b", r"(a|aa)+$", r"(.*)*x", r"((ab)+)+c"),
        *(r"(\w+\s?)*y", r"(?:\s*\w+)*z", r"([a-z]+\d*)*x", r"(?:a|a){50}b", r"(\w{1,3})*-", r"(?:a*b*)*c"),
        *(r"(?=(a+)+b)cc", r"(?>(a+)+b)", r"(?:ab|a|b)*c", r"(?:string |literal |string literal )*x", r"(a+)+?b"),
        *(r"(?:A\w*|a)*b", r"(?:é|é?)*b", r"((a)|b)*(?:[^c]+)+d"),
    ],
)
def test_exponential(pattern: str) -> None:
    assert is_exponential(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"gas kiln", r"(?:\w+ )*x", r"(?:the |all |any |a )*tests?", r"(?:tests? )*x", r"[^.;]{0,20}x", r"x*y*z*"),
        *(r"(?:[a-z]+-)*[a-z]+", r"a++b", r"(?:a++)+b", r"(?>a+)+b", r'(?:[^"\\]|\\.)*"', r"(?:-[a-z]+)*", r"(?:a?)*b"),
        *(r"\b(?:no|never)\b.*x", r'(?:"[^"]*"|[^"])*x', r"(?:\w+, )+and", r"(A|a)*b", r"(?:\w+ ){0,3}x", r"(a)\1b"),
        *(r"(?<!x)(?:fire|glaze)s?(?! at)", r"(?:fire|glaze)(?: (?:it|them|(?:the )?pots?))*"),
    ],
)
def test_harmless(pattern: str) -> None:
    assert not is_exponential(pattern)


@pytest.mark.parametrize(
    "pattern", ["a?" * 20_000 + "b", "(" * 90 + "a" + "*)" * 90 + "b", "(?:\\w+|" * 40 + "a" + ")*" * 40]
)
def test_what_is_too_large_is_refused_soon(pattern: str) -> None:
    with soon():
        assert is_exponential(pattern)


def test_macros_are_ours() -> None:
    row = {"id": "kiln", "kind": "choice", "about": "kilns", "values": {"gas": ["{never}(?:fire )*gas kiln"]}}
    assert endless(row) == ""
    assert endless({**row, "need": "(s+)+kiln"}) == "(s+)+kiln"
    assert endless({**row, "values": {"gas": [{"whole": "(s+)+kiln"}]}}) == "(s+)+kiln"
