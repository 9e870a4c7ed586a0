"""memlint against what the public libraries behind the loader answer (../shared/oracle, where it is present)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memlint.source.document import Document, parse
from memlint.source.frontmatter import Frontmatter
from memlint.source.header_yaml import Scalar
from memlint.source.nodes import Import
from tests.source.checks import body

SHARED = Path(__file__).resolve().parents[3] / "shared"
ORACLE = SHARED / "oracle"
pytestmark = pytest.mark.skipif(not ORACLE.is_dir(), reason="../shared/oracle is not here")

# Headers that YAML 1.2 takes and memlint refuses on purpose.
REFUSED = {
    "- a": "a list is no mapping of keys: the product finds no field in it",
    "just text": "a scalar is no mapping of keys: the product finds no field in it",
    "&x a: *x": "aliases are refused before anything is walked; no memory file has one for a good reason",
}


def rows(name: str) -> list[dict[str, Any]]:
    """Return a file's rows; without the file none, so that collecting never fails."""
    path = ORACLE / name
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def unique(found: tuple[Import, ...]) -> list[str]:
    return list(dict.fromkeys(token.path for token in found))


@pytest.mark.parametrize("row", rows("import-texts.jsonl"), ids=lambda row: row["text"][:40])
def test_imports_of_a_text(row: dict[str, Any]) -> None:
    document = body(row["text"])
    assert unique(document.imports) == row["tokens"]
    assert unique(document.possible_imports) == row["only_with_list_code_quirk"]


def test_imports_of_real_files() -> None:
    """Files with tokens give those of the oracle, and all others give none."""
    expected = {row["path"]: (row["tokens"], row["only_with_list_code_quirk"]) for row in rows("imports.jsonl")}
    repositories = SHARED / "corpus" / "repos"
    if not repositories.is_dir():
        pytest.skip("../shared/corpus is not here")
    found = {}
    for path in sorted(repositories.rglob("*.md")):
        if not path.is_file():
            continue
        document = parse(path.read_bytes(), "x.md")
        assert isinstance(document, Document), path
        if document.imports or document.possible_imports:
            name = path.relative_to(repositories).as_posix()
            found[name] = (unique(document.imports), unique(document.possible_imports))
    assert found == expected


def header_of(row: dict[str, Any]) -> Frontmatter:
    header = body(f"---\n{row['header']}\n---\n").frontmatter
    assert header is not None
    return header


@pytest.mark.parametrize("row", rows("yaml.jsonl"), ids=lambda row: row["header"][:40])
def test_header_is_valid_where_yaml_1_2_says_so(row: dict[str, Any]) -> None:
    header = header_of(row)
    if row["header"] in REFUSED:
        assert row["error"] is None
        assert header.status == "invalid"
        return
    assert (header.status == "valid") == (row["error"] is None)
    assert (header.problem is None) == (row["error"] is None)


@pytest.mark.parametrize(
    "row",
    [row for row in rows("yaml.jsonl") if row["error"] is None and row["header"] not in REFUSED],
    ids=lambda row: row["header"][:40],
)
def test_values_are_those_of_yaml_1_2(row: dict[str, Any]) -> None:
    assert values(header_of(row)) == row["value"]


def values(header: Frontmatter) -> dict[str, Any]:
    """Build what YAML would: nested mappings, lists, and scalars by their kind."""
    result: dict[str, Any] = {}
    for field in header.fields:
        place = result
        for key in field.path[:-1]:
            place = place[key]
        place[field.path[-1]] = (
            {}
            if field.kind == "mapping"
            else [value(item) for item in field.items]
            if field.kind == "list"
            else value(Scalar(field.text, field.span, field.kind, field.quoted))
        )
    return result


def value(scalar: Scalar) -> object:
    match scalar.kind:
        case "null":
            return None
        case "boolean":
            return scalar.text.lower() == "true"
        case "number":
            return int(scalar.text) if scalar.text.isdigit() else float(scalar.text)
        case _:
            return scalar.text
