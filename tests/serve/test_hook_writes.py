"""What ``memlint hook`` says of a write, before and after it: whole answers, and as many that stay empty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.secrets_made import made
from tests.serve.events import SESSION, Agent, context
from tests.trees import commit

KILN = {"CLAUDE.md": "# Kiln\n\nSee @docs/glazes.md\n", "docs/glazes.md": "# Glazes\n", "docs/raku.md": "# Raku\n"}
TOPIC = "---\nname: {0}\ndescription: How the {0} is done\nmetadata:\n  type: project\n---\nOn Tuesdays.\n"
MISSING = (
    "error: CLAUDE.md:5: docs/cones.md does not exist: the agent loads nothing here (imports/missing-target)\n"
    "  What to do: write the path from this file's folder."
)


@pytest.fixture
def agent(shell: Shell) -> Agent:
    shell.plant(KILN)
    return Agent(shell)


# --- it speaks


def test_an_edit_that_breaks_an_import_is_told_with_what_to_do(agent: Agent) -> None:
    assert agent.edited("CLAUDE.md", "glazes.md\n", "glazes.md\n\nSee @docs/cones.md\n") == {
        "decision": "block",
        "reason": f"memlint: this write caused 1 error.\n\n{MISSING}",
    }


def test_advice_is_context_and_no_error(agent: Agent) -> None:
    told = agent.edited("CLAUDE.md", "glazes.md\n", "glazes.md\n\nAsk @docs/raku.md, please.\n")
    assert "decision" not in told
    assert context(told).startswith("memlint: this write caused 1 warning.\n\nwarning: CLAUDE.md:5: ")


def test_errors_come_first_and_advice_beside_them(agent: Agent) -> None:
    told = agent.edited("CLAUDE.md", "glazes.md\n", "glazes.md\n\nSee @docs/cones.md\n\nAsk @docs/raku.md, please.\n")
    assert told["reason"] == f"memlint: this write caused 1 error, 1 warning.\n\n{MISSING}"
    assert context(told).startswith("warning: CLAUDE.md:7: ")


def test_a_proposed_write_is_told_without_a_decision(agent: Agent) -> None:
    assert agent.proposes("CLAUDE.md", content="# Kiln\n\nOn.\n\nSee @docs/cones.md\n") == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "additionalContext": f"memlint: this write would cause 1 error.\n\n{MISSING}",
        }
    }
    assert agent.place("CLAUDE.md").read_text() == KILN["CLAUDE.md"]


def test_who_wants_it_gets_a_gate(agent: Agent) -> None:
    assert agent.proposes("CLAUDE.md", "--deny", content="# Kiln\n\nOn.\n\nSee @docs/cones.md\n") == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": f"memlint: this write would cause 1 error.\n\n{MISSING}",
        }
    }


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_proposed_edit_is_applied_as_the_tool_does(agent: Agent, newline: str) -> None:
    text = "# Kiln\n\nFire.\na.md\n\nFire.\nb.md\n".replace("\n", newline)
    agent.place("CLAUDE.md").write_bytes(text.encode())
    told = agent.proposes("CLAUDE.md", old_string="Fire.\n", new_string="@docs/cone-", replace_all=True)
    assert context(told).startswith("memlint: this write would cause 2 errors.\n\nerror: CLAUDE.md:3: ")
    assert agent.proposes("CLAUDE.md", old_string="Fire.\n", new_string="@docs/cones.md\n") == {}  # the tool refuses
    assert agent.proposes("CLAUDE.md", old_string="Smoke.", new_string="@docs/cones.md") == {}


def test_a_proposed_file_in_a_new_folder(agent: Agent) -> None:
    told = agent.proposes(".claude/rules/firing.md", content="---\npaths: *.py\n---\nUse cones.\n")
    assert ".claude/rules/firing.md:2: " in context(told)
    assert agent.proposes(".claude/rules/firing.md", content="Use cones.\n") == {}
    assert not agent.place(".claude").exists()


def test_a_file_that_is_imported_over_two_hops_counts(agent: Agent) -> None:
    agent.place("docs/glazes.md").write_text("See @raku.md\n")
    agent.place("docs/raku.md").write_text("# Raku\n")
    told = agent.edited("docs/raku.md", "Raku\n", "Raku\n\nSee @smoke.md\n")
    assert told["reason"].splitlines()[2].startswith("error: docs/raku.md:3: docs/smoke.md does not exist")


def test_an_import_out_of_another_folder_is_known_from_the_session(agent: Agent) -> None:
    agent.shell.plant({"apps/kiln/CLAUDE.md": "See @../../manuals/firing.md\n", "manuals/firing.md": "# Firing\n"})
    broken = "# Firing\n\nSee @smoke.md\n"
    assert agent.wrote("manuals/firing.md", broken) == {}
    agent.place("manuals/firing.md").write_text("# Firing\n")
    agent.told("SessionStart", source="startup")
    assert "manuals/firing.md:3: " in agent.wrote("manuals/firing.md", broken)["reason"]


def test_what_the_tool_does_not_say_is_taken_from_the_edit(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text("# Kiln\n\nSee @docs/ash.md\n")
    told = agent.edited("CLAUDE.md", "ash.md\n", "ash.md\n\nSee @docs/cones.md\n", success=True)
    assert told["reason"] == f"memlint: this write caused 1 error.\n\n{MISSING}"


def test_else_from_the_last_commit(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text("# Kiln\n\nSee @docs/ash.md\n")
    agent.place(".git").rmdir()
    commit(agent.shell.project, "2026-11-28 CLAUDE.md docs/glazes.md\n")
    told = agent.wrote("CLAUDE.md", "# Kiln\n\nSee @docs/ash.md\n\nSee @docs/cones.md\n", success=True)
    assert told["reason"] == f"memlint: this write caused 1 error.\n\n{MISSING}"


def test_else_what_the_file_has_is_told(agent: Agent) -> None:
    agent.place("docs/glazes.md").write_text("See @ash.md\n")
    told = agent.wrote("CLAUDE.md", "# Kiln\n\nOn.\n\nSee @docs/cones.md\n", success=True)
    assert told["reason"] == f"memlint: this write caused 1 error.\n\n{MISSING}"


def test_paths_of_windows_are_taken_from_the_working_directory(agent: Agent) -> None:
    agent.cwd = "C:\\work\\Kiln"
    agent.place("CLAUDE.md").write_text("# Kiln\n\nOn.\n\nSee @docs/cones.md\n")
    told = agent.told(
        "PostToolUse",
        tool_name="Write",
        tool_input={"file_path": "c:\\work\\kiln\\CLAUDE.md", "content": "…"},
        tool_response={"filePath": "c:\\work\\kiln\\CLAUDE.md", "originalFile": "# Kiln\n"},
    )
    assert told["reason"] == f"memlint: this write caused 1 error.\n\n{MISSING}"


def test_a_credential_is_not_shown(agent: Agent) -> None:
    secret = made("GitHub token")[1]
    told = agent.edited("CLAUDE.md", "glazes.md\n", f"glazes.md\n\nThe token is {secret}\n\n@docs/{secret}.md\n")
    assert "security/credential" in told["reason"]
    assert secret[:14] not in json.dumps(told)


def test_more_than_a_hook_may_say_is_counted(agent: Agent) -> None:
    lines = "".join(f"See @docs/cone-{number:03}.md\n\n" for number in range(150))
    told = agent.edited("CLAUDE.md", "glazes.md\n", f"glazes.md\n\n{lines}")
    shown = told["reason"].count("error: CLAUDE.md:")
    assert told["reason"].startswith("memlint: this write caused 150 errors")
    assert 50 < shown < 150
    assert told["reason"].endswith(f"\n\n{150 - shown} more not shown here, in CLAUDE.md.")


def test_a_file_that_is_too_large_to_load(agent: Agent) -> None:
    told = agent.wrote("CLAUDE.md", "Fire to cone 6.\n" * 300_000)
    assert "budget/instructions-skipped" in told["reason"]


# --- the budget of an index


def entries(number: int) -> str:
    return "".join(f"- [Firing {each}](firing.md) — how it is done on day {each}\n" for each in range(number))


def memory(agent: Agent, number: int) -> Path:
    """Make this project's auto memory, with an index of so many lines, and return the index."""
    slug = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in str(agent.shell.project))
    index = agent.shell.home / ".claude/projects" / slug / "memory/MEMORY.md"
    index.parent.mkdir(parents=True, exist_ok=True)
    index.write_text(entries(number))
    index.with_name("firing.md").write_text(TOPIC.format("firing"))
    return index


def test_near_the_limit_an_index_is_advice_at_each_write(agent: Agent) -> None:
    index = memory(agent, 150)
    assert agent.wrote(str(index), entries(159)) == {}
    for number in (160, 161, 200):
        told = agent.wrote(str(index), entries(number))
        assert "decision" not in told
        assert f"info: {index}:1: {number} of 200 lines ({number / 2:.0f}%) load, " in context(told)
        assert "names 140 lines as its goal" in context(told)


def test_past_the_limit_it_is_an_error(agent: Agent) -> None:
    index = memory(agent, 199)
    told = agent.wrote(str(index), entries(201))
    assert told["reason"].startswith(
        "memlint: this write caused 1 error. The product's own reminder names 140 lines and 17.1KB (70%) as the goal."
        f"\n\nerror: {index}:201: 201 lines, 200 load: 1 line of text is never seen"
    )


def test_one_that_shrinks_and_is_still_past_it_is_told_as_advice(agent: Agent) -> None:
    index = memory(agent, 230)
    told = agent.wrote(str(index), entries(210))
    assert "decision" not in told
    assert context(told).startswith("memlint: The product's own reminder names 140 lines and 17.1KB (70%) as the goal.")
    assert f"error: {index}:201: 210 lines, 200 load" in context(told)


def test_back_under_the_goal(agent: Agent) -> None:
    index = memory(agent, 210)
    size = len(entries(139).strip().encode())
    assert context(agent.wrote(str(index), entries(139))) == (
        f"memlint:\n\n{index} is at 69% of what loads of an index again, under the goal of 70%: 139 of 200 lines, "
        f"{size:,} of 25,000 bytes"
    )
    index.write_text(entries(159))
    assert agent.wrote(str(index), entries(130)) == {}  # it was never near
    index.write_text(entries(210))
    assert agent.wrote(str(index), entries(150)) == {}  # not near any more, and not yet under the goal


def test_a_rule_that_the_project_ignores_is_not_told(agent: Agent) -> None:
    index = memory(agent, 150)
    agent.place("memlint.toml").write_text('ignore = ["budget"]\n')
    assert agent.wrote(str(index), entries(170)) == {}
    assert agent.wrote(str(index), entries(210)) == {}
    assert agent.wrote(str(index), entries(100)) == {}


# --- sessions outside of a project


def test_in_the_home_folder_a_memory_directory_stands_for_itself(agent: Agent) -> None:
    home = agent.shell.home
    agent.cwd = str(home)
    index = home / ".claude/projects/-srv-kiln/memory/MEMORY.md"
    agent.shell.plant({"MEMORY.md": entries(3), "firing.md": TOPIC.format("firing")}, str(index.parent))
    (index.parent / ".git").rmdir()
    assert agent.told("SessionStart", source="startup") == {}
    assert "names 140 lines as its goal" in context(agent.wrote(str(index), entries(170)))
    (home / "kiln").mkdir()
    broken = "# Kiln\n\nOn.\n\nSee @docs/cones.md\n"
    told = agent.wrote(str(home / "kiln/CLAUDE.md"), broken)["reason"]
    assert told.endswith(MISSING.replace("CLAUDE.md", f"{home}/kiln/CLAUDE.md"))
    assert agent.wrote(str(home / "CLAUDE.md"), broken) == {}  # nobody waits for all of a home to be listed
    assert agent.told("Stop", stop_hook_active=False) == {}


def test_another_repository_is_linted_as_its_own_project(agent: Agent) -> None:
    agent.shell.plant({"docs/ash.md": "# Ash\n", "memlint.toml": 'ignore = ["imports/missing-target"]\n'}, "other")
    other = agent.shell.base / "other/CLAUDE.md"
    assert agent.wrote(str(other), "# Kiln\n\nSee @docs/ash.md\n\nSee @docs/cones.md\n") == {}


def test_a_memory_of_another_project_is_read_beside_this_one(agent: Agent) -> None:
    index = agent.shell.home / ".claude/projects/-srv-kiln/memory/MEMORY.md"
    index.parent.mkdir(parents=True)
    index.with_name("firing.md").write_text(TOPIC.format("firing"))
    assert agent.wrote(str(index), entries(150)) == {}
    assert f"info: {index}:1: 170 of 200 lines" in context(agent.wrote(str(index), entries(170)))


# --- it is silent


def test_a_write_that_causes_nothing(agent: Agent) -> None:
    assert agent.edited("CLAUDE.md", "# Kiln", "# The kiln") == {}


def test_what_was_wrong_before_and_has_moved(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text("# Kiln\n\nSee @docs/cones.md\n")
    assert agent.edited("CLAUDE.md", "# Kiln\n", "# Kiln\n\nFire slowly.\n") == {}
    assert agent.edited("CLAUDE.md", "See @docs", "Then see @docs") == {}


def test_a_write_that_repairs(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text("# Kiln\n\nSee @docs/cones.md\n\nSee @docs/ash.md\n")
    assert agent.edited("CLAUDE.md", "See @docs/cones.md\n", "See @docs/glazes.md\n") == {}


@pytest.mark.parametrize("path", ["src/kiln.py", "docs/other.md", "README.md", "notes/kiln.txt", "MEMORY.txt"])
def test_a_file_that_no_agent_reads(agent: Agent, path: str) -> None:
    assert agent.wrote(path, "See @docs/cones.md\n") == {}
    assert agent.proposes(path, content="See @docs/cones.md\n") == {}


def test_other_tools(agent: Agent) -> None:
    broken = {"file_path": str(agent.place("CLAUDE.md")), "content": "See @docs/cones.md\n"}
    for tool in ("Read", "NotebookEdit", "Bash", ""):
        assert agent.told("PostToolUse", tool_name=tool, tool_input=broken, tool_response={}) == {}


def test_a_topic_that_waits_for_its_line_in_the_index(agent: Agent) -> None:
    index = memory(agent, 3)
    assert agent.wrote(str(index.with_name("raku.md")), TOPIC.format("raku")) == {}
    assert agent.wrote(str(index), f"{entries(3)}- [Raku](raku.md) — how raku is fired\n") == {}


def test_a_file_that_is_gone_again(agent: Agent) -> None:
    agent.place("CLAUDE.md").unlink()
    given = {"file_path": str(agent.place("CLAUDE.md")), "content": "See @docs/cones.md\n"}
    assert agent.told("PostToolUse", tool_name="Write", tool_input=given, tool_response={"success": True}) == {}


def test_a_path_of_windows_outside_of_the_working_directory(agent: Agent) -> None:
    agent.cwd = "C:\\work\\Kiln"
    for path in ("C:\\work\\CLAUDE.md", "D:\\work\\Kiln\\CLAUDE.md", "\\\\host\\share\\CLAUDE.md", "C:\\work\\Kiln"):
        given = {"file_path": path, "content": "See @docs/cones.md\n"}
        assert agent.told("PreToolUse", tool_name="Write", tool_input=given) == {}


def test_what_was_said_before_a_write_is_not_said_after_it(agent: Agent) -> None:
    agent.told("SessionStart", source="startup")
    text = "# Kiln\n\nOn.\n\nSee @docs/cones.md\n"
    write = {"tool_name": "Write", "tool_input": {"file_path": str(agent.place("CLAUDE.md")), "content": text}}
    assert agent.told("PreToolUse", **write, tool_use_id="toolu_01ABC126")
    agent.place("CLAUDE.md").write_text(text)
    response = {"type": "update", "originalFile": KILN["CLAUDE.md"]}
    assert agent.told("PostToolUse", **write, tool_use_id="toolu_01ABC126", tool_response=response) == {}
    assert agent.told("PostToolUse", **write, tool_use_id="toolu_01ABC127", tool_response=response)


def test_what_a_proposal_was_told_is_not_all_that_the_person_made_of_it(agent: Agent) -> None:
    agent.told("SessionStart", source="startup")
    asked = {"file_path": str(agent.place("CLAUDE.md")), "content": "# Kiln\n\nSee @docs/cones.md\n"}
    assert agent.told("PreToolUse", tool_name="Write", tool_input=asked, tool_use_id="toolu_01ABC128")
    changed = asked | {"content": "# Kiln\n\nSee @docs/ash.md\n"}
    agent.place("CLAUDE.md").write_text(changed["content"])
    response = {"type": "update", "originalFile": KILN["CLAUDE.md"]}
    told = agent.told(
        "PostToolUse", tool_name="Write", tool_input=changed, tool_use_id="toolu_01ABC128", tool_response=response
    )
    assert "docs/ash.md" in told["reason"]


# --- a new file


def test_what_a_new_file_does_to_others_is_told(agent: Agent) -> None:
    """An AGENTS.md is read by nobody any more once there is a CLAUDE.md."""
    agent.place("CLAUDE.md").rename(agent.place("AGENTS.md"))
    for told in (agent.proposes("CLAUDE.md", content="Ask first.\n"), agent.wrote("CLAUDE.md", "Ask first.\n")):
        assert "(loading/agents-md-not-loaded)" in context(told)


def test_what_a_new_file_brings_along_is_told(agent: Agent) -> None:
    agent.place("docs/ash.md").write_text("See @gone.md\n")
    assert "docs/ash.md:1: docs/gone.md" in agent.wrote(".claude/rules/ash.md", "See @../../docs/ash.md\n")["reason"]


def test_a_new_topic_beside_the_index_of_the_project(agent: Agent) -> None:
    agent.place("memory").mkdir()
    agent.place("memory/MEMORY.md").write_text("- [Firing](firing.md) — how it is done\n")
    agent.place("memory/firing.md").write_text(TOPIC.format("firing"))
    text = TOPIC.format("ash") + f"The token is {made('GitHub token')[1]}\n"
    told = agent.proposes("memory/ash.md", "--deny", content=text)
    assert told["hookSpecificOutput"]["permissionDecision"] == "deny"
    bare = TOPIC.format("ash").replace("type: project", "type: pot")
    assert "pot" in context(agent.proposes("memory/ash.md", content=bare))


# --- what is the same, and what is not


def test_back_under_the_goal_in_small_steps(agent: Agent) -> None:
    """Also for one that was near its limit before, and that nobody shrinks at once."""
    agent.told("SessionStart", source="startup")
    index = memory(agent, 150)
    said = [context(agent.wrote(str(index), entries(number))) for number in (190, 170, 155, 145, 135, 125)]
    assert ["again, under the goal" in text for text in said] == [False, False, False, False, True, False]


def test_a_file_of_another_project_is_told_by_its_whole_path(agent: Agent) -> None:
    agent.place("vendor/.git").mkdir(parents=True)
    told = agent.wrote("vendor/CLAUDE.md", "See @gone.md\n")
    assert f"error: {agent.place('vendor/CLAUDE.md')}:1: " in told["reason"]
    assert f"error: {agent.place('vendor/CLAUDE.md')}:1: " not in agent.wrote("CLAUDE.md", "See @gone.md\n")["reason"]


def test_a_secret_in_a_name_is_no_more_told_than_one_in_a_text(agent: Agent) -> None:
    token = made("GitHub token")[1]
    told = agent.wrote(f".claude/rules/{token}.md", "See @gone.md\n")
    assert "gone.md does not exist" in told["reason"]
    assert token not in json.dumps(told)


def test_an_answer_is_bounded_in_what_the_agent_counts(agent: Agent) -> None:
    """UTF-16 units: a sign beyond the first plane is two."""
    text = "".join(f"See @docs/{'🏺' * 60}{number}.md\n\n" for number in range(120))
    told = agent.wrote("CLAUDE.md", text)
    assert len(json.dumps(told, ensure_ascii=False).encode("utf-16-le")) // 2 < 10_000
    assert "more not shown here" in told["reason"]


def test_a_key_in_place_of_another_is_a_new_one(agent: Agent) -> None:
    first, second = (made("GitHub token", seed)[1] for seed in (1, 2))
    agent.wrote("CLAUDE.md", f"# Kiln\n\nThe token is {first}\n")
    assert "security/credential" in agent.edited("CLAUDE.md", first, second)["reason"]
    assert agent.edited("CLAUDE.md", "The token is", "Our token is") == {}


def test_what_the_person_excludes_is_not_told(agent: Agent) -> None:
    settings = agent.shell.home / ".claude/settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"claudeMdExcludes": ["**/docs/kilns/CLAUDE.md"]}))
    assert agent.wrote("docs/kilns/CLAUDE.md", "See @gone.md\n") == {}
    assert "decision" in agent.wrote("docs/CLAUDE.md", "See @gone.md\n")


# --- events that make no sense


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"hook"',
        b"\xff\xfe",
        b"{" * 100_000,
        b'{"a":' * 100_000,
        b"hook_event_name: Stop",
        b'{"hook_event_name": "Stop"',
    ],
    ids=lambda data: data[:12].decode("latin-1"),
)
def test_no_json_is_one_line_on_stderr(agent: Agent, data: bytes) -> None:
    run = agent.raw(data)
    assert run.out == ""
    assert run.err.startswith("memlint: hook: ")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"hook_event_name": None},
        {"hook_event_name": "PostToolUse"},
        {"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": "CLAUDE.md"},
        {"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": 7}},
        {"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": "a\0/CLAUDE.md"}},
        {"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": "x" * 9_000}},
        {"hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_input": {"file_path": "/x/CLAUDE.md"}},
        {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": "/x/CLAUDE.md"}},
        {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": "CLAUDE.md", "content": 7}},
        {"hook_event_name": "FileChanged", "file_path": ""},
        {"hook_event_name": "SessionEnd", "reason": "clear"},
        {"hook_event_name": "Notification", "message": "Claude needs your permission"},
        {"hook_event_name": "WhatIsToCome"},
    ],
    ids=str,
)
def test_missing_and_unknown_fields_are_nothing(agent: Agent, event: dict[str, object]) -> None:
    run = agent.raw(json.dumps({"session_id": SESSION, **event}).encode())
    assert (run.out, run.err) == ("", "")


def test_half_a_character_is_no_fault(agent: Agent) -> None:
    told = agent.proposes("CLAUDE.md", content="# Kiln \ud83d\n\nOn.\n\nSee @docs/cones.md\n")
    assert MISSING in context(told)
    assert agent.proposes("CLAUDE.md", old_string="# Kiln", new_string="# Kiln \udc00") == {}


def test_a_configuration_that_is_wrong_stops_no_agent(agent: Agent) -> None:
    agent.place("memlint.toml").write_text('selct = ["all"]\n')
    file = {"file_path": str(agent.place("CLAUDE.md")), "content": "See @docs/cones.md\n"}
    run = agent.send("PreToolUse", tool_name="Write", tool_input=file)
    assert run.out == ""
    assert run.err.startswith("memlint: hook: UsageError: ")
    assert run.err.count("\n") == 1


def test_flags_are_checked(shell: Shell) -> None:
    shell.plant(KILN)
    assert shell.run("hook", "--deni").code == 4
    assert shell.run("hook", "--yes").code == 4
    assert shell.run("hook", "--help").out.startswith("usage: memlint hook")
