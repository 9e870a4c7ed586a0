"""What ``paths:`` of a rule file does: its shapes (SPEC 3.2), its braces, its dialect and their limits (SPEC 3.3)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint.harness.facts import Fact, Facts, for_version
from memlint.harness.rule_paths import expand, matches, rule_matcher, rule_patterns
from memlint.source.frontmatter import Frontmatter
from tests.source.checks import body
from tests.work import soon

FACTS = for_version()
ORACLE = Path(__file__).resolve().parents[3] / "shared" / "oracle"
steady = settings(max_examples=300)


def header(lines: str) -> Frontmatter:
    found = body(f"---\n{lines}\n---\nText\n").frontmatter
    assert found is not None
    return found


def budget(count: int, size: int) -> Facts:
    """Return facts with nothing but the budget of braces."""

    def limit(name: str, value: int) -> Fact:
        return Fact(name, value, "", "", "", "", "2026-10-02", "DOC-MEM", "high")

    return Facts("2.1.288", (limit("rules.max-patterns", count), limit("rules.max-pattern-bytes", size)))


UNCONDITIONAL: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # The outcome table: errors that the second try rescues
        ("paths: **/*.ts", ("**/*.ts",)),
        ("paths: *.md", ("*.md",)),
        ("paths: {src,lib}/**", ("{src,lib}",)),
        ("paths: %x", ("%x",)),
        ("paths: @x", ("@x",)),
        ("paths: **/*.ts, {a,b}/*.md", ("**/*.ts", "{a,b}/*.md")),
        # errors that it does not
        ("paths:\n  - **/*.ts", UNCONDITIONAL),
        ("paths:\n  - *.md", UNCONDITIONAL),
        ("paths:\n  - {a,b}.ts", UNCONDITIONAL),
        ("paths:\n  - [ab].md", UNCONDITIONAL),
        ("paths:\n  - @x", UNCONDITIONAL),
        ("paths:\n  - `a`", UNCONDITIONAL),
        ('paths:\n  - "src/a"\n  - *.md', UNCONDITIONAL),
        ('paths: "a", "b"', UNCONDITIONAL),
        ("paths:\n\t- a", UNCONDITIONAL),
        ('paths:\n  - "a"\n - "b"', UNCONDITIONAL),
        # a flow list that becomes one text: a bracket, cut at its commas
        ("paths: [**/*.ts]", ("[**/*.ts]",)),
        ("paths: [**/*.ts, src/a]", ("[**/*.ts", "src/a]")),
        # a tag swallows the pattern
        ("paths:\n  - !x", UNCONDITIONAL),
        ("paths:\n  - !x\n  - a", ("a",)),
        ("paths: !x", UNCONDITIONAL),
        ("paths: a #b", ("a",)),
        # what is fine
        ("paths: src/**/*.ts", ("src/**/*.ts",)),
        ("paths: a/**, b/**", ("a", "b")),
        ("paths:\n  - src/*.{ts,tsx}", ("src/*.{ts,tsx}",)),
        ("paths: [src/**, lib/**]", ("src", "lib")),
        ("paths: 'a/**'", ("a",)),
        ('paths: ["**/*.ts", "*.md"]', ("**/*.ts", "*.md")),
        ("paths: >\n  a/x,\n  b/y", ("a/x", "b/y")),
        ("paths: |\n  a/x,\n  b/y", ("a/x", "b/y")),
        # commas: not inside braces, but inside the items of a list
        ("paths: src/*.{ts,tsx}, docs/{a,b}/*.md", ("src/*.{ts,tsx}", "docs/{a,b}/*.md")),
        ('paths:\n  - "a/x, b/y"\n  - "c/{d,e}"', ("a/x", "b/y", "c/{d,e}")),
        ("paths: ' a/x ,, b/y, '", ("a/x", "b/y")),
        ("paths: 'a,{b,c'", ("a", "{b,c")),
        # scalars that are no text, and other shapes
        ("paths: 3", UNCONDITIONAL),
        ("paths: true", UNCONDITIONAL),
        ("paths: null", UNCONDITIONAL),
        ("paths: ~", UNCONDITIONAL),
        ("paths:", UNCONDITIONAL),
        ("paths: {}", UNCONDITIONAL),
        ("paths:\n  a: b", UNCONDITIONAL),
        ("paths: '3'", ("3",)),
        ("paths: [3, true, null, a/b]", ("a/b",)),
        ("paths: [3]", UNCONDITIONAL),
        # nothing is left
        ("paths: []", UNCONDITIONAL),
        ("paths: ''", UNCONDITIONAL),
        ("paths: ' , '", UNCONDITIONAL),
        ("paths: [[a]]", UNCONDITIONAL),
        ('paths: "**"', UNCONDITIONAL),
        ('paths: "/**"', UNCONDITIONAL),
        ('paths: "**/**"', UNCONDITIONAL),
        ('paths: ["**", "/**", "**/**"]', UNCONDITIONAL),
        ('paths: "{**,/**}"', UNCONDITIONAL),
        ('paths: ["**", "a"]', ("**", "a")),
        ('paths: "**/*"', ("**/*",)),
        ('paths: "*"', ("*",)),
        # the tail: once, and not that of an exclusion
        ('paths: "src/**/**"', ("src/**",)),
        ('paths: "src/**/*"', ("src/**/*",)),
        ('paths: "src/**/"', ("src/**/",)),
        ('paths: ["src/**/*.ts", "!src/gen/**"]', ("src/**/*.ts", "!src/gen/**")),
        # other keys
        ("globs: '**/*.ts'\nalwaysApply: false\ndescription: x", UNCONDITIONAL),
        ("Paths: a/b", UNCONDITIONAL),
        ("metadata:\n  paths: a/b", UNCONDITIONAL),
        ("globs: x\npaths: a/b", ("a/b",)),
        ("description: a: b\npaths: a/b", ("a/b",)),
        ("paths: a/b\npaths: c/d", UNCONDITIONAL),
        ("paths: a/b\n*x", UNCONDITIONAL),
    ],
)
def test_spec_3_2_shapes(lines: str, expected: tuple[str, ...]) -> None:
    assert rule_patterns(header(lines), FACTS) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Text",
        "\ufeff---\npaths: a\n---\n",
        "\n---\npaths: a\n---\n",
        " ---\npaths: a\n---\n",
        "---\npaths: a\n",
        "<!-- x -->\n---\npaths: a\n---\n",
    ],
)
def test_spec_3_2_without_a_header(text: str) -> None:
    assert rule_patterns(body(text).frontmatter, FACTS) == ()


def test_spec_3_2_a_fence_inside_of_a_value_ends_the_header() -> None:
    assert rule_patterns(header("paths: a---b"), FACTS) == ("a",)


@pytest.mark.parametrize(("version", "expected"), [("2.1.83", ()), ("2.1.84", ("a", "b")), ("2.1.288", ("a", "b"))])
def test_spec_3_2_lists_have_a_version(version: str, expected: tuple[str, ...]) -> None:
    facts = for_version(version)
    assert rule_patterns(header("paths: [a, b]"), facts) == expected
    assert rule_patterns(header("paths:\n  - a\n  - b"), facts) == expected
    assert rule_patterns(header("paths: a, b"), facts) == ("a", "b")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a/*.ts", ("a/*.ts",)),
        ("", ("",)),
        ("a,b", ("a,b",)),
        ("*.{ts,tsx}", ("*.ts", "*.tsx")),
        ("{a,b}/{c,d}", ("a/c", "a/d", "b/c", "b/d")),
        ("x{ a ,\tb }y", ("xay", "xby")),
        ("{,a}b", ("b", "ab")),
        ("{a,,b}", ("a", "", "b")),
        ("*.{ts}", ("*.ts",)),
        ("{a,{b,c}d}e", ("ae", "bde", "cde")),
        ("{a,a}", ("a", "a")),
        ("!{a,b}", ("!a", "!b")),
        # no group
        ("{}", ("{}",)),
        ("a{}b", ("a{}b",)),
        ("{a,b", ("{a,b",)),
        ("a,b}", ("a,b}",)),
        ("}{", ("}{",)),
        ("{a,{b,c}", ("{a,b", "{a,c")),
        ("{a,b}}", ("a}", "b}")),
        ("{{},a}", ("{}", "a")),
        # a tail that an alternative brings goes, one that all share is gone before
        ("x/{a,b/**}", ("x/a", "x/b")),
        ("{a,b}/**", ("a/**", "b/**")),
    ],
)
def test_spec_3_3_braces(pattern: str, expected: tuple[str, ...]) -> None:
    assert expand((pattern,), FACTS) == expected


def test_spec_3_3_budget_in_patterns() -> None:
    fits, over = "{a,b}" * 9, "{a,b}" * 10
    assert len(expand((fits,), FACTS)) == 512
    assert expand((over,), FACTS) == (over,)
    # One budget for the list: the second no longer fits, what still fits does, and what has no braces is free.
    free = tuple(f"x{number}" for number in range(2000))
    result = expand((fits, *free, fits, "{c,d}", over), FACTS)
    assert len(result) == 512 + 2000 + 1 + 2 + 1
    assert result[2512:] == (fits, "c", "d", over)
    exact = "{" + ",".join(map(str, range(1000))) + "}"
    assert len(expand((exact,), FACTS)) == 1000
    assert expand((exact, "{a}"), FACTS)[1000:] == ("{a}",)
    assert expand((exact.replace("{", "{x,"),), FACTS) == (exact.replace("{", "{x,"),)


def test_spec_3_3_budget_in_bytes() -> None:
    assert expand(("{a,b}cd", "{a,b}cd"), budget(9, 6)) == ("acd", "bcd", "{a,b}cd")
    assert expand(("{é,b}cd",), budget(9, 6)) == ("{é,b}cd",)
    assert expand(("{é,b}cd",), budget(9, 7)) == ("écd", "bcd")
    kilobytes = "x" * 8192
    fits, over = "{a,b}" * 8 + kilobytes, "{a,b}" * 9 + kilobytes
    assert len(expand((fits,), FACTS)) == 256
    assert expand((over,), FACTS) == (over,)
    assert expand((fits, fits), FACTS)[256:] == (fits,)  # 2.1 MB, and 2.1 MB are one MB more than 4 MiB allow
    assert expand(("{\ud800,b}",), FACTS) == ("\ud800", "b")


def test_spec_3_3_a_pattern_over_the_budget_matches_nothing() -> None:
    over = "{a,b}" * 10
    assert not matches((over,), "a" * 10, FACTS)
    assert matches((over, "*.ts"), "x.ts", FACTS)


def test_spec_3_3_before_the_budget_it_is_that_of_today() -> None:
    assert expand(("{a,b}" * 60,), for_version("2.1.216")) == ("{a,b}" * 60,)


HOSTILE_BRACES = {
    "60 groups": "{a,b}" * 60,
    "13,000 groups": "{a,b}" * 13_000,
    "groups of one": "{a}" * 20_000,
    "open": "{" * 65_000,
    "empty": "{}" * 30_000,
    "the wrong way round": "}{" * 30_000,
    "deep": "{" * 30_000 + "a,b" + "}" * 30_000,
    "deep and wide": "{a," * 15_000 + "}" * 15_000,
    "many alternatives": "{" * 19 + "," * 60_000 + "}" * 19,
    "long alternatives": "{" * 15 + ("x" * 4000 + ",") * 14 + "}" * 15 + "{a,b}" * 10,
    "blanks": "{ " + " " * 60_000 + "a,b}",
}


@pytest.mark.parametrize("pattern", HOSTILE_BRACES.values(), ids=HOSTILE_BRACES)
def test_spec_3_3_expansion_is_counted_before_it_is_built(pattern: str) -> None:
    with soon():
        assert len(expand((pattern,), FACTS)) <= 1000


# Patterns as a person writes them, a path, whether the rule loads for it.
DIALECT: list[tuple[tuple[str, ...], str, bool]] = [
    # The table, row by row
    (("*.md",), "README.md", True),
    (("*.md",), "docs/a.md", True),
    (("/*.md",), "README.md", True),
    (("/*.md",), "docs/a.md", False),
    (("src",), "src/a.ts", True),
    (("src",), "x/src/y/a.ts", True),
    (("src",), "srcs/a.ts", False),
    (("src/",), "src/a.ts", True),
    (("src/",), "x/src/y/a.ts", True),
    (("src/",), "src", False),
    (("src/api",), "src/api/a.ts", True),
    (("src/api",), "src/api/x/a.ts", True),
    (("src/api",), "other/src/api/x", False),
    (("src/*.ts",), "src/a.ts", True),
    (("src/*.ts",), "src/x/a.ts", False),
    (("SRC/*.TS",), "src/a.ts", True),
    (("src/*.ts",), "SRC/A.TS", True),
    (("[a-c].MD",), "B.md", True),
    (("É.md",), "é.md", True),
    (("./src/**",), "src/a.ts", False),
    (("src\\api\\*.ts",), "src/api/a.ts", False),
    (("/src",), "src/a.ts", True),
    (("/src",), "x/src/a.ts", False),
    (("src/**", "!src/gen/**"), "src/gen/a.ts", True),
    (("src/**/*.ts", "!src/gen/**"), "src/gen/a.ts", False),
    (("src/**/*.ts", "!src/gen/**"), "src/a.ts", True),
    (("#foo",), "#foo", False),
    (("\\#foo",), "#foo", True),
    (("+(a|b).md",), "a.md", False),
    (("photos [2024/**",), "photos [2024/a.jpg", False),
    (("photos \\[2024/**",), "photos [2024/a.jpg", True),
    ((".claude/**",), ".claude/rules/x.md", True),
    (("**/.env*",), "a/.env.local", True),
    # The tail: a bare name matches at any depth, with a slash before or inside it is anchored
    (("src/**",), "src/a/b.ts", True),
    (("src/**",), "packages/web/src/a.ts", True),
    (("/src/**",), "packages/web/src/a.ts", False),
    (("src/**/*",), "src/a/b.ts", True),
    (("src/**/*",), "packages/web/src/a.ts", False),
    (("src/api/**",), "src/api/a.ts", True),
    (("src/api/**",), "x/src/api/a.ts", False),
    (("{src,lib}/**",), "x/lib/a.ts", True),
    (("x/{src,lib/**}",), "x/lib/a/b.ts", True),
    (("x/{src,lib/**}",), "y/x/lib/a/b.ts", False),
    (("src/**/",), "src/a.ts", False),
    (("src/**/",), "src/x/a.ts", True),
    # Braces
    (("src/*.{ts,tsx}",), "src/a.tsx", True),
    (("src/*.{ts,tsx}",), "src/a.js", False),
    (("**/*.{ts, tsx}",), "src/a.tsx", True),
    # Brackets and single characters
    (("**/[a-c].ts",), "src/b.ts", True),
    (("[!a].ts",), "b.ts", True),
    (("[!a].ts",), "a.ts", False),
    (("[^a].ts",), "b.ts", True),
    (("src/[id]/**",), "src/[id]/page.tsx", False),
    (("src/\\[id\\]/**",), "src/[id]/page.tsx", True),
    (("docs/?.md",), "docs/a.md", True),
    (("a?b",), "a/b", False),
    (("a**b",), "axb", True),
    (("a**b",), "a/b", False),
    (("a/**/b",), "a/b", True),
    (("a/**/b",), "a/x/y/b/c", True),
    (("**/src/**",), "src/a.ts", True),
    (("**/src/**/*.ts",), "x/src/y/z.ts", True),
    (("a b/*.md",), "a b/c.md", True),
    (("文/*.md",), "文/窯.md", True),
]


@pytest.mark.parametrize(("written", "path", "expected"), DIALECT)
def test_spec_3_3_dialect(written: tuple[str, ...], path: str, expected: bool) -> None:
    found = rule_patterns(header(f"paths: {json.dumps(written, ensure_ascii=False)}"), FACTS)
    assert found
    assert matches(found, path, FACTS) == expected


# What ignore 7.0.17 says of lists with exclusions; patterns as they reach it, their tails gone.
@pytest.mark.parametrize(
    ("given_patterns", "path", "expected"),
    [
        (("src", "!src/gen/**"), "src/gen/a.ts", True),
        (("src/**/*.ts", "!src/gen"), "src/gen/a.ts", True),
        (("src/**/*.ts", "!src/gen/"), "src/gen/a.ts", True),
        (("src/**/*.ts", "!**/*.test.ts"), "src/a.test.ts", False),
        (("src/**/*.ts", "!**/*.test.ts"), "src/a.ts", True),
        (("!src/a.ts", "src/*.ts"), "src/a.ts", True),
        (("src/*.ts", "!src/a.ts", "src/a.*"), "src/a.ts", True),
        (("*", "!src"), "src/a.ts", True),
        (("/*", "!/src"), "src/a.ts", False),
        (("/*", "!/src"), "lib/a.ts", True),
        (("api", "!src/api/**"), "src/api/a.ts", True),
        (("api/", "!src/api/"), "src/api/a.ts", False),
        (("api/", "!src/api/"), "lib/api/a.ts", True),
        (("\\!a.ts",), "!a.ts", True),
        (("\\!a.ts",), "a.ts", False),
        (("!*.ts",), "a.md", False),
        (("!*.ts",), "a.ts", False),
        (("SRC/*.ts", "!src/A.ts"), "src/a.ts", False),
        (("*.d", "!x.d", "*.ts"), "x.d/a.ts", True),
        (("*.d", "!x.d"), "x.d/a.ts", False),
        (("*/", "!src/"), "src/a.ts", False),
        (("*/", "!src/"), "lib/a.ts", True),
        (("*/", "!src/"), "a.ts", False),
        (("**/", "!lib/src/"), "lib/src/a.ts", True),
    ],
)
def test_spec_3_3_exclusions(given_patterns: tuple[str, ...], path: str, expected: bool) -> None:
    assert matches(given_patterns, path, FACTS) == expected


@pytest.mark.parametrize("path", ["../src/a.ts", "..", "/src/a.ts", "/", "", ".", "C:/src/a.ts", "src/../../src/a.ts"])
@pytest.mark.parametrize("pattern", ["**/*", "*", "src", "**/*.ts", "../**", "/**/*", "!x"])
def test_spec_3_3_outside_of_the_base_nothing_matches(pattern: str, path: str) -> None:
    assert not matches((pattern,), path, FACTS)


@pytest.mark.parametrize("path", ["..src/a.ts", ".src/a.ts", "...", "./src/a.ts", "x/../src/a.ts", "src//a.ts"])
def test_spec_3_3_inside_of_the_base_it_does(path: str) -> None:
    assert matches(("*",), path, FACTS)


def test_spec_3_3_without_patterns_a_rule_loads_always() -> None:
    assert matches((), "src/a.ts", FACTS)


@pytest.mark.parametrize(
    "invalid", ["x\\", "[z-a].md", "photos [2024", "#x", "", " ", "!", "/", "[[a-z]--b||c]", "[", "{a,b}" * 60]
)
def test_spec_3_3_an_invalid_pattern_breaks_no_other(invalid: str) -> None:
    assert not matches((invalid,), "src/a.ts", FACTS)
    assert matches((invalid, "*.ts"), "src/a.ts", FACTS)
    assert matches(("*.ts", invalid), "src/a.ts", FACTS)


HOSTILE_GLOBS = {
    "stars": ("*a" * 30 + "*b", "a" * 4000),
    "stars and characters": ("*?" * 30 + "b", "a" * 4000),
    "stars in pairs": ("a**" * 50 + "b", "a" * 4000),
    "stars after brackets": ("[a*]" * 20 + "*" * 20 + "b", "a" * 4000),
    "stars in names": ("/".join(["*a*a*b"] * 10), "/".join(["a" * 400] * 10)),
    "any depth": ("**/" + "a/**/" * 30 + "b", "a/" * 2000 + "c"),
    "any depth and stars": ("**/*a*/" * 20 + "b", "a/" * 2000 + "c"),
    "many names": ("*/" * 500 + "b", "a/" * 501 + "c"),
}


@pytest.mark.parametrize(("pattern", "path"), HOSTILE_GLOBS.values(), ids=HOSTILE_GLOBS)
def test_matching_takes_no_exponential_time(pattern: str, path: str) -> None:
    with soon():
        assert not matches((pattern,), path, FACTS)
        assert not matches((pattern, "!x"), path, FACTS)


GLOBS = st.lists(
    st.sampled_from(["a", "b", "ab", "*", "**", "*a*b*", "a*", "?", "[ab]", "a**b", "*a?b*", "*.*", "a.b"]),
    min_size=1,
    max_size=7,
).map("/".join)
PLACES = st.lists(st.text("ab.", min_size=1, max_size=5), min_size=1, max_size=7).map("/".join)


@steady
@given(GLOBS, PLACES)
def test_bounded_regexes_match_what_those_of_pathspec_do(pattern: str, path: str) -> None:
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    from memlint.harness.rule_paths import bounded as narrow

    regex, _ = GitIgnoreSpecPattern.pattern_to_regex(pattern)
    assert regex is not None
    plain, bounded = re.search(regex, path), re.search(narrow(regex), path)
    assert (plain and plain.regs) == (bounded and bounded.regs)


BRACES = st.text("{},a* /!é", max_size=60)


@steady
@given(st.lists(BRACES | st.text(max_size=30), max_size=6).map(tuple), st.integers(0, 50), st.integers(0, 400))
def test_expansion_stays_within_the_budget(written: tuple[str, ...], count: int, size: int) -> None:
    result = expand(written, budget(count, size))
    assert len(result) <= len(written) + count
    assert sum(len(text.encode()) for text in result) <= sum(len(text.encode()) for text in written) + size
    for text in written:
        if "{" not in text or "}" not in text:
            assert expand((text,), FACTS) == (text,)


@steady
@given(st.lists(BRACES | st.text(max_size=20) | GLOBS, max_size=4).map(tuple), st.text(max_size=20) | PLACES)
def test_matching_never_fails(written: tuple[str, ...], path: str) -> None:
    assert matches(written, path, FACTS) in (True, False)


@steady
@given(st.text("[]!^-\\&|~:a/", max_size=12), PLACES)
def test_brackets_never_fail(pattern: str, path: str) -> None:
    assert matches((pattern, "*"), path, FACTS) in (True, False)


@steady
@given(st.text(max_size=80) | st.text("paths:\n -[]{},'\"*!|>#& a/", max_size=80))
def test_reading_never_fails(lines: str) -> None:
    found = rule_patterns(body(f"---\npaths:{lines}\n---\n").frontmatter, FACTS)
    assert all(found)


def test_compiled_once() -> None:
    assert rule_matcher(("a/*.md",), FACTS) is rule_matcher(("a/*.md",), FACTS)


def test_importing_is_cheap() -> None:
    code = "import sys, memlint.harness.rule_paths; sys.exit('pathspec' in sys.modules or 'yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


needs_oracle = pytest.mark.skipif(not ORACLE.is_dir(), reason="../shared/oracle is not here")


def rows(name: str) -> list[dict[str, Any]]:
    path = ORACLE / name
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


@needs_oracle
def test_all_globs_of_the_oracle() -> None:
    """The library behind the product sees patterns after expansion: a budget of none keeps braces as they are."""
    literal = budget(0, 0)
    found = rows("globs.jsonl")
    assert len(found) == 1200
    assert [row for row in found if matches((row["pattern"],), row["path"], literal) != row["matches"]] == []


# Headers that YAML refuses, and what the product's second try makes of those that it rescues (SPEC 3.2).
RESCUED = {
    "paths: **/*.ts": ("**/*.ts",),
    "paths: {src,lib}/**": ("{src,lib}",),
    "paths: *.md": ("*.md",),
    "paths: [**/*.ts]": ("[**/*.ts]",),
    "paths: @x": ("@x",),
    "paths: %x": ("%x",),
}


@needs_oracle
@pytest.mark.parametrize("row", rows("yaml.jsonl"), ids=lambda row: row["header"][:40])
def test_headers_of_the_oracle(row: dict[str, Any]) -> None:
    value = row["value"].get("paths") if isinstance(row["value"], dict) else None
    texts = [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]
    split = [
        part.strip().removesuffix("/**") for text in texts for part in ([text] if "{" in text else text.split(","))
    ]
    expected = tuple(part for part in split if part) if row["error"] is None else RESCUED.get(row["header"], ())
    assert rule_patterns(header(row["header"]), FACTS) == expected
