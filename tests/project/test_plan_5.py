"""What subagents keep in mind: the sentences of SPEC 5."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.project.plans import HOME, launched, load_plan, plan_of, settings, short

INDEX = "- [Glazes](glazes.md) — which ones run\n"
TOPIC = "---\nname: glazes\ntype: project\n---\nCeladon runs.\n"
USER = "~/.claude"
PROJECT, LOCAL, OWN = ".claude/agent-memory", ".claude/agent-memory-local", f"{USER}/agent-memory"
MACHINE: dict[str, Any] = {"machine": True, "user": True}


def memory(place: str) -> dict[str, str]:
    """Return the files of one agent's memory."""
    return {f"{place}/MEMORY.md": INDEX, f"{place}/glazes.md": TOPIC}


@pytest.mark.parametrize("place", [PROJECT, LOCAL, OWN])
def test_5_three_places(place: str, tmp_path: Path) -> None:
    """``memory: project``, ``local`` and ``user``: the index comes with the agent, topic files are recalled."""
    files = {**memory(f"{place}/reviewer"), "CLAUDE.md": "Text.\n"}
    assert plan_of(tmp_path, files, **MACHINE) == [
        "launch CLAUDE.md",
        f"subagent {place}/reviewer/MEMORY.md in reviewer",
        f"recall {place}/reviewer/glazes.md in reviewer",
    ]
    plan = load_plan(tmp_path, files, **MACHINE)
    assert {load.tier for load in plan.loads} == {"project", "agent-memory"}
    assert launched(tmp_path, files, **MACHINE) == ["CLAUDE.md"]


def test_5_the_users_place_moves_with_the_configuration_directory(tmp_path: Path) -> None:
    """``<config>/agent-memory``; it is the person's, so that a shared run does not have it."""
    files = {**memory("~/moved/agent-memory/reviewer"), **memory(f"{OWN}/tester")}
    assert plan_of(tmp_path, files, config=f"{HOME}/moved", user=True) == [
        "subagent ~/moved/agent-memory/reviewer/MEMORY.md in reviewer",
        "recall ~/moved/agent-memory/reviewer/glazes.md in reviewer",
    ]
    assert plan_of(tmp_path, files) == []


@pytest.mark.parametrize("name", ["reviewer", "plugin-agent", "unknown", "a_b-2"])
def test_5_each_agent_has_a_folder(name: str, tmp_path: Path) -> None:
    """One memory for each agent; the scope names the folder."""
    files = {**memory(f"{PROJECT}/{name}"), **memory(f"{PROJECT}/zzz")}
    assert [(load.moment, load.scope) for load in load_plan(tmp_path, files).loads] == [
        ("subagent", name),
        ("subagent", "zzz"),
        ("recall", name),
        ("recall", "zzz"),
    ]


@pytest.mark.parametrize(("version", "there"), [("2.1.33", True), ("2.1.32", False)])
@pytest.mark.parametrize("place", [PROJECT, LOCAL, OWN])
def test_5_since_2_1_33(place: str, version: str, there: bool, tmp_path: Path) -> None:
    """The field ``memory`` exists since 2.1.33."""
    plan = load_plan(tmp_path, memory(f"{place}/reviewer"), version=version, **MACHINE)
    assert [load.contributes for load in plan.loads if load.moment == "subagent"] == [True] * there
    assert not any(load.contributes for load in plan.loads) or there


@pytest.mark.parametrize("place", [PROJECT, LOCAL])
def test_5_project_and_local_lie_where_the_session_starts(place: str, tmp_path: Path) -> None:
    """In the launch directory, not at the git root: unlike auto memory."""
    files = {**memory(f"{place}/reviewer"), **memory(f"apps/{place}/reviewer")}
    for cwd, here, there in (("", "", "apps/"), ("apps", "apps/", "")):
        assert sorted(plan_of(tmp_path, files, cwd=cwd)) == sorted(
            [
                f"subagent {here}{place}/reviewer/MEMORY.md in reviewer",
                f"recall {here}{place}/reviewer/glazes.md in reviewer",
                f"never {there}{place}/reviewer/MEMORY.md no-location",
                f"never {there}{place}/reviewer/glazes.md no-location",
            ]
        )


@pytest.mark.parametrize("place", [".claude/agents-memory", "agent-memory", ".claude/memory", ".agents/agent-memory"])
def test_5_other_folders_are_no_agents(place: str, tmp_path: Path) -> None:
    """Only these three places."""
    plan = load_plan(tmp_path, memory(f"{place}/reviewer"), **MACHINE)
    assert not any(load.contributes for load in plan.loads)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("x\n" * 200, ("", 200)),
        ("x\n" * 201, ("cut", 200)),
        ("x" * 25_000, ("", 1)),
        (("x" * 999 + "\n") * 30, ("cut", 25)),
    ],
)
@pytest.mark.parametrize("place", [PROJECT, LOCAL, OWN])
def test_5_the_index_has_the_same_limit(place: str, text: str, result: tuple[str, int], tmp_path: Path) -> None:
    """200 lines and 25,000, as for auto memory."""
    (load,) = load_plan(tmp_path, {f"{place}/reviewer/MEMORY.md": text}, **MACHINE).loads
    assert (load.why_not, load.loaded and load.loaded.lines) == result


def test_5_it_does_not_move_with_auto_memory(tmp_path: Path) -> None:
    """Independent of ``autoMemoryDirectory``, and of what blocks a directory that the repository chose."""
    files = {**memory(f"{PROJECT}/reviewer"), "~/notes/MEMORY.md": INDEX}
    block = {"blockReadsOutsideWorkingDirectories": True}
    files[".claude/settings.json"] = settings(autoMemoryDirectory="~/notes", permissions=block)
    assert plan_of(tmp_path, files, **MACHINE) == [
        "launch ~/notes/MEMORY.md switched-off",
        f"subagent {PROJECT}/reviewer/MEMORY.md in reviewer",
        f"recall {PROJECT}/reviewer/glazes.md in reviewer",
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"environment": {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}},
        {"environment": {"CLAUDE_CODE_SAFE_MODE": "1"}},
        {"environment": {"CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1"}},
        {},
    ],
)
@pytest.mark.parametrize("place", [PROJECT, LOCAL, OWN])
def test_5_off_with_auto_memory(place: str, options: dict[str, Any], tmp_path: Path) -> None:
    """Disabled when auto memory is disabled, by the environment or by settings."""
    files = memory(f"{place}/reviewer")
    if not options:
        files[".claude/settings.json"] = settings(autoMemoryEnabled=False)
    plan = load_plan(tmp_path, files, **options, **MACHINE)
    assert [(load.moment, load.why_not) for load in plan.loads] == [
        ("subagent", "switched-off"),
        ("recall", "switched-off"),
    ]
    files[".claude/settings.json"] = settings(autoMemoryEnabled=True)
    assert all(load.contributes for load in load_plan(tmp_path, files, **MACHINE).loads)


def test_5_the_sessions_own_files_are_not_among_it(tmp_path: Path) -> None:
    """An agent's memory is read by that agent: with a file at work the plan is the session's."""
    files = {**memory(f"{PROJECT}/reviewer"), "CLAUDE.md": "Text.\n"}
    assert plan_of(tmp_path, files, target="a.ts") == ["launch CLAUDE.md"]


def test_5_settings_cannot_exclude_it(tmp_path: Path) -> None:
    """``claudeMdExcludes`` is for instruction and rule files."""
    files = {**memory(f"{PROJECT}/reviewer"), ".claude/settings.json": settings(claudeMdExcludes=["**/*.md"])}
    plan = load_plan(tmp_path, files)
    assert [(short(load.path, tmp_path), load.contributes) for load in plan.loads] == [
        (f"{PROJECT}/reviewer/MEMORY.md", True),
        (f"{PROJECT}/reviewer/glazes.md", True),
    ]
