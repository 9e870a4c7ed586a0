"""What ``claudeMdExcludes`` keeps out of a session (SPEC 1.3)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint.harness.excludes import excluded_by
from memlint.harness.facts import for_version
from tests.work import soon

FACTS = for_version()
BEFORE_LINKS = for_version("2.1.238")
steady = settings(max_examples=300)


def excludes(pattern: str, path: str) -> bool:
    return excluded_by((pattern,), (path,), FACTS) == pattern


# Each row is what picomatch 4.0.7 answers with `dot: true`.
@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("**/CLAUDE.md", "/p/CLAUDE.md", True),
        ("**/CLAUDE.md", "/p/a/b/CLAUDE.md", True),
        ("**/CLAUDE.md", "/CLAUDE.md", True),
        ("**/CLAUDE.md", "/p/CLAUDE.local.md", False),
        ("**/claude.md", "/p/CLAUDE.md", False),
        ("**/.claude/rules/**", "/p/.claude/rules/a/b.md", True),
        ("**/.claude/**", "/p/x/.claude/rules/a.md", True),
        ("/p/**", "/p/.claude/rules/a.md", True),
        ("/p/*", "/p/.CLAUDE.md", True),
        ("/p/*/CLAUDE.md", "/p/.x/CLAUDE.md", True),
        ("/p/*/CLAUDE.md", "/p/a/b/CLAUDE.md", False),
        ("/p/**/CLAUDE.md", "/p/CLAUDE.md", True),
        ("/p/CLAUDE.md", "/p/CLAUDE.md", True),
        ("/p", "/p/CLAUDE.md", False),
        ("/p/", "/p/CLAUDE.md", False),
        ("/p/CLAUDE.md/**", "/p/CLAUDE.md", True),
        ("/p/C*/**", "/p/CLAUDE.md", False),
        ("p/**", "/p/CLAUDE.md", False),
        ("CLAUDE.md", "/p/CLAUDE.md", False),
        ("./CLAUDE.md", "/p/CLAUDE.md", False),
        ("*.md", "/CLAUDE.md", False),
        ("*", "/p", False),
        ("**", "/p/CLAUDE.md", True),
        ("**/*.md", "/p/.a/CLAUDE.md", True),
        ("**/{a,b}/CLAUDE.md", "/p/b/CLAUDE.md", True),
        ("**/{a,b}/CLAUDE.md", "/p/c/CLAUDE.md", False),
        ("/p/{a,b/**}/CLAUDE.md", "/p/b/x/CLAUDE.md", True),
        ("**/a{1..3}.md", "/p/a2.md", True),
        ("**/a{1..3}.md", "/p/a4.md", False),
        ("**/@(CLAUDE|AGENTS).md", "/p/AGENTS.md", True),
        ("**/@(CLAUDE|AGENTS).md", "/p/README.md", False),
        ("**/!(CLAUDE).md", "/p/AGENTS.md", True),
        ("**/!(CLAUDE).md", "/p/CLAUDE.md", False),
        ("**/CLAUDE?(.local).md", "/p/CLAUDE.local.md", True),
        ("**/+(a|b).md", "/p/abba.md", True),
        ("**/*(a).md", "/p/b.md", False),
        ("**/[CA]*.md", "/p/CLAUDE.md", True),
        ("**/[^C]*.md", "/p/CLAUDE.md", False),
        ("**/[!C]*.md", "/p/CLAUDE.md", True),
        ("**/[[:upper:]]*.md", "/p/CLAUDE.md", True),
        ("**/C?AUDE.md", "/p/CLAUDE.md", True),
        ("**/a?b", "/p/a/b", False),
        ("/p/\\[a\\]/CLAUDE.md", "/p/[a]/CLAUDE.md", True),
        ("/p/[a]/CLAUDE.md", "/p/a/CLAUDE.md", True),
        ("/p/a b/CLAUDE.md", "/p/a b/CLAUDE.md", True),
        ("/文/*.md", "/文/窯.md", True),
        ("**/other-team/.claude/rules/**", "/m/other-team/.claude/rules/x.md", True),
        ("**/a**b.md", "/p/axb.md", True),
        ("!**/CLAUDE.md", "/p/CLAUDE.md", False),
    ],
)
def test_spec_1_3_dialect(pattern: str, path: str, expected: bool) -> None:
    assert excludes(pattern, path) == expected


@pytest.mark.parametrize(
    "pattern",
    [
        "p/**",
        "CLAUDE.md",
        "./CLAUDE.md",
        "../CLAUDE.md",
        "*.md",
        "*/CLAUDE.md",
        "p/*.md",
        "{p,q}/*.md",
        "~/CLAUDE.md",
    ],
)
@pytest.mark.parametrize("path", ["/p/CLAUDE.md", "/CLAUDE.md", "/a/p/CLAUDE.md"])
def test_spec_1_3_relative_patterns_match_nothing(pattern: str, path: str) -> None:
    assert not excludes(pattern, path)


def test_spec_1_3_windows_paths_with_slashes() -> None:
    assert excludes("C:/p/**", "C:/p/CLAUDE.md")
    assert excludes("**/CLAUDE.md", "C:/p/CLAUDE.md")


def test_the_first_pattern_that_hits_is_named() -> None:
    names = ("/p/a.md", "/q/b.md")
    assert excluded_by(("/x/*", "/q/*", "/p/*"), names, FACTS) == "/q/*"
    assert excluded_by(iter(("/x/*", "**/a.md")), iter(names), FACTS) == "**/a.md"
    assert excluded_by(("/x/*",), names, FACTS) == ""
    assert excluded_by((), names, FACTS) == ""
    assert excluded_by(("**",), (), FACTS) == ""


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """Make rules/a.md, a link to shared/real.md, and way, a link to the directory of both."""
    place = tmp_path.resolve() / "place [1]"
    (place / "rules").mkdir(parents=True)
    (place / "shared").mkdir()
    (place / "shared" / "real.md").write_text("x")
    (place / "rules" / "a.md").symlink_to(place / "shared" / "real.md")
    (tmp_path.resolve() / "way").symlink_to(place, target_is_directory=True)
    return tmp_path.resolve()


@pytest.mark.parametrize(
    ("pattern", "now", "before"),
    [
        ("**/rules/a.md", True, False),
        ("**/rules/**", True, False),
        ("**/shared/real.md", True, True),
        ("**/shared/**", True, True),
        ("**/other/**", False, False),
        # Directories before the first wildcard are resolved: the pattern goes through a link, the names do not.
        ("{here}/way/shared/**", True, True),
        ("{here}/way/shared/real.md", True, True),
        ("{here}/way/rules/*.md", True, False),
        ("{here}/way/**/real.md", True, True),
        ("{here}/way/./shared/../shared/*", True, True),
        ("{here}/wa?/shared/**", False, False),
        ("{here}/way2/shared/**", False, False),
        # The file itself is not: a pattern that names the link is not one that names its target.
        ("{here}/way/rules/a.md", True, False),
    ],
)
@pytest.mark.parametrize("target_first", [False, True])
def test_spec_1_3_links(linked: Path, pattern: str, now: bool, before: bool, target_first: bool) -> None:
    written = pattern.replace("{here}", linked.as_posix())
    names = [(linked / "place [1]" / name).as_posix() for name in ("rules/a.md", "shared/real.md")]
    if target_first:
        names.reverse()
    assert bool(excluded_by((written,), names, FACTS)) == now
    assert bool(excluded_by((written,), names, BEFORE_LINKS)) == before


def test_spec_1_3_a_name_that_stands_alone_counts_in_all_versions(linked: Path) -> None:
    name = (linked / "place [1]" / "rules" / "a.md").as_posix()
    assert excluded_by(("**/a.md",), (name,), FACTS)
    assert excluded_by(("**/a.md",), (name,), BEFORE_LINKS)


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert not excludes(f"{tmp_path.as_posix()}/a/*.md", f"{tmp_path.as_posix()}/b/x.md")
    assert excludes(f"{tmp_path.as_posix()}/a/*.md", f"{tmp_path.as_posix()}/a/x.md")


NAME = "/" + "a" * 200
DEEP = "/a" * 120
HOSTILE = {
    "60 braces": ("{a,b}" * 60, "/a"),
    "7 braces": ("/" + "{a,b}" * 7, "/" + "a" * 7),
    "a long range": ("/{1..1000000000}", "/7"),
    "open braces": ("/" + "{" * 30_000, "/a"),
    "deep braces": ("/" + "{" * 30_000 + "a,b" + "}" * 30_000, "/a"),
    "deep groups": ("/" + "@(" * 30_000, "/a"),
    "open brackets": ("/" + "[" * 30_000, "/a"),
    "too long": ("/" + "a" * 70_000, "/" + "a" * 70_000),
    "repeated choice": ("/+(a|aa)b", NAME),
    "repeated star": ("/+(*a)b", NAME),
    "repeated repetition": ("/*(*(a|b)|c)d", NAME),
    "repeated brace": ("/+({a,aa})b", NAME),
    "group from braces": ("/{+,x}(a|aa)b", NAME),
    "repeated many times": ("/" + "?(a)" * 30 + "a" * 30, NAME),
    "repeated and open": ("/" + "*(a" * 1000, NAME),
    "stars in a group": ("/@(*a*a*a*a*a)b", NAME),
    "nothing but": ("/!(*a)!(*a)!(a*)b", NAME),
    "stars": ("/" + "*a" * 100 + "b", NAME),
    "stars and characters": ("/" + "?*" * 100 + "b", NAME),
    "any depth": ("/**/" + "a/**/" * 4 + "b", DEEP),
    "any depth in braces": ("{/**,/b}" * 4 + "b", DEEP),
    "any depth, many times": ("/**/" + "a/**/" * 4000 + "b", DEEP),
}


@pytest.mark.parametrize(("pattern", "path"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_patterns_match_nothing_and_soon(pattern: str, path: str) -> None:
    with soon():
        assert not excludes(pattern, path)
        assert excluded_by((pattern, "**"), (path,), FACTS) == "**"


@pytest.mark.parametrize(
    "pattern", ["\0", "/\0/*", "/\ud800/*.md", "/a\\", "/[z-a]", "/(", "/)", "/@(", "|", "//", "/", "/[["]
)
def test_odd_patterns_match_nothing(pattern: str) -> None:
    assert not excludes(pattern, "/p/CLAUDE.md")


@steady
@given(st.text(max_size=30) | st.text("/*?[]{}()!+@|\\,.ab", max_size=30), st.text(max_size=20).map("/{}".format))
def test_matching_never_fails(pattern: str, path: str) -> None:
    assert excluded_by((pattern,), (path,), FACTS) in (pattern, "")
    assert excluded_by((pattern,), (path,), BEFORE_LINKS) in (pattern, "")


@steady
@given(st.lists(st.text("ab.*[]{}()!+@| ", min_size=1, max_size=8), min_size=1, max_size=5))
def test_what_stands_escaped_matches_itself(names: list[str]) -> None:
    if not {".", ".."} & set(names):
        path = "/" + "/".join(names)
        assert excludes("".join(f"\\{c}" if c in "*[]{}()!+@|" else c for c in path), path)


def test_importing_is_cheap() -> None:
    code = "import sys, memlint.harness.excludes; sys.exit('wcmatch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
