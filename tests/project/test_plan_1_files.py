"""What of a file loads, by which names, and when AGENTS.md does: the sentences of SPEC 1.6, 1.8 and 1.9."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memlint.harness.facts import for_version
from tests.project.plans import build, launched, load_plan, plan_of, settings, short

TEXT = "Use tabs.\n"
MANAGED, USER, LOCAL = "/etc/claude-code", "~/.claude", ".claude/settings.local.json"
MEMORY = "~/.claude/projects/$SLUG/memory"
MACHINE: dict[str, Any] = {"machine": True, "user": True}
SCOPED = "---\npaths: src/*.ts\n---\nText.\n"


def loaded(tmp_path: Path, text: str, name: str = "CLAUDE.md") -> int | None:
    """Return how many characters of a file that holds ``text`` load, None for a file that does not."""
    (load,) = load_plan(tmp_path, {name: text}).loads
    return load.loaded.characters if load.loaded else None


# --- 1.6 text processing


def test_1_6_1_the_limit_is_four_mebibytes() -> None:
    """A file larger than 4 MiB is skipped."""
    assert for_version().number("instructions.max-bytes") == 4 * 1024 * 1024


@pytest.mark.parametrize("name", ["CLAUDE.md", ".claude/rules/a.md", "CLAUDE.local.md", "AGENTS.md", "apps/CLAUDE.md"])
@pytest.mark.parametrize(("size", "why_not"), [(99, ""), (100, ""), (101, "too-large"), (5_000, "too-large")])
def test_1_6_1_larger_files_are_skipped_whole(size: int, why_not: str, name: str, tmp_path: Path) -> None:
    """Up to the limit a file loads in full, beyond it not at all; bytes count, as they are on disk."""
    plan = load_plan(tmp_path, {name: "é" + "x" * (size - 2)}, facts={"instructions_max_bytes": 100})
    (load,) = plan.loads
    assert (load.why_not, load.loaded and load.loaded.utf8_bytes) == (why_not, None if why_not else size)


def test_1_6_1_imports_have_the_limit_too(tmp_path: Path) -> None:
    """A file that is skipped brings nothing that it imports."""
    files = {"CLAUDE.md": "@a.md\n@b.md\n", "a.md": "@c.md\n" + "x" * 99, "b.md": TEXT, "c.md": TEXT}
    assert plan_of(tmp_path, files, facts={"instructions_max_bytes": 100}) == [
        "launch CLAUDE.md",
        "launch 1 a.md <- CLAUDE.md too-large",
        "launch 1 b.md <- CLAUDE.md",
    ]


def test_1_6_the_size_is_checked_first(tmp_path: Path) -> None:
    """Size check, decoding, header, comments: what a comment takes counts for the limit."""
    files = {"CLAUDE.md": f"<!-- {'x' * 90} -->\nText.\n"}
    assert plan_of(tmp_path, files, facts={"instructions_max_bytes": 100}) == ["launch CLAUDE.md too-large"]
    files = {"CLAUDE.md": "\\xff" + "x" * 100}
    assert plan_of(tmp_path, files, facts={"instructions_max_bytes": 100}) == ["launch CLAUDE.md too-large"]


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("caf\\xe9\n", False),
        ("\\xff\\xfeU\0s\0e\0", False),
        ("\\xfe\\xff\0U\0s\0e", False),
        ("U\0s\0e\0 \0t\0a\0b\0s\0", False),
        ("café 文 😀\n", True),
        ("\ufeffUse tabs.\n", True),
        ("Use\r\ntabs.\r\n", True),
    ],
)
def test_1_6_2_utf_8_only(text: str, loads: bool, tmp_path: Path) -> None:
    """Files in UTF-16 and other encodings are skipped; a byte order mark and Windows line ends do no harm."""
    assert plan_of(tmp_path, {"CLAUDE.md": text}) == ["launch CLAUDE.md" + " not-utf8" * (not loads)]


def test_1_6_2_an_undecodable_file_brings_no_imports(tmp_path: Path) -> None:
    """It is skipped, and so is what it names."""
    files = {"CLAUDE.md": "caf\\xe9\n\n@a.md\n", "a.md": TEXT, "CLAUDE.local.md": TEXT}
    assert plan_of(tmp_path, files) == ["launch CLAUDE.md not-utf8", "launch CLAUDE.local.md"]


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("---\nowner: dana\n---\nText.\n", 5),
        ("--- \t\nowner: dana\n---\nText.\n", 5),
        ("---\r\nowner: dana\r\n---\r\nText.\r\n", 5),
        ("---\n---\nText.\n", 5),
        ("\n---\nowner: dana\n---\nText.\n", 25),
        (" ---\nowner: dana\n---\nText.\n", 25),
        ("<!-- a -->\n---\nowner: dana\n---\nText.\n", 25),
        ("\ufeff---\nowner: dana\n---\nText.\n", 25),
        ("---\nowner: dana\n\nText.\n", 22),
        ("---\nowner: a---b\n---\nText.\n", 11),
        ("---x\nowner: dana\n---\nText.\n", 26),
        ("Text.\n---\nowner: dana\n---\n", 25),
    ],
)
@pytest.mark.parametrize("name", ["CLAUDE.md", ".claude/rules/a.md", "CLAUDE.local.md", "AGENTS.md"])
def test_1_6_3_the_header_is_removed(name: str, text: str, characters: int, tmp_path: Path) -> None:
    """Only one whose fence is the file's first characters; the first ``---`` behind it closes it, in a value too."""
    assert loaded(tmp_path, text, name) == characters


@pytest.mark.parametrize(
    ("text", "scoped"),
    [
        (SCOPED, True),
        (SCOPED.replace("---\n", "--- \n", 1), True),
        (SCOPED.replace("\n", "\r\n"), True),
        ("---\npaths: src/*.ts\nname: a---b\n---\nText.\n", True),
        (f"\n{SCOPED}", False),
        (f" {SCOPED}", False),
        (f"\ufeff{SCOPED}", False),
        (f"<!-- a -->\n{SCOPED}", False),
        ("---\npaths: src/*.ts\nText.\n", False),
        ("---\nname: a---b\npaths: src/*.ts\n---\nText.\n", False),
    ],
)
def test_1_6_3_a_rule_without_a_header_is_unconditional(text: str, scoped: bool, tmp_path: Path) -> None:
    """A blank line, a space, a byte order mark or a comment before the fence, or no closing one: no header."""
    assert [load.moment for load in load_plan(tmp_path, {".claude/rules/a.md": text}).loads] == [
        "glob" if scoped else "launch"
    ]


@pytest.mark.parametrize(
    ("header", "scoped"),
    [
        ("paths: **/*.ts", True),
        ("paths: @scope/*.ts", True),
        ("note: a: b\npaths: src/*.ts", True),
        ("paths: src/*.ts\nnote: [open", True),
        ("paths:\n  - src/*.ts\nnote: *star", True),
        ("paths:\n  - **/*.ts", False),
        ("paths: src/*.ts\n\tnote: a", False),
        ('paths: "a", "b"', False),
    ],
)
def test_1_6_3_a_second_attempt_quotes_simple_lines(header: str, scoped: bool, tmp_path: Path) -> None:
    """When YAML fails, unindented lines are quoted and read again; after a second failure the header is empty."""
    files = {".claude/rules/a.md": f"---\n{header}\n---\nText.\n"}
    assert [load.moment for load in load_plan(tmp_path, files).loads] == ["glob" if scoped else "launch"]


@pytest.mark.parametrize("name", ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"])
def test_1_6_3_paths_scope_rules_alone(name: str, tmp_path: Path) -> None:
    """The effect of ``paths`` in a launch-time CLAUDE.md is not documented: it loads."""
    assert plan_of(tmp_path, {name: SCOPED}) == [f"launch {name}"]


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("<!-- secret -->\nText.\n", 5),
        ("   <!-- secret -->\nText.\n", 5),
        ("Text.\n\n<!-- secret\n\nmore -->\n", 5),
        ("<!-- a --> Text.\n", 5),
        ("<!-- a -->Text.<!-- b -->\n", 5),
        ("---\na: b\n---\n<!-- secret -->\nText.\n", 5),
        ("    <!-- kept -->\n", 13),
        ("\t<!-- kept -->\n", 13),
        ("```\n<!-- kept -->\n```\n", 21),
        ("`<!-- kept -->`\n", 15),
        ("Text <!-- kept --> more.\n", 24),
        ("<!-- never closed\n\nText.\n", 24),
        ("<div><!-- kept --></div>\n", 24),
    ],
)
def test_1_6_4_comment_blocks_are_removed(text: str, characters: int, tmp_path: Path) -> None:
    """Those that stand as a block; not in code, in the middle of a paragraph or unclosed."""
    assert loaded(tmp_path, text) == characters


def test_1_6_4_imports_in_comments_do_not_load(tmp_path: Path) -> None:
    """Only the comment goes: what stands behind it in the block is read."""
    files = {"CLAUDE.md": "<!-- @a.md --> @b.md\n", "a.md": TEXT, "b.md": TEXT}
    assert plan_of(tmp_path, files) == ["launch CLAUDE.md", "launch 1 b.md <- CLAUDE.md"]


# --- 1.8 names, case, links


@pytest.mark.parametrize(
    "name",
    [
        "claude.md",
        "Claude.md",
        "CLAUDE.MD",
        "CLAUDE",
        "CLAUDE.txt",
        "CLAUDE.mdx",
        "CLAUDE.md.bak",
        "claude.local.md",
        "CLAUDE.LOCAL.md",
        "CLAUDE-local.md",
        "MY-CLAUDE.md",
        ".Claude/CLAUDE.md",
        ".CLAUDE/CLAUDE.md",
        ".claude/claude.md",
        ".claude/Rules/a.md",
        ".claude/rule/a.md",
        "claude/CLAUDE.txt",
        "Agents.md",
        "agents.md",
        "AGENTS.MD",
        ".claude/agents.md",
    ],
)
def test_1_8_names_are_exact(name: str, tmp_path: Path) -> None:
    """``CLAUDE.md``, ``CLAUDE.local.md``, the folder ``.claude``; nothing else at launch."""
    base = build(tmp_path, {name: TEXT})
    if (base / name.swapcase()).exists():
        pytest.skip("this file system does not tell upper from lower case")
    assert launched(tmp_path, {}) == []


@pytest.mark.parametrize("name", ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/a.md"])
def test_1_8_a_linked_file_is_read(name: str, tmp_path: Path) -> None:
    """``CLAUDE.md`` linked to ``AGENTS.md`` is supported for reading; so are the others, to anywhere inside."""
    up = "../" * name.count("/")
    assert plan_of(tmp_path, {f"{name} -> {up}AGENTS.md": "", "AGENTS.md": TEXT}) == ["launch AGENTS.md"]
    assert plan_of(tmp_path / "b", {f"{name} -> {up}docs/a.md": "", "docs/a.md": TEXT}) == ["launch docs/a.md"]


def test_1_8_claude_md_may_be_a_link_out_of_the_project(tmp_path: Path) -> None:
    """It is rules that wait for approval then (R8)."""
    assert plan_of(tmp_path, {"CLAUDE.md -> ../shared.md": "", "../shared.md": TEXT}) == ["launch CLAUDE.md"]


def test_1_8_a_link_as_text_is_text(tmp_path: Path) -> None:
    """Git without links checks one out as a one-line file: its line loads, its target does not."""
    assert plan_of(tmp_path, {"CLAUDE.md": "AGENTS.md", "AGENTS.md": TEXT}) == [
        "launch CLAUDE.md",
        "never AGENTS.md agents-hidden",
    ]


@pytest.mark.parametrize(
    ("name", "why_not"), [("CLAUDE.md -> nowhere.md", "unreadable"), ("CLAUDE.md/keep.txt", ""), ("x.md", "")]
)
def test_1_8_what_is_no_file_does_not_load(name: str, why_not: str, tmp_path: Path) -> None:
    """A link to nothing, a folder of that name."""
    assert launched(tmp_path, {name: TEXT}) == []
    assert {load.why_not for load in load_plan(tmp_path / "b", {name: TEXT}).loads} == ({why_not} if why_not else set())


NETWORK: dict[str, Any] = {"links_rejected_prefixes": ["$/net/", "\\\\"], "links_allowed_prefixes": ["$/net/wsl/"]}


def network(tmp_path: Path) -> dict[str, list[str]]:
    """Return facts in which the machine has its network folder."""
    return {name: [each.replace("$", str(tmp_path)) for each in places] for name, places in NETWORK.items()}


@pytest.mark.parametrize("name", ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/a.md"])
def test_1_8_links_to_network_paths_are_not_followed(name: str, tmp_path: Path) -> None:
    """A ``CLAUDE.md`` or ``.claude/rules`` that is linked to a network path; one that looks like it is fine."""
    away = {
        "/net/share/a.md": "@b.md\n",
        "/net/share/b.md": TEXT,
        f"{name} -> $TMP/net/share/a.md": "",
        "docs/CLAUDE.md": "",
    }
    plan = load_plan(tmp_path, away, facts=network(tmp_path))
    assert [load.why_not for load in plan.at("launch")] == ["linked-outside"]
    near = {"/net/wsl/a.md": TEXT, f"{name} -> $TMP/net/wsl/a.md": ""}
    disk = tmp_path / "near"
    assert "linked-outside" not in {load.why_not for load in load_plan(disk, near, facts=network(disk)).loads}


def test_1_8_a_linked_folder_of_rules_on_the_network(tmp_path: Path) -> None:
    """The whole ``.claude/rules`` may be the link."""
    files = {"/net/rules/a.md": TEXT, ".claude/rules -> $TMP/net/rules": "", "CLAUDE.md": TEXT}
    assert plan_of(tmp_path, files, facts=network(tmp_path)) == [
        "launch CLAUDE.md",
        "launch .claude/rules/a.md linked-outside",
    ]


def test_1_8_a_project_on_the_network_may_link_inside(tmp_path: Path) -> None:
    """What lies on the network itself leads nowhere else."""
    files = {"/net/kiln/CLAUDE.md -> AGENTS.md": "", "/net/kiln/AGENTS.md": TEXT}
    assert plan_of(tmp_path, files, root="../../net/kiln", facts=network(tmp_path)) == ["launch AGENTS.md"]


@pytest.mark.parametrize(("version", "prefixes"), [("2.1.234", ("/net/", "/Network/", "\\\\")), ("2.1.233", ())])
def test_1_8_network_paths_by_version(version: str, prefixes: tuple[str, ...]) -> None:
    """Not followed since 2.1.234."""
    assert for_version(version).words("links.rejected-prefixes") == prefixes


def test_1_8_a_plug_ins_file_is_no_context(tmp_path: Path) -> None:
    """A ``CLAUDE.md`` in a plug-in's root is not loaded."""
    files = {f"{USER}/plugins/cache/glaze/CLAUDE.md": TEXT, f"{USER}/plugins/cache/glaze/AGENTS.md": TEXT}
    assert plan_of(tmp_path, files, **MACHINE) == []


# --- 1.9 AGENTS.md

CLAUDE_FILES = ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"]
BOTH, CLAUDE_ONLY, MANAGED_ONLY = "claude-md-and-agents-md", "claude-md", "managed-only"
FALLBACK = "claude-md-or-agents-md"


def option(mode: object) -> str:
    """Return settings that choose the project instructions."""
    return settings(pluginConfigs={"agents-md@builtin": {"options": {"instructionFiles": mode}}})


@pytest.mark.parametrize(("version", "read"), [("", True), ("2.1.277", True), ("2.1.276", False)])
def test_1_9_read_since_2_1_277(version: str, read: bool, tmp_path: Path) -> None:
    """AGENTS.md is read natively since 2.1.277 (R1)."""
    files = {"AGENTS.md": "@docs/a.md\n", "docs/a.md": TEXT, "apps/AGENTS.md": TEXT}
    found = ["launch AGENTS.md", "launch 1 docs/a.md <- AGENTS.md", "directory apps/AGENTS.md in apps"]
    assert plan_of(tmp_path, files, version=version) == (found if read else [])


@pytest.mark.parametrize(("version", "every"), [("2.1.281", True), ("2.1.280", False)])
def test_1_9_every_provider_since_2_1_281(version: str, every: bool) -> None:
    """Sessions on Bedrock, Vertex or Foundry, or without telemetry, since 2.1.281."""
    assert for_version(version).holds("agents.every-provider") is every


@pytest.mark.parametrize("folder", ["", "../", "/"])
@pytest.mark.parametrize("name", CLAUDE_FILES)
@pytest.mark.parametrize("text", [TEXT, ""])
def test_1_9_any_claude_file_here_or_above_counts(text: str, name: str, folder: str, tmp_path: Path) -> None:
    """If one exists in the working directory or above it, an empty one too, no AGENTS.md is read directly."""
    files = {folder + name: text, "AGENTS.md": TEXT, "../AGENTS.md": TEXT, ".claude/AGENTS.md": TEXT}
    files["apps/AGENTS.md"] = TEXT
    assert sorted(plan_of(tmp_path, files, machine=True)) == sorted(
        [
            f"launch {folder}{name}" + " empty" * (not text),
            "never ../AGENTS.md agents-hidden",
            "never AGENTS.md agents-hidden",
            "never .claude/AGENTS.md agents-hidden",
            "never apps/AGENTS.md agents-hidden",
        ]
    )


@pytest.mark.parametrize(
    "name",
    [
        f"{USER}/CLAUDE.md",
        f"{USER}/rules/a.md",
        f"{MANAGED}/CLAUDE.md",
        f"{MANAGED}/.claude/rules/a.md",
        ".claude/rules/a.md",
        "../.claude/rules/a.md",
        "apps/CLAUDE.md",
        "../glaze/CLAUDE.md",
        "claude.md",
        "docs/CLAUDE.local.md",
    ],
)
def test_1_9_other_files_do_not_count(name: str, tmp_path: Path) -> None:
    """The user's and the organisation's files, rules, files below and beside."""
    found = launched(tmp_path, {name: TEXT, "AGENTS.md": TEXT, "../AGENTS.md": TEXT}, **MACHINE)
    assert [path for path in found if path.endswith("AGENTS.md")] == ["../AGENTS.md", "AGENTS.md"]


def test_1_9_a_claude_file_that_is_excluded_does_not_count(tmp_path: Path) -> None:
    """The default is AGENTS.md if no CLAUDE file counts; one that never loads is taken for none (open)."""
    files = {"CLAUDE.md": TEXT, "AGENTS.md": TEXT, "apps/CLAUDE.md": TEXT, "apps/AGENTS.md": TEXT}
    files[".claude/settings.json"] = settings(claudeMdExcludes=["**/CLAUDE.md"])
    assert plan_of(tmp_path, files) == [
        "launch CLAUDE.md excluded",
        "launch AGENTS.md",
        "directory apps/CLAUDE.md in apps excluded",
        "directory apps/AGENTS.md in apps",
    ]


def test_1_9_read_at_launch_in_every_folder_above(tmp_path: Path) -> None:
    """``AGENTS.md`` and ``.claude/AGENTS.md`` in the working directory and every ancestor."""
    names = ["/AGENTS.md", "../AGENTS.md", "../.claude/AGENTS.md", "AGENTS.md", ".claude/AGENTS.md"]
    names += ["apps/AGENTS.md", "apps/.claude/AGENTS.md"]
    plan = load_plan(tmp_path, dict.fromkeys(names, TEXT), cwd="apps", machine=True)
    assert [short(load.path, tmp_path) for load in plan.in_context()] == names
    assert {load.reason for load in plan.loads} == {"agents_md"}
    assert launched(tmp_path, dict.fromkeys(names, TEXT)) == ["AGENTS.md", ".claude/AGENTS.md"]


@pytest.mark.parametrize("name", CLAUDE_FILES)
def test_1_9_nested_where_the_folder_has_no_claude_file_itself(name: str, tmp_path: Path) -> None:
    """In a subdirectory that has none of the three; what a folder above or below it has does not matter."""
    files = {
        f"apps/{name}": TEXT,
        "apps/AGENTS.md": TEXT,
        "apps/web/AGENTS.md": TEXT,
        "libs/AGENTS.md": TEXT,
        f"libs/ui/{name}": TEXT,
    }
    assert sorted(plan_of(tmp_path, files)) == sorted(
        [
            f"directory apps/{name} in apps",
            "directory apps/web/AGENTS.md in apps/web",
            "directory libs/AGENTS.md in libs",
            f"directory libs/ui/{name} in libs/ui",
            "never apps/AGENTS.md agents-hidden",
        ]
    )


def test_1_9_only_read_triggers_it() -> None:
    """Nested AGENTS.md loads when Read opens a file there; Write and Edit do not count (R9)."""
    assert for_version().words("trigger.agents") == ("Read",)


@pytest.mark.parametrize("place", [f"{USER}/settings.json", f"{MANAGED}/managed-settings.json"])
@pytest.mark.parametrize(
    ("mode", "found"),
    [
        (FALLBACK, ["CLAUDE.md", "CLAUDE.local.md"]),
        (BOTH, ["../AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"]),
        (CLAUDE_ONLY, ["CLAUDE.md", "CLAUDE.local.md"]),
        (MANAGED_ONLY, []),
        ("all", ["CLAUDE.md", "CLAUDE.local.md"]),
        (["claude-md-and-agents-md"], ["CLAUDE.md", "CLAUDE.local.md"]),
    ],
)
def test_1_9_the_option_in_user_and_managed_settings(
    mode: object, found: list[str], place: str, tmp_path: Path
) -> None:
    """Its four values; another one is none of them."""
    files = dict.fromkeys(("CLAUDE.md", "AGENTS.md", "../AGENTS.md", "CLAUDE.local.md"), TEXT)
    assert launched(tmp_path, {**files, place: option(mode)}, **MACHINE) == found


@pytest.mark.parametrize("place", [".claude/settings.json", LOCAL, "../.claude/settings.json"])
@pytest.mark.parametrize("mode", [BOTH, CLAUDE_ONLY, MANAGED_ONLY])
def test_1_9_the_option_is_ignored_elsewhere(mode: str, place: str, tmp_path: Path) -> None:
    """Project and local settings have no say."""
    assert launched(tmp_path, {"AGENTS.md": TEXT, place: option(mode)}, **MACHINE) == ["AGENTS.md"]
    files = {"AGENTS.md": TEXT, "CLAUDE.md": TEXT, place: option(mode)}
    assert launched(tmp_path / "b", files, **MACHINE) == ["CLAUDE.md"]


def test_1_9_managed_wins_over_user(tmp_path: Path) -> None:
    """Managed settings come last."""
    files = {"CLAUDE.md": TEXT, "AGENTS.md": TEXT, f"{USER}/settings.json": option(CLAUDE_ONLY)}
    files[f"{MANAGED}/managed-settings.json"] = option(BOTH)
    assert launched(tmp_path, files, **MACHINE) == ["CLAUDE.md", "AGENTS.md"]


@pytest.mark.parametrize("value", ["claude", "both", "none", "agents-fallback"])
def test_1_9_the_older_key_has_no_effect(value: str, tmp_path: Path) -> None:
    """``projectInstructions`` of a repository's README: the documentation wins."""
    old = settings(projectInstructions=value)
    assert launched(tmp_path, {"AGENTS.md": TEXT, f"{USER}/settings.json": old}, **MACHINE) == ["AGENTS.md"]


@pytest.mark.parametrize(("enabled", "read"), [(True, True), (False, False), (None, True)])
def test_1_9_unavailable_if_the_plug_in_is_disabled(enabled: object, read: bool, tmp_path: Path) -> None:
    """``agents-md@builtin`` may be turned off."""
    off = settings(enabledPlugins={"agents-md@builtin": enabled})
    files = {"AGENTS.md": TEXT, f"{USER}/settings.json": off}
    assert launched(tmp_path, files, **MACHINE) == ["AGENTS.md"] * read


def test_1_9_both_come_claude_first_in_each_folder(tmp_path: Path) -> None:
    """With both, nested ones too."""
    names = [
        "CLAUDE.md",
        ".claude/CLAUDE.md",
        ".claude/rules/a.md",
        "CLAUDE.local.md",
        "AGENTS.md",
        ".claude/AGENTS.md",
    ]
    files = {f"{folder}{name}": TEXT for folder in ("", "apps/") for name in names}
    files[f"{USER}/settings.json"] = option(BOTH)
    assert plan_of(tmp_path, files, **MACHINE) == [
        *(f"launch {name}" for name in names),
        *(f"directory apps/{name} in apps" for name in names),
    ]


def test_1_9_claude_md_alone(tmp_path: Path) -> None:
    """With ``claude-md`` no AGENTS.md is read, without any CLAUDE file neither."""
    files = {
        "AGENTS.md": TEXT,
        "apps/AGENTS.md": TEXT,
        "apps/CLAUDE.md": TEXT,
        f"{USER}/settings.json": option(CLAUDE_ONLY),
    }
    assert plan_of(tmp_path, files, **MACHINE) == [
        "directory apps/CLAUDE.md in apps",
        "never AGENTS.md agents-hidden",
        "never apps/AGENTS.md agents-hidden",
    ]


def test_1_9_managed_only(tmp_path: Path) -> None:
    """Managed files and auto memory at launch; subdirectory files and path rules still on demand; no AGENTS.md."""
    files = {
        f"{MANAGED}/CLAUDE.md": TEXT,
        f"{MANAGED}/.claude/rules/a.md": TEXT,
        f"{USER}/CLAUDE.md": TEXT,
        f"{USER}/rules/a.md": TEXT,
        "CLAUDE.md": "@docs/a.md\n",
        "CLAUDE.local.md": TEXT,
        ".claude/rules/a.md": TEXT,
        ".claude/rules/b.md": "---\npaths: src/*.ts\n---\n@../../docs/a.md\n",
        "docs/a.md": TEXT,
        "apps/CLAUDE.md": "@a.md\n",
        "apps/a.md": TEXT,
        "apps/.claude/rules/a.md": TEXT,
        "libs/AGENTS.md": TEXT,
        f"{MEMORY}/MEMORY.md": TEXT,
        f"{USER}/settings.json": option(MANAGED_ONLY),
    }
    assert plan_of(tmp_path, files, **MACHINE) == [
        f"launch {MANAGED}/CLAUDE.md",
        f"launch {MANAGED}/.claude/rules/a.md",
        f"launch {USER}/CLAUDE.md managed-only",
        f"launch {USER}/rules/a.md managed-only",
        "launch CLAUDE.md managed-only",
        "launch .claude/rules/a.md managed-only",
        "launch 1 docs/a.md <- .claude/rules/b.md managed-only",
        "launch CLAUDE.local.md managed-only",
        f"launch {MEMORY}/MEMORY.md",
        "directory apps/CLAUDE.md in apps",
        "directory 1 apps/a.md <- apps/CLAUDE.md in apps",
        "directory apps/.claude/rules/a.md in apps",
        "glob .claude/rules/b.md in . for src/*.ts",
        "never libs/AGENTS.md agents-hidden",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "AGENTS.local.md",
        "AGENTS.override.md",
        ".agents/AGENTS.md",
        ".agents/.claude/AGENTS.md",
        ".agents/rules/AGENTS.md",
        "apps/.agents/AGENTS.md",
        ".agents/notes.md",
        "agents/notes.md",
        f"{USER}/AGENTS.md",
        f"{MANAGED}/AGENTS.md",
    ],
)
@pytest.mark.parametrize("mode", [FALLBACK, BOTH])
def test_1_9_never_read(mode: str, name: str, tmp_path: Path) -> None:
    """``AGENTS.local.md``, ``AGENTS.override.md`` and anything under ``.agents``."""
    files = {name: TEXT, "AGENTS.md": TEXT, f"{USER}/settings.json": option(mode)}
    plan = load_plan(tmp_path, files, **MACHINE)
    assert [load.path for load in plan.loads if load.contributes] == ["AGENTS.md"]


def test_1_9_imports_in_agents_md_expand(tmp_path: Path) -> None:
    """At launch and nested; those from outside load only if already approved."""
    files = {
        "AGENTS.md": "@docs/a.md\n@../shared.md\n",
        "docs/a.md": "@.agents/b.md\n@../.agents/b.md\n",
        ".agents/b.md": TEXT,
        "../shared.md": TEXT,
        "apps/AGENTS.md": "@a.md\n",
        "apps/a.md": TEXT,
    }
    assert plan_of(tmp_path, files) == [
        "launch AGENTS.md",
        "launch 1 docs/a.md <- AGENTS.md",
        "launch 2 docs/.agents/b.md <- docs/a.md missing",
        "launch 2 .agents/b.md <- docs/a.md",
        "launch 1 ../shared.md <- AGENTS.md needs-approval",
        "directory apps/AGENTS.md in apps",
        "directory 1 apps/a.md <- apps/AGENTS.md in apps",
    ]


@pytest.mark.parametrize("mode", [FALLBACK, BOTH, CLAUDE_ONLY])
@pytest.mark.parametrize("link", [True, False])
@pytest.mark.parametrize("folder", ["", "apps/"])
def test_1_9_imported_or_linked_it_never_loads_twice(folder: str, link: bool, mode: str, tmp_path: Path) -> None:
    """A CLAUDE.md that imports AGENTS.md, or is a link to it, is portable in every mode."""
    files = {f"{folder}AGENTS.md": TEXT, f"{USER}/settings.json": option(mode)}
    files |= {f"{folder}CLAUDE.md -> AGENTS.md": ""} if link else {f"{folder}CLAUDE.md": "@AGENTS.md\n"}
    plan = load_plan(tmp_path, files, **MACHINE)
    found = [load.path for load in plan.loads]
    assert found == [f"{folder}AGENTS.md"] if link else [f"{folder}CLAUDE.md", f"{folder}AGENTS.md"]
    assert all(load.contributes for load in plan.loads)


def test_1_9_what_another_folder_imports_is_still_read_here(tmp_path: Path) -> None:
    """``docs/AGENTS.md`` comes with ``apps`` as an import, and with ``docs`` by itself."""
    files = {"apps/CLAUDE.md": "@../docs/AGENTS.md\n", "docs/AGENTS.md": TEXT}
    assert plan_of(tmp_path, files) == [
        "directory apps/CLAUDE.md in apps",
        "directory 1 docs/AGENTS.md <- apps/CLAUDE.md in apps",
        "directory docs/AGENTS.md in docs",
    ]
