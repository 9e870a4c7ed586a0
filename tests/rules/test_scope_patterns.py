"""scope/* about patterns where a tree is not enough: what fixes write, the budget's facts and the time of a search."""

from __future__ import annotations

import pytest

from memlint import over_budget
from memlint.harness.facts import for_version
from memlint.project.globbed import Globbed
from tests.conftest import Linter
from tests.work import soon

FACTS = for_version()
DIGITS = "{1,2,3,4,5,6,7,8,9,0}"


@pytest.mark.parametrize(
    ("rule", "line", "fixed", "safety"),
    [
        ("unquoted-glob", "paths: **/*.py", 'paths: "**/*.py"', "safe"),
        ("unquoted-glob", "paths: {src,lib}/**, *.md", 'paths: "{src,lib}/**, *.md"', "safe"),
        ("unquoted-glob", r"paths: *\[a\]", r"paths: '*\[a\]'", "safe"),
        ("unquoted-glob", "paths: [**/*.py]", None, ""),
        ("backslash-glob", r'paths: "src\\blue.py"', 'paths: "src/blue.py"', "unsafe"),
        ("backslash-glob", r"paths: 'src\*.py'", "paths: 'src/*.py'", "unsafe"),
        ("backslash-glob", r"paths: 'gone\*.py'", None, ""),
        ("dot-slash-glob", 'paths: "lib/**, ./src/**"', 'paths: "lib/**, /src/**"', "unsafe"),
        ("dot-slash-glob", 'paths: "./gone/**"', None, ""),
    ],
)
def test_fixes(lint: Linter, rule: str, line: str, fixed: str | None, safety: str) -> None:
    text = f"---\n{line}\n---\nText\n"
    files = {".claude/rules/a.md": text, "src/blue.py": "", "lib/red.py": ""}
    (found,) = lint(files, select=[f"scope/{rule}"]).findings
    if fixed is None:
        assert found.fix is None
        return
    assert found.fix is not None
    assert found.fix.safety == safety
    for edit in reversed(found.fix.edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert text == f"---\n{fixed}\n---\nText\n"
    assert not lint({**files, ".claude/rules/a.md": text}, select=[f"scope/{rule}"]).findings


def test_over_budget() -> None:
    large = f"{DIGITS}/{DIGITS}/{DIGITS}/{{a,b}}"
    assert over_budget((large, "src/{a,b}", "src", "{a"), FACTS) == (large,)
    assert over_budget((f"{DIGITS}/{DIGITS}/{DIGITS}", "src/{a,b}", "{}"), FACTS) == ("src/{a,b}",)


@pytest.mark.parametrize(
    "pattern", ["pkg{}/src/**/*.vue", "**/gone{}/**/*.ts", "**/*gone{}*", "pkg/src/**/gone*{}.ts", "**/mod{}/**/no*.ts"]
)
def test_200_patterns_against_50_000_files(pattern: str) -> None:
    paths = sorted(f"pkg{i % 40}/src/mod{i % 211}/file{i}.{('ts', 'py', 'md')[i % 3]}" for i in range(50_000))
    with soon():
        files = Globbed(paths, FACTS)
        assert not any(files.first(pattern.replace("{}", str(i)), "") for i in range(200))
