"""A team's JSON Schema of headers: making a validator that never leaves this machine, and the values it looks at."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from memlint import Document, Field

from ._patterns import is_hostile, longest, patterns

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator


class UnusableError(ValueError):
    """The schema cannot be used; the text says why."""


def validator(schema: Any) -> Validator:
    """Return what checks values against ``schema``. Raises UnusableError for one that is no JSON Schema.

    References are looked up in the schema and in the published metaschemas, never on the network.
    """
    import warnings

    import jsonschema
    from jsonschema import validators
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # it has no types

    if not isinstance(schema, (dict, bool)):
        raise UnusableError("it is no object")
    if isinstance(schema, dict) and not isinstance(schema.get("$schema", ""), str):
        raise UnusableError("its $schema is no text")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an unknown $schema is taken for the newest draft
            kind: Any = validators.validator_for(schema)
            kind.check_schema(schema)
    except jsonschema.SchemaError as error:
        place = "/".join(map(str, error.absolute_path))
        raise UnusableError(f"{_short(error.message)}{f', at {place}' if place else ''}") from None
    except (TypeError, ValueError, AttributeError, RecursionError, re.error) as error:
        raise UnusableError(_short(f"{type(error).__name__}: {error}")) from None
    for pattern in patterns(schema):
        if is_hostile(pattern):
            raise UnusableError(f"the pattern {_short(pattern)} can take exponentially long")
    extended: Any = validators.extend(kind, {"pattern": _pattern})  # type: ignore[no-untyped-call]  # it has no types
    made: Validator = extended(schema, registry=REGISTRY, format_checker=kind.FORMAT_CHECKER)
    return made


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    from jsonschema import ValidationError

    if isinstance(instance, str) and len(instance) <= longest(pattern) and not re.search(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def errors(checks: Validator, value: dict[str, Any]) -> list[ValidationError]:
    """Return what is wrong with ``value``. Raises UnusableError where the schema itself fails, as by a dead $ref."""
    from referencing.exceptions import Unresolvable

    try:
        return list(checks.iter_errors(value))
    except Unresolvable as error:
        raise UnusableError(f"{_short(str(error.ref))} leads to nothing in it, and nothing is fetched") from None
    except (RecursionError, re.error, TypeError, ValueError, AttributeError) as error:
        raise UnusableError(_short(f"{type(error).__name__}: {error}")) from None


def values(document: Document) -> tuple[dict[str, Any], frozenset[tuple[str, ...]]]:
    """Return the header as YAML 1.2's core schema reads it, and the lists that hold more than scalars.

    Of such a list only its being one is known.
    """
    found: dict[str, Any] = {}
    opaque: set[tuple[str, ...]] = set()
    header = document.frontmatter
    inside: dict[tuple[str, ...], Any] = {(): found}
    for field in header.fields if header else ():
        above = inside.get(field.path[:-1])
        if not isinstance(above, dict):
            opaque.add(field.path[:-1])  # a mapping in a list
            continue
        above[field.path[-1]] = inside[field.path] = _value(field)
        if field.kind == "list" and len(field.items) == 0 and len(_source(document, field).strip("[] \t\r\n")) > 0:
            opaque.add(field.path)
    return found, frozenset(opaque)


def _source(document: Document, field: Field) -> str:
    return document.text[field.span.start : field.span.end]


def _value(field: Field) -> Any:
    if field.kind == "mapping":
        return {}
    if field.kind == "list":
        return [_scalar(item.text, item.kind) for item in field.items]
    return _scalar(field.text, field.kind)


def _scalar(text: str, kind: str) -> Any:
    if kind == "null":
        return None
    if kind == "boolean":
        return text.lower() == "true"
    return _number(text) if kind == "number" else text


def _number(text: str) -> int | float | str:
    lower = text.lower()
    try:
        if lower.startswith(("0o", "0x")):
            return int(lower, 0)
        if lower.lstrip("+-") in (".inf", ".nan"):
            return math.nan if "nan" in lower else math.copysign(math.inf, -1 if lower[0] == "-" else 1)
        return float(lower) if set(lower) & set(".e") else int(lower)
    except ValueError:  # more digits than Python reads
        return text


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 160 else f"{line[:159]}…"
