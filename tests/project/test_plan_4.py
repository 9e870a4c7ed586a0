"""Auto memory: whether it is on, where it lies and what of its index loads: the sentences of SPEC 4.1, 4.2 and 4.3."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memlint.harness.facts import for_version
from tests.project.plans import HOME, load_plan, plan_of, settings, short, slug

TEXT = "- [Glazes](glazes.md) — which ones run\n"
TOPIC = "---\nname: glazes\ntype: project\n---\nCeladon runs.\n"
MANAGED, USER = "/etc/claude-code", "~/.claude"
SHARED, LOCAL = ".claude/settings.json", ".claude/settings.local.json"
MEMORY = "~/.claude/projects/$SLUG/memory"
MACHINE: dict[str, Any] = {"machine": True, "user": True}
FILES = {f"{MEMORY}/MEMORY.md": TEXT, f"{MEMORY}/glazes.md": TOPIC, f"{MEMORY}/team/MEMORY.md": TEXT}
ON = [
    f"launch {MEMORY}/MEMORY.md",
    f"launch {MEMORY}/team/MEMORY.md",
    f"recall {MEMORY}/glazes.md",
]
OFF = [f"{row} switched-off" for row in ON]


def found_in(disk: Path, files: dict[str, str], **options: Any) -> list[str]:
    """Return the indexes of auto memory that load at the start."""
    options = {**MACHINE, **options}
    plan = load_plan(disk, files, **options)
    return [short(load.path, disk) for load in plan.in_context() if load.tier == "auto-memory"]


# --- 4.1 enablement


def test_4_1_on_by_default(tmp_path: Path) -> None:
    """The index and the team's load at launch, topic files are recalled."""
    assert plan_of(tmp_path, FILES, user=True) == ON
    plan = load_plan(tmp_path, FILES, user=True)
    assert [(load.tier, load.reason) for load in plan.loads] == [
        ("auto-memory", "auto_memory"),
        ("team-memory", "auto_memory"),
        ("auto-memory", "recall"),
    ]


def test_4_1_a_shared_run_has_no_auto_memory(tmp_path: Path) -> None:
    """It is one person's."""
    assert plan_of(tmp_path, FILES) == []
    assert plan_of(tmp_path, FILES, machine=True) == []


@pytest.mark.parametrize(("version", "there"), [("2.1.59", True), ("2.1.58", False)])
def test_4_1_since_2_1_59(version: str, there: bool, tmp_path: Path) -> None:
    """There was none before."""
    assert plan_of(tmp_path, FILES, user=True, version=version) == (ON if there else [])


@pytest.mark.parametrize("value", ["1", "true", "TRUE", "yes", "on", "anything"])
def test_4_1_the_variable_turns_it_off(value: str, tmp_path: Path) -> None:
    """``CLAUDE_CODE_DISABLE_AUTO_MEMORY``, whatever the settings say."""
    files = {**FILES, f"{USER}/settings.json": settings(autoMemoryEnabled=True)}
    assert plan_of(tmp_path, files, environment={"CLAUDE_CODE_DISABLE_AUTO_MEMORY": value}, **MACHINE) == OFF


@pytest.mark.parametrize("value", ["0", "false", "no", "off", "OFF"])
def test_4_1_a_false_value_forces_it_on(value: str, tmp_path: Path) -> None:
    """It comes before ``--bare`` and the settings."""
    environment = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": value}
    files = {**FILES, SHARED: settings(autoMemoryEnabled=False)}
    assert plan_of(tmp_path, files, environment=environment, **MACHINE) == ON
    assert plan_of(tmp_path, files, environment={**environment, "CLAUDE_CODE_SIMPLE": "1"}, **MACHINE) == ON


def test_4_1_safe_mode_comes_first(tmp_path: Path) -> None:
    """Before the variable that forces it on."""
    environment = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "0", "CLAUDE_CODE_SAFE_MODE": "1"}
    assert plan_of(tmp_path, FILES, environment=environment, **MACHINE) == OFF


@pytest.mark.parametrize("name", ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_DISABLE_CLAUDE_MDS"])
def test_4_1_off_with_the_switches_of_1_1(name: str, tmp_path: Path) -> None:
    """``--bare``, safe mode and the switch of all memory files."""
    assert plan_of(tmp_path, FILES, environment={name: "1"}, **MACHINE) == OFF


@pytest.mark.parametrize("place", [f"{USER}/settings.json", SHARED, LOCAL, f"{MANAGED}/managed-settings.json"])
@pytest.mark.parametrize(("value", "rows"), [(False, OFF), (True, ON), ("false", ON), (0, ON), (None, ON)])
def test_4_1_the_setting_in_any_scope(value: object, rows: list[str], place: str, tmp_path: Path) -> None:
    """``autoMemoryEnabled``: project settings may turn it off too; what is no yes or no says nothing."""
    assert plan_of(tmp_path, {**FILES, place: settings(autoMemoryEnabled=value)}, **MACHINE) == rows


def test_4_1_the_narrower_scope_wins(tmp_path: Path) -> None:
    """Local over project over user; the organisation's over all."""
    files = {**FILES, f"{USER}/settings.json": settings(autoMemoryEnabled=False)}
    files[SHARED] = settings(autoMemoryEnabled=True)
    assert plan_of(tmp_path, files, **MACHINE) == ON
    files[LOCAL] = settings(autoMemoryEnabled=False)
    assert plan_of(tmp_path, files, **MACHINE) == OFF
    files[f"{MANAGED}/managed-settings.json"] = settings(autoMemoryEnabled=True)
    assert plan_of(tmp_path, files, **MACHINE) == ON


# --- 4.2 directory


def test_4_2_the_override_comes_first(tmp_path: Path) -> None:
    """``CLAUDE_COWORK_MEMORY_PATH_OVERRIDE``, before every setting."""
    files = {**FILES, "/cowork/memory/MEMORY.md": TEXT, f"{USER}/settings.json": settings(autoMemoryDirectory="~/mem")}
    files["~/mem/MEMORY.md"] = TEXT
    environment = {"CLAUDE_COWORK_MEMORY_PATH_OVERRIDE": f"{tmp_path}/cowork/memory"}
    assert found_in(tmp_path, files, environment=environment) == ["/cowork/memory/MEMORY.md"]
    assert found_in(tmp_path, files) == ["~/mem/MEMORY.md"]


@pytest.mark.parametrize("place", [f"{USER}/settings.json", SHARED, LOCAL, f"{MANAGED}/managed-settings.json"])
@pytest.mark.parametrize(
    ("value", "index"),
    [
        ("~/notes", "~/notes/MEMORY.md"),
        ("~/notes/", "~/notes/MEMORY.md"),
        ("$TMP/notes", "/notes/MEMORY.md"),
        ("$TMP/a/../notes", "/notes/MEMORY.md"),
        ("notes", ""),
        ("./notes", ""),
        ("~notes", ""),
        ("/", ""),
        ("~", ""),
        ("", ""),
        ("$TMP/no\0tes", ""),
        (7, ""),
        (None, ""),
    ],
)
def test_4_2_the_setting(value: object, index: str, place: str, tmp_path: Path) -> None:
    """``autoMemoryDirectory``: absolute or ``~/…``; what is relative, a root or has a NUL gives the default."""
    if isinstance(value, str):
        value = value.replace("$TMP", str(tmp_path))
    files = {**FILES, "~/notes/MEMORY.md": TEXT, "/notes/MEMORY.md": TEXT, "notes/MEMORY.md": TEXT}
    files[place] = settings(autoMemoryDirectory=value)
    assert found_in(tmp_path, files) == [index or f"{MEMORY}/MEMORY.md"]


def test_4_2_the_narrower_setting_wins_and_may_be_rejected(tmp_path: Path) -> None:
    """A value that is rejected gives the default, not the value of a wider scope."""
    files = {**FILES, "~/a/MEMORY.md": TEXT, "~/b/MEMORY.md": TEXT}
    files[f"{USER}/settings.json"] = settings(autoMemoryDirectory="~/a")
    files[SHARED] = settings(autoMemoryDirectory="~/b")
    assert found_in(tmp_path, files) == ["~/b/MEMORY.md"]
    files[SHARED] = settings(autoMemoryDirectory="b")
    assert found_in(tmp_path, files) == [f"{MEMORY}/MEMORY.md"]


@pytest.mark.parametrize(("version", "chosen"), [("2.1.74", True), ("2.1.73", False)])
def test_4_2_the_setting_exists_since_2_1_74(version: str, chosen: bool, tmp_path: Path) -> None:
    """Before, the default was the only place."""
    files = {**FILES, "~/notes/MEMORY.md": TEXT, f"{USER}/settings.json": settings(autoMemoryDirectory="~/notes")}
    assert found_in(tmp_path, files, version=version) == ["~/notes/MEMORY.md" if chosen else f"{MEMORY}/MEMORY.md"]


BLOCK = {"permissions": {"blockReadsOutsideWorkingDirectories": True}}


@pytest.mark.parametrize(
    ("shared", "user", "read"),
    [
        ({"autoMemoryDirectory": "~/notes", **BLOCK}, {}, False),
        ({"autoMemoryDirectory": "~/notes"}, BLOCK, False),
        ({"autoMemoryDirectory": "$TMP/work/kiln/notes"}, BLOCK, False),
        ({"autoMemoryDirectory": "~/notes"}, {}, True),
        ({}, {"autoMemoryDirectory": "~/notes", **BLOCK}, True),
        (BLOCK, {"autoMemoryDirectory": "~/notes"}, True),
        (BLOCK, {}, True),
        (
            {"autoMemoryDirectory": "~/notes", "permissions": {"blockReadsOutsideWorkingDirectories": False}},
            BLOCK,
            True,
        ),
    ],
)
def test_4_2_a_directory_that_the_repository_chose(
    shared: dict[str, Any], user: dict[str, Any], read: bool, tmp_path: Path
) -> None:
    """With ``permissions.blockReadsOutsideWorkingDirectories`` it is neither read nor written."""
    files = {**FILES, "~/notes/MEMORY.md": TEXT, "notes/MEMORY.md": TEXT}
    files |= {SHARED: settings(**shared), f"{USER}/settings.json": settings(**user)}
    assert bool(found_in(tmp_path, files)) is read
    if not read:
        assert found_in(tmp_path, files, version="2.1.272")


def test_4_2_the_default_lies_in_the_configuration_directory(tmp_path: Path) -> None:
    """``CLAUDE_CONFIG_DIR`` moves it, and ``CLAUDE_CODE_REMOTE_MEMORY_DIR`` it alone."""
    files = {**FILES, "~/moved/projects/$SLUG/memory/MEMORY.md": TEXT, "/remote/projects/$SLUG/memory/MEMORY.md": TEXT}
    assert found_in(tmp_path, files) == [f"{MEMORY}/MEMORY.md"]
    assert found_in(tmp_path, files, config=f"{HOME}/moved") == ["~/moved/projects/$SLUG/memory/MEMORY.md"]
    environment = {"CLAUDE_CODE_REMOTE_MEMORY_DIR": f"{tmp_path}/remote"}
    assert found_in(tmp_path, files, environment=environment) == ["/remote/projects/$SLUG/memory/MEMORY.md"]


NAMED = "~/.claude/projects/glazes_2-b/memory/MEMORY.md"


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("glazes_2-b", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("", False),
        ("gla zes", False),
        ("gla/zes", False),
        ("..", False),
        ("glasür", False),
        ("con", False),
        ("NUL", False),
        ("com1", False),
        ("LPT9", False),
        ("aux", False),
        ("prn", False),
        ("console", True),
        ("com", True),
    ],
)
def test_4_2_a_name_for_the_project(name: str, named: bool, tmp_path: Path) -> None:
    """``CLAUDE_CODE_PROJECT_DIR_NAME``: 1 to 64 letters, digits, ``-`` and ``_``, and no Windows device."""
    files = dict(FILES)
    if name and "/" not in name and name != "..":
        files[f"~/.claude/projects/{name}/memory/MEMORY.md"] = TEXT
    environment = {"CLAUDE_CODE_PROJECT_DIR_NAME": name, "CLAUDE_CONFIG_DIR": f"{tmp_path}/{HOME}/.claude"}
    assert found_in(tmp_path, files, environment=environment) == [
        f"~/.claude/projects/{name}/memory/MEMORY.md" if named else f"{MEMORY}/MEMORY.md"
    ]


def test_4_2_the_name_needs_the_configuration_directory(tmp_path: Path) -> None:
    """It counts with ``CLAUDE_CONFIG_DIR`` alone."""
    environment = {"CLAUDE_CODE_PROJECT_DIR_NAME": "glazes_2-b"}
    assert found_in(tmp_path, {**FILES, NAMED: TEXT}, environment=environment) == [f"{MEMORY}/MEMORY.md"]


@pytest.mark.parametrize(("version", "named"), [("2.1.234", True), ("2.1.233", False)])
def test_4_2_the_name_counts_since_2_1_234(version: str, named: bool, tmp_path: Path) -> None:
    """Before, the slug was the only name."""
    environment = {"CLAUDE_CODE_PROJECT_DIR_NAME": "glazes_2-b", "CLAUDE_CONFIG_DIR": f"{tmp_path}/{HOME}/.claude"}
    assert found_in(tmp_path, {**FILES, NAMED: TEXT}, environment=environment, version=version) == [
        NAMED if named else f"{MEMORY}/MEMORY.md"
    ]


@pytest.mark.parametrize("cwd", ["", "apps", "apps/web"])
def test_4_2_it_belongs_to_the_repository(cwd: str, tmp_path: Path) -> None:
    """The slug is that of the git root, shared by its subdirectories."""
    files = {**FILES, "apps/web/a.ts": "", "~/.claude/projects/$SLUG-apps/memory/MEMORY.md": TEXT}
    assert found_in(tmp_path, files, cwd=cwd) == [f"{MEMORY}/MEMORY.md"]


@pytest.mark.parametrize("folder", ["a b", "a.b", "a_b", "a:b", "A-b", "窯", "é", "a--b"])
def test_4_2_the_slug(folder: str, tmp_path: Path) -> None:
    """Every character that is no ASCII letter or digit becomes ``-``, one for one, none collapsed."""
    root = f"../{folder}"
    own = f"{slug(tmp_path / 'work')}-" + {"a b": "a-b", "a.b": "a-b", "a_b": "a-b", "a:b": "a-b", "A-b": "A-b"}.get(
        folder, {"窯": "-", "é": "-", "a--b": "a--b"}.get(folder, "")
    )
    files = {f"{root}/CLAUDE.md": TEXT, f"~/.claude/projects/{own}/memory/MEMORY.md": TEXT}
    assert len(found_in(tmp_path, files, root=root)) == 1
    assert found_in(tmp_path / "b", {f"{root}/CLAUDE.md": TEXT, **FILES}, root=root) == []


def test_4_2_a_long_slug_is_matched_by_its_beginning(tmp_path: Path) -> None:
    """Longer than 200 characters: the first 200, ``-`` and a hash that is not known."""
    root = "../" + "/".join(["long-name" * 5] * 5)
    own = slug(tmp_path / "work" / root[3:])
    assert len(own) > 200
    files = {f"{root}/CLAUDE.md": TEXT, f"~/.claude/projects/{own[:200]}-1a2b/memory/MEMORY.md": TEXT}
    assert len(found_in(tmp_path, files, root=root)) == 1


def test_4_2_the_roots_real_place_counts(tmp_path: Path) -> None:
    """The canonical root: a link to the project has the project's memory."""
    files = {**FILES, "/way -> work": "", "CLAUDE.md": TEXT}
    assert found_in(tmp_path, files, root="../../way/kiln") == [f"{MEMORY}/MEMORY.md"]


def test_4_2_a_folder_of_transcripts_has_no_memory(tmp_path: Path) -> None:
    """``projects/<slug>/`` without ``memory`` is normal; the memory of another project is another's."""
    files = {
        "~/.claude/projects/$SLUG/3f2a.jsonl": "{}\n",
        "~/.claude/projects/$SLUG/MEMORY.md": TEXT,
        "~/.claude/projects/-home-dana-glaze/memory/MEMORY.md": TEXT,
    }
    assert plan_of(tmp_path, files, **MACHINE) == []


def test_4_2_contents(tmp_path: Path) -> None:
    """The index, topic files and the team's; logs and sessions are the agent's own."""
    files = {
        **FILES,
        f"{MEMORY}/team/kilns.md": TOPIC,
        f"{MEMORY}/logs/2026/11/30/a.md": TEXT,
        f"{MEMORY}/sessions/a.md": TEXT,
        f"{MEMORY}/.consolidate-lock": "",
    }
    plan = load_plan(tmp_path, files, user=True)
    assert [(short(load.path, tmp_path), load.tier, load.moment) for load in plan.loads] == [
        (f"{MEMORY}/MEMORY.md", "auto-memory", "launch"),
        (f"{MEMORY}/team/MEMORY.md", "team-memory", "launch"),
        (f"{MEMORY}/glazes.md", "auto-memory", "recall"),
        (f"{MEMORY}/team/kilns.md", "team-memory", "recall"),
    ]


def test_4_2_a_directory_in_the_repository_is_nobodys_unless_chosen(tmp_path: Path) -> None:
    """``memory/`` in a project is no place of 4.2."""
    files = {"memory/MEMORY.md": TEXT, "memory/glazes.md": TOPIC}
    assert plan_of(tmp_path, files, **MACHINE) == [
        "never memory/MEMORY.md no-location",
        "never memory/glazes.md no-location",
    ]
    files[SHARED] = settings(autoMemoryDirectory=f"{tmp_path}/work/kiln/memory")
    assert plan_of(tmp_path, files, **MACHINE) == ["launch memory/MEMORY.md", "recall memory/glazes.md"]


def test_4_2_topics_without_an_index(tmp_path: Path) -> None:
    """Nothing loads at launch then."""
    assert found_in(tmp_path, {f"{MEMORY}/glazes.md": TOPIC}) == []


# --- 4.3 measurement and truncation


def cut(disk: Path, text: str, **options: Any) -> tuple[str, int, int]:
    """Return what keeps a part of the index ``text`` away, and how many lines and UTF-16 units of it load."""
    (load,) = load_plan(disk, {f"{MEMORY}/MEMORY.md": text}, user=True, **options).loads
    assert load.contributes
    assert load.loaded is not None
    return load.why_not, load.loaded.lines, load.loaded.utf16_units


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("x\n" * 199, ("", 199, 397)),
        ("x\n" * 200, ("", 200, 399)),
        ("x\n" * 201, ("cut", 200, 399)),
        ("x\n" * 1_000, ("cut", 200, 399)),
        ("x" * 25_000, ("", 1, 25_000)),
        ("x" * 24_999 + "\n", ("", 1, 24_999)),
        ("x" * 25_001, ("cut", 1, 25_000)),  # a part of it
        (("x" * 249 + "\n") * 100, ("", 100, 24_999)),
        (("x" * 249 + "\n") * 101, ("cut", 100, 24_999)),
        (("x" * 999 + "\n") * 30, ("cut", 25, 24_999)),
        (("x" * 99 + "\n") * 300, ("cut", 200, 19_999)),
        (("窯" * 124 + "\n") * 100, ("", 100, 12_499)),
        (("窯" * 199 + "\n") * 120, ("", 120, 23_999)),
        (("窯" * 249 + "\n") * 120, ("cut", 100, 24_999)),
        (("😀" * 124 + "\n") * 150, ("cut", 100, 24_899)),
    ],
)
def test_4_3_where_an_index_is_cut(text: str, result: tuple[str, int, int], tmp_path: Path) -> None:
    """After 200 lines, then at the last newline at or before 25,000; exactly as much is allowed.

    The size counts UTF-16 units here: past it in bytes alone is a possible loss, of which a plan says nothing (R4).
    """
    assert cut(tmp_path, text) == result


@pytest.mark.parametrize(
    "text",
    [
        "---\nname: index\n---\n" + "x\n" * 200,
        "<!-- a\n" + "note\n" * 50 + "-->\n" + "x\n" * 200,
        "\n\n\n" + "x\n" * 200 + "\n\n\n",
        "x\n" * 100 + "\n<!-- " + "y" * 30_000 + " -->\n\n" + "x\n" * 98,
    ],
)
def test_4_3_header_comments_and_blank_ends_do_not_count(text: str, tmp_path: Path) -> None:
    """*Content* is the file without them."""
    assert cut(tmp_path, text)[0] == ""


@pytest.mark.parametrize("text", ["---\na: b\n---\n" + "x\n" * 201, "<!-- a -->\n" + "x\n" * 201])
def test_4_3_they_save_nothing_else(text: str, tmp_path: Path) -> None:
    """The content's own limit stays."""
    assert cut(tmp_path, text)[:2] == ("cut", 200)


@pytest.mark.parametrize(("version", "why_not"), [("2.1.83", "cut"), ("2.1.82", "")])
def test_4_3_the_size_counts_since_2_1_83(version: str, why_not: str, tmp_path: Path) -> None:
    """Before, lines were the only limit."""
    assert cut(tmp_path, ("x" * 999 + "\n") * 30, version=version)[0] == why_not
    assert cut(tmp_path, "x\n" * 201, version=version)[0] == "cut"


def test_4_3_the_plan_tells_where(tmp_path: Path) -> None:
    """The line that the loss begins at, how much is lost, and its first words."""
    text = "".join(f"- [Glaze {number}](g.md) — x\n" for number in range(1, 211))
    (load,) = load_plan(tmp_path, {f"{MEMORY}/MEMORY.md": text}, user=True).loads
    assert load.detail.startswith("cut at line 201: 10 lines never load")
    assert "Glaze 201" in load.detail
    assert (load.raw and load.raw.lines, load.loaded and load.loaded.lines) == (210, 200)


@pytest.mark.parametrize("name", ["CLAUDE.md", ".claude/rules/a.md", f"{USER}/CLAUDE.md"])
def test_4_3_no_other_file_is_cut(name: str, tmp_path: Path) -> None:
    """The limit is the index's."""
    (load,) = load_plan(tmp_path, {name: "x\n" * 1_000}, user=True).loads
    assert (load.why_not, load.loaded and load.loaded.lines) == ("", 1_000)


def test_4_3_the_teams_index_has_the_limit(tmp_path: Path) -> None:
    """Team indexes too."""
    (load,) = load_plan(tmp_path, {f"{MEMORY}/team/MEMORY.md": "x\n" * 201}, user=True).loads
    assert load.why_not == "cut"


def test_4_3_numbers() -> None:
    """200 lines and 25,000."""
    facts = for_version()
    assert (facts.number("index.max-lines"), facts.number("index.max-size")) == (200, 25_000)
