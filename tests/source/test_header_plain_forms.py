"""The forms of a header that are read without a YAML parser, which takes fifty times as long, and those that are not."""

from __future__ import annotations

import pytest

from memlint.source import header_plain, header_yaml


@pytest.mark.parametrize(
    "text",
    [
        "name: a",
        "name: a  \n",
        "name: 'a'\n",
        'name: "a: b"\ndescription: b c, d (e) – f\n',
        'name: ""\n',
        "\nname: a\n\n\ntype: b\n",
        "name: a\r\ntype: b\r\n",
        "a-b_c: d\n",
        "name: kiln 釉薬\n",
        "name: http://kiln.invalid\n",
        "name: a:b\n",
        "a: 1\nb: true\nc: null\nd: ~\ne: 2026-11-30\nf: 0x1f\ng: .5\nh: on\n",
        "paths: [a]\n",
        "paths: [\"**/*.py\", 'src/**', c]\n",
        'paths:\n  - a\n  - "b"\n',
        "paths:\n- a\n- b\n",
        "paths:\n    - a\nname: b\n",
        "metadata:\n  type: b\n\n  node: c\nname: d\n",
        f"x: {'a' * 9_996}\n",  # 10,000 characters
    ],
)
def test_quick(text: str) -> None:
    assert header_plain.read(text) is not None
    assert header_yaml.strict(text, 7) == header_yaml.parsed(text, 7)


@pytest.mark.parametrize(
    "text",
    [
        "name: a # c\n",
        "# c\nname: a\n",
        "name: 釉薬\n",
        "name:\n",
        "name: \n",
        "name : a\n",
        "name:a\n",
        "name: a: b\n",
        "  name: a\n",
        "name: a\ttab\n",
        'name: "a\n',
        'name: "a\\n"\n',
        "name: 'it''s'\n",
        "name: a\n  b\n",
        "name: |\n  a\n",
        "name: {a: b}\n",
        "name: a\nname: b\n",
        *(f"name: {sign}a\n" for sign in "*&!%@`?-|>#{[,"),
        "paths: []\n",
        "paths: [a,]\n",
        "paths: [a] b\n",
        "paths:\n  -\n",
        "paths:\n  - a # c\n",
        "paths:\n  - a\n  b: c\n",
        "metadata:\n  type:\n",
        "metadata:\n  type: [a]\n",
        "metadata:\n  - a: b\n",
        "metadata:\n  a:\n    b: c\n",
        "metadata:\n  a: b\n  a: c\n",
        "metadata:\n  a: b\n  - c\n",
        "metadata:\n  a: b\n   c: d\n",
        "- a\n",
        "name: a\n---\n",
        f"x: {'a' * 9_997}\n",
    ],
)
def test_left_to_the_parser(text: str) -> None:
    assert header_plain.read(text) is None
