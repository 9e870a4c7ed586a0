"""What imports bring in: the sentences of SPEC 2.3, and of 2.2 those that a plan can show (the rest: imports table)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from memlint.harness.facts import for_version
from tests.project.plans import build, launched, load_plan, plan_of, settings, short

TEXT = "Use tabs.\n"
MANAGED, USER = "/etc/claude-code", "~/.claude"
MEMORY = "~/.claude/projects/$SLUG/memory"
MACHINE: dict[str, Any] = {"machine": True, "user": True}


def imported(tmp_path: Path, files: dict[str, str], **options: Any) -> list[str]:
    """Return the imported files whose text is in context at the start."""
    plan = load_plan(tmp_path, files, **options)
    return [short(load.path, tmp_path) for load in plan.in_context() if load.hop]


# --- 2.1 and 2.2 in a plan


def test_2_1_duplicates_within_one_file_collapse(tmp_path: Path) -> None:
    """One token twice, and two tokens for one file, bring it once."""
    files = {"CLAUDE.md": "@a.md @a.md @./a.md @a.md#part @docs/../a.md\n", "a.md": TEXT}
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        "launch 1 a.md <- CLAUDE.md",
        "launch 1 a.md <- CLAUDE.md duplicate",
    ]


@pytest.mark.parametrize("token", ["@types/node", "@alice", "@property", "@babel/core@7.0", "@org/team"])
@pytest.mark.parametrize("exists", [True, False])
def test_2_2_false_friends_load_as_soon_as_a_file_has_the_name(exists: bool, token: str, tmp_path: Path) -> None:
    """Package names, handles and tags are tokens: harmless only while the target does not exist."""
    files = {"CLAUDE.md": f"Ask {token} first.\n", **({token[1:]: TEXT} if exists else {})}
    found = [f"launch 1 {token[1:]} <- CLAUDE.md"] if exists and not token.endswith(".0") else []
    # ".0" is an extension, and none of those that are allowed.
    found += [f"launch 1 {token[1:]} <- CLAUDE.md extension"] if exists and token.endswith(".0") else []
    assert plan_of(tmp_path, files) == ["launch CLAUDE.md", *found]


@pytest.mark.parametrize("token", ["@a.md.", "@a.md,", "@a.md:", "@a.md;", "(@a.md)", '"@a.md"', "@'a.md'", "`@a.md`"])
def test_2_2_punctuation_is_a_silent_miss(token: str, tmp_path: Path) -> None:
    """What touches the path belongs to it, what touches the sign hides it: nothing loads."""
    assert imported(tmp_path, {"CLAUDE.md": f"See {token} now\n", "a.md": TEXT}) == []


def test_2_2_1_code_spans_of_list_items_are_not_counted(tmp_path: Path) -> None:
    """A possible import is no import of the plan, neither one that loads nor one that is lost."""
    files = {"CLAUDE.md": "- run `cat @a.md now` and `cat @gone.md now`\n", "a.md": TEXT}
    assert plan_of(tmp_path, files) == ["launch CLAUDE.md"]


# --- 2.3 resolution


@pytest.mark.parametrize(
    ("source", "token", "target"),
    [
        ("CLAUDE.md", "@docs/a.md", "docs/a.md"),
        ("CLAUDE.md", "@./docs/a.md", "docs/a.md"),
        (".claude/CLAUDE.md", "@docs/a.md", ".claude/docs/a.md"),
        (".claude/CLAUDE.md", "@../docs/a.md", "docs/a.md"),
        (".claude/rules/deep/a.md", "@../../../docs/a.md", "docs/a.md"),
        (".claude/rules/deep/a.md", "@a.txt", ".claude/rules/deep/a.txt"),
        ("CLAUDE.local.md", "@docs/a.md", "docs/a.md"),
        ("AGENTS.md", "@docs/a.md", "docs/a.md"),
        (".claude/AGENTS.md", "@docs/a.md", ".claude/docs/a.md"),
        ("CLAUDE.md", "@$TMP/work/kiln/docs/a.md", "docs/a.md"),
    ],
)
def test_2_3_a_path_counts_from_the_importing_file(source: str, token: str, target: str, tmp_path: Path) -> None:
    """Relative to the folder of the importing file, not to the working directory; an absolute one as it is."""
    files = {source: f"{token}\n", "docs/a.md": TEXT, ".claude/docs/a.md": TEXT, ".claude/rules/deep/a.txt": TEXT}
    assert plan_of(tmp_path, files) == [f"launch {source}", f"launch 1 {target} <- {source}"]


@pytest.mark.parametrize("cwd", ["", "apps", "apps/web"])
def test_2_3_not_from_the_working_directory(cwd: str, tmp_path: Path) -> None:
    """A file beside the importing one is meant wherever the session starts."""
    files = {"apps/web/CLAUDE.md": "@a.md\n", "apps/web/a.md": TEXT, "apps/a.md": TEXT, "a.md": TEXT}
    assert [load.path for load in load_plan(tmp_path, files, cwd=cwd).loads if load.hop] == ["apps/web/a.md"]


def test_2_3_an_imported_files_imports_count_from_it(tmp_path: Path) -> None:
    """At each hop anew."""
    files = {"CLAUDE.md": "@docs/a.md\n", "docs/a.md": "@deep/b.md\n", "docs/deep/b.md": "@../../c.md\n", "c.md": TEXT}
    assert imported(tmp_path, files) == ["docs/a.md", "docs/deep/b.md", "c.md"]


def test_2_3_a_tilde_is_the_home(tmp_path: Path) -> None:
    """``~/`` is the person's home, not a folder of that name."""
    files = {f"{USER}/CLAUDE.md": "@~/notes.md\n", "~/notes.md": TEXT, f"{USER}/~/notes.md": TEXT}
    assert imported(tmp_path, files, user=True) == ["~/notes.md"]


# --- 2.3 depth

CHAIN = {"a.md": "@b.md\n", "b.md": "@c.md\n", "c.md": "@d.md\n", "d.md": "@e.md\n", "e.md": "@f.md\n", "f.md": TEXT}


@pytest.mark.parametrize("source", ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"])
def test_2_3_four_hops_load_and_the_fifth_does_not(source: str, tmp_path: Path) -> None:
    """Root, 1, 2, 3, 4; hops are edges (R3)."""
    assert plan_of(tmp_path, {source: "@a.md\n", **CHAIN}) == [
        f"launch {source}",
        f"launch 1 a.md <- {source}",
        "launch 2 b.md <- a.md",
        "launch 3 c.md <- b.md",
        "launch 4 d.md <- c.md",
        "launch 5 e.md <- d.md too-deep",
    ]
    assert for_version().number("imports.max-hops") == 4


def test_2_3_nested_files_count_from_themselves(tmp_path: Path) -> None:
    """Each root file has its own four hops."""
    files = {"apps/CLAUDE.md": "@../a.md\n", **CHAIN}
    assert plan_of(tmp_path, files)[-2:] == [
        "directory 4 d.md <- c.md in apps",
        "directory 5 e.md <- d.md in apps too-deep",
    ]


def test_2_3_exactly_four_hops_lose_nothing(tmp_path: Path) -> None:
    """Nothing is recorded as too deep where the chain ends at the limit."""
    assert imported(tmp_path, {"CLAUDE.md": "@c.md\n", **CHAIN}) == ["c.md", "d.md", "e.md", "f.md"]


@pytest.mark.parametrize("order", ["@a.md\n@d.md\n", "@d.md\n@a.md\n"])
def test_2_3_deep_first_and_shallow_later(order: str, tmp_path: Path) -> None:
    """What was reached at the limit and is reached again on a shorter way is followed on (case 31, quiet side)."""
    found = imported(tmp_path, {"CLAUDE.md": order, **CHAIN})
    assert sorted(found) == ["a.md", "b.md", "c.md", "d.md", "e.md", "f.md"]
    assert "too-deep" not in {load.why_not for load in load_plan(tmp_path / "b", {"CLAUDE.md": order, **CHAIN}).loads}


def test_2_3_a_shorter_way_is_told_once(tmp_path: Path) -> None:
    """Only the import that leads to a file again is a duplicate, not those below it."""
    files = {"CLAUDE.md": "@a.md\n@c.md\n", **CHAIN}
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        "launch 1 a.md <- CLAUDE.md",
        "launch 2 b.md <- a.md",
        "launch 3 c.md <- b.md",
        "launch 4 d.md <- c.md",
        "launch 1 c.md <- CLAUDE.md duplicate",
        "launch 3 e.md <- d.md",
        "launch 4 f.md <- e.md",
    ]


def test_2_3_a_shorter_way_in_another_folder(tmp_path: Path) -> None:
    """What launch could not bring in comes with the folder that has a shorter way, for each such folder."""
    files = {"CLAUDE.md": "@a.md\n", "apps/CLAUDE.md": "@../d.md\n", "libs/CLAUDE.md": "@../d.md\n", **CHAIN}
    assert plan_of(tmp_path, files)[5:] == [
        line
        for folder in ("apps", "libs")
        for line in (
            f"directory {folder}/CLAUDE.md in {folder}",
            f"directory 1 d.md <- {folder}/CLAUDE.md in {folder} duplicate",
            f"directory 2 e.md <- d.md in {folder}",
            f"directory 3 f.md <- e.md in {folder}",
        )
    ]


# --- 2.3 circles, diamonds, links


def test_2_3_circles_end_silently(tmp_path: Path) -> None:
    """Every file appears once; the way back is a duplicate, of the root file too, and of the file itself."""
    files = {"CLAUDE.md": "@a.md\n@CLAUDE.md\n", "a.md": "@b.md\n@a.md\n", "b.md": "@a.md\n@CLAUDE.md\n"}
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        "launch 1 a.md <- CLAUDE.md",
        "launch 2 b.md <- a.md",
        "launch 3 a.md <- b.md duplicate",
        "launch 3 CLAUDE.md <- b.md duplicate",
        "launch 2 a.md <- a.md duplicate",
        "launch 1 CLAUDE.md <- CLAUDE.md duplicate",
    ]


def test_2_3_diamonds_load_once(tmp_path: Path) -> None:
    """Two ways of one length to one file."""
    files = {"CLAUDE.md": "@a.md\n@b.md\n", "a.md": "@c.md\n", "b.md": "@c.md\n", "c.md": "@d.md\n", "d.md": TEXT}
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        "launch 1 a.md <- CLAUDE.md",
        "launch 2 c.md <- a.md",
        "launch 3 d.md <- c.md",
        "launch 1 b.md <- CLAUDE.md",
        "launch 2 c.md <- b.md duplicate",
    ]


def test_2_3_one_set_for_all_root_files(tmp_path: Path) -> None:
    """The processed-set is one per load: what the user's file brought is there for the project."""
    files = {f"{USER}/CLAUDE.md": "@~/notes.md\n", "~/notes.md": TEXT, "CLAUDE.md": "@a.md\n@~/notes.md\n"}
    files |= {"a.md": TEXT, "CLAUDE.local.md": "@a.md\n"}
    assert plan_of(tmp_path, files, user=True) == [
        f"launch {USER}/CLAUDE.md",
        f"launch 1 ~/notes.md <- {USER}/CLAUDE.md",
        "launch CLAUDE.md",
        "launch 1 a.md <- CLAUDE.md",
        "launch CLAUDE.local.md",
        "launch 1 a.md <- CLAUDE.local.md duplicate",
    ]


@pytest.mark.parametrize("token", ["@link.md", "@ways/a.md", "@ways/../docs/a.md", "@ways/link.md"])
def test_2_3_the_key_is_the_links_target_too(token: str, tmp_path: Path) -> None:
    """A file by its own name and by links is one."""
    files = {
        "CLAUDE.md": f"@docs/a.md\n{token}\n",
        "docs/a.md": TEXT,
        "docs/link.md -> a.md": "",
        "link.md -> docs/link.md": "",
        "ways -> docs": "",
    }
    plan = load_plan(tmp_path, files)
    assert [load.path for load in plan.in_context()] == ["CLAUDE.md", "docs/a.md"]
    assert [load.why_not for load in plan.loads] in (["", "", "duplicate"], ["", ""])


# --- 2.3 targets that load nothing


@pytest.mark.parametrize(
    ("token", "row"),
    [
        ("@docs/gone.md", "launch 1 docs/gone.md <- CLAUDE.md missing"),
        ("@./gone", "launch 1 gone <- CLAUDE.md missing"),
        ("@docs/", "launch 1 docs <- CLAUDE.md directory"),
        ("@./docs", "launch 1 docs <- CLAUDE.md directory"),
        ("@broken.md", "launch 1 nowhere.md <- CLAUDE.md missing"),  # a link to it
        ("@latin.md", "launch 1 latin.md <- CLAUDE.md not-utf8"),
        ("@latin.py", "launch 1 latin.py <- CLAUDE.md not-utf8"),
        ("@empty.md", "launch 1 empty.md <- CLAUDE.md empty"),
        ("@A.md", "launch 1 A.md <- CLAUDE.md missing"),
        ("@docs/a.md.", "launch 1 docs/a.md. <- CLAUDE.md missing"),
        # Nobody meant a file by these: they are no loss.
        ("@acme/ui", None),
        ("@docs", None),
        ("@alice", None),
    ],
)
def test_2_3_missing_unreadable_or_a_directory_is_silent(token: str, row: str | None, tmp_path: Path) -> None:
    """Nothing loads and nobody is told; the plan records what was meant."""
    files = {"CLAUDE.md": f"Read {token} first\n", "docs/a.md": TEXT, "a.md": TEXT, "empty.md": " \n"}
    files |= {"latin.md": "caf\\xe9", "latin.py": "caf\\xe9", "broken.md -> nowhere.md": ""}
    base = build(tmp_path, {"a.md": TEXT})
    if (base / "A.md").exists():
        pytest.skip("this file system does not tell upper from lower case")
    assert plan_of(tmp_path, files) == ["launch CLAUDE.md", *([row] if row else [])]


def test_2_3_pipes_are_never_waited_for(tmp_path: Path) -> None:
    """A named pipe is no file."""
    base = build(tmp_path, {"CLAUDE.md": "@./pipe.md\n"})
    os.mkfifo(base / "pipe.md")
    assert plan_of(tmp_path, {}) == ["launch CLAUDE.md", "launch 1 pipe.md <- CLAUDE.md missing"]


# --- 2.3 extension filter

ALLOWED = """
md txt text rst adoc asciidoc org tex latex
json yaml yml toml xml csv env ini cfg conf config properties lock log diff patch
html htm css scss sass less vue svelte astro ejs hbs pug jade php
js ts tsx jsx mjs cjs mts cts
py pyi pyw rb erb rake go rs java kt kts scala c cpp cc cxx h hpp hxx cs swift pl pm lua r dart ex exs erl hrl clj cljs
cljc edn hs lhs elm ml mli f f90 f95 for
sh bash zsh fish ps1 bat cmd cmake make makefile gradle sbt
sql graphql gql proto
"""
ABSENT = "mdx mdc markdown ipynb jsonc json5 tf nix zig pdf png jpg jpeg gif svg webp md2 0"


@pytest.mark.parametrize("spelled", [str.lower, str.upper, str.title])
def test_2_3_allowed_extensions(spelled: Any, tmp_path: Path) -> None:
    """Every extension of the list, in any case."""
    names = [f"file.{spelled(ending)}" for ending in ALLOWED.split()]
    files = {"CLAUDE.md": "".join(f"@{name}\n" for name in names), **dict.fromkeys(names, TEXT)}
    assert imported(tmp_path, files) == names


def test_2_3_other_extensions_are_ignored(tmp_path: Path) -> None:
    """A target with an extension outside the list, images and PDF among them."""
    names = [f"file.{ending}" for ending in ABSENT.split()] + ["file.md.pdf", "FILE.PDF"]
    files = {"CLAUDE.md": "".join(f"@{name}\n" for name in names), **dict.fromkeys(names, TEXT)}
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        *(f"launch 1 {name} <- CLAUDE.md extension" for name in names),
    ]


@pytest.mark.parametrize("name", ["README", "Makefile", "LICENSE", ".env", ".gitignore", "docs/NOTES"])
def test_2_3_no_extension_is_allowed(name: str, tmp_path: Path) -> None:
    """README, Makefile, LICENSE."""
    assert imported(tmp_path, {"CLAUDE.md": f"@{name}\n", name: TEXT}) == [name]


@pytest.mark.parametrize(("version", "away"), [("2.1.2", True), ("2.1.1", False)])
def test_2_3_the_filter_exists_since_2_1_2(version: str, away: bool, tmp_path: Path) -> None:
    """Before, any file was imported."""
    files = {"CLAUDE.md": "@a.pdf\n@b.md\n", "a.pdf": TEXT, "b.md": TEXT}
    assert imported(tmp_path, files, version=version) == (["b.md"] if away else ["a.pdf", "b.md"])


@pytest.mark.parametrize(("name", "followed"), [("a.md", True), ("a.txt", True), ("NOTES", True), ("a.py", False)])
def test_2_3_code_and_data_are_read_and_not_followed(name: str, followed: bool, tmp_path: Path) -> None:
    """The file itself loads; the decorators and handles in it are no imports."""
    files = {"CLAUDE.md": f"@{name}\n", name: "@b.md\n@gone.md\n", "b.md": TEXT}
    assert imported(tmp_path, files) == [name, "b.md"] if followed else [name]


# --- 2.3 external imports

OUTSIDE = {
    "~/notes.md": "@more.md\n",
    "~/more.md": TEXT,
    "../shared.md": TEXT,
    "docs -> ../common": "",
    "../common/a.md": TEXT,
}


@pytest.mark.parametrize(
    ("token", "target"),
    [
        ("@~/notes.md", "~/notes.md"),
        ("@../shared.md", "../shared.md"),
        ("@$TMP/work/shared.md", "../shared.md"),
        ("@docs/a.md", "docs/a.md"),
    ],
)
@pytest.mark.parametrize(
    "source", ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/a.md", "AGENTS.md"]
)
def test_2_3_external_imports_wait_for_approval(source: str, token: str, target: str, tmp_path: Path) -> None:
    """A target outside the working directory, by its real place, does not load without prior approval."""
    up = "../" * source.count("/") if token.startswith(("@docs", "@..")) else ""
    files = {source: f"@{up}{token[1:]}\n", **OUTSIDE}
    assert plan_of(tmp_path, files) == [f"launch {source}", f"launch 1 {target} <- {source} needs-approval"]


@pytest.mark.parametrize(
    "token", ["@a.md", "@docs/../a.md", "@../kiln/a.md", "@$TMP/work/kiln/a.md", "@$TMP/way/kiln/a.md", "@in/a.md"]
)
def test_2_3_what_is_inside_is_not_external(token: str, tmp_path: Path) -> None:
    """Any spelling, and any link that leads back in."""
    files = {"CLAUDE.md": f"{token}\n", "a.md": TEXT, "docs/b.md": TEXT, "/way -> work": "", "in -> $TMP/work/kiln": ""}
    assert imported(tmp_path, files) == ["a.md"]


def test_2_3_a_project_that_is_reached_through_a_link(tmp_path: Path) -> None:
    """The working directory's own real place counts."""
    files = {
        "/way -> work": "",
        "CLAUDE.md": "@a.md\n@$TMP/work/kiln/b.md\n@../shared.md\n",
        "a.md": TEXT,
        "b.md": TEXT,
    }
    plan = load_plan(tmp_path, {**files, "../shared.md": TEXT}, root="../../way/kiln")
    assert [(short(load.path, tmp_path), load.why_not) for load in plan.loads] == [
        ("CLAUDE.md", ""),
        ("a.md", ""),
        ("b.md", ""),
        ("/way/shared.md", "needs-approval"),
    ]


def test_2_3_the_users_files_are_exempt(tmp_path: Path) -> None:
    """``~/.claude/CLAUDE.md`` and ``~/.claude/rules`` import from anywhere, and so do the files they import."""
    files = {
        f"{USER}/CLAUDE.md": "@~/notes.md\n@$TMP/other/a.md\n",
        f"{USER}/rules/a.md": "@$TMP/other/b.md\n",
        **OUTSIDE,
    }
    files |= {"/other/a.md": TEXT, "/other/b.md": "@../work/kiln/c.md\n", "c.md": TEXT}
    assert imported(tmp_path, files, user=True) == ["~/notes.md", "~/more.md", "/other/a.md", "/other/b.md", "c.md"]


def test_2_3_managed_files_are_not_exempt(tmp_path: Path) -> None:
    """Their external imports are dropped."""
    files = {f"{MANAGED}/CLAUDE.md": "@a.md\n@$TMP/work/kiln/b.md\n", f"{MANAGED}/a.md": TEXT, "b.md": TEXT}
    assert plan_of(tmp_path, files, machine=True) == [
        f"launch {MANAGED}/CLAUDE.md",
        f"launch 1 {MANAGED}/a.md <- {MANAGED}/CLAUDE.md needs-approval",
        f"launch 1 b.md <- {MANAGED}/CLAUDE.md",
    ]


def test_2_3_outside_is_what_is_outside_the_working_directory(tmp_path: Path) -> None:
    """A session in a package loses what the root's file imports from beside it (case 23)."""
    files = {"CLAUDE.md": "@AGENTS.md\n@apps/web/a.md\n", "AGENTS.md": TEXT, "apps/web/a.md": TEXT}
    assert plan_of(tmp_path, files, cwd="apps/web") == [
        "launch CLAUDE.md",
        "launch 1 AGENTS.md <- CLAUDE.md needs-approval",
        "launch 1 apps/web/a.md <- CLAUDE.md",
        "never AGENTS.md agents-hidden",
    ]


def test_2_3_files_above_and_added_import_from_outside(tmp_path: Path) -> None:
    """Folders above and added directories lie outside the working directory, with all that is in them."""
    files = {"../CLAUDE.md": "@a.md\n@kiln/b.md\n", "../a.md": TEXT, "b.md": TEXT}
    files |= {"/glazes/CLAUDE.md": "@a.md\n", "/glazes/a.md": TEXT}
    environment = {"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD": "1"}
    assert plan_of(tmp_path, files, machine=True, added=("../../glazes",), environment=environment) == [
        "launch ../CLAUDE.md",
        "launch 1 ../a.md <- ../CLAUDE.md needs-approval",
        "launch 1 b.md <- ../CLAUDE.md",
        "launch /glazes/CLAUDE.md",
        "launch 1 /glazes/a.md <- /glazes/CLAUDE.md needs-approval",
    ]


def test_2_3_what_is_not_there_is_missing_wherever_it_is_not(tmp_path: Path) -> None:
    """Approval would bring nothing."""
    assert plan_of(tmp_path, {"CLAUDE.md": "@~/gone.md\n@../gone.md\n"}) == [
        "launch CLAUDE.md",
        "launch 1 ~/gone.md <- CLAUDE.md missing",
        "launch 1 ../gone.md <- CLAUDE.md missing",
    ]


# --- 2.3 eager imports, memory


@pytest.mark.parametrize("target", ["", "docs/x.md"])
def test_2_3_imports_in_a_rule_with_paths_load_at_the_start(target: str, tmp_path: Path) -> None:
    """Eagerly, whatever the paths, and with what they import; the rule itself waits."""
    files = {
        ".claude/rules/a.md": "---\npaths: src/*.ts\n---\n@../../docs/a.md\n",
        "docs/a.md": "@b.md\n",
        "docs/b.md": TEXT,
    }
    rule = ["glob .claude/rules/a.md in . for src/*.ts"]
    assert plan_of(tmp_path, files, target=target) == [
        "launch 1 docs/a.md <- .claude/rules/a.md",
        "launch 2 docs/b.md <- docs/a.md",
        *(rule if not target else []),
    ]


def test_2_3_not_those_of_a_rule_that_cannot_load(tmp_path: Path) -> None:
    """An excluded rule brings nothing."""
    files = {".claude/rules/a.md": "---\npaths: src\n---\n@../../a.md\n", "a.md": TEXT}
    files[".claude/settings.json"] = settings(claudeMdExcludes=["**/rules/**"])
    assert launched(tmp_path, files) == []


def test_2_3_eager_imports_of_user_and_nested_rules(tmp_path: Path) -> None:
    """The user's rules do the same; a rule in a folder below brings them when that folder is used."""
    files = {
        f"{USER}/rules/a.md": "---\npaths: src\n---\n@~/notes.md\n",
        "~/notes.md": TEXT,
        "apps/.claude/rules/a.md": "---\npaths: src\n---\n@../../a.md\n",
        "apps/a.md": TEXT,
    }
    assert plan_of(tmp_path, files, user=True) == [
        f"launch 1 ~/notes.md <- {USER}/rules/a.md",
        "directory 1 apps/a.md <- apps/.claude/rules/a.md in apps",
        f"glob {USER}/rules/a.md in . for src",
        "glob apps/.claude/rules/a.md in apps for src",
    ]


def test_2_3_a_rule_with_paths_that_is_imported_loads_at_once(tmp_path: Path) -> None:
    """Importing it defeats its scope (case 32), and its own imports are followed from there."""
    files = {
        "CLAUDE.md": "@.claude/rules/a.md\n@.claude/rules/b.md\n",
        ".claude/rules/a.md": "---\npaths: src\n---\n@../../a.md\n",
        ".claude/rules/b.md": TEXT,
        "a.md": TEXT,
    }
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        "launch 1 .claude/rules/a.md <- CLAUDE.md",
        "launch 2 a.md <- .claude/rules/a.md",
        "launch 1 .claude/rules/b.md <- CLAUDE.md",
        "launch .claude/rules/b.md duplicate",
        "glob .claude/rules/a.md in . for src duplicate",
    ]


def test_2_3_what_loads_at_launch_is_no_rule_that_waits(tmp_path: Path) -> None:
    """A file with ``paths`` that is CLAUDE.local.md as well, by a link, is in context from the start."""
    files = {"CLAUDE.local.md": "---\npaths: src\n---\nText.\n", ".claude/rules/a.md -> ../../CLAUDE.local.md": ""}
    assert plan_of(tmp_path, files) == ["launch CLAUDE.local.md"]
    assert launched(tmp_path / "b", files, target="src/a.ts") == ["CLAUDE.local.md"]


def test_2_3_a_rule_that_was_imported_deep_is_followed_on(tmp_path: Path) -> None:
    """As a rule file it is a root, four hops from its own imports."""
    rule = "---\npaths: src\n---\n@../../y.md\n"
    files = {"CLAUDE.md": "@a.md\n", **CHAIN, "c.md": "@.claude/rules/a.md\n", ".claude/rules/a.md": rule, "y.md": TEXT}
    assert "y.md" in imported(tmp_path, files)
    files[".claude/rules/a.md"] = "@../../y.md\n"
    assert "y.md" in imported(tmp_path / "b", files)


def test_2_3_memories_import_nothing(tmp_path: Path) -> None:
    """``@`` in an index or a topic file is inert text, also when something else imports the index."""
    files = {
        f"{MEMORY}/MEMORY.md": "@topic.md\n@$TMP/work/kiln/a.md\n",
        f"{MEMORY}/topic.md": "---\ntype: user\n---\n@$TMP/work/kiln/a.md\n",
        "a.md": TEXT,
    }
    assert plan_of(tmp_path, files, user=True) == [f"launch {MEMORY}/MEMORY.md", f"recall {MEMORY}/topic.md"]


def test_2_3_an_index_is_no_root_of_imports(tmp_path: Path) -> None:
    """That it is the index of auto memory as well brings an import of it no further than its own way does."""
    files = {"CLAUDE.md": "@a.md\n", **CHAIN, "c.md": "@memory/MEMORY.md\n", "memory/MEMORY.md": "@x.md\n"}
    files |= {
        "memory/x.md": TEXT,
        ".claude/settings.json": settings(autoMemoryDirectory=f"{tmp_path}/work/kiln/memory"),
    }
    assert plan_of(tmp_path, files, user=True) == [
        "launch CLAUDE.md",
        "launch 1 a.md <- CLAUDE.md",
        "launch 2 b.md <- a.md",
        "launch 3 c.md <- b.md",
        "launch 4 memory/MEMORY.md <- c.md",
        "launch 5 memory/x.md <- memory/MEMORY.md too-deep",
        "launch memory/MEMORY.md duplicate",
        "recall memory/x.md",
    ]


def test_2_3_an_index_that_is_imported_is_text_as_any(tmp_path: Path) -> None:
    """The cut of 4.3 is for the index of auto memory; an import loads up to 4 MiB in full, with its imports."""
    lines = "".join(f"- [{number}](t{number}.md) — x\n" for number in range(300))
    files = {"CLAUDE.md": "@memory/MEMORY.md\n", "memory/MEMORY.md": f"{lines}@a.md\n", "memory/a.md": TEXT}
    plan = load_plan(tmp_path, files)
    assert [(load.path, load.why_not) for load in plan.loads] == [
        ("CLAUDE.md", ""),
        ("memory/MEMORY.md", ""),
        ("memory/a.md", ""),
    ]
    size = plan.loads[1].loaded
    assert size is not None
    assert size.lines == 301


def test_2_3_the_nt_namespace_is_rejected() -> None:
    """``\\??\\`` paths since 2.1.234; the grammar ends a path at a backslash, so that no file can show it."""
    assert for_version("2.1.234").text("imports.rejected-prefix") == "\\??\\"
    assert for_version("2.1.233").text("imports.rejected-prefix") == ""
