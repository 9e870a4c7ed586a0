"""Headers of the plainest form: whatever they say is what a YAML parser says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memlint.source import header_plain, header_yaml
from memlint.source.header_yaml import Field, InvalidError

CASES = Path(__file__).parent.parent / "cases"
HEADERS = sorted(
    {
        found[1]
        for path in CASES.rglob("*.txt")
        for found in re.finditer(r"^---\n(.*?)^---$", path.read_text("utf-8", "replace"), re.MULTILINE | re.DOTALL)
    }
)


def parsed(text: str) -> tuple[Field, ...] | str:
    try:
        return header_yaml.parsed(text, 7)
    except InvalidError as error:
        return str(error)


def agrees(text: str) -> bool:
    """Compare both readings; say whether the header is of the plain form."""
    if header_plain.read(text) is None:
        return False
    assert header_yaml.strict(text, 7) == parsed(text)
    return True


def test_most_headers_are_plain() -> None:
    plain = [agrees(text) for text in HEADERS] + [agrees(text.replace("\n", "\r\n")) for text in HEADERS]
    assert len(plain) > 400
    assert sum(plain) > 0.7 * len(plain)


PIECES = st.sampled_from(
    [
        *("name", "paths", "metadata", "type", "a", ":", ": ", " :", "\n", "\r\n", "\n  ", "\n    ", "\n- ", "\n  - ", "- "),
        *(" ", "  ", '"', "'", "#", " #", "[", "]", ", ", ",", "{", "}", "*", "&", "!", "|", ">", "%", "@", "`", "?", "-"),
        *("~", "null", "true", "1", "0x1f", "1.5", ".inf", "on", "no", "2026-11-30", "**/*.py", "src/**", "a b", "(x)", "~/x"),
        *("\t", "\\", "é", "釉", "\u2028", "\x85", "\ufeff", "\U0001f525", "...", "---", "=", "<<", "http://x", "$", "a:b", "\x00"),
    ]
)  # fmt: skip
LINE = st.one_of(
    st.builds(
        "{}: {}".format, st.sampled_from(["name", "type", "a-b", "_x"]), st.lists(PIECES, max_size=4).map("".join)
    ),
    st.builds("{}:".format, st.sampled_from(["paths", "metadata", "name"])),
    st.builds("{}- {}".format, st.sampled_from(["", "  ", "    "]), st.lists(PIECES, max_size=3).map("".join)),
    st.builds("  {}: {}".format, st.sampled_from(["type", "name"]), st.lists(PIECES, max_size=3).map("".join)),
    st.lists(PIECES, max_size=6).map("".join),
)


@settings(max_examples=600)
@example("paths:\n- a\n- b\nname: x\n")
@example("metadata:\n  type: user\n  node_type: memory\nname: a\n")
@example("paths: [a, 'b', \"**/*.py\"]\nname: x")
@example("paths: [ a ,b ]")
@example("name: a\n\n\ntype: b   \n")
@example("name: 'it'\n")
@example("a: b:c\n")
@example("a: b \n c\n")
@example("a: ~\nb: 1\nc: true\n")
@example("paths:\n  - a\n\n  - b\n")
@given(st.lists(LINE, max_size=6).map("\n".join))
def test_any_header_says_the_same(text: str) -> None:
    agrees(text)


@pytest.mark.parametrize(
    "text",
    ["a:", "a: [", "a: [x,]", "a: []", "a: 'b' c", "a: b: c", "a: b #c", "a: *b", "- a", "a: b\na: c", "a: >\n  b", "a:\n  b:\n    c: d"],
)  # fmt: skip
def test_what_is_left_to_the_parser(text: str) -> None:
    assert header_plain.read(text) is None
