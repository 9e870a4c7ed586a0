"""What loads, from where and in which order: the sentences of SPEC 1.1 to 1.5, one by one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from memlint.harness.facts import for_version
from memlint.project.session import Session, managed_directory
from tests.project.plans import build, launched, load_plan, plan_of, settings, short

TEXT = "Use tabs.\n"
MANAGED, USER, LOCAL = "/etc/claude-code", "~/.claude", ".claude/settings.local.json"
MEMORY = "~/.claude/projects/$SLUG/memory"
MACHINE: dict[str, Any] = {"machine": True, "user": True}
EVERYWHERE = {
    f"{MANAGED}/CLAUDE.md": TEXT,
    f"{MANAGED}/.claude/rules/style.md": TEXT,
    f"{USER}/CLAUDE.md": TEXT,
    f"{USER}/rules/style.md": TEXT,
    "/CLAUDE.md": TEXT,
    "../CLAUDE.local.md": TEXT,
    "../CLAUDE.md": TEXT,
    "../.claude/CLAUDE.md": TEXT,
    "../.claude/rules/style.md": TEXT,
    "CLAUDE.local.md": TEXT,
    "CLAUDE.md": TEXT,
    ".claude/CLAUDE.md": TEXT,
    ".claude/rules/style.md": TEXT,
    f"{MEMORY}/MEMORY.md": TEXT,
    f"{MEMORY}/team/MEMORY.md": TEXT,
}
IN_ORDER = [
    f"{MANAGED}/CLAUDE.md",
    f"{MANAGED}/.claude/rules/style.md",
    f"{USER}/CLAUDE.md",
    f"{USER}/rules/style.md",
    "/CLAUDE.md",
    "../CLAUDE.md",
    "../.claude/CLAUDE.md",
    "../.claude/rules/style.md",
    "../CLAUDE.local.md",
    "CLAUDE.md",
    ".claude/CLAUDE.md",
    ".claude/rules/style.md",
    "CLAUDE.local.md",
    f"{MEMORY}/MEMORY.md",
    f"{MEMORY}/team/MEMORY.md",
]


# --- 1.1 locations and scopes


def test_1_1_everything_in_its_order(tmp_path: Path) -> None:
    """Managed, user, every folder from the file system's root down to the working directory, auto memory, team."""
    plan = load_plan(tmp_path, EVERYWHERE, **MACHINE)
    assert [short(load.path, tmp_path) for load in plan.loads] == IN_ORDER
    assert [load.tier for load in plan.loads] == [
        "managed", "managed", "user", "user", "project", "project", "project", "project", "local", "project", "project",
        "project", "local", "auto-memory", "team-memory",
    ]  # fmt: skip
    assert {load.reason for load in plan.loads} == {"session_start", "auto_memory"}


def test_1_1_a_shared_run_sees_the_project_alone(tmp_path: Path) -> None:
    """Without machine and user the plan is the same for everybody who has the repository."""
    assert plan_of(tmp_path, EVERYWHERE) == [
        "launch CLAUDE.md",
        "launch .claude/CLAUDE.md",
        "launch .claude/rules/style.md",
        "launch CLAUDE.local.md",
    ]


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("darwin", "/Library/Application Support/ClaudeCode"),
        ("linux", "/etc/claude-code"),
        ("win32", "C:\\Program Files\\ClaudeCode"),
        ("sunos5", ""),
    ],
)
def test_1_1_managed_file_of_each_platform(platform: str, place: str) -> None:
    r"""The managed directory of macOS, of Linux and WSL, and of Windows; ``C:\ProgramData`` is obsolete."""
    assert managed_directory(Session("/kiln", platform=platform), for_version()) == place


def test_1_1_managed_directory_has_one_file_and_rules(tmp_path: Path) -> None:
    """Only ``CLAUDE.md`` and ``.claude/rules`` under the managed directory are named."""
    names = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/rules/a.md", "rules/b.md")
    files = {f"{MANAGED}/{name}": TEXT for name in names}
    assert plan_of(tmp_path, files, machine=True) == [
        f"launch {MANAGED}/CLAUDE.md",
        f"launch {MANAGED}/.claude/rules/a.md",
    ]


def test_1_1_managed_settings_may_hold_the_text(tmp_path: Path) -> None:
    """``claudeMd`` in managed settings counts like the managed file."""
    files = {
        f"{MANAGED}/managed-settings.json": settings(claudeMd="Sign off.\nTwice."),
        f"{MANAGED}/CLAUDE.md": TEXT,
        "CLAUDE.md": TEXT,
    }
    plan = load_plan(tmp_path, files, machine=True)
    assert [short(load.path, tmp_path) for load in plan.in_context()] == [
        f"{MANAGED}/managed-settings.json",
        f"{MANAGED}/CLAUDE.md",
        "CLAUDE.md",
    ]
    first = plan.loads[0]
    assert (first.kind, first.tier, first.loaded and first.loaded.lines) == ("settings", "managed", 2)


@pytest.mark.parametrize("place", [f"{USER}/settings.json", ".claude/settings.json", LOCAL])
def test_1_1_the_text_has_no_effect_in_other_settings(place: str, tmp_path: Path) -> None:
    """``claudeMd`` is dead in user, project and local settings."""
    assert plan_of(tmp_path, {place: settings(claudeMd="Sign off."), "CLAUDE.md": TEXT}, **MACHINE) == [
        "launch CLAUDE.md"
    ]


@pytest.mark.parametrize(("text", "kept_away"), [("", "empty"), (" \n", "empty")])
def test_1_1_a_managed_text_of_blanks_is_empty(text: str, kept_away: str, tmp_path: Path) -> None:
    """Whitespace-only text contributes nothing."""
    assert plan_of(tmp_path, {f"{MANAGED}/managed-settings.json": settings(claudeMd=text)}, machine=True) == [
        f"launch {MANAGED}/managed-settings.json {kept_away}"
    ]


def test_1_1_the_users_file_moves_with_its_directory(tmp_path: Path) -> None:
    """The ``.claude`` home moves with ``CLAUDE_CONFIG_DIR``; the one in the home is a folder like others then."""
    files = {
        "~/moved/CLAUDE.md": TEXT,
        "~/moved/rules/a.md": TEXT,
        f"{USER}/CLAUDE.md": TEXT,
        f"{USER}/rules/b.md": TEXT,
    }
    assert plan_of(tmp_path, files, user=True) == [f"launch {USER}/CLAUDE.md", f"launch {USER}/rules/b.md"]
    assert plan_of(tmp_path, files, user=True, config="home/dana/moved") == [
        "launch ~/moved/CLAUDE.md",
        "launch ~/moved/rules/a.md",
    ]


def test_1_1_the_users_directory_has_one_file_and_rules(tmp_path: Path) -> None:
    """``~/.claude/CLAUDE.md`` and ``~/.claude/rules`` are what a user has."""
    names = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "rules/a.md", "rules/deep/b.md", "rules/c.txt", "notes/d.md")
    assert plan_of(tmp_path, {f"{USER}/{name}": TEXT for name in names}, **MACHINE) == [
        f"launch {USER}/CLAUDE.md",
        f"launch {USER}/rules/a.md",
        f"launch {USER}/rules/deep/b.md",
    ]


def test_1_1_a_project_below_home_reads_home_once(tmp_path: Path) -> None:
    """The home is a folder above it, and its ``.claude/CLAUDE.md`` the user's, not the folder's."""
    files = {"~/CLAUDE.md": TEXT, f"{USER}/CLAUDE.md": TEXT, f"{USER}/rules/a.md": TEXT, "~/kiln/CLAUDE.md": TEXT}
    root = "../../home/dana/kiln"
    assert plan_of(tmp_path, files, root=root, **MACHINE) == [
        f"launch {USER}/CLAUDE.md",
        f"launch {USER}/rules/a.md",
        "launch ~/CLAUDE.md",
        "launch CLAUDE.md",
    ]
    assert plan_of(tmp_path, files, root=root, machine=True) == ["launch ~/CLAUDE.md", "launch CLAUDE.md"]


def test_1_1_a_project_below_the_users_directory_is_a_project(tmp_path: Path) -> None:
    """Folders from the root down to the working directory have their files wherever they lie."""
    names = ("CLAUDE.md", ".claude/rules/a.md", "CLAUDE.local.md", "docs/CLAUDE.md")
    files = {f"{USER}/plugins/glaze/{name}": TEXT for name in names}
    assert plan_of(tmp_path, files, root="../../home/dana/.claude/plugins/glaze", **MACHINE) == [
        "launch CLAUDE.md",
        "launch .claude/rules/a.md",
        "launch CLAUDE.local.md",
        "directory docs/CLAUDE.md in docs",
    ]


@pytest.mark.parametrize("cwd", ["", "apps", "apps/web"])
def test_1_1_every_directory_down_to_the_working_directory(cwd: str, tmp_path: Path) -> None:
    """From the root down to where the session starts, in this order; what is below waits."""
    folders = ["", "apps/", "apps/web/"]
    names = ["CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules/a.md", ".claude/rules/b.md", "CLAUDE.local.md"]
    files = {f"{folder}{name}": TEXT for folder in folders for name in sorted(names)}
    above = [folder for folder in folders if f"{cwd}/".startswith(folder) or not folder]
    assert launched(tmp_path, files, cwd=cwd) == [f"{folder}{name}" for folder in above for name in names]


def test_1_1_rules_with_paths_wait(tmp_path: Path) -> None:
    """Only rules without ``paths`` are among what loads at launch."""
    files = {".claude/rules/a.md": "---\npaths: src/*.ts\n---\nText.\n", ".claude/rules/b.md": TEXT, "CLAUDE.md": TEXT}
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        "launch .claude/rules/b.md",
        "glob .claude/rules/a.md in . for src/*.ts",
    ]


def test_1_1_agents_files_come_behind_a_directorys_claude_files(tmp_path: Path) -> None:
    """With *Project instructions* = claude-md-and-agents-md, each folder's AGENTS files follow its CLAUDE files."""
    choice = {"agents-md@builtin": {"options": {"instructionFiles": "claude-md-and-agents-md"}}}
    names = ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/AGENTS.md"]
    files = {f"{folder}{name}": TEXT for folder in ("../", "") for name in names}
    files[f"{USER}/settings.json"] = settings(pluginConfigs=choice)
    assert launched(tmp_path, files, **MACHINE) == [f"{folder}{name}" for folder in ("../", "") for name in names]


def test_1_1_added_directories_come_behind_the_working_directory(tmp_path: Path) -> None:
    """Additional directories load behind the folders, before auto memory."""
    files = {"/glazes/CLAUDE.md": TEXT, "CLAUDE.md": TEXT, f"{MEMORY}/MEMORY.md": TEXT, "docs/CLAUDE.md": TEXT}
    environment = {"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD": "1"}
    assert plan_of(tmp_path, files, added=("../../glazes",), environment=environment, **MACHINE) == [
        "launch CLAUDE.md",
        "launch /glazes/CLAUDE.md",
        f"launch {MEMORY}/MEMORY.md",
        "directory docs/CLAUDE.md in docs",
    ]


def test_1_1_nothing_overrides(tmp_path: Path) -> None:
    """Everything is concatenated: two files that contradict each other both load, whole."""
    files = {"../CLAUDE.md": "Use tabs.\n", "CLAUDE.md": "Never use tabs.\n", "CLAUDE.local.md": "Use tabs.\n"}
    plan = load_plan(tmp_path, files, machine=True)
    assert [load.loaded and load.loaded.characters for load in plan.in_context()] == [9, 15, 9]


def test_1_1_a_git_root_is_no_ceiling(tmp_path: Path) -> None:
    """The walk goes up to the file system's root, through the roots of repositories."""
    files = {"../.git/HEAD": "", "../CLAUDE.md": TEXT, "/CLAUDE.md": TEXT, "apps/web/CLAUDE.md": TEXT}
    assert plan_of(tmp_path, files, machine=True) == [
        "launch /CLAUDE.md",
        "launch ../CLAUDE.md",
        "directory apps/web/CLAUDE.md in apps/web",
    ]


@pytest.mark.parametrize(
    "text",
    ["", "\n", " \t\r\n\u00a0\u3000\n", "<!-- nothing -->\n", "---\nowner: dana\n---\n", "---\na: b\n---\n<!-- -->\n"],
)
def test_1_1_empty_files_contribute_nothing(text: str, tmp_path: Path) -> None:
    """Empty and whitespace-only files, also once header and comments are gone; their neighbours load."""
    files = {"CLAUDE.md": text, "CLAUDE.local.md": TEXT, ".claude/rules/a.md": text}
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md empty",
        "launch .claude/rules/a.md empty",
        "launch CLAUDE.local.md",
    ]


def test_1_1_a_real_file_loads_once(tmp_path: Path) -> None:
    """The key is the normalised path and the target of links: one file by six names."""
    files = {
        "docs/all.md": TEXT,
        "CLAUDE.md -> docs/all.md": "",
        ".claude/CLAUDE.md -> ../CLAUDE.md": "",
        ".claude/rules/all.md -> ../../docs/all.md": "",
        "CLAUDE.local.md -> ./docs/../docs/all.md": "",
        "../CLAUDE.md -> kiln/docs/all.md": "",
        "ways -> docs": "",
        "docs/CLAUDE.md": "@../ways/all.md\n@all.md\n",
    }
    assert plan_of(tmp_path, files, machine=True) == [
        "launch docs/all.md",
        "directory docs/CLAUDE.md in docs",
        "directory 1 docs/all.md <- docs/CLAUDE.md in docs duplicate",
    ]


def test_1_1_hard_links_are_files_of_their_own(tmp_path: Path) -> None:
    """The key is not the inode."""
    base = build(tmp_path, {"CLAUDE.md": TEXT})
    os.link(base / "CLAUDE.md", base / "CLAUDE.local.md")
    assert plan_of(tmp_path, {}) == ["launch CLAUDE.md", "launch CLAUDE.local.md"]


@pytest.mark.parametrize(
    ("name", "since", "before"),
    [
        ("CLAUDE_CODE_DISABLE_CLAUDE_MDS", "2.0.64", ""),
        ("CLAUDE_CODE_SIMPLE", "2.1.50", "2.1.49"),
        ("CLAUDE_CODE_SAFE_MODE", "2.1.169", "2.1.168"),
    ],
)
def test_1_1_switches_that_keep_all_away(name: str, since: str, before: str, tmp_path: Path) -> None:
    """No file loads, the organisation's and auto memory neither."""
    files = {
        **EVERYWHERE,
        f"{MANAGED}/managed-settings.json": settings(claudeMd="Sign off."),
        "docs/CLAUDE.md": TEXT,
        ".claude/rules/scoped.md": "---\npaths: a.md\n---\nText.\n",
        f"{MEMORY}/topic.md": "---\ntype: user\n---\nText.\n",
    }
    for version in (since, ""):
        plan = load_plan(tmp_path, files, version=version, environment={name: "1"}, **MACHINE)
        assert [load for load in plan.loads if load.contributes] == []
        assert {load.why_not for load in plan.loads if load.tier != "none"} == {"switched-off"}
        assert {load.detail for load in plan.loads if load.tier != "none"} == {name}
    for environment in ({}, {name: ""}, {name: "0"}, {name: "false"}, {"CLAUDE_CODE": "1"}):
        assert len(launched(tmp_path, files, environment=environment, **MACHINE)) == len(IN_ORDER) + 1
    if before:
        assert launched(tmp_path, files, version=before, environment={name: "1"}, **MACHINE)


@pytest.mark.parametrize(
    ("left_out", "tiers"),
    [
        ("user", {"managed", "project", "local", "auto-memory", "team-memory"}),
        ("project", {"managed", "user", "local", "auto-memory", "team-memory"}),
        ("local", {"managed", "user", "project", "auto-memory", "team-memory"}),
    ],
)
def test_1_1_setting_sources_drop_a_scope(left_out: str, tiers: set[str], tmp_path: Path) -> None:
    """``--setting-sources`` without a scope drops that scope's files and what they import, no others."""
    files = {
        **EVERYWHERE,
        "CLAUDE.md": "@docs/project.md\n",
        "CLAUDE.local.md": "@docs/local.md\n",
        f"{USER}/CLAUDE.md": "@user.md\n",
        "docs/project.md": TEXT,
        "docs/local.md": TEXT,
        f"{USER}/user.md": TEXT,
    }
    sources = tuple({"user", "project", "local"} - {left_out})
    plan = load_plan(tmp_path, files, sources=sources, **MACHINE)
    assert {load.tier for load in plan.in_context()} == tiers
    assert {load.tier for load in plan.loads if load.why_not == "source-off"} == {left_out}
    imported = {load.path.rsplit("/", 1)[-1] for load in plan.in_context() if load.hop}
    assert imported == {f"{scope}.md" for scope in sources}


def test_1_1_settings_of_a_source_that_is_left_out_do_not_hold(tmp_path: Path) -> None:
    """What a scope's settings say goes with the scope."""
    files = {".claude/settings.json": settings(claudeMdExcludes=["**/CLAUDE.local.md"]), "CLAUDE.local.md": TEXT}
    assert launched(tmp_path, files) == []
    assert launched(tmp_path, files, sources=("user", "local")) == ["CLAUDE.local.md"]


# --- 1.2 nested files

NESTED = {
    "CLAUDE.md": TEXT,
    "apps/CLAUDE.md": TEXT,
    "apps/web/.claude/CLAUDE.md": TEXT,
    "apps/web/.claude/rules/a.md": TEXT,
    "apps/web/CLAUDE.local.md": TEXT,
    "apps/web/CLAUDE.md": "@../../docs/web.md\n",
    "docs/web.md": TEXT,
    "libs/CLAUDE.md": TEXT,
}
APPS, LIBS = "directory apps/CLAUDE.md in apps", "directory libs/CLAUDE.md in libs"
WEB = [
    "directory apps/web/CLAUDE.md in apps/web",
    "directory 1 docs/web.md <- apps/web/CLAUDE.md in apps/web",
    "directory apps/web/.claude/CLAUDE.md in apps/web",
    "directory apps/web/.claude/rules/a.md in apps/web",
    "directory apps/web/CLAUDE.local.md in apps/web",
]


def test_1_2_nested_files_do_not_load_at_launch(tmp_path: Path) -> None:
    """All four kinds below the working directory wait for a file in their folder."""
    assert launched(tmp_path, NESTED) == ["CLAUDE.md"]
    plan = load_plan(tmp_path, NESTED)
    assert {load.reason for load in plan.at("directory")} == {"nested_traversal", "include"}
    assert plan_of(tmp_path, NESTED) == ["launch CLAUDE.md", APPS, *WEB, LIBS]


@pytest.mark.parametrize(
    ("target", "loaded"),
    [
        ("apps/web/src/a.ts", [APPS, *WEB]),
        ("apps/web/a.ts", [APPS, *WEB]),
        ("apps/a.ts", [APPS]),
        ("apps/website/a.ts", [APPS]),
        ("libs/a.ts", [LIBS]),
        ("a.ts", []),
        ("docs/web.md", []),
        ("../a.ts", []),
    ],
)
def test_1_2_they_load_for_a_file_inside_their_directory(target: str, loaded: list[str], tmp_path: Path) -> None:
    """Each folder down to the file that is used, the outer first; no folder beside it."""
    assert plan_of(tmp_path, NESTED, target=target) == ["launch CLAUDE.md", *loaded]


def test_1_2_folders_beside_the_working_directory_never_load(tmp_path: Path) -> None:
    """Only directories below the working directory are nested."""
    assert plan_of(tmp_path, NESTED, cwd="apps") == [
        "launch CLAUDE.md",
        "launch apps/CLAUDE.md",
        WEB[0],
        "directory 1 docs/web.md <- apps/web/CLAUDE.md in apps/web needs-approval",
        *WEB[2:],
        "never libs/CLAUDE.md elsewhere",
    ]
    assert plan_of(tmp_path, NESTED, cwd="apps", target="libs/a.ts") == ["launch CLAUDE.md", "launch apps/CLAUDE.md"]


@pytest.mark.parametrize(
    ("version", "tools"),
    [("2.1.288", ("Read", "Write", "Edit")), ("2.1.287", ("Read",)), ("2.0.43", ("Read",))],
)
def test_1_2_tools_that_trigger(version: str, tools: tuple[str, ...]) -> None:
    """Read, Write and Edit since 2.1.288, Read alone before; never Bash, Grep or Glob."""
    assert for_version(version).words("trigger.instructions") == tools


@pytest.mark.parametrize(("version", "triggers"), [("2.0.43", True), ("2.0.42", False)])
def test_1_2_a_mention_triggers_too(version: str, triggers: bool) -> None:
    """An ``@file`` in the prompt."""
    assert for_version(version).holds("trigger.mention") is triggers


def test_1_2_a_file_comes_once_in_a_session(tmp_path: Path) -> None:
    """Injected once per session: what is in context already, from launch or a folder above, is not sent again."""
    files = {
        "CLAUDE.md": "@docs/all.md\n",
        "apps/CLAUDE.md": "@../docs/all.md\n@../docs/apps.md\n",
        "apps/web/CLAUDE.md": "@../../docs/apps.md\n@../../docs/web.md\n@../../CLAUDE.md\n",
        "docs/all.md": TEXT,
        "docs/apps.md": TEXT,
        "docs/web.md": TEXT,
    }
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        "launch 1 docs/all.md <- CLAUDE.md",
        APPS,
        "directory 1 docs/all.md <- apps/CLAUDE.md in apps duplicate",
        "directory 1 docs/apps.md <- apps/CLAUDE.md in apps",
        "directory apps/web/CLAUDE.md in apps/web",
        "directory 1 docs/apps.md <- apps/web/CLAUDE.md in apps/web duplicate",
        "directory 1 docs/web.md <- apps/web/CLAUDE.md in apps/web",
        "directory 1 CLAUDE.md <- apps/web/CLAUDE.md in apps/web duplicate",
    ]


def test_1_2_folders_that_need_not_come_together_have_their_own_imports(tmp_path: Path) -> None:
    """A session may use ``libs`` and never ``apps``: what both import is there with each, and what that imports."""
    files = {
        "apps/CLAUDE.md": "@../docs/a.md\n",
        "libs/CLAUDE.md": "@../docs/a.md\n",
        "libs/ui/CLAUDE.md": "@../../docs/b.md\n",
        "docs/a.md": "@b.md\n",
        "docs/b.md": TEXT,
    }
    both = [
        APPS,
        "directory 1 docs/a.md <- apps/CLAUDE.md in apps",
        "directory 2 docs/b.md <- docs/a.md in apps",
    ]
    of_libs = [
        LIBS,
        "directory 1 docs/a.md <- libs/CLAUDE.md in libs",
        "directory 2 docs/b.md <- docs/a.md in libs",
        "directory libs/ui/CLAUDE.md in libs/ui",
        "directory 1 docs/b.md <- libs/ui/CLAUDE.md in libs/ui duplicate",
    ]
    assert plan_of(tmp_path, files) == both + of_libs
    assert plan_of(tmp_path, files, target="libs/ui/a.ts") == of_libs


def test_1_2_for_one_file_all_comes_together(tmp_path: Path) -> None:
    """A rule that matched is in context when a folder's file imports it; without that file it may not be."""
    files = {
        "apps/.claude/rules/a.md": "---\npaths: '*.ts'\n---\nText.\n",
        "apps/web/CLAUDE.md": "@../.claude/rules/a.md\n",
    }
    rows = [
        "directory apps/web/CLAUDE.md in apps/web",
        "directory 1 apps/.claude/rules/a.md <- apps/web/CLAUDE.md in apps/web",
        "glob apps/.claude/rules/a.md in apps for *.ts",
    ]
    assert plan_of(tmp_path, files) == rows
    assert plan_of(tmp_path, files, target="apps/web/a.ts") == [rows[0], f"{rows[1]} duplicate", rows[2]]
    assert plan_of(tmp_path, files, target="apps/web/a.js") == rows[:2]


def test_1_2_compaction(tmp_path: Path) -> None:
    """Launch files, rules without paths and the index are read again; nested files and rules with paths are lost."""
    files = {
        "CLAUDE.md": "@docs/a.md\n@docs/gone.md\n",
        "docs/a.md": TEXT,
        ".claude/rules/a.md": TEXT,
        ".claude/rules/b.md": "---\npaths: src\n---\nText.\n",
        "apps/CLAUDE.md": TEXT,
        "CLAUDE.local.md": "",
        f"{MEMORY}/MEMORY.md": TEXT,
        f"{MEMORY}/topic.md": TEXT,
    }
    plan = load_plan(tmp_path, files, user=True)
    assert {short(load.path, tmp_path): load.after_compact for load in plan.loads} == {
        "CLAUDE.md": "back",
        "docs/a.md": "back",
        "docs/gone.md": "",
        ".claude/rules/a.md": "back",
        ".claude/rules/b.md": "lost",
        "apps/CLAUDE.md": "lost",
        "CLAUDE.local.md": "",
        f"{MEMORY}/MEMORY.md": "back",
        f"{MEMORY}/topic.md": "",
    }


# --- 1.3 claudeMdExcludes

EXCLUDED = {"CLAUDE.md": "@docs/a.md\n", "CLAUDE.local.md": TEXT, "docs/a.md": TEXT, "apps/CLAUDE.md": TEXT}


@pytest.mark.parametrize(
    ("pattern", "away"),
    [
        ("$TMP/work/kiln/CLAUDE.md", ["CLAUDE.md"]),
        ("**/CLAUDE.md", ["CLAUDE.md", "apps/CLAUDE.md"]),
        ("**/apps/**", ["apps/CLAUDE.md"]),
        ("**/*.local.md", ["CLAUDE.local.md"]),
        ("**/docs/*.md", ["docs/a.md"]),
        ("$TMP/**", ["CLAUDE.md", "CLAUDE.local.md", "apps/CLAUDE.md"]),
        ("CLAUDE.md", []),
        ("./CLAUDE.md", []),
        ("apps/**", []),
        ("*.md", []),
        ("**/claude.md", []),
        ("~/CLAUDE.md", []),
        ("$TMP/work/kiln", []),
    ],
)
def test_1_3_globs_against_absolute_paths(pattern: str, away: list[str], tmp_path: Path) -> None:
    """A pattern is matched against the absolute path, so that a relative one needs a leading ``**/``."""
    files = {**EXCLUDED, ".claude/settings.json": settings(claudeMdExcludes=[pattern])}
    plan = load_plan(tmp_path, files)
    assert [load.path for load in plan.loads if load.why_not == "excluded"] == away
    kept = {*EXCLUDED} - {*away} - ({"docs/a.md"} if "CLAUDE.md" in away else set())
    assert {load.path for load in plan.loads if load.contributes} == kept


def test_1_3_dotfiles_match(tmp_path: Path) -> None:
    """``*`` takes a name that begins with a dot."""
    files = {".claude/CLAUDE.md": TEXT, ".claude/rules/a.md": TEXT, "CLAUDE.md": TEXT}
    files[".claude/settings.json"] = settings(claudeMdExcludes=["**/kiln/*/**"])
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md",
        "launch .claude/CLAUDE.md excluded",
        "launch .claude/rules/a.md excluded",
    ]


def test_1_3_lists_of_all_scopes_add_up(tmp_path: Path) -> None:
    """Any settings file may hold the list, and all lists count."""
    files = {f"{name}/CLAUDE.md": TEXT for name in ("a", "b", "c", "d", "e")}
    places = (f"{USER}/settings.json", ".claude/settings.json", LOCAL, f"{MANAGED}/managed-settings.json")
    for name, place in zip("abcd", places, strict=True):
        files[place] = settings(claudeMdExcludes=[f"**/{name}/CLAUDE.md", 7])
    assert plan_of(tmp_path, files, **MACHINE) == [
        *(f"directory {name}/CLAUDE.md in {name} excluded" for name in "abcd"),
        "directory e/CLAUDE.md in e",
    ]


@pytest.mark.parametrize("list_", ["**/CLAUDE.md", None, {"**/CLAUDE.md": True}, [["**/CLAUDE.md"]]])
def test_1_3_what_is_no_list_of_texts_excludes_nothing(list_: object, tmp_path: Path) -> None:
    """It is an array of globs or paths."""
    files = {"CLAUDE.md": TEXT, ".claude/settings.json": settings(claudeMdExcludes=list_)}
    assert launched(tmp_path, files) == ["CLAUDE.md"]


@pytest.mark.parametrize(
    ("version", "pattern", "away"),
    [
        ("2.1.239", "**/rules/a.md", True),
        ("2.1.239", "**/shared/a.md", True),
        ("2.1.238", "**/rules/a.md", False),
        ("2.1.238", "**/shared/a.md", True),
        ("2.1.239", "**/rules/b.md", False),
    ],
)
def test_1_3_a_linked_rule_by_its_link_or_target(version: str, pattern: str, away: bool, tmp_path: Path) -> None:
    """By the link's path or the target's since 2.1.239, before by the target's only."""
    files = {
        "shared/a.md": TEXT,
        ".claude/rules/a.md -> ../../shared/a.md": "",
        ".claude/settings.json": settings(claudeMdExcludes=[pattern]),
    }
    assert plan_of(tmp_path, files, version=version) == ["launch shared/a.md" + " excluded" * away]


def test_1_3_a_patterns_fixed_beginning_goes_through_links(tmp_path: Path) -> None:
    """The pattern's static prefix is also resolved through symlinks."""
    files = {"/way -> work": "", "CLAUDE.md": TEXT, "apps/CLAUDE.md": TEXT}
    files[".claude/settings.json"] = settings(claudeMdExcludes=["$TMP/way/kiln/apps/**"])
    assert plan_of(tmp_path, files) == ["launch CLAUDE.md", "directory apps/CLAUDE.md in apps excluded"]


def test_1_3_managed_files_and_memory_cannot_be_excluded(tmp_path: Path) -> None:
    """Managed files, auto memory and team memory always load; the user's files can be excluded."""
    files = {**EVERYWHERE, f"{USER}/settings.json": settings(claudeMdExcludes=["**/*.md"])}
    files |= {f"{MANAGED}/CLAUDE.md": "@$TMP/work/kiln/docs/a.txt\n", "docs/a.txt": TEXT}
    assert launched(tmp_path, files, **MACHINE) == [
        f"{MANAGED}/CLAUDE.md",
        "docs/a.txt",
        f"{MANAGED}/.claude/rules/style.md",
        f"{MEMORY}/MEMORY.md",
        f"{MEMORY}/team/MEMORY.md",
    ]


def test_1_3_it_applies_to_agents_files(tmp_path: Path) -> None:
    """AGENTS.md that is read natively, at launch and nested."""
    files = {"AGENTS.md": TEXT, "apps/AGENTS.md": TEXT, "libs/AGENTS.md": TEXT}
    files[".claude/settings.json"] = settings(claudeMdExcludes=["**/kiln/AGENTS.md", "**/libs/**"])
    assert plan_of(tmp_path, files) == [
        "launch AGENTS.md excluded",
        "directory apps/AGENTS.md in apps",
        "directory libs/AGENTS.md in libs excluded",
    ]


def test_1_3_settings_of_the_root_do_not_help_a_session_in_a_package(tmp_path: Path) -> None:
    """Project settings are read where the session starts, not inherited from the folders above."""
    files = {"CLAUDE.md": TEXT, "apps/CLAUDE.md": TEXT, ".claude/settings.json": settings(claudeMdExcludes=["**/*.md"])}
    assert launched(tmp_path, files) == []
    assert launched(tmp_path, files, cwd="apps") == ["CLAUDE.md", "apps/CLAUDE.md"]
    files["apps/.claude/settings.json"] = settings(claudeMdExcludes=["**/kiln/CLAUDE.md"])
    assert launched(tmp_path, files, cwd="apps") == ["apps/CLAUDE.md"]


def test_1_3_local_settings_are_of_one_checkout(tmp_path: Path) -> None:
    """Any scope may exclude; a run on what is shared does not see the local one."""
    files = {"CLAUDE.md": TEXT, LOCAL: settings(claudeMdExcludes=["**/CLAUDE.md"])}
    assert plan_of(tmp_path, files) == ["launch CLAUDE.md"]
    assert plan_of(tmp_path, files, machine=True) == ["launch CLAUDE.md excluded"]


# --- 1.4 worktrees

TREE = ".claude/worktrees/glaze"
WORKTREE = {
    "CLAUDE.md": "@docs/a.md\n",
    "CLAUDE.local.md": TEXT,
    ".claude/CLAUDE.md": TEXT,
    ".claude/rules/a.md": TEXT,
    "docs/a.md": TEXT,
    "../CLAUDE.md": TEXT,
    ".git/worktrees/glaze/commondir": "../..\n",
    f"{TREE}/.git": "gitdir: ../../../.git/worktrees/glaze\n",
    f"{TREE}/CLAUDE.md": TEXT,
    f"{TREE}/.claude/rules/a.md": TEXT,
}


def test_1_4_a_nested_worktree_skips_its_repository(tmp_path: Path) -> None:
    """Project files of folders in the main repository but outside the worktree are skipped; CLAUDE.local.md loads."""
    assert plan_of(tmp_path, WORKTREE, root=TREE, machine=True) == [
        "launch ../CLAUDE.md",
        "launch ../kiln/CLAUDE.md outer-worktree",
        "launch ../kiln/.claude/CLAUDE.md outer-worktree",
        "launch ../kiln/.claude/rules/a.md outer-worktree",
        "launch ../kiln/CLAUDE.local.md",
        "launch CLAUDE.md",
        "launch .claude/rules/a.md",
    ]


def test_1_4_before_2_1_69_they_came_twice(tmp_path: Path) -> None:
    """The repository's files load as those of any folder above."""
    assert launched(tmp_path, WORKTREE, root=TREE, machine=True, version="2.1.68") == [
        "../CLAUDE.md",
        "../kiln/CLAUDE.md",
        "../kiln/.claude/CLAUDE.md",
        "../kiln/.claude/rules/a.md",
        "../kiln/CLAUDE.local.md",
        "CLAUDE.md",
        ".claude/rules/a.md",
    ]


def test_1_4_a_worktree_elsewhere_skips_nothing(tmp_path: Path) -> None:
    """Only one that is nested inside its main repository; the folders above another are no part of it."""
    files = {
        ".git/worktrees/glaze/commondir": "../..\n",
        "CLAUDE.md": TEXT,
        "../trees/CLAUDE.md": TEXT,
        "../trees/glaze/.git": "gitdir: ../../kiln/.git/worktrees/glaze\n",
        "../trees/glaze/CLAUDE.md": TEXT,
    }
    assert plan_of(tmp_path, files, root="../trees/glaze", machine=True) == [
        "launch ../trees/CLAUDE.md",
        "launch CLAUDE.md",
    ]


def test_1_4_a_repository_in_another_is_no_worktree(tmp_path: Path) -> None:
    """A clone below another repository has a ``.git`` of its own."""
    files = {"CLAUDE.md": TEXT, "vendored/glaze/.git/HEAD": "", "vendored/glaze/CLAUDE.md": TEXT}
    assert plan_of(tmp_path, files, root="vendored/glaze", machine=True) == [
        "launch ../kiln/CLAUDE.md",
        "launch CLAUDE.md",
    ]


def test_1_4_the_main_repository_does_not_read_its_worktrees(tmp_path: Path) -> None:
    """What lies in ``.claude/worktrees`` is the worktree's."""
    assert plan_of(tmp_path, WORKTREE) == [
        "launch CLAUDE.md",
        "launch 1 docs/a.md <- CLAUDE.md",
        "launch .claude/CLAUDE.md",
        "launch .claude/rules/a.md",
        "launch CLAUDE.local.md",
    ]


def test_1_4_an_import_from_home_is_there_in_every_worktree(tmp_path: Path) -> None:
    """The documented substitute of an ignored ``CLAUDE.local.md``: a user's file imports anything, others must ask."""
    files = {
        f"{USER}/CLAUDE.md": "@my-project.md\n",
        f"{USER}/my-project.md": TEXT,
        f"{USER}/other.md": TEXT,
        f"{TREE}/.git": "gitdir: ../../../.git/worktrees/glaze\n",
        f"{TREE}/CLAUDE.md": "@~/.claude/my-project.md\n@~/.claude/other.md\n",
    }
    assert plan_of(tmp_path, files, root=TREE, **MACHINE) == [
        f"launch {USER}/CLAUDE.md",
        f"launch 1 {USER}/my-project.md <- {USER}/CLAUDE.md",
        "launch CLAUDE.md",
        f"launch 1 {USER}/other.md <- CLAUDE.md needs-approval",
    ]


@pytest.mark.parametrize(("version", "shared"), [("2.1.63", True), ("2.1.62", False)])
def test_1_4_worktrees_share_auto_memory(version: str, shared: bool, tmp_path: Path) -> None:
    """All worktrees of one repository since 2.1.63; each had its own before."""
    own = f"$SLUG-{TREE.replace('/', '-').replace('.', '-')}"
    files = {**WORKTREE, f"{MEMORY}/MEMORY.md": TEXT, f"~/.claude/projects/{own}/memory/MEMORY.md": TEXT}
    plan = load_plan(tmp_path, files, root=TREE, user=True, version=version)
    assert [short(load.path, tmp_path) for load in plan.loads if load.tier == "auto-memory"] == [
        f"{MEMORY}/MEMORY.md" if shared else f"~/.claude/projects/{own}/memory/MEMORY.md"
    ]


# --- 1.5 --add-dir

SWITCH = "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD"
GLAZES = {
    "/glazes/CLAUDE.md": TEXT,
    "/glazes/.claude/CLAUDE.md": TEXT,
    "/glazes/.claude/rules/a.md": TEXT,
    "/glazes/CLAUDE.local.md": TEXT,
    "/glazes/AGENTS.md": TEXT,
    "/glazes/deep/CLAUDE.md": TEXT,
}


def test_1_5_added_directories_load_nothing_by_default(tmp_path: Path) -> None:
    """No memory file of an additional directory loads without the environment variable."""
    for environment in ({}, {SWITCH: ""}, {SWITCH: "0"}):
        assert plan_of(tmp_path, GLAZES, added=("../../glazes",), environment=environment) == [
            "launch /glazes/CLAUDE.md not-enabled",
            "launch /glazes/.claude/CLAUDE.md not-enabled",
            "launch /glazes/.claude/rules/a.md not-enabled",
            "launch /glazes/CLAUDE.local.md not-enabled",
            "never /glazes/AGENTS.md not-supported",
        ]


def test_1_5_with_the_switch_four_kinds_load(tmp_path: Path) -> None:
    """``CLAUDE.md``, ``.claude/CLAUDE.md``, ``.claude/rules`` and ``CLAUDE.local.md``; their ``AGENTS.md`` does not."""
    plan = load_plan(tmp_path, GLAZES, added=("../../glazes",), environment={SWITCH: "1"})
    assert {load.tier for load in plan.in_context()} == {"additional"}
    assert {load.reason for load in plan.in_context()} == {"additional_directory"}
    assert plan_of(tmp_path / "again", GLAZES, added=("../../glazes",), environment={SWITCH: "1"}) == [
        "launch /glazes/CLAUDE.md",
        "launch /glazes/.claude/CLAUDE.md",
        "launch /glazes/.claude/rules/a.md",
        "launch /glazes/CLAUDE.local.md",
        "never /glazes/AGENTS.md not-supported",
    ]


def test_1_5_the_local_file_needs_its_source(tmp_path: Path) -> None:
    """``CLAUDE.local.md`` does not load when ``local`` is excluded from the setting sources; the others do."""
    options: dict[str, Any] = {"added": ("../../glazes",), "environment": {SWITCH: "1"}}
    assert launched(tmp_path, GLAZES, sources=("user", "project"), **options) == [
        "/glazes/CLAUDE.md",
        "/glazes/.claude/CLAUDE.md",
        "/glazes/.claude/rules/a.md",
    ]
    assert "/glazes/CLAUDE.local.md" in launched(tmp_path, GLAZES, sources=("local",), **options)


def test_1_5_before_2_1_20_there_was_no_switch(tmp_path: Path) -> None:
    """The environment variable exists since 2.1.20."""
    options: dict[str, Any] = {"added": ("../../glazes",), "environment": {SWITCH: "1"}}
    assert len(launched(tmp_path, GLAZES, version="2.1.20", **options)) == 4
    assert launched(tmp_path, GLAZES, version="2.1.19", **options) == []


def test_1_5_folders_that_are_not_added_stay_out(tmp_path: Path) -> None:
    """What is not added is not read."""
    assert plan_of(tmp_path, GLAZES, environment={SWITCH: "1"}, **MACHINE) == []


def test_1_5_an_added_directory_inside_the_project_comes_once(tmp_path: Path) -> None:
    """One inside the working directory used to be sent twice (until 2.1.281)."""
    files = {"CLAUDE.md": TEXT, "apps/CLAUDE.md": TEXT, "apps/web/CLAUDE.md": TEXT}
    assert plan_of(tmp_path, files, added=("apps",), environment={SWITCH: "1"}) == [
        "launch CLAUDE.md",
        "launch apps/CLAUDE.md",
        "directory apps/web/CLAUDE.md in apps/web",
    ]


def test_1_5_one_inside_that_is_not_enabled_is_nested_as_ever(tmp_path: Path) -> None:
    """Without the switch it is a directory below the working directory (1.2)."""
    files = {"CLAUDE.md": TEXT, "apps/CLAUDE.md": TEXT}
    assert plan_of(tmp_path, files, added=("apps",)) == [
        "launch CLAUDE.md",
        "launch apps/CLAUDE.md not-enabled",
        APPS,
    ]


def test_1_5_adding_the_working_directory_changes_nothing(tmp_path: Path) -> None:
    """Each real file loads once."""
    files = {"CLAUDE.md": TEXT, "../CLAUDE.md": TEXT}
    assert plan_of(tmp_path, files, added=("", ".."), environment={SWITCH: "1"}, machine=True) == [
        "launch ../CLAUDE.md",
        "launch CLAUDE.md",
    ]
