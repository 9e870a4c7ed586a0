"""Configuration files → their values as text, each with the keys that lead to it and its place."""

from __future__ import annotations

import re
from typing import Any

from memlint.source.records import NamedTuple
from memlint.source.spans import Span


class Value(NamedTuple):
    """A value as text, with the keys that lead to it; ``items`` are the scalars of a list."""

    keys: tuple[str, ...]
    text: str
    span: Span
    items: tuple[str, ...] = ()


Values = list[Value]


def read_yaml(text: str) -> Values:
    """Read YAML, and JSON as the part of YAML that it is."""
    from memlint.source.header_yaml import strict

    return [
        Value(field.path, field.text, Span(field.key_span.start, field.span.end), tuple(i.text for i in field.items))
        for field in strict(text, 0)
    ]


def read_package(text: str) -> Values:
    """Read a package.json that has a table for one of the tools; most have none, and reading places is dear."""
    import json

    return read_yaml(text) if {"prettier", "eslintConfig"} & json.loads(text).keys() else []


def read_toml(text: str) -> Values:
    """Read TOML; a value has the line of its key for its place."""
    from memlint.toml import loads, marks

    data = loads(text)
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    found = []
    for mark in marks(text):
        if mark.value is None:
            value: Any = data
            for key in mark.keys:
                value = value.get(key) if isinstance(value, dict) else None
            start = starts[mark.line - 1]
            said = "" if isinstance(value, dict | list | None) else str(value)
            found.append(Value(mark.keys, said.lower() if isinstance(value, bool) else said, _line(text, start)))
    return found


def read_ini(text: str) -> Values:
    """Read an INI file; what stands before its first section has the section "-"."""
    import configparser

    parser = configparser.ConfigParser(
        strict=False, interpolation=None, allow_no_value=True, inline_comment_prefixes=("#", ";"), default_section=""
    )
    try:
        parser.read_string("[-]\n" + text)
    except configparser.Error as error:
        raise ValueError(str(error)) from None
    places: dict[tuple[str, str], Span] = {}
    section = "-"
    for found in re.finditer(r"(?m)^[ \t]*(?:\[(.+)\]|([\w.-]+)[ \t]*[=:])", text):
        if found[1]:
            section = found[1]
        else:
            places[section, found[2].lower()] = _line(text, found.start())
    return [
        Value((name, key), (value or "").strip(), places.get((name, key), Span(0, 0)))
        for name in parser.sections()
        for key, value in parser.items(name)
    ]


def _line(text: str, start: int) -> Span:
    """Return the line from ``start`` on, without the blanks around it."""
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    return Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
