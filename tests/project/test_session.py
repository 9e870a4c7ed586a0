"""What the settings and the environment of a session change: one function, one switch at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memlint.harness.facts import for_version
from memlint.project import session as sessions
from memlint.project.agent_settings import AgentSettings, SettingsScope
from memlint.project.files import MemoryFile
from memlint.project.session import Session
from tests.trees import plant

FACTS = for_version()
PLUGIN, OPTION = FACTS.text("agents.plugin"), FACTS.text("agents.mode-option")


def session(cwd: Path | str = "/work", **fields: Any) -> Session:
    return Session(str(cwd), **fields)


def settings(*rows: tuple[SettingsScope, dict[str, Any]]) -> list[AgentSettings]:
    return [AgentSettings(f"{scope}.json", scope, "", data) for scope, data in rows]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("1", True), ("true", True), ("x", True), ("", False), ("0", False), ("FALSE", False), ("no", False), ("off", False)],
)  # fmt: skip
def test_what_means_yes(value: str, expected: bool) -> None:
    assert session(environment={"KILN": value}).is_set("KILN", FACTS) is expected
    assert session(environment={"KILN": value}).is_set("OTHER", FACTS) is False
    assert session(environment={"": "1"}).is_set("", FACTS) is False  # of a switch that this version has not


def test_folders_down() -> None:
    assert sessions.folders_down_to("/a/b/c") == ["/", "/a", "/a/b", "/a/b/c"]
    assert sessions.folders_down_to("/") == ["/"]


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, ""),
        ({"CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1"}, "CLAUDE_CODE_DISABLE_CLAUDE_MDS"),
        ({"CLAUDE_CODE_DISABLE_CLAUDE_MDS": "0"}, ""),
        ({"CLAUDE_CODE_SIMPLE": "1"}, "CLAUDE_CODE_SIMPLE"),
        ({"CLAUDE_CODE_SAFE_MODE": "1"}, "CLAUDE_CODE_SAFE_MODE"),
        ({"CLAUDE_CODE_SAFE_MODE": "1", "CLAUDE_CODE_SIMPLE": "1"}, "CLAUDE_CODE_SIMPLE"),
        ({"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}, ""),
    ],
)
def test_what_keeps_all_files_away(environment: dict[str, str], expected: str) -> None:
    assert sessions.switched_off(session(environment=environment), FACTS) == expected


ON, OFF = {"autoMemoryEnabled": True}, {"autoMemoryEnabled": False}
NO_MEMORY = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"


@pytest.mark.parametrize(
    ("environment", "rows", "expected"),
    [
        ({}, [], ""),
        ({"CLAUDE_CODE_SAFE_MODE": "1"}, [], "CLAUDE_CODE_SAFE_MODE"),
        ({"CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1"}, [], "CLAUDE_CODE_DISABLE_CLAUDE_MDS"),
        ({NO_MEMORY: "1"}, [], NO_MEMORY),
        ({NO_MEMORY: "1"}, [ON], NO_MEMORY),
        ({NO_MEMORY: "0"}, [OFF], ""),  # forces it on
        ({NO_MEMORY: "0", "CLAUDE_CODE_SIMPLE": "1"}, [], ""),
        ({NO_MEMORY: "0", "CLAUDE_CODE_SAFE_MODE": "1"}, [], "CLAUDE_CODE_SAFE_MODE"),
        ({"CLAUDE_CODE_SIMPLE": "1"}, [ON], "CLAUDE_CODE_SIMPLE"),
        ({}, [OFF], "autoMemoryEnabled is false"),
        ({}, [ON], ""),
        ({}, [ON, OFF], "autoMemoryEnabled is false"),  # the last one wins
        ({}, [OFF, ON], ""),
        ({}, [OFF, {}], "autoMemoryEnabled is false"),
        ({}, [{"autoMemoryEnabled": 0}], ""),  # no switch
    ],
)
def test_what_turns_auto_memory_off(environment: dict[str, str], rows: list[dict[str, Any]], expected: str) -> None:
    given = settings(*(("project", row) for row in rows))
    assert sessions.memory_off(session(environment=environment), given, FACTS) == expected


def mode(value: str) -> dict[str, Any]:
    return {"pluginConfigs": {PLUGIN: {"options": {OPTION: value}}}}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], "claude-md-or-agents-md"),
        ([("user", mode("managed-only"))], "managed-only"),
        ([("managed", mode("claude-md-and-agents-md"))], "claude-md-and-agents-md"),
        ([("user", mode("managed-only")), ("managed", mode("claude-md"))], "claude-md"),
        ([("project", mode("managed-only"))], "claude-md-or-agents-md"),  # has no say
        ([("local", mode("managed-only"))], "claude-md-or-agents-md"),
        ([("user", mode("nothing"))], "claude-md-or-agents-md"),
        ([("user", {"enabledPlugins": {PLUGIN: False}})], "claude-md"),
        ([("user", {"enabledPlugins": {PLUGIN: True}})], "claude-md-or-agents-md"),
        ([("project", {"enabledPlugins": {PLUGIN: False}})], "claude-md-or-agents-md"),
        ([("user", {**mode("managed-only"), "enabledPlugins": {PLUGIN: False}})], "claude-md"),
    ],
)
def test_how_agents_files_are_read(rows: list[tuple[SettingsScope, dict[str, Any]]], expected: str) -> None:
    assert sessions.agents_mode(settings(*rows), FACTS) == expected


def chosen(value: object) -> dict[str, Any]:
    return {"autoMemoryDirectory": value}


@pytest.mark.parametrize(
    ("environment", "rows", "expected"),
    [
        ({}, [], None),
        ({"CLAUDE_COWORK_MEMORY_PATH_OVERRIDE": "/m"}, [chosen("/other")], "/m"),
        ({}, [chosen("/m/./x/../y")], "/m/y"),
        ({}, [chosen("~/m")], "/home/dana/m"),
        ({}, [chosen("/m"), chosen("/n")], "/n"),
        ({}, [chosen("/m"), chosen(7)], "/m"),
        ({}, [chosen("m")], None),
        ({}, [chosen("/")], None),
        ({}, [chosen("/m\0")], None),
        ({}, [chosen("")], None),
        ({"CLAUDE_CODE_REMOTE_MEMORY_DIR": "/remote"}, [], "/remote/projects/-work-kiln/memory"),
        ({"CLAUDE_CODE_PROJECT_DIR_NAME": "kiln"}, [], None),  # without a configuration folder
        ({"CLAUDE_CODE_PROJECT_DIR_NAME": "kiln", "CLAUDE_CONFIG_DIR": "/c"}, [], "/c/projects/kiln/memory"),
    ],
)
def test_where_auto_memory_is(environment: dict[str, str], rows: list[dict[str, Any]], expected: str | None) -> None:
    given = settings(*(("user", row) for row in rows))
    found = sessions.memory_directory(session(environment=environment), given, "/work/kiln", "/home/dana", "/c", FACTS)
    assert found == (expected or "/c/projects/-work-kiln/memory")


@pytest.mark.parametrize(
    ("rows", "blocked"),
    [
        ([("project", chosen("/m")), ("user", {"permissions": {"blockReadsOutsideWorkingDirectories": True}})], True),
        ([("project", {**chosen("/m"), "permissions": {"blockReadsOutsideWorkingDirectories": True}})], True),
        ([("user", {**chosen("/m"), "permissions": {"blockReadsOutsideWorkingDirectories": True}})], False),
        ([("project", {**chosen("/m"), "permissions": {"blockReadsOutsideWorkingDirectories": False}})], False),
        ([("project", {"permissions": {"blockReadsOutsideWorkingDirectories": True}})], False),
        ([("project", chosen("/m"))], False),
        (
            [
                ("project", {**chosen("/m"), "permissions": {"blockReadsOutsideWorkingDirectories": True}}),
                ("managed", {"permissions": {"blockReadsOutsideWorkingDirectories": False}}),
            ],
            False,
        ),
    ],
)
def test_a_directory_that_the_repository_chose_may_be_blocked(
    rows: list[tuple[SettingsScope, dict[str, Any]]], blocked: bool
) -> None:
    key = "permissions.blockReadsOutsideWorkingDirectories"
    assert sessions.memory_blocked(settings(*rows), FACTS) == (key if blocked else "")


def test_which_settings_files_hold(tmp_path: Path) -> None:
    names = {"p/.claude/settings.json": "project", "p/.claude/settings.local.json": "local", "c/settings.json": "user"}
    plant(tmp_path, {name: f'{{"claudeMdExcludes": ["{scope}", 7]}}' for name, scope in names.items()})

    def scopes(**fields: Any) -> list[str]:
        found = sessions.settings_files(session(tmp_path / "p", **fields), str(tmp_path / "c"), FACTS)
        assert list(sessions.excludes(found, FACTS)) == [each.scope for each in found]
        return [each.scope for each in found]

    assert scopes() == ["project"]
    assert scopes(user=True) == ["user", "project"]
    assert scopes(user=True, machine=True, platform="plan9") == ["user", "project", "local"]
    assert scopes(user=True, machine=True, platform="plan9", sources=("local",)) == ["local"]
    assert scopes(user=True, machine=True, platform="plan9", sources=("user",)) == ["user"]
    assert scopes(user=True, sources=()) == []


def test_which_files_the_settings_keep_out(tmp_path: Path) -> None:
    plant(tmp_path, {"p/.claude/settings.json": '{"claudeMdExcludes": ["**/old/**"]}'})
    root = str(tmp_path / "p")
    files = [
        MemoryFile("old/CLAUDE.md", f"{root}/old/CLAUDE.md", "instructions"),
        MemoryFile("new/CLAUDE.md", f"{root}/new/CLAUDE.md", "instructions"),
        MemoryFile("new/AGENTS.md", f"{root}/new/AGENTS.md", "instructions", twins=("old/CLAUDE.md",)),
        MemoryFile("x/b.md", f"{root}/old/.claude/rules/b.md", "rule_file"),
        MemoryFile("old/memory/a.md", f"{root}/old/memory/a.md", "topic"),
        MemoryFile("/etc/claude-code/old/CLAUDE.md", "/etc/claude-code/old/CLAUDE.md", "instructions"),
    ]
    kept_out = {"old/CLAUDE.md", "new/AGENTS.md", "x/b.md"}
    here = session(root, platform="linux")
    assert sessions.excluded_files(files, here, root, str(tmp_path / "c"), FACTS) == kept_out
    elsewhere = session(root, platform="plan9")
    assert sessions.excluded_files(files, elsewhere, root, str(tmp_path / "c"), FACTS) == {*kept_out, files[-1].path}
    assert sessions.excluded_files(files, session(tmp_path), root, str(tmp_path / "c"), FACTS) == frozenset()


def test_what_a_plan_has_to_know_besides_the_project(tmp_path: Path) -> None:
    """Only what is there, and of the folders above only those above."""
    slug = "".join(ch if ch.isascii() and ch.isalnum() else "-" for ch in str(tmp_path / "up/p"))
    memory = f"c/projects/{slug}/memory"
    plant(
        tmp_path,
        {
            "CLAUDE.md": "",
            "up/AGENTS.md": "",
            "up/.claude/rules/a.md": "",
            "up/p/CLAUDE.md": "",
            "up/p/in/CLAUDE.md": "",
            "side/.claude/CLAUDE.md": "",
            "c/CLAUDE.md": "",
            f"{memory}/MEMORY.md": "",
        },
    )
    root, config = tmp_path / "up/p", str(tmp_path / "c")

    def places(cwd: Path, **fields: Any) -> set[str]:
        found = sessions.places(session(cwd, platform="plan9", **fields), str(root), "/home/dana", config, FACTS)
        return {str(Path(place).relative_to(tmp_path)) for place in found if place.startswith(str(tmp_path))}

    assert places(root) == set()
    assert places(root, machine=True) == {"CLAUDE.md", "up/AGENTS.md", "up/.claude/rules"}
    assert places(root / "in", machine=True) == places(root, machine=True)
    assert places(root, added=(str(tmp_path / "side"),)) == {"side/.claude/CLAUDE.md"}
    assert places(root, user=True) == {"c/CLAUDE.md", memory}
