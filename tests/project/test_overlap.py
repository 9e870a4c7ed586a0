"""Whether two rules can be about one file: told by the files there are, by extensions, else by what patterns say."""

from __future__ import annotations

import pytest

from memlint.harness.facts import for_version
from memlint.project.overlap import Globs, Overlap

FACTS = for_version()
PATHS = ("a.ts", "b.py", "docs/x.md", "src/api/c.ts", "src/d.py", "srcs/e.ts", "tests/f.py")


def globs(text: str) -> Globs:
    """Read patterns with a blank between them; what stands before ``::`` is their base."""
    base, mark, patterns = text.rpartition("::")
    return Globs(base if mark else "", tuple(patterns.split()))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # by the files
        ("**/*.ts", "src/**", True),
        ("src/**", "src/api/**", True),
        ("docs/*.md", "**/*.md", True),
        ("src/**", "tests/**", False),
        ("src/api::*.ts", "**/*.ts", True),
        ("src::*.ts", "tests/**", False),
        # by extensions, whatever there is
        ("**/*.ts", "**/*.py", False),
        ("*.{ts,tsx}", "*.tsx", True),
        ("*.{ts,tsx}", "*.js", False),
        ("*.go *.rs", "*.rs", True),
        ("lib/*.go", "lib/*.RS", False),
        # by the patterns, where there are no files
        ("lib/**", "lib/x/**", True),
        ("lib/*.go", "**/*.go", True),
        ("lib/*.go", "pkg/*.go", False),
        ("lib", "lib/*.go", True),
        ("lib/", "*.go", True),
        ("kiln", "kiln/*.rb", True),
        ("a?.rb", "ab.rb", True),
        ("**/*", "*.rs", True),
        (".env", "*.env", True),
        ("lib::*.go", "lib/**", True),
        ("lib::*.go", "pkg::*.go", False),
        # what cannot be told
        ("Makefile", "make/**", False),
        ("!*.ts", "*.ts", False),
        ("lib/[ab].go", "*.go", False),
        # the same is the same, files or not
        ("lib/[ab].go", "lib/[ab].go", True),
    ],
)
def test_meet(one: str, other: str, expected: bool) -> None:
    assert Overlap(PATHS, FACTS).meet(globs(one), globs(other)) is expected
    assert Overlap(PATHS, FACTS).meet(globs(other), globs(one)) is expected


@pytest.mark.parametrize(
    ("patterns", "folder", "expected"),
    [
        ("**/*.ts", "", True),
        ("**/*.ts", "src", True),
        ("**/*.md", "src", False),
        ("src/api::*.ts", "src", True),
        ("src/api::*.ts", "src/api", True),
        ("src::**/*.ts", "src/api", True),
        ("src::*.py", "src/api", False),
        ("src::*.ts", "srcs", False),
        ("srcs::*.ts", "src", False),
        ("srcs::*.ts", "", True),
        ("lib/*.go", "lib", True),
        ("lib/*.go", "li", False),
        ("lib/*.go", "pkg", False),
        ("lib/[ab].go", "lib", False),  # that cannot be told
        ("lib/\\*.go", "lib", False),
        ("!lib/*.go", "!lib", False),
    ],
)
def test_reaches(patterns: str, folder: str, expected: bool) -> None:
    assert Overlap(PATHS, FACTS).reaches(globs(patterns), folder) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("src/api/**", "src/**", True),
        ("**/*.ts", "**", True),
        ("src/**", "src/api/**", False),
        ("src/**", "src/**", False),
        ("src/**", "tests/**", False),
        ("lib/**", "**", False),  # there are none
    ],
)
def test_within(one: str, other: str, expected: bool) -> None:
    assert Overlap(PATHS, FACTS).within(globs(one), globs(other)) is expected


def test_files() -> None:
    found = Overlap(PATHS, FACTS)
    assert found.files(globs("src/**")) == {"src/d.py", "src/api/c.ts"}
    assert found.files(globs("src::*.py")) == {"src/d.py"}
    assert found.files(globs("lib/**")) == frozenset()
    assert found.files(globs("src/**")) is found.files(globs("src/**"))  # asked once
