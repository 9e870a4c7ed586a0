"""Which rule files load, and for which files those with paths do: the sentences of SPEC 3.1 to 3.3."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from memlint.harness.facts import for_version
from tests.project.plans import build, launched, load_plan, plan_of, settings, short

TEXT = "Use tabs.\n"
MANAGED, USER = "/etc/claude-code", "~/.claude"
MACHINE: dict[str, Any] = {"machine": True, "user": True}
RULE = ".claude/rules/a.md"


def scoped(*patterns: str, body: str = TEXT) -> str:
    """Return a rule file with ``patterns`` as a list."""
    return "---\npaths:\n" + "".join(f"  - '{pattern}'\n" for pattern in patterns) + f"---\n{body}"


def moment(tmp_path: Path, header: str, **options: Any) -> tuple[str, tuple[str, ...]]:
    """Return when a rule with the lines ``header`` loads, and for which globs."""
    (load,) = load_plan(tmp_path, {RULE: f"---\n{header}\n---\n{TEXT}"}, **options).loads
    assert load.contributes
    return load.moment, load.globs


def comes_in(tmp_path: Path, files: dict[str, str], target: str, **options: Any) -> list[str]:
    """Return the rules with paths that load for the file ``target``."""
    plan = load_plan(tmp_path, files, target=target, **options)
    return [short(load.path, tmp_path) for load in plan.at("glob") if load.contributes]


# --- 3.1 discovery


def test_3_1_every_markdown_file_below_it(tmp_path: Path) -> None:
    """Recursively, by name."""
    names = ["a.md", "b/c.md", "b/d/e.md", "z.md", ".hidden.md", "README.md", "CLAUDE.md", "B.md"]
    files = {f".claude/rules/{name}": TEXT for name in names}
    assert sorted(launched(tmp_path, files)) == sorted(files)


@pytest.mark.parametrize(
    "name",
    ["a.mdc", "a.txt", "a.markdown", "a", "a.md.bak", "a.MD", "a.json", "../rule.md", "../rules.md", "../x/rules/a.md"],
)
def test_3_1_other_extensions_and_places_are_ignored(name: str, tmp_path: Path) -> None:
    """``.mdc``, ``.txt``; files beside the folder."""
    place = os.path.normpath(f".claude/rules/{name}")
    assert plan_of(tmp_path, {place: TEXT, "CLAUDE.md": TEXT}) == ["launch CLAUDE.md"]


@pytest.mark.parametrize(("version", "read"), [("2.0.64", True), ("2.0.63", False)])
@pytest.mark.parametrize(
    "name", [RULE, f"{USER}/rules/a.md", "apps/.claude/rules/a.md", f"{MANAGED}/.claude/rules/a.md"]
)
def test_3_1_since_2_0_64(name: str, version: str, read: bool, tmp_path: Path) -> None:
    """There were no rule files before."""
    plan = load_plan(tmp_path, {name: TEXT}, version=version, **MACHINE)
    assert [short(load.path, tmp_path) for load in plan.loads if load.contributes] == [name] * read


def test_3_1_they_come_behind_the_claude_files_of_their_folder(tmp_path: Path) -> None:
    """At launch with the priority of ``.claude/CLAUDE.md``."""
    files = {RULE: TEXT, ".claude/CLAUDE.md": TEXT, "CLAUDE.md": TEXT, "CLAUDE.local.md": TEXT}
    assert launched(tmp_path, files) == ["CLAUDE.md", ".claude/CLAUDE.md", RULE, "CLAUDE.local.md"]


@pytest.mark.parametrize("cwd", ["", "apps", "apps/web"])
def test_3_1_above_at_launch_and_below_on_demand(cwd: str, tmp_path: Path) -> None:
    """Rules of the folders above load too; those of folders below when a file in them is used."""
    folders = ["", "apps/", "apps/web/"]
    files = {f"{folder}{RULE}": TEXT for folder in folders}
    above = [folder for folder in folders if f"{cwd}/".startswith(folder)]
    below = [folder for folder in folders if folder not in above]
    assert plan_of(tmp_path, files, cwd=cwd) == [
        *(f"launch {folder}{RULE}" for folder in above),
        *(f"directory {folder}{RULE} in {folder[:-1]}" for folder in below),
    ]


def test_3_1_not_those_of_other_folders(tmp_path: Path) -> None:
    """Neither above nor below."""
    files = {f"libs/{RULE}": TEXT, "../glaze/.claude/rules/a.md": TEXT}
    assert plan_of(tmp_path, files, cwd="apps", machine=True) == [f"never libs/{RULE} elsewhere"]


@pytest.mark.parametrize(
    ("version", "nested"),
    [("2.1.211", "source-off"), ("2.1.210", "")],
)
def test_3_1_setting_sources_without_project(version: str, nested: str, tmp_path: Path) -> None:
    """They skip the project's rules; those that load on demand only since 2.1.211."""
    files = {
        RULE: TEXT,
        ".claude/rules/b.md": "---\npaths: src\n---\nText.\n",
        f"apps/{RULE}": TEXT,
        "apps/CLAUDE.md": TEXT,
        f"{USER}/rules/a.md": TEXT,
    }
    off = f" {nested}" if nested else ""
    assert plan_of(tmp_path, files, version=version, user=True, sources=("user", "local")) == [
        f"launch {USER}/rules/a.md",
        f"launch {RULE} source-off",
        "directory apps/CLAUDE.md in apps source-off",
        f"directory apps/{RULE} in apps{off}",
        f"glob .claude/rules/b.md in . for src{off}",
    ]


def test_3_1_user_rules_come_before_project_rules(tmp_path: Path) -> None:
    """In order only: both load (R10)."""
    assert launched(tmp_path, {RULE: TEXT, f"{USER}/rules/a.md": TEXT}, user=True) == [f"{USER}/rules/a.md", RULE]


# --- 3.1 links (R8)


def test_3_1_files_and_folders_may_be_links(tmp_path: Path) -> None:
    """To places inside the working directory."""
    files = {
        "shared/a.md": TEXT,
        "shared/deep/b.md": TEXT,
        "other/c.md": TEXT,
        ".claude/rules/a.md -> ../../shared/a.md": "",
        ".claude/rules/deep -> ../../shared/deep": "",
        "apps/.claude/rules -> ../../other": "",
    }
    assert plan_of(tmp_path, files) == [
        "launch shared/a.md",
        "launch shared/deep/b.md",
        "directory other/c.md in apps",
    ]


def test_3_1_circles_of_links_are_handled(tmp_path: Path) -> None:
    """A folder that links to itself, two that link to each other, a link to nothing."""
    files = {
        RULE: TEXT,
        ".claude/rules/self -> .": "",
        ".claude/rules/b/up -> ../c": "",
        ".claude/rules/c/up -> ../b": "",
        ".claude/rules/b/b.md": TEXT,
        ".claude/rules/loop.md -> loop.md": "",
    }
    assert sorted(launched(tmp_path, files)) == [RULE, ".claude/rules/b/b.md"]


OUTSIDE = {"../shared/a.md": TEXT, "../shared/b.md": "---\npaths: src\n---\nText.\n"}


@pytest.mark.parametrize(
    "links",
    [
        {".claude/rules/a.md -> ../../../shared/a.md": "", ".claude/rules/b.md -> $TMP/work/shared/b.md": ""},
        {".claude/rules -> ../../shared": ""},
        {".claude/rules/x -> ../../../shared": ""},
    ],
)
def test_3_1_linked_from_outside(links: dict[str, str], tmp_path: Path) -> None:
    """Not loaded until external imports are approved, which no dialog asks for; one with ``paths`` never loads."""
    plan = load_plan(tmp_path, {**OUTSIDE, **links})
    assert [(os.path.basename(load.path), load.moment, load.why_not) for load in plan.loads] == [
        ("a.md", "launch", "needs-approval"),
        ("b.md", "glob", "linked-outside"),
    ]


@pytest.mark.parametrize(("version", "away"), [("2.1.241", True), ("2.1.240", False)])
def test_3_1_linked_from_outside_by_version(version: str, away: bool, tmp_path: Path) -> None:
    """The page of August, for 2.1.240, loads such rules as any other."""
    files = {**OUTSIDE, ".claude/rules -> ../../shared": ""}
    assert [load.contributes for load in load_plan(tmp_path, files, version=version).loads] == [not away, not away]


def test_3_1_imports_of_a_rule_that_waits_wait_too(tmp_path: Path) -> None:
    """Neither at launch nor eagerly."""
    imports = "@../kiln/c.txt\n"
    files = {"../shared/a.md": imports, "../shared/b.md": scoped("src", body=imports), "c.txt": TEXT}
    assert launched(tmp_path, {**files, ".claude/rules -> ../../shared": ""}) == []


def test_3_1_a_linked_user_rule_loads(tmp_path: Path) -> None:
    """Only in Cowork are the user's links out of the working directory skipped."""
    files = {**OUTSIDE, f"{USER}/rules -> $TMP/work/shared": ""}
    assert [load.contributes for load in load_plan(tmp_path, files, user=True).loads] == [True, True]


def test_3_1_a_linked_managed_rule_loads(tmp_path: Path) -> None:
    """The organisation's files are nobody's to approve."""
    files = {"/opt/a.md": TEXT, f"{MANAGED}/.claude/rules/a.md -> $TMP/opt/a.md": ""}
    assert launched(tmp_path, files, machine=True) == [f"{MANAGED}/.claude/rules/a.md"]


def test_3_1_a_rule_of_a_folder_above_is_no_link(tmp_path: Path) -> None:
    """It lies outside the working directory, but nothing leads there; a link within that folder neither."""
    files = {f"../{RULE}": TEXT, "../.claude/rules/b.md -> ../shared/a.md": "", "../.claude/shared/a.md": TEXT}
    assert len(launched(tmp_path, files, machine=True)) == 2


def test_3_1_in_a_worktree_the_repository_is_outside(tmp_path: Path) -> None:
    """A rule of a worktree that is linked to the main repository around it leaves the working directory."""
    tree = ".claude/worktrees/glaze"
    files = {
        "shared/a.md": TEXT,
        ".git/worktrees/glaze/commondir": "../..\n",
        f"{tree}/.git": "gitdir: ../../../.git/worktrees/glaze\n",
        f"{tree}/{RULE} -> ../../../../../shared/a.md": "",
    }
    assert plan_of(tmp_path, files, root=tree) == [f"launch {RULE} needs-approval"]


# --- 3.2 frontmatter


@pytest.mark.parametrize(
    "header",
    [
        "globs: src/**/*.ts",
        "globs: ['src/*.ts']\nalwaysApply: false",
        "alwaysApply: true",
        "description: Rules for glazes",
        "applyTo: '**/*.ts'",
        "name: glazes\nPaths: src\npath: src\nPATHS: src",
        "metadata:\n  paths: src",
    ],
)
def test_3_2_paths_is_the_only_key(header: str, tmp_path: Path) -> None:
    """Every other key is ignored: a rule with Cursor's ``globs`` alone is unconditional."""
    assert moment(tmp_path, header) == ("launch", ())


@pytest.mark.parametrize(
    ("header", "globs"),
    [
        ("paths: src/*.ts", ("src/*.ts",)),
        ("paths: 'src/*.ts, lib/*.ts'", ("src/*.ts", "lib/*.ts")),
        ("paths:\n  - src/*.ts\n  - lib/*.ts", ("src/*.ts", "lib/*.ts")),
        ("paths:\n- src/*.ts", ("src/*.ts",)),
        ("paths: [src/a, lib/b]", ("src/a", "lib/b")),
        ("paths: 'src/*.{ts,tsx}, lib/{a,b}'", ("src/*.{ts,tsx}", "lib/{a,b}")),
        ("paths:\n  - 'src/a, lib/b'", ("src/a", "lib/b")),
        ("paths:\n  - 'src/*.{ts,tsx}'", ("src/*.{ts,tsx}",)),
        ("paths: src/*.ts\nglobs: lib", ("src/*.ts",)),
        ("paths: 7", ()),
        ("paths: true", ()),
        ("paths:\n  a: src", ()),
        ("paths: null", ()),
        ("paths:", ()),
        ("paths: ''", ()),
        ("paths: ' , '", ()),
    ],
)
def test_3_2_shapes(header: str, globs: tuple[str, ...], tmp_path: Path) -> None:
    """A list, or one text with commas, not in braces; what is neither is as if absent."""
    assert moment(tmp_path, header) == ("glob" if globs else "launch", globs)


@pytest.mark.parametrize(("version", "globs"), [("2.1.84", ("src",)), ("2.1.83", ())])
def test_3_2_a_list_counts_since_2_1_84(version: str, globs: tuple[str, ...], tmp_path: Path) -> None:
    """Before, only the text did."""
    assert moment(tmp_path, "paths:\n  - src", version=version)[1] == globs
    assert moment(tmp_path, "paths: src", version=version)[1] == ("src",)


# The third column of SPEC 3.2: a rule that has lost its header loads always.
@pytest.mark.parametrize(
    ("header", "globs"),
    [
        ("paths: **/*.ts", ("**/*.ts",)),
        ("paths: *.md", ("*.md",)),
        ("paths: {src,lib}/**", ("{src,lib}",)),
        ("paths: %x", ("%x",)),
        ("paths: @x", ("@x",)),
        ("paths:\n  - **/*.ts", ()),
        ("paths:\n  - *.md", ()),
        ("paths:\n  - {a,b}.ts", ()),
        ("paths:\n  - [ab].md", ()),
        ("paths:\n  - @x", ()),
        ("paths:\n  - `x", ()),
        ('paths: "a", "b"', ()),
        ("paths:\n\t- a", ()),
        ("paths:\n  - a\n - b", ()),
        ("paths: a #b", ("a",)),
        ("paths: src/**/*.ts", ("src/**/*.ts",)),
        ("paths: a/**, b/**", ("a", "b")),
        ("paths:\n  - src/*.{ts,tsx}", ("src/*.{ts,tsx}",)),
        ("paths: [src/**, lib/**]", ("src", "lib")),
    ],
)
def test_3_2_outcome_table(header: str, globs: tuple[str, ...], tmp_path: Path) -> None:
    """YAML failure → header ignored → unconditional; only unindented one-line values are rescued."""
    assert moment(tmp_path, header) == ("glob" if globs else "launch", globs)


@pytest.mark.parametrize("header", ["paths: [**/*.ts]", "paths: [*.ts, *.js]"])
def test_3_2_a_rescued_flow_list_is_one_bracket_pattern(header: str, tmp_path: Path) -> None:
    """It is quoted as a whole, and matches little or nothing."""
    when, globs = moment(tmp_path, header)
    assert when == "glob"
    assert globs[0].startswith("[")
    assert comes_in(tmp_path, {}, "src/a.ts") == []


@pytest.mark.parametrize("header", ["paths:\n  - !x", "paths: !x"])
def test_3_2_a_tag_loses_the_pattern(header: str, tmp_path: Path) -> None:
    """It parses as a tag with an empty value."""
    assert moment(tmp_path, header) == ("launch", ())


@pytest.mark.parametrize(
    "header",
    ["paths: []", "paths: '**'", "paths: '/**'", "paths:\n  - '**'\n  - '**'", "paths: '**/**'", "paths: '**, /**'"],
)
def test_3_2_an_empty_list_or_everything_is_unconditional(header: str, tmp_path: Path) -> None:
    """Empty, or only ``**`` or ``/**``."""
    assert moment(tmp_path, header)[0] == "launch"


@pytest.mark.parametrize("header", ["paths: '**, src'", "paths: '**/*'", "paths: '*'", "paths: '/*'"])
def test_3_2_other_wide_patterns_are_scopes(header: str, tmp_path: Path) -> None:
    """They wait for the first file."""
    assert moment(tmp_path, header)[0] == "glob"


def test_3_2_a_fence_problem_injects_the_header(tmp_path: Path) -> None:
    """Without a header the ``---`` text is content."""
    text = "---\npaths: src\n---\nText.\n"
    for broken in (f"\ufeff{text}", f"\n{text}"):
        (load,) = load_plan(tmp_path, {RULE: broken}).loads
        assert (load.moment, load.loaded and load.loaded.lines) == ("launch", 4)
    (load,) = load_plan(tmp_path, {RULE: text}).loads
    assert (load.moment, load.loaded and load.loaded.lines) == ("glob", 1)


# --- 3.3 dialect, base and trigger


@pytest.mark.parametrize(
    ("pattern", "inside", "outside"),
    [
        ("*.md", ["README.md", "docs/a.md"], ["a.mdx"]),
        ("src", ["src/a.ts", "apps/src/x/a.ts"], ["srcs/a.ts"]),
        ("src/", ["src/a.ts", "apps/src/a.ts"], ["apps/src"]),
        ("src/**", ["src/a.ts", "apps/src/a.ts"], ["lib/a.ts"]),
        ("src/**/*", ["src/a.ts", "src/x/a.ts"], ["apps/src/a.ts"]),
        ("src/api", ["src/api/a.ts"], ["other/src/api/a.ts"]),
        ("src/*.ts", ["src/a.ts"], ["src/x/a.ts", "apps/src/a.ts"]),
        ("SRC/*.TS", ["src/a.ts"], ["src/a.js"]),
        ("./src/**", [], ["src/a.ts"]),
        ("src\\api\\*.ts", [], ["src/api/a.ts"]),
        ("/src", ["src/a.ts"], ["apps/src/a.ts"]),
        ("#foo", [], ["foo", "#foo"]),
        ("+(a|b).md", [], ["a.md"]),
        ("photos [2024/**", [], ["photos [2024/a.md"]),
        (".claude/**", [".claude/settings.json"], ["a.md"]),
        ("**/.env*", [".env", "apps/.env.local"], ["apps/env"]),
        ("src/*.{ts, tsx}", ["src/a.ts", "src/a.tsx"], ["src/a.js"]),
        ("{src,lib}/{a,b}.ts", ["src/a.ts", "lib/b.ts"], ["src/c.ts"]),
    ],
)
def test_3_3_dialect(pattern: str, inside: list[str], outside: list[str], tmp_path: Path) -> None:
    """That of .gitignore files behind the braces, on the path relative to the base."""
    files = {RULE: scoped(pattern)}
    assert [target for target in (*inside, *outside) if comes_in(tmp_path, files, target)] == inside


def test_3_3_exclusions(tmp_path: Path) -> None:
    """``!`` has no effect below a directory that matched, and does behind patterns of files."""
    kept, dropped = {RULE: scoped("src/**", "!src/gen/**")}, {RULE: scoped("src/**/*.ts", "!src/gen/**")}
    assert [bool(comes_in(tmp_path, kept, target)) for target in ("src/a.ts", "src/gen/a.ts")] == [True, True]
    assert [bool(comes_in(tmp_path, dropped, target)) for target in ("src/a.ts", "src/gen/a.ts")] == [True, False]


@pytest.mark.parametrize("version", ["2.1.217", "2.1.216"])
def test_3_3_a_pattern_over_the_budget_matches_nothing(version: str, tmp_path: Path) -> None:
    """1,000 patterns for the whole list; one without braces is free."""
    wide = "{a,b,c,d,e,f,g,h,i,j}" * 3
    assert comes_in(tmp_path, {RULE: scoped(wide)}, "abc", version=version) == [RULE]
    over = {RULE: scoped(wide, "{x,y}.ts", "lib")}
    assert [bool(comes_in(tmp_path, over, target, version=version)) for target in ("abc", "x.ts", "lib/a")] == [
        True,
        False,
        True,
    ]
    assert for_version("2.1.217").number("rules.max-pattern-bytes") == 4 * 1024 * 1024


@pytest.mark.parametrize(
    ("name", "base", "inside", "outside"),
    [
        (RULE, "", ["src/a.ts"], ["apps/src/a.ts", "../src/a.ts"]),
        (f"apps/{RULE}", "apps", ["apps/src/a.ts"], ["src/a.ts", "apps/web/src/a.ts"]),
        (f"../{RULE}", "..", ["../src/a.ts"], ["src/a.ts"]),
        (f"{USER}/rules/a.md", "", ["src/a.ts"], ["../src/a.ts", "apps/src/a.ts"]),
        (f"{MANAGED}/.claude/rules/a.md", "", ["src/a.ts"], ["../src/a.ts", "apps/src/a.ts"]),
    ],
)
def test_3_3_base(name: str, base: str, inside: list[str], outside: list[str], tmp_path: Path) -> None:
    """For a project's rule the folder that holds ``.claude``, for managed and user rules the working directory."""
    files = {name: scoped("src/*.ts")}
    came = [target for target in (*inside, *outside) if comes_in(tmp_path, files, target, **MACHINE)]
    assert came == inside
    (load,) = load_plan(tmp_path, files, **MACHINE).loads
    assert short(load.scope, tmp_path) == (base or ".")


def test_3_3_the_base_of_user_rules_is_where_the_session_starts(tmp_path: Path) -> None:
    """The original working directory, not the project's root; the root's own rules keep theirs."""
    files = {f"{USER}/rules/a.md": scoped("src/*.ts"), RULE: scoped("apps/src/*.ts")}
    assert comes_in(tmp_path, files, "apps/src/a.ts", cwd="apps", user=True) == [f"{USER}/rules/a.md", RULE]
    assert comes_in(tmp_path, files, "src/a.ts", cwd="apps", user=True) == []


@pytest.mark.parametrize("pattern", ["../src/**", "/work/kiln/src/**", "$TMP/work/kiln/src/*.ts", "../*", "~/src/**"])
def test_3_3_what_escapes_the_base_never_matches(pattern: str, tmp_path: Path) -> None:
    """Paths with ``..`` and absolute ones; a file outside the base is matched by nothing."""
    files = {RULE: scoped(pattern.replace("$TMP", str(tmp_path)))}
    assert comes_in(tmp_path, files, "../src/a.ts") == []
    assert comes_in(tmp_path, files, "../../other/src/a.ts") == []
    assert comes_in(tmp_path, {RULE: scoped("**/*.ts")}, "../src/a.ts") == []


def test_3_3_links_to_one_rule_have_their_own_bases(tmp_path: Path) -> None:
    """One file in two folders' rules waits for files of each."""
    files = {
        "shared/a.md": scoped("src/*.ts"),
        **{f"{name}/.claude/rules/a.md -> ../../../shared/a.md": "" for name in "ab"},
    }
    assert plan_of(tmp_path, files) == [
        "glob shared/a.md in a for src/*.ts",
        "glob shared/a.md in b for src/*.ts",
    ]
    assert comes_in(tmp_path / "again", files, "b/src/x.ts") == ["shared/a.md"]


@pytest.mark.parametrize(
    ("version", "tools"),
    [("2.1.288", ("Read", "Write", "Edit")), ("2.1.287", ("Read",)), ("2.0.63", ())],
)
def test_3_3_trigger(version: str, tools: tuple[str, ...]) -> None:
    """Read in all versions, Write and Edit since 2.1.288; not Bash, Grep or Glob."""
    assert for_version(version).words("trigger.rules") == tools


def test_3_3_a_rule_that_is_excluded_never_matches(tmp_path: Path) -> None:
    """1.3 holds for rules with paths too."""
    files = {RULE: scoped("src"), ".claude/settings.json": settings(claudeMdExcludes=["**/rules/**"])}
    assert comes_in(tmp_path, files, "src/a.ts") == []


def test_3_3_a_nested_rule_needs_a_file_in_its_folder(tmp_path: Path) -> None:
    """It waits for its folder, and for its paths."""
    files = {f"apps/{RULE}": scoped("*.ts"), "apps/CLAUDE.md": TEXT}
    build(tmp_path, files)
    assert plan_of(tmp_path, files, target="apps/a.ts") == [
        "directory apps/CLAUDE.md in apps",
        f"glob apps/{RULE} in apps for *.ts",
    ]
    assert plan_of(tmp_path, files, target="apps/a.js") == ["directory apps/CLAUDE.md in apps"]
    assert plan_of(tmp_path, files, target="a.ts") == []
