"""What the entry of a slot may hold: one JSON schema for the shipped tables, a team's own slots and editors."""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string"}
_SET = {"type": "boolean"}
_TEXTS = {"type": "array", "items": _TEXT}
_FORM = {
    "anyOf": [
        _TEXT,
        {
            "type": "object",
            "properties": dict.fromkeys(("whole", "never", "needs-role"), _TEXT),
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        },
    ]
}
_FORMS = {"type": "array", "items": _FORM, "minItems": 1}


def _of_kind(kind: str) -> dict[str, Any]:
    return {"properties": {"kind": {"const": kind}}, "required": ["kind"]}


#: The keys that hold a pattern.
PATTERNS = ("role", "exempt", "label", "knob", "bare", "object", "subject", "need")

SLOT: dict[str, Any] = {
    "type": "object",
    "required": ["kind", "about"],
    "properties": {
        "kind": {"enum": ["choice", "toggle", "number"]},
        **dict.fromkeys(("id", "about", "unit", *PATTERNS), _TEXT),
        "values": {"type": "object", "additionalProperties": _FORMS, "minProperties": 1},
        **dict.fromkeys(("on", "off", "topic"), _FORMS),
        "ignores": _TEXTS,
        "compatible": {"type": "array", "items": _TEXTS},
        "parameters": {"type": "object", "additionalProperties": _TEXT},
        "between": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        **dict.fromkeys(("needs-role", "needs-parameter", "anywhere", "strict", "asks", "conditional"), _SET),
        **dict.fromkeys(("unqualified", "named-parts", "parts", "after-knob", "version"), _SET),
        "examples": {"type": "object"},
    },
    "additionalProperties": False,
    "allOf": [
        {"if": _of_kind("choice"), "then": {"required": ["values"]}},
        {"if": _of_kind("toggle"), "then": {"anyOf": [{"required": [key]} for key in ("on", "off", "topic")]}},
        {"if": _of_kind("number"), "then": {"required": ["knob"]}},
    ],
}


def problem(row: dict[str, Any]) -> str:
    """Return what is wrong with the entry ``row``, "" when it is as ``SLOT`` says."""
    from jsonschema import Draft7Validator
    from jsonschema.exceptions import best_match

    found = best_match(Draft7Validator(SLOT).iter_errors(row))
    if found is None:
        return ""
    if found.validator == "anyOf" and not found.absolute_path:
        return "a toggle needs one of on, off and topic"
    where = ".".join(map(str, found.absolute_path))
    return f"{where}: {found.message}" if where else str(found.message)
