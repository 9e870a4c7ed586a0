"""Which values can be secrets: each reason for and against one, told apart from the others."""

from __future__ import annotations

import pytest

from memlint.source.secret_values import entropy, is_common, is_password, is_random, is_reference, is_sample, is_token


@pytest.mark.parametrize(
    ("value", "bits"),
    [("", 0), ("a", 0), ("aaaa", 0), ("ab", 1), ("aabb", 1), ("abcd", 2), ("aaab", 0.8112781244591328)],
)
def test_entropy(value: str, bits: float) -> None:
    assert entropy(value) == pytest.approx(bits)


@pytest.mark.parametrize(
    "value",
    [
        "k1l2n3g4",  # digits between letters
        "k1ln3gzz",  # two of them
        "Q7w9Kz2m",
        "Kiln!Glaze",  # small, capital and a sign
        "Kiln!Gla7",
        "7kiln!glz",  # small, digit and sign
        "Kz7#4mQp",
        "ab/KILN/c7k9",  # capitals are no path
        "a/b7/c9Kk",  # nor are parts of one letter
        "kg7/ab/x9K",  # or two
        "Kz7#4mQp" * 16,
    ],
)
def test_passwords(value: str) -> None:
    assert is_password(value)


@pytest.mark.parametrize(
    "value",
    [
        "Kz7#4mQ",  # seven
        "Kz7#4mQp" * 16 + "K",  # more than anybody types
        "kilnglaze",
        "KILNGLAZES",
        "Kiln7glaze9",  # words
        "kiln7glaze",
        "KILN7GLAZE",
        "kilnzx77",  # digits behind a word
        "k1lnzxqv",  # one digit between letters
        "kiln!glz",  # two kinds
        "KILN!GLZ",
        "12345678!",
        "7294 8103!",
        "!#!#!#!#",
        "kg7/firing/x9K",  # a path
        "my-Secret-9!x",  # says what it is
        "Admin0123!",
        "$KILN_7#4mQp",
        "os.environ7#K",
    ],
)
def test_no_passwords(value: str) -> None:
    assert not is_password(value)


@pytest.mark.parametrize(
    "value",
    [
        "q7Kz2mXw9LpR4tVb",
        "q7kz2mxw9lpr4tvb",
        "Q7KZ2MXW9LPR4TVB",
        "qKzMxWlPrTvBhJfDgSnY",  # letters alone, from 20 on
        "a3f9c27b1e8d40569b7e2c1f8a6d3054",  # hexadecimal, from 32 on
        "AKz3/9bQm+7Xw2LpR=",
    ],
)
def test_tokens(value: str) -> None:
    assert is_token(value)
    assert is_random(value)


@pytest.mark.parametrize(
    "value",
    [
        "q7Kz2mXw9LpR4tV",  # fifteen
        "qkzmxwlprtvbhjfd",  # letters alone
        "qKzMxWlPrTvBhJfDgSn",
        "qkzmxwlprtvbhjfdgsnyc",  # without a change of their kind
        "a3f9c27b1e8d4056",
        "a3f9c27b1e8d40569b7e2c1f8a6d305",
        "7194820563719482",  # no letter
        "q7Kz/firing/2mXw9Lp",  # a path
        "FiringSchedule9Kiln2",  # words
        "kilnKilnKilnKiln1a",  # over and over
        "q7Kz2mXw9LpR4tVé",
        "q7Kz2mXwEXAMPLE4tVb",
        "${q7Kz2mXw9LpR4tVb}",
    ],
)
def test_no_tokens(value: str) -> None:
    assert not is_token(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("q7kz2mxw9lprxtvb", True),
        ("qzkz2mxwulprxtvb", False),  # one digit
        ("a3f9c27b1e8d4056", True),
        ("----------------", False),
        ("kkkkkkkkkkkkkkk7", False),
        ("kkkkkkkkkkkkkk77", False),
        ("QWKZXMXWYLPRATVB", True),
        ("kilnFiringsheSdul", False),  # too few changes
    ],
)
def test_randomness(value: str, expected: bool) -> None:
    assert is_random(value) == expected


def test_what_is_too_long_is_not_looked_at() -> None:
    letters = "".join(chr(code) for code in range(48, 123) if chr(code).isalnum())
    value = "".join(letters[at * 29 % 62] for at in range(62)) * 67
    assert is_random(value[:4096])
    assert not is_random(value[:4097])


def test_how_many_changes_there_must_be_can_be_said() -> None:
    value = "kilnKzmq7wxlprtvB"
    assert is_random(value, 0.2)
    assert not is_random(value, 0.5)


@pytest.mark.parametrize(
    "value",
    [
        "admin",
        "Admin01",
        "admin_123",
        "p4ssw0rd!",
        "secretsauce",
        "kiln@321!",
        "user-name",
        "2024",
        "kiln1",
        "kiln123",
        "tester-admin",
    ],
)
def test_common_words(value: str) -> None:
    assert is_common(value)


@pytest.mark.parametrize("value", ["", "kiln", "glaze2", "kiln1234x", "horse7battery", "kiln12345"])
def test_uncommon_words(value: str) -> None:
    assert not is_common(value)


@pytest.mark.parametrize(
    "value",
    [
        *("$KILN", "${KILN}", "<kiln>", "/etc/kiln", "/etc", "kiln://x", "os.environ", "kiln.glaze", "kiln()", "12.5"),
        *("v1.2.3", "dana@kiln.invalid", "oven.py", "x{{y", "a…", "vault:kiln", "a(?b", "0x" + "a" * 40),
        "123e4567-e89b-12d3-a456-426614174000",
    ],
)
def test_references(value: str) -> None:
    assert is_reference(value)


@pytest.mark.parametrize("value", ["kiln", "kiln7", "0x" + "a" * 39, "123e4567-e89b-12d3-a456-42661417400"])
def test_no_references(value: str) -> None:
    assert not is_reference(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *(("EXAMPLE-1", True), ("xxxx", True), ("aaaaaa", True), ("aaaaa", False), ("your-kiln", True)),
        *(("yourkiln", False), ("tests", False), ("test-1", True), ("kiln", False), ("…", True)),
    ],
)
def test_samples(value: str, expected: bool) -> None:
    assert is_sample(value) == expected
