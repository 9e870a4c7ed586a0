"""What a report hides of what may be a credential, to the character.

``<X>`` is a long random word and ``<P>`` a password, put together here so that no scanner finds one in the repository.
"""

from __future__ import annotations

import pytest

from memlint.source.masking import Known, hidden_parts, masked
from memlint.source.spans import Span

PASSWORD, WORD = "Kz7#" + "4mQp9x", "q7Kz2mXw9LpR" + "4tVb8Zc3NdYs"


def filled(text: str) -> str:
    return text.replace("<P>", PASSWORD).replace("<X>", WORD)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # told by how it begins: four characters stay
        ("sk-<X>", "sk-q…"),
        ("sk_live_<X>", "sk_l…"),
        (f"sk_test_{WORD[:12]}", "sk_t…"),
        ("ghp_<X>", "ghp_…"),
        (f"ghp_{WORD[:20]}", "ghp_…"),
        ("glpat-<X>", "glpa…"),
        (f"glpat-{WORD[:16]}", "glpa…"),
        ("xoxb-<X>", "xoxb…"),
        ("SG.<X>.<X>", "SG.q…"),
        ("eyJ<X>.<X>.<X>", "eyJq…"),
        ("a/<X><X>", "a/q7…"),
        ("<X><X> and <X><X>==", "q7Kz… and q7Kz…"),
        # told by where it stands: all of it goes
        ("https://app:<P>@kiln.io", "https://app:…@kiln.io"),
        ("https://app:x@kiln.io", "https://app:…@kiln.io"),
        ("Bearer <X>, basic <X>", "Bearer …, basic …"),
        ("bearer  kilnkilnkilnkiln", "bearer  …"),
        ("https://hooks.slack.com/services/<X>", "https://hooks.slack.com/services/…"),
        ("-----BEGIN PRIVATE KEY-----<X>-----END PRIVATE KEY----- x", "-----BEGIN PRIVATE KEY-----… x"),
        # told by a name
        ("password: <P>, x", "password: …, x"),
        ("db_password_prod = '<P>'", "db_password_prod = '…'"),
        ("api-key: <P>", "api-key: …"),
        ("pass: <P>", "pass: …"),
        (f"password={PASSWORD[:6]}", "password=…"),
        ("password: abcdabcd", "password: …"),
    ],
)
def test_hidden(text: str, expected: str) -> None:
    assert masked(filled(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "short",
        "ask-<X>",
        "sk-kiln-firing-glaze-tests",  # words with hyphens
        f"sk_test_{WORD[:11]}",
        f"ghp_{WORD[:19]}",
        "xbearer <X>",
        "abc/<X><X>",  # a path
        f"{WORD}{WORD}"[:39],
        "a" * 40,
        "Ab" * 20,  # a name in code
        "compass: <P>",
        "the password <P>",
        "password: $KILN_X",
        "password: <secret>",
        "password: op://kiln/secret",
        "password: abcabcabc",  # says nothing
        f"password={PASSWORD[:5]}",
    ],
)
def test_shown(text: str) -> None:
    assert masked(filled(text)) == filled(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("<P>", [(0, 10)]),
        ("x<P>y", [(1, 11)]),
        ("<P> <P>", [(0, 10), (11, 21)]),
        # quoted cut off, as far as it goes
        (PASSWORD[:6], [(0, 6)]),
        (PASSWORD[:7], [(0, 7)]),
        (f"{PASSWORD[:9]}z", [(0, 9)]),
        (f"{PASSWORD[:6]}<P>", [(0, 16)]),
        (PASSWORD[:5], []),
        (PASSWORD[1:], []),
    ],
)
def test_one_that_is_known(text: str, parts: list[tuple[int, int]]) -> None:
    known = Known([f"password: {PASSWORD}"])
    assert list(hidden_parts(filled(text), known)) == [Span(*part) for part in parts]


def test_of_known_ones_that_begin_alike_the_longest_that_fits() -> None:
    known = Known([f"password: {PASSWORD}", f"password: {PASSWORD[:8]}Zq5", "nothing", f"pwd: {PASSWORD[::-1]}"])
    assert masked(f"a {PASSWORD[:8]}Zq5 b {PASSWORD} c {PASSWORD[::-1]}", known) == "a … b … c …"
    assert masked(f"a {PASSWORD[:8]}Zx", known) == "a …x"


def test_of_a_private_key_each_long_line_is_known() -> None:
    lines = [WORD + WORD[::-1] + "x7", WORD[::-1] + WORD + "y8", WORD[:15]]
    key = "\n".join(("-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----"))
    known = Known([key])
    assert masked(f"a {lines[0][:9]} b", known) == "a … b"
    assert masked(f"a {lines[1][:9]} b", known) == "a … b"
    short = Known([f"password: {PASSWORD}"])
    assert masked("a b c d e f", short) == "a b c d e f"
