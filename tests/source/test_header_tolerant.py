"""What is read of a header that no YAML parser takes: line by line, each with its place."""

from __future__ import annotations

import pytest

from memlint.source.header_tolerant import tolerant
from memlint.source.header_yaml import MAX_CHARACTERS, Field


def read(text: str) -> list[str]:
    """Return each field as ``path kind text [items]``; its places must hold what it says."""
    return [told(field, text) for field in tolerant(text, 4)]


def told(field: Field, text: str) -> str:
    def at(span: tuple[int, int]) -> str:
        return text[span[0] - 4 : span[1] - 4]

    assert at(field.key_span) == field.path[-1]
    assert at(field.span).strip("'\"" if field.quoted else "") == field.text
    for item in field.items:
        assert at(item.span).strip("'\"" if item.quoted else "") == item.text
    items = f" [{', '.join(item.text for item in field.items)}]" if field.items else ""
    quotes = " quoted" if field.quoted else ""
    return f"{'.'.join(field.path)} {field.kind} {field.text}{items}{quotes}".rstrip()


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("name: kiln\n", ["name string kiln"]),
        ("name: kiln", ["name string kiln"]),
        ("name: kiln  \t\r\ntype:\tuser\r\n", ["name string kiln", "type string user"]),
        ("description: fires: when and who\n", ["description string fires: when and who"]),
        ("name: 'kiln'\nother: \"it's\"\n", ["name string kiln quoted", "other string it's quoted"]),
        ("name: 'it's'\n", ["name string 'it's'"]),
        ("name: '\n", ["name string '"]),
        ("name: ''\n", ["name string  quoted"]),
        ("name:\n", ["name null"]),
        ("name: 7\nflag: true\n", ["name number 7", "flag boolean true"]),
        # a level of nesting
        ("metadata:\n  type: user\n  node: x\nname: a\n", ["metadata mapping", "metadata.type string user", "metadata.node string x", "name string a"]),
        ("metadata:\n\ttype: user\n", ["metadata mapping", "metadata.type string user"]),
        ("metadata: x\n  type: user\n", ["metadata string x", "type string user"]),
        ("  type: user\n", ["type string user"]),
        ("metadata:\nname: a\n", ["metadata null", "name string a"]),
        # lists
        ("paths:\n  - a/**\n  - 'b'\nname: c\n", ["paths list  [a/**, b]", "name string c"]),
        ("paths:\n- a\n-  b  \n", ["paths list  [a, b]"]),
        ("paths: x\n  - a\n", ["paths string x [a]"]),
        ("name: a\npaths:\n  - b\n", ["name string a", "paths list  [b]"]),
        ("- name: a\n- type: b\n", ["name string a", "type string b"]),
        # what is no field
        ("just words\n# name: a\n: b\n7a: c\nname:b\n", []),
        ("a.b-c_d: e\n_x: y\n", ["a.b-c_d string e", "_x string y"]),
    ],
)  # fmt: skip
def test_fields(text: str, fields: list[str]) -> None:
    assert read(text) == [" ".join(field.split(" ")).rstrip() for field in fields]


def test_what_lies_beyond_what_the_agent_reads_is_not_looked_at() -> None:
    filler = "x" * (MAX_CHARACTERS - 11)
    assert read(f"a: {filler}\nb: cdef\n")[-1] == "b string cdef"
    assert read(f"a: x{filler}\nb: cdef\n")[-1] == "b string cde"


def test_an_empty_one_has_none() -> None:
    assert tolerant("", 0) == ()
