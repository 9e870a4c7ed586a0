"""The header: where it opens and closes (SPEC 1.6.3), which YAML is rescued (SPEC 3.2), and where its values stand."""

from __future__ import annotations

import pytest

from memlint.source.document import Document, parse
from memlint.source.frontmatter import Frontmatter, Status, find
from memlint.source.header_yaml import MAX_CHARACTERS, MAX_DEPTH, Kind, scalar_kind
from memlint.source.spans import Span
from tests.source.checks import body, cut_out
from tests.work import soon

# --- where it opens and closes


@pytest.mark.parametrize(
    ("text", "content", "rest"),
    [
        pytest.param("---\na: b\n---\nx", "a: b\n", "x", id="plain"),
        pytest.param("--- \t\na: b\n---\nx", "a: b\n", "x", id="blanks behind the opening fence"),
        pytest.param("---\na: b\n--- \t\nx", "a: b\n", "x", id="blanks behind the closing fence"),
        pytest.param("---\r\na: b\r\n---\r\nx", "a: b\r\n", "x", id="windows line ends"),
        pytest.param("---\na: b\n---", "a: b\n", "", id="closing fence ends the file"),
        pytest.param("---\n---\nx", "", "x", id="empty"),
        pytest.param("---\n\n---\nx", "\n", "x", id="blank"),
        pytest.param("---\na: b\n---\n---\nx", "a: b\n", "---\nx", id="the first closing fence counts"),
        pytest.param("---\na: b\n----\nx", "a: b\n", "-\nx", id="four dashes close it too"),
        pytest.param("---\na: b\n  ---\nx", "a: b\n  ", "x", id="indented closing fence"),
        pytest.param("---\na: b---c\n---\nx", "a: b", "c\n---\nx", id="dashes inside a value"),
        pytest.param("---\n# a---\nb: c\n---\nx", "# a", "b: c\n---\nx", id="dashes at the end of a comment"),
    ],
)
def test_header_runs_to_the_first_three_dashes(text: str, content: str, rest: str) -> None:
    header = find(text)
    assert header is not None
    assert header.span.start == 0
    assert text[slice(*header.content)] == content
    assert text[header.span.end :] == rest


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty file"),
        pytest.param("\n---\na: b\n---\n", id="leading blank line"),
        pytest.param(" ---\na: b\n---\n", id="leading space"),
        pytest.param("<!-- x -->\n---\na: b\n---\n", id="leading comment"),
        pytest.param("----\na: b\n---\n", id="four dashes"),
        pytest.param("--- x\na: b\n---\n", id="text behind the fence"),
        pytest.param("--\na: b\n---\n", id="two dashes"),
        pytest.param("---", id="nothing but the fence"),
        pytest.param("---\n", id="nothing behind the fence"),
        pytest.param("---\na: b\n", id="never closed"),
        pytest.param("---\na: b\n--\n", id="closed by two dashes"),
        pytest.param("+++\na = 1\n+++\n", id="TOML"),
        pytest.param("***\na: b\n***\n", id="another rule line"),
        pytest.param("\ufeff---\na: b\n---\n", id="byte order mark in the text"),
    ],
)
def test_no_header(text: str) -> None:
    assert find(text) is None


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("---\na: b\n---\n", True),
        ("---\na: b\n---", True),
        ("---\r\na: b\r\n---\r\n", True),
        ("---\n---\n", True),
        ("---\na: b---\n", False),
        ("---\na: b--- c\n---\n", False),
        ("---\na: b\n---c\n", False),
        ("---\na: b\n ---\n", False),
        ("---\na: b\n----\n", False),
    ],
)
def test_fence_alone_says_whether_the_closing_line_holds_nothing_else(text: str, alone: bool) -> None:
    header = find(text)
    assert header is not None
    assert header.fence_alone is alone


def test_unclosed_header_is_content() -> None:
    document = body("---\nname: x\n\n@a.md\n")
    assert document.frontmatter is None
    assert document.blocks[0].kind == "break"
    assert cut_out(document.text, document.kept) == ["---\nname: x\n\n@a.md"]
    assert [token.path for token in document.imports] == ["a.md"]


def test_header_is_no_content() -> None:
    document = body("---\nname: '@a.md'\n---\n\ntext\n")
    assert document.blocks[0].kind == "frontmatter"
    assert cut_out(document.text, document.kept) == ["text"]
    assert document.imports == ()
    assert document.texts == (Span(23, 27),)


def test_header_behind_a_byte_order_mark_is_read_but_injected() -> None:
    """SPEC 1.6.2: for the loader it is none, so its text goes into the context."""
    document = parse(b"\xef\xbb\xbf---\nname: x\n---\ntext\n", "a.md")
    assert isinstance(document, Document)
    assert document.bom
    assert document.frontmatter is not None
    assert document.frontmatter.status == "valid"
    assert cut_out(document.text, document.kept) == ["---\nname: x\n---\ntext"]


# --- which YAML is valid, rescued, invalid


def header_of(content: str) -> Frontmatter:
    header = find(f"---\n{content}\n---\n")
    assert header is not None
    return header


def texts(header: Frontmatter, *path: str) -> str | list[str] | None:
    """Return a field's text, or those of its items."""
    field = header.get(*path)
    if field is None:
        return None
    return [item.text for item in field.items] if field.kind == "list" else field.text


@pytest.mark.parametrize(
    ("content", "status", "paths"),
    [
        pytest.param("paths: **/*.ts", "rescued", "**/*.ts", id="asterisks are an alias"),
        pytest.param("paths: *.md", "rescued", "*.md", id="asterisk is an alias"),
        pytest.param("paths: {src,lib}/**", "rescued", "{src,lib}/**", id="brace is a mapping"),
        pytest.param("paths: %x", "rescued", "%x", id="percent is a directive"),
        pytest.param("paths: @x", "rescued", "@x", id="at is reserved"),
        pytest.param("paths: `x`", "rescued", "`x`", id="backtick is reserved"),
        pytest.param("paths: [**/*.ts]", "rescued", "[**/*.ts]", id="the whole flow list becomes one string"),
        pytest.param('paths: *.md "x" \\d', "rescued", '*.md "x" \\d', id="quotes and backslashes in a rescued value"),
        pytest.param("paths: *.md   ", "rescued", "*.md", id="blanks behind a rescued value"),
        pytest.param("paths:\t*.md", "rescued", "*.md", id="tab before a rescued value"),
        pytest.param("paths:\n  - **/*.ts", "invalid", ["**/*.ts"], id="alias in a list item"),
        pytest.param("paths:\n  - *.md", "invalid", ["*.md"], id="one asterisk in a list item"),
        pytest.param("paths:\n  - {a,b}.ts", "invalid", ["{a,b}.ts"], id="brace in a list item"),
        pytest.param("paths:\n  - [ab].md", "invalid", ["[ab].md"], id="bracket in a list item"),
        pytest.param("paths:\n  - @x", "invalid", ["@x"], id="at in a list item"),
        pytest.param("paths:\n  - `a`", "invalid", ["`a`"], id="backtick in a list item"),
        pytest.param('paths: "a", "b"', "invalid", '"a", "b"', id="begins and ends with a quote"),
        pytest.param("paths:\n\t- a", "invalid", ["a"], id="tab before a list item"),
        pytest.param('paths:\n  - "a"\n - "b"', "invalid", ["a", "b"], id="mixed list indentation"),
        pytest.param("  paths: *.md", "invalid", "*.md", id="an indented line is not rescued"),
        pytest.param("paths: *.md\nx: [", "rescued", "*.md", id="every broken line is quoted"),
        pytest.param("paths: *.md\nx:\n  - [", "invalid", "*.md", id="one broken line too many"),
        pytest.param("paths:\n  - !x", "valid", [""], id="tag in a list item"),
        pytest.param("paths: !x", "valid", "", id="tag"),
        pytest.param("paths: a #b", "valid", "a", id="comment"),
        pytest.param("paths: src/**/*.ts", "valid", "src/**/*.ts", id="asterisks further on"),
        pytest.param("paths: a/**, b/**", "valid", "a/**, b/**", id="two patterns in a string"),
        pytest.param("paths:\n  - src/*.{ts,tsx}", "valid", ["src/*.{ts,tsx}"], id="braces further on"),
        pytest.param("paths: [src/**, lib/**]", "valid", ["src/**", "lib/**"], id="flow list"),
        pytest.param("paths:\n- a\n- b", "valid", ["a", "b"], id="list without indentation"),
        pytest.param("paths: []", "valid", [], id="empty list"),
        pytest.param("paths: '*.md'", "valid", "*.md", id="single quotes"),
        pytest.param('paths: "*.md"', "valid", "*.md", id="double quotes"),
        pytest.param("name: x", "valid", None, id="no such key"),
    ],
)
def test_outcome_of_the_loaders_two_tries(content: str, status: Status, paths: str | list[str] | None) -> None:
    header = header_of(content)
    assert (header.status, texts(header, "paths")) == (status, paths)
    assert (header.problem is None) == (status == "valid")


@pytest.mark.parametrize(
    ("content", "description"),
    [
        ("description: Errors: how we log", "Errors: how we log"),
        ("description: 'a' and b: c", "'a' and b: c"),
        ('description: say "no": always', 'say "no": always'),
        ("my-key_2: x\ndescription: `make` first", "`make` first"),
    ],
)
def test_description_that_is_no_yaml_is_rescued_by_quoting(content: str, description: str) -> None:
    header = header_of(content)
    assert (header.status, texts(header, "description")) == ("rescued", description)


@pytest.mark.parametrize("content", ["", " ", "\n\n", "\t", "# only a comment", "~", "null"])
def test_header_without_a_field_is_valid(content: str) -> None:
    header = header_of(content)
    assert (header.status, header.fields, header.problem) == ("valid", (), None)


@pytest.mark.parametrize(
    ("content", "complaint", "offset"),
    [
        pytest.param("- a", "list", 4, id="list"),
        pytest.param("just text", "not a mapping", 4, id="text"),
        pytest.param("3", "not a mapping", 4, id="number"),
        pytest.param("a: &x b\nc: *x", "alias", 15, id="alias"),
        pytest.param("a: b\n...\nc: d", "document", 13, id="two documents"),
        pytest.param("[a]: b", "not text", 4, id="list as a key"),
        pytest.param("a: 1\nb: 2\na: 3", '"a" stands twice', 14, id="key twice"),
        pytest.param("a: \x01", "not allow", 7, id="control character"),
        pytest.param("é文: \x01", "not allow", 8, id="control character behind wide letters"),
    ],
)
def test_problem_says_what_and_where(content: str, complaint: str, offset: int) -> None:
    problem = header_of(content).problem
    assert problem is not None
    assert complaint in problem.message
    assert problem.offset == offset


def test_key_that_stands_twice_makes_the_header_invalid_and_both_are_seen() -> None:
    header = header_of("name: one\ntype: user\nname: two")
    assert header.status == "invalid"
    assert [(field.path, field.text) for field in header.fields] == [
        (("name",), "one"),
        (("type",), "user"),
        (("name",), "two"),
    ]
    last = header.get("name")
    assert last is not None
    assert last.text == "two"


@pytest.mark.parametrize(
    "content",
    ["metadata:\n  a: 1\n  a: 2", "x:\n  - a: 1\n    a: 2", "{a: 1, a: 2}"],
)
def test_key_that_stands_twice_further_in_is_refused_too(content: str) -> None:
    assert header_of(content).status == "invalid"


@pytest.mark.parametrize(
    "content",
    ["a:\n  name: 1\nb:\n  name: 2", "name: 1\nmetadata:\n  name: 2", "x:\n  - name: 1\n  - name: 2", "a: 1\nA: 2"],
)
def test_same_key_in_different_mappings_is_fine(content: str) -> None:
    assert header_of(content).status == "valid"


# --- spans


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("---\nname: deploy\ntype: user\n---\n", id="valid"),
        pytest.param("---\r\nname: deploy\r\ntype: user\r\n---\r\n", id="windows line ends"),
        pytest.param("---\nx: *.md\nname: deploy\ny: {a}/**\ntype: user\nz: @q\n---\n", id="rescued"),
        pytest.param('---\nx: *"a\\"\nname:   deploy  \ntype: user\n---\n', id="rescued with quotes"),
        pytest.param("---\nx: 文*\nname: deploy\ny: 😀: é\ntype: user\n---\n", id="wide letters"),
        pytest.param("---\nx:\n  - *.md\nname: deploy\ntype: user\n---\n", id="invalid"),
        pytest.param(
            "---\r\nx:\r\n  - *.md\r\nname:  deploy \r\ntype: user\r\n---\r\n", id="invalid, windows line ends"
        ),
    ],
)
def test_spans_of_plain_values_are_those_on_disk(text: str) -> None:
    header = find(text)
    assert header is not None
    for key, expected in (("name", "deploy"), ("type", "user")):
        field = header.get(key)
        assert field is not None
        assert (field.text, field.quoted) == (expected, False)
        assert text[slice(*field.span)] == expected
        assert text[slice(*field.key_span)] == key


def test_span_of_a_rescued_value_is_the_value_without_quotes() -> None:
    text = '---\na: *one\nb: say "x": y  \nc: "z"\n---\n'
    header = find(text)
    assert header is not None
    assert header.status == "rescued"
    assert [(text[slice(*field.span)], field.text, field.quoted) for field in header.fields] == [
        ("*one", "*one", False),
        ('say "x": y', 'say "x": y', False),
        ('"z"', "z", True),
    ]


@pytest.mark.parametrize(
    ("content", "written", "text", "quoted"),
    [
        ("a: 'x ''y'' z'", "'x ''y'' z'", "x 'y' z", True),
        ('a: "x\\ty"', '"x\\ty"', "x\ty", True),
        ("a: x\n  y", "x\n  y", "x y", False),
        ("a: >\n  x\n  y\nb: c", ">\n  x\n  y\n", "x y\n", False),
        ("a: |-\n  x\n  y\nb: c", "|-\n  x\n  y\n", "x\ny", False),
    ],
)
def test_span_of_other_styles_covers_the_value_as_written(content: str, written: str, text: str, quoted: bool) -> None:
    header = header_of(content)
    field = header.get("a")
    assert field is not None
    assert f"---\n{content}\n---\n"[slice(*field.span)] == written
    assert (field.text, field.quoted, field.kind) == (text, quoted, "string")


@pytest.mark.parametrize(
    ("content", "written", "items"),
    [
        ('paths:\n  - a/**\n  - "b"\n\nname: x', 'a/**|"b"', '- a/**\n  - "b"'),
        ("paths: [a, 'b']\nname: x", "a|'b'", "[a, 'b']"),
        ("paths:\n- 文\n- b\n", "文|b", "- 文\n- b"),
    ],
)
def test_spans_of_a_list_and_of_its_items(content: str, written: str, items: str) -> None:
    text = f"---\n{content}\n---\n"
    field = header_of(content).get("paths")
    assert field is not None
    assert "|".join(cut_out(text, (item.span for item in field.items))) == written
    assert text[slice(*field.span)] == items
    assert field.text == ""


def test_nested_metadata() -> None:
    content = "name: x\nmetadata: \n  node_type: memory\n  type: user\n  deep:\n    er: 1\nlast: y"
    header = header_of(content)
    assert header.status == "valid"
    assert [(".".join(field.path), field.text, field.kind) for field in header.fields] == [
        ("name", "x", "string"),
        ("metadata", "", "mapping"),
        ("metadata.node_type", "memory", "string"),
        ("metadata.type", "user", "string"),
        ("metadata.deep", "", "mapping"),
        ("metadata.deep.er", "1", "number"),
        ("last", "y", "string"),
    ]
    metadata = header.get("metadata")
    assert metadata is not None
    assert f"---\n{content}"[slice(*metadata.span)] == "node_type: memory\n  type: user\n  deep:\n    er: 1"
    assert header.get("type") is None
    assert header.get("metadata", "name") is None


# --- kinds


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        *((written, "string") for written in ("on", "off", "yes", "no", "Yes", "NO", "y", "n", "tRUE", "nuLL", "None")),
        *((written, "string") for written in ("1_000", "0b11", "1:30", "2026-08-04", "2026-08-04T09:51:00Z", "1.2.3")),
        *((written, "string") for written in ("x", "+", ".", "1e", "0x", "０", "1st")),
        *((written, "boolean") for written in ("true", "True", "TRUE", "false", "False", "FALSE")),
        *((written, "null") for written in ("null", "Null", "NULL", "~", "")),
        *(
            (written, "number")
            for written in ("3", "010", "-1", "+1", "0o17", "0xFF", "1.5", "1.", ".5", "1e3", "1.5E-3")
        ),
        *((written, "number") for written in (".inf", "-.INF", ".nan")),
    ],
)
def test_kind_of_a_plain_value_is_that_of_yaml_1_2_and_its_text_stays(written: str, kind: Kind) -> None:
    assert scalar_kind(written) == kind
    field = header_of(f"a: {written}\nb: c").get("a")
    assert field is not None
    assert (field.kind, field.text) == (kind, written)
    assert header_of(f"a: {written}\nb: c").status == "valid"


@pytest.mark.parametrize("written", ["'3'", '"true"', "'~'", '""', "!x 3", "!!str 3"])
def test_quoted_or_tagged_values_are_text(written: str) -> None:
    field = header_of(f"a: {written}").get("a")
    assert field is not None
    assert field.kind == "string"


def test_kinds_of_items() -> None:
    field = header_of("a: [x, 3, true, ~, 'y', on]").get("a")
    assert field is not None
    assert [(item.text, item.kind, item.quoted) for item in field.items] == [
        ("x", "string", False),
        ("3", "number", False),
        ("true", "boolean", False),
        ("~", "null", False),
        ("y", "string", True),
        ("on", "string", False),
    ]


# --- the tolerant reader


def test_broken_header_still_shows_what_was_meant() -> None:
    header = header_of(
        "name: deploy\ndescription: 'fine'\n# type: no\npaths:\n  - *.md\n  - \"b\"\n"
        "metadata:\n  type: user\n  pinned: true\n  - x: [\nlast:"
    )
    assert header.status == "invalid"
    assert [(field.path, field.text, field.kind, field.quoted) for field in header.fields] == [
        (("name",), "deploy", "string", False),
        (("description",), "fine", "string", True),
        (("paths",), "", "list", False),
        (("metadata",), "", "mapping", False),
        (("metadata", "type"), "user", "string", False),
        (("metadata", "pinned"), "true", "boolean", False),
        (("metadata", "x"), "[", "string", False),
        (("last",), "", "null", False),
    ]
    assert texts(header, "paths") == ["*.md", "b"]


def test_prose_between_two_rules_gives_no_field() -> None:
    header = header_of("Some *prose* here.\n\nAnd [more.")
    assert (header.status, header.fields) == ("invalid", ())


# --- hostile headers


@pytest.mark.parametrize(
    ("content", "status"),
    [
        pytest.param(f"a: {'[' * (MAX_DEPTH - 1)}{']' * (MAX_DEPTH - 1)}", "valid", id="as deep as allowed"),
        pytest.param(f"a: {'[' * MAX_DEPTH}{']' * MAX_DEPTH}", "rescued", id="a flow list too deep is quoted"),
        pytest.param(f"a:\n  - {'[' * MAX_DEPTH}{']' * MAX_DEPTH}", "invalid", id="too deep"),
        pytest.param(
            "\n".join(" " * n + f"k{n}:" for n in range(MAX_DEPTH)), "valid", id="mappings as deep as allowed"
        ),
        pytest.param("\n".join(" " * n + f"k{n}:" for n in range(MAX_DEPTH + 2)), "invalid", id="mappings too deep"),
        pytest.param("a: " + "x" * (MAX_CHARACTERS - 4), "valid", id="64 KB"),
        pytest.param("a: " + "x" * MAX_CHARACTERS, "invalid", id="more than 64 KB"),
        pytest.param("a: *" + "x" * MAX_CHARACTERS, "invalid", id="more than 64 KB to rescue"),
    ],
)
def test_depth_and_size_are_limited(content: str, status: Status) -> None:
    assert header_of(content).status == status


def test_what_lies_beyond_64_kilobytes_of_a_broken_header_is_not_looked_at() -> None:
    header = header_of("a: b\n" + "# filler\n" * 8_000 + "z: {")
    assert [field.path for field in header.fields] == [("a",)]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("a: " + "[" * 60_000, id="lists in lists"),
        pytest.param("a: " + "{a: " * 15_000, id="mappings in mappings"),
        pytest.param("\n".join(" " * n + "k:" for n in range(300)), id="indentation"),
        pytest.param("- " * 30_000, id="lists in a line"),
        pytest.param("? " * 30_000, id="complex keys"),
        pytest.param("&a " * 20_000, id="anchors"),
        pytest.param("a: &a [x]\n" + "\n".join(f"k{n}: [*a, *a, *a]" for n in range(2_000)), id="many aliases"),
        pytest.param("a: *b" + " " * 60_000 + "c", id="blanks inside a value"),
        pytest.param("- *b" + " " * 60_000 + "c", id="blanks inside an item"),
        pytest.param("\n".join(f"k{n}: *" for n in range(6_000)), id="many lines to rescue"),
        pytest.param("a: 1\n" * 12_000, id="one key many times"),
        pytest.param("- *a\n" * 12_000, id="many broken items"),
        pytest.param("k:\n" + "  - *a\n" * 9_000, id="many broken items of one key"),
        pytest.param("a" * 60_000, id="one long word"),
        pytest.param(" " * 60_000 + "*", id="only blanks"),
        pytest.param("\t" * 60_000 + "a", id="only tabs"),
        pytest.param('"' * 60_001, id="only quotes"),
        pytest.param("a: *b\n" * 600_000, id="four megabytes"),
    ],
)
def test_hostile_header_is_answered_at_once(content: str) -> None:
    with soon():
        header = header_of(content)
    assert header.status in ("invalid", "rescued")


# --- why strict YAML refuses it


@pytest.mark.parametrize(
    ("content", "cause", "offset", "first"),
    [
        pytest.param("a:\n\t- b", "tab", 7, -1, id="tab before a list item"),
        pytest.param("a: b\n\tc: d", "tab", 9, -1, id="tab before a key"),
        pytest.param("\ta: b", "tab", 4, -1, id="tab before the first key"),
        pytest.param("a: b: c", "colon", 8, -1, id="colon in a value"),
        pytest.param("a:\n  b: c: d", "colon", 13, -1, id="colon in a nested value"),
        pytest.param("a:\tb: c", "colon", 8, -1, id="tab before a value with a colon"),
        pytest.param("a: b\nc: d\na: e", "duplicate-key", 14, 4, id="key twice"),
        pytest.param("m:\n  a: b\n  a: c", "duplicate-key", 16, 9, id="nested key twice"),
        pytest.param("a: [b", "other", 10, -1, id="unclosed list"),
        pytest.param("a: *b", "other", 7, -1, id="alias"),
    ],
)
def test_cause_of_a_problem(content: str, cause: str, offset: int, first: int) -> None:
    problem = header_of(content).problem
    assert problem is not None
    assert (problem.cause, problem.offset, problem.first) == (cause, offset, first)
