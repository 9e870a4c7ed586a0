"""frontmatter/* where a tree is not enough: schemas that are wrong or hostile, and stores of thousands of files."""

from __future__ import annotations

import json
import math
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from memlint import Document, Report, Settings, check
from memlint.source.document import parse
from rules.frontmatter._patterns import is_hostile
from rules.frontmatter._schemas import values
from tests.conftest import told
from tests.trees import plant
from tests.work import soon

TOPIC = "---\nname: glazes\ndescription: How they are named\nmetadata:\n  type: project\n---\nAfter the recipe.\n"
TREE = {"memory/MEMORY.md": "- [Glazes](glazes.md) — how they are named\n", "memory/glazes.md": TOPIC}


def with_schema(tmp_path: Path, schema: object, files: dict[str, str] = TREE, kind: str = "topic") -> Report:
    base = plant(tmp_path / "p", files)
    (base / "schema.json").write_text(schema if isinstance(schema, str) else json.dumps(schema))
    settings = Settings(schemas={kind: str(base / "schema.json")})
    return check([base], root=base, home=os.environ["HOME"], select=["frontmatter/schema"], settings=settings)


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **more: object) -> None:
        raise AssertionError("a schema asked for the network")

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize(
    ("schema", "words"),
    [
        pytest.param({"type": "objekt"}, "'objekt' is not valid", id="no such type"),
        pytest.param({"properties": []}, "[] is not of type 'object', at properties", id="properties are a list"),
        pytest.param([1], "it is no object", id="a list"),
        pytest.param("7", "it is no object", id="a number"),
        pytest.param({"$schema": ["x"]}, "cannot be used", id="$schema is a list"),
        pytest.param({"properties": {"name": {"pattern": "(a"}}}, "'(a' is not a 'regex'", id="no regex"),
        pytest.param({"$ref": "https://kiln.example/s.json"}, "leads to nothing in it", id="$ref to the network"),
        pytest.param({"$id": "http://kiln.example/s", "$ref": "t.json"}, "leads to nothing in it", id="by $id"),
        pytest.param({"$ref": "file:///etc/passwd"}, "leads to nothing in it", id="$ref to a file"),
        pytest.param({"$ref": "#/$defs/nowhere"}, "leads to nothing in it", id="$ref to nothing"),
        pytest.param({"$ref": "#"}, "RecursionError", id="$ref to itself"),
        pytest.param({"properties": {"name": {"pattern": "^(a+)+$"}}}, "exponentially", id="hostile pattern"),
        pytest.param({"patternProperties": {"^(a|ab)*c$": {}}}, "exponentially", id="hostile pattern of keys"),
    ],
)
def test_schema_that_cannot_be_used_is_one_finding(schema: object, words: str, tmp_path: Path) -> None:
    more = {f"memory/{name}.md": TOPIC for name in ("clay", "cones")}
    report = with_schema(tmp_path, schema, TREE | more)
    assert told(report) == ["memory/clay.md:1:1 error frontmatter/schema"]
    assert "the schema for topic headers cannot be used: " in report.findings[0].message
    assert words in report.findings[0].message


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(True, id="true"),
        pytest.param({}, id="empty"),
        pytest.param({"$schema": "https://kiln.example/schema", "type": "object"}, id="unknown $schema"),
        pytest.param({"$schema": "http://json-schema.org/draft-04/schema#", "required": ["name"]}, id="an old draft"),
        pytest.param(
            {"properties": {"metadata": {"$ref": "#/$defs/m"}}, "$defs": {"m": {"type": "object"}}}, id="$ref"
        ),
        pytest.param({"properties": {"name": {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}}}, id="a slug"),
    ],
)
def test_schema_that_holds(schema: object, tmp_path: Path) -> None:
    assert told(with_schema(tmp_path, schema)) == []


def test_slow_pattern_of_a_long_value_is_not_matched(tmp_path: Path) -> None:
    topic = TOPIC.replace("How they are named", "a" * 60_000)
    with soon():
        schema = {"properties": {"description": {"pattern": "^.*a.*a.*a.*b$"}}}
        assert told(with_schema(tmp_path, schema, TREE | {"memory/glazes.md": topic})) == []


def test_at_most_twenty_of_a_header(tmp_path: Path) -> None:
    extra = "".join(f"k{number}: x\n" for number in range(30))
    topic = TOPIC.replace("metadata:", f"{extra}metadata:")
    schema = {"additionalProperties": {"type": "number"}}
    assert len(with_schema(tmp_path, schema, TREE | {"memory/glazes.md": topic}).findings) == 20


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(a*)*$",
        "^(\\w+\\s?)*$",
        "(a|a)*",
        "(a|ab)*c",
        "(.*,)*",
        "((a+)b?)*",
        "(a+){2,}",
        "(a?){30}",
        "(?:[a-z]+)*",
    ],
)
def test_hostile_patterns(pattern: str) -> None:
    assert is_hostile(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "^[a-z0-9]+(-[a-z0-9]+)*$",
        "^(?:[a-z]+/)*[a-z]+\\.md$",
        "^(v?\\d+\\.)+\\d+$",
        "^(foo|bar)+$",
        "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?Z?)?$",
        "^([0-9a-f]{2})+$",
        "^(user|feedback|project|reference)$",
        "^.{1,150}$",
        "\\S+ \\S+",
        "()*",
        "",
    ],
)
def test_common_patterns_are_not_hostile(pattern: str) -> None:
    assert not is_hostile(pattern)


def header(content: str) -> dict[str, Any]:
    document = parse(f"---\n{content}\n---\n".encode(), "a.md")
    assert isinstance(document, Document)
    found: dict[str, Any] = values(document)[0]
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("true", True),
        ("False", False),
        ("", None),
        ("~", None),
        ('""', ""),
        ('"12"', "12"),
        ("12", 12),
        ("-012", -12),
        ("0o14", 12),
        ("0x0C", 12),
        ("1.5e3", 1500.0),
        (".inf", math.inf),
        ("-.Inf", -math.inf),
        ("2026-07-29", "2026-07-29"),
        ("[a, 1, true, null]", ["a", 1, True, None]),
        ("[]", []),
        ("{a: {b: 1}}", {"a": {"b": 1}}),
        ("9" * 5_000, "9" * 5_000),
    ],
)
def test_values_are_those_of_yaml_1_2(text: str, value: object) -> None:
    assert header(f"k: {text}") == {"k": value}


def test_not_a_number_and_lists_of_mappings() -> None:
    assert math.isnan(header("k: .nan")["k"])
    document = parse(b"---\nk:\n  - a: 1\n  - a: 2\nl: [[1]]\nm:\n  - x\n---\n", "a.md")
    assert isinstance(document, Document)
    assert values(document) == ({"k": [], "l": [], "m": ["x"]}, frozenset({("k",), ("l",)}))


def test_what_a_list_of_mappings_holds_is_not_judged(tmp_path: Path) -> None:
    topic = TOPIC.replace("metadata:", "links:\n  - to: clay\nmetadata:")
    files = TREE | {"memory/glazes.md": topic}
    assert told(with_schema(tmp_path / "a", {"properties": {"links": {"minItems": 1}}}, files)) == []
    wrong = with_schema(tmp_path / "b", {"properties": {"links": {"type": "string"}}}, files)
    assert told(wrong) == ["memory/glazes.md:5:3 error frontmatter/schema"]


@pytest.mark.parametrize(
    ("kind", "path", "place"),
    [
        ("agent", ".claude/agents/potter.md", "4:8"),
        ("instructions", "CLAUDE.md", "4:8"),
        ("rule_file", ".claude/rules/glaze.md", "4:8"),
        ("index", "memory/MEMORY.md", "4:8"),
        ("topic", "memory/clay.md", "4:8"),
    ],
)
def test_every_kind_of_file(kind: str, path: str, place: str, tmp_path: Path) -> None:
    text = "---\nname: clay\ndescription: The red one\nowner: 7\n---\nText.\n"
    report = with_schema(tmp_path, {"properties": {"owner": {"type": "string"}}}, TREE | {path: text}, kind)
    assert told(report) == [f"{path}:{place} error frontmatter/schema"]
    assert report.findings[0].message == f"owner: 7 is not of type 'string' (the schema for {kind} headers)"


# --- stores of thousands of files


def spent(base: Path, number_of_topics: int) -> float:
    """Return the seconds that the rules of the family take; of the topics half have no header, or no name."""
    links = " ".join(f"[[topic-{number}]]" for number in range(0, number_of_topics, 500))
    files = {"memory/MEMORY.md": "- [One](topic-0.md) — the first\n"}
    for number in range(number_of_topics):
        name = "" if number % 3 else f"name: topic-{number // 2}\n"
        header = f"---\n{name}description: Topic {number // 4}\nmetadata:\n  type: project\n---\n"
        files[f"memory/topic-{number}.md"] = f"{header if number % 2 else ''}Text {number}. {links}\n"
    plant(base, files)
    report = check([base], root=base, home=os.environ["HOME"], select=["frontmatter"])
    assert len(report.findings) > number_of_topics / 2
    return sum(seconds for rule, seconds in report.durations.items() if rule.startswith("frontmatter/"))


def test_thousands_of_topics_are_linear(tmp_path: Path) -> None:
    """SPEC has no limit on topics: four times as many must not take much more than four times as long."""
    spent(tmp_path / "first", 100)  # loads modules and compiles patterns
    assert spent(tmp_path / "many", 2_000) < 12 * spent(tmp_path / "few", 500)
