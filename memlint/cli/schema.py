"""``memlint schema``: the JSON Schema of the configuration, made from the table that checks it."""

from __future__ import annotations

import json
from typing import Any

from memlint.cli import OK
from memlint.cli.parser import Parser
from memlint.config import KINDS, OPTIONS, SEVERITY_WORDS, Option
from memlint.engine.registry import load
from memlint.engine.rule import Rule
from memlint.engine.selection import is_amount
from memlint.source.directives.slot_schema import SLOT

_TEXTS = {"type": "array", "items": {"type": "string"}}
#: The shape of a rule's option, by the type of its default.
_KINDS: dict[type, dict[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    tuple: _TEXTS,
}


def run(words: list[str]) -> int:
    """Print the schema."""
    Parser(prog="memlint schema", description="Print the configuration's JSON Schema.").parse_args(words)
    print(text())
    return OK


def text() -> str:
    """Return the schema as it is shipped in ``memlint/schema.json``."""
    return json.dumps(schema(), indent=2)


def schema() -> dict[str, Any]:
    """Return the schema of ``[tool.memlint]`` and of ``memlint.toml``."""
    rules = load()
    names = [*sorted({rule.family for rule in rules.values()}), *rules, "all"]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "memlint",
        "type": "object",
        "additionalProperties": False,
        "properties": {option.name: _property(option, names, rules) for option in OPTIONS},
    }


def _property(option: Option, names: list[str], rules: dict[str, Rule]) -> dict[str, Any]:
    selectors = {"type": "array", "items": {"type": "string", "examples": names}}
    severities = {
        "type": "object",
        "propertyNames": {"examples": names},
        "additionalProperties": {"enum": list(SEVERITY_WORDS)},
    }
    tables = {
        "type": "object",
        "properties": {rule.name: _options(rule) for rule in rules.values() if rule.options},
        "additionalProperties": {"type": "object", "additionalProperties": {"anyOf": [*_KINDS.values()]}},
    }
    override = {
        "type": "object",
        "properties": {"ignore": selectors, "severity": severities, "rules": {"$ref": "#/properties/rules"}},
        "additionalProperties": False,
    }
    shapes: dict[str, dict[str, Any]] = {
        "names": selectors,
        "globs": _TEXTS,
        "words": _TEXTS,
        "version": {"type": "string", "pattern": r"^([0-9]+(\.[0-9]+)*)?$"},
        "file": {"type": "string"},
        "paths": {"anyOf": [{"type": "string"}, _TEXTS]},
        "count": {"type": "integer", "minimum": 0},
        "choice": {"enum": list(option.choices)},
        "severities": severities,
        "files": {
            "type": "object",
            "properties": {kind: {"type": "string"} for kind in KINDS},
            "additionalProperties": False,
        },
        "lists": {"type": "object", "additionalProperties": selectors},
        "slots": {"type": "object", "additionalProperties": _slot()},
        "tables": tables,
        "overrides": {"type": "object", "additionalProperties": override},
    }
    return {"description": option.text, **shapes[option.type]}


def _slot() -> dict[str, Any]:
    """Return the shape of a team's own slot, whose name is that of its table."""
    properties = {key: shape for key, shape in SLOT["properties"].items() if key != "id"}
    return {**SLOT, "properties": properties}


def _options(rule: Rule) -> dict[str, Any]:
    properties = {
        name.replace("_", "-"): {
            **_KINDS[type(default)],
            **({"minimum": 0} if is_amount(default) else {}),
            "default": list(default) if isinstance(default, tuple) else default,
        }
        for name, default in rule.options.items()
    }
    return {"type": "object", "additionalProperties": False, "properties": properties}
