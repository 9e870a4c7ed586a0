"""frontmatter/schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlint import Document, Finding, Findings, Project, Span, rule

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

_MOST = 20  # findings of one header


@rule("error")
def schema(project: Project) -> Findings:
    """A header that the team's own JSON Schema refuses.

    `[tool.memlint.schemas]` names a schema for a kind of file: `topic`, `rule_file`, `agent`, `instructions` or
    `index`. Values are read as YAML 1.2 reads them, a file without a header as one without keys; a header that is no
    YAML is left to the other rules. Nothing is fetched: a `$ref` must lead to a place in the schema or to a published
    metaschema. A schema that is itself wrong is one finding.

    What to do: correct the header, or the schema.

    Bad:

        ==> memlint.toml
        [schemas]
        rule_file = "schemas/rule.json"

        ==> schemas/rule.json
        {"properties": {"owner": {"enum": ["web", "data"]}}, "required": ["owner"]}

        ==> .claude/rules/api.md
        ---
        paths: "src/**"
        owner: nobody
        ---
        Return typed errors.

        ==> src/a.py
        pass

    Good:

        ==> memlint.toml
        [schemas]
        rule_file = "schemas/rule.json"

        ==> schemas/rule.json
        {"properties": {"owner": {"enum": ["web", "data"]}}, "required": ["owner"]}

        ==> .claude/rules/api.md
        ---
        paths: "src/**"
        owner: data
        ---
        Return typed errors.

        ==> src/a.py
        pass
    """
    for kind in sorted(project.schemas):
        documents = [
            found
            for file in project.files
            if file.kind == kind and file.path not in project.excluded
            if isinstance(found := project.outcome(file), Document)
        ]
        if documents:
            yield from _check(kind, project.schemas[kind], documents)


def _check(kind: str, given: object, documents: list[Document]) -> Findings:
    from ._schemas import UnusableError, validator

    here = documents[0]
    try:
        checks = validator(given)
        for here in documents:
            if here.frontmatter is None or here.frontmatter.status != "invalid":
                yield from _errors(kind, checks, here)
    except UnusableError as error:
        message = f"the schema for {kind} headers cannot be used: {error}. No more of them are checked"
        yield Finding(_whole(here), message, here.path)


def _errors(kind: str, checks: Validator, document: Document) -> Findings:
    from ._schemas import errors, values

    value, opaque = values(document)
    found = []
    for error in errors(checks, value):
        path = tuple(str(part) for part in error.absolute_path)
        if not any(path[: len(known)] == known and (path, error.validator) != (known, "type") for known in opaque):
            where = ".".join(path)
            message = " ".join(error.message.split())
            message = message if len(message) <= 200 else f"{message[:199]}…"
            shown = f"{where}: {message}" if where else message
            found.append(Finding(_place(document, error), f"{shown} (the schema for {kind} headers)", document.path))
    yield from sorted(found, key=lambda finding: (finding.span, finding.message))[:_MOST]


def _place(document: Document, error: ValidationError) -> Span:
    """Return where a header is wrong: a value, an item, a key that is too much, else the header's first line."""
    header, path = document.frontmatter, [*error.absolute_path]
    if header is None:
        return Span(0, 0)
    if error.validator in ("propertyNames", "additionalProperties", "unevaluatedProperties"):
        above = tuple(str(part) for part in path)
        for field in header.fields:
            if field.path[:-1] == above and (repr(field.path[-1]) in error.message or field.path[-1] == error.instance):
                return field.key_span
    while path:
        item = path.pop()
        found = header.get(*(str(part) for part in path), *(() if isinstance(item, int) else (item,)))
        if found is not None and isinstance(item, int) and item < len(found.items):
            return found.items[item].span
        if found is not None:
            return found.span if found.span.end > found.span.start and found.kind != "mapping" else found.key_span
    return _whole(document)


def _whole(document: Document) -> Span:
    return Span(0, 3) if document.frontmatter is not None else Span(0, 0)
