"""Whatever a file's name or a message holds: no output starts a CI command, moves a cursor, or breaks its reader."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint import Finding, Place, Report, Span
from memlint.config import FORMATS
from memlint.report.visible import inert, whole
from tests.report.reports import RULE, rendered, report
from tests.report.test_github import command, commands
from tests.report.test_visible import raw

fixed = settings(max_examples=60)

pieces = st.sampled_from(
    [
        *("::error::", "::stop-commands::x", "##[add-mask]", "##vso[task.x]", "##teamcity[x]", "::", "##", "[", "]"),
        *(
            "\n",
            "\r",
            "\r\n",
            "\t",
            "\x1b[2J",
            "\x1b]8;;x\x07",
            "\x9b",
            "\x00",
            "\x0b",
            "\x7f",
            "\u2028",
            "\u202e",
            "\ufeff",
        ),
        *(
            '"',
            "'",
            "<",
            ">",
            "&",
            "]]>",
            "-->",
            "%",
            "%0A",
            ",",
            "=",
            "|",
            "`",
            "\\",
            "\\u",
            "\udcff",
            "\ud800",
            "\ufffe",
        ),
        *("a", " ", "日本", "🙂", "/"),
    ]
)
texts = st.lists(pieces, min_size=1, max_size=10).map("".join)
paths = texts.filter(lambda path: "\0" not in path)


def made(path: str, message: str, text: str, *, severity: str = "error") -> Report:
    """Return a report about ``path``, whose text is ``text``, with a related place in it too."""
    place = Place(path, Span(0, len(text)), message)
    finding = Finding(Span(0, len(text)), message, path, severity, (place,), rule=RULE)  # type: ignore[arg-type]
    return report([finding], {path: text})


def json_paths(out: str, get: Callable[[Any], Any]) -> list[str]:
    return [str(get(json.loads(out)))]


READERS: dict[str, Callable[[str], list[str]]] = {
    "json": lambda out: json_paths(out, lambda data: data["findings"][0]["path"]),
    "json-lines": lambda out: [json.loads(line)["path"] for line in out.split("\n") if line],
    "gitlab": lambda out: json_paths(out, lambda data: data[0]["location"]["path"]),
    "rdjson": lambda out: json_paths(out, lambda data: data["diagnostics"][0]["location"]["path"]),
    "sarif": lambda out: [json.loads(out)["version"]],
    "junit": lambda out: [case.get("name", "") for case in ElementTree.fromstring(out).iter("testcase")],
    "checkstyle": lambda out: [file.get("name", "") for file in ElementTree.fromstring(out)],
    "github": lambda out: [found.properties["file"] for found in commands(out)],
}


@fixed
@given(paths, texts, texts)
@pytest.mark.parametrize("output_format", FORMATS)
def test_no_output_does_harm(output_format: str, path: str, message: str, text: str) -> None:
    out = rendered(made(path, message, text), output_format)
    assert raw(out) == []
    assert not re.search(r"##[\w.]*\[", out)
    found = [line for line in re.split(r"[\n\r\u2028\x85]", out) if line.lstrip().startswith("::")]
    assert len(found) == (output_format == "github")
    if output_format in READERS:
        told = READERS[output_format](out)
        assert len(told) == 1
        if output_format in ("json", "json-lines", "gitlab", "rdjson"):
            assert told == [whole(path)]


@fixed
@given(
    st.lists(st.sampled_from(["a", "\n", '"', "&", "<", "日本", "##[x]", "%", ",", ":", " ", "|"]), min_size=1).map(
        "".join
    )
)
def test_names_that_a_format_can_say_come_back(path: str) -> None:
    for output_format in ("json", "json-lines", "gitlab", "rdjson", "junit", "checkstyle"):
        assert READERS[output_format](rendered(made(path, "m", ""), output_format)) == [path]
    (found,) = commands(rendered(made(path, "m", ""), "github"))
    assert found.properties["file"] == path.replace("##[", r"##\u005b")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain # ## [x] a::b", "plain # ## [x] a::b"),
        ("::error::x", r"\x3a:error::x"),
        (" \u3000::error::x\n::y", " \u3000\\x3a:error::x\n\\x3a:y"),
        ("a ##[group]", r"a ##\u005bgroup]"),
        ("###[x] ##vso[task.a b=c]d", r"###\u005bx] ##vso\u005btask.a b=c]d"),
    ],
)
def test_inert(text: str, expected: str) -> None:
    assert inert(text) == expected
    assert all(command(line) is None for line in inert(text).splitlines())


def test_an_excerpt_with_a_command_around_its_caret_starts_none() -> None:
    text = "use ##[add-mask]x\n"
    finding = Finding(Span(text.index("["), text.index("]")), "m", "CLAUDE.md", "error", rule=RULE)
    assert "##[" not in rendered(report([finding], {"CLAUDE.md": text}), "text")
