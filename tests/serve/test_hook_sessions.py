"""What ``memlint hook`` says of a session: when it starts, when the agent stops, when a file has changed on the disk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.serve.events import SESSION, Agent, context
from tests.serve.test_hook_writes import KILN, MISSING, TOPIC, entries, memory
from tests.trees import commit

BROKEN = "# Kiln\n\nOn.\n\nSee @docs/cones.md\n"


@pytest.fixture
def agent(shell: Shell) -> Agent:
    shell.plant(KILN)
    return Agent(shell)


def start(agent: Agent, source: str = "startup") -> dict[str, object]:
    return agent.told("SessionStart", source=source, model="claude-sonnet-5")


def stop(agent: Agent, *, active: bool = False) -> dict[str, object]:
    return agent.told(
        "Stop", stop_hook_active=active, last_assistant_message="Done.", background_tasks=[], session_crons=[]
    )


def change(agent: Agent, path: str, event: str = "change") -> dict[str, object]:
    return agent.told("FileChanged", file_path=str(agent.place(path)), event=event)


def notes(agent: Agent) -> Path:
    return agent.shell.home / ".local/state/memlint/sessions" / f"{SESSION}.json"


# --- what is no news


def test_an_old_error_in_new_words_is_no_news(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text(BROKEN)
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN.replace("See @", "First see @"))
    assert change(agent, "CLAUDE.md") == {}
    assert stop(agent) == {}


def test_an_old_error_in_a_file_that_moved_is_no_news(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text("# Kiln\n\nSee @/kiln/gone.md\n")
    start(agent)
    agent.place(".claude").mkdir(exist_ok=True)
    agent.place("CLAUDE.md").rename(agent.place(".claude/CLAUDE.md"))
    assert stop(agent) == {}


def test_a_second_error_like_an_old_one_is_news(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text(BROKEN)
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN + "\nThen see @docs/ash.md\n")
    told = stop(agent)
    assert "1 error came up" in str(told["reason"])
    assert "docs/ash.md" in str(told["reason"])


def test_what_others_did_before_a_session_is_resumed_is_no_news(agent: Agent) -> None:
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    start(agent, "resume")
    assert stop(agent) == {}


def test_after_a_compaction_what_came_up_is_news(agent: Agent) -> None:
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    start(agent, "compact")
    assert "decision" in stop(agent)


# --- commits


def git(agent: Agent, *words: str) -> None:
    who = ("-c", "user.name=dana", "-c", "user.email=dana@kiln.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(agent.shell.project), *who, *words], check=True, capture_output=True)


def test_a_commit_of_the_session_hides_nothing(agent: Agent) -> None:
    commit(agent.shell.project, "2026-11-27 CLAUDE.md docs/glazes.md docs/raku.md\n")
    git(agent, "reset", "-q", "--hard")
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    git(agent, "commit", "-qam", "Break it")
    git(agent, "commit", "-q", "--allow-empty", "-m", "And go on")
    assert "docs/cones.md" in str(stop(agent)["reason"])


def test_the_first_commit_of_all_hides_nothing(agent: Agent) -> None:
    agent.place(".git").rmdir()
    git(agent, "init", "-q")
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    git(agent, "add", ".")
    git(agent, "commit", "-qm", "Begin")
    assert "docs/cones.md" in str(stop(agent)["reason"])


def test_a_commit_that_was_merged_is_another_s_whatever_its_line_ends(agent: Agent) -> None:
    agent.place(".gitattributes").write_text("*.md text eol=crlf\n")
    commit(agent.shell.project, "2026-11-27 CLAUDE.md docs/glazes.md docs/raku.md .gitattributes\n")
    git(agent, "reset", "-q", "--hard")
    git(agent, "checkout", "-q", "-b", "ash")
    agent.place("CLAUDE.md").write_text(BROKEN)
    git(agent, "commit", "-qam", "Break it")
    git(agent, "checkout", "-q", "-")
    start(agent)
    git(agent, "merge", "-q", "ash")
    assert b"\r\n" in agent.place("CLAUDE.md").read_bytes()
    assert stop(agent) == {}


def test_an_index_that_a_shell_made_too_large_is_news(agent: Agent) -> None:
    """In bytes alone too, which is a warning: the last lines do not load all the same."""
    index = memory(agent, 100)
    start(agent)
    index.write_text("".join(line.replace("\n", "釉" * 60 + "\n") for line in entries(150).splitlines(keepends=True)))
    assert "budget/index-over-limit" in str(stop(agent))


# --- SessionStart


def test_a_healthy_project_says_nothing_at_the_start(agent: Agent) -> None:
    assert start(agent) == {}


def test_an_error_is_one_line_at_the_start(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text(BROKEN + "\nSee @docs/ash.md\n")
    assert start(agent) == {
        "hookSpecificOutput": {
            "hookEventName": "SessionStart",
            "additionalContext": "memlint: 2 errors in the memory files of this project: CLAUDE.md:5: docs/cones.md "
            "does not exist: the agent loads nothing here (and 1 more). `memlint` lists what it finds.",
        }
    }


def test_a_warning_is_nothing_to_start_with(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text("Ask @docs/raku.md, please.\n")
    assert start(agent) == {}


def test_the_agents_own_memory_is_watched(agent: Agent) -> None:
    index = memory(agent, 5)
    assert start(agent) == {"hookSpecificOutput": {"hookEventName": "SessionStart", "watchPaths": [str(index)]}}


# --- Stop


def test_a_stop_is_held_up_once_for_what_a_shell_broke(agent: Agent) -> None:
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    assert stop(agent) == {
        "decision": "block",
        "reason": f"memlint: 1 error came up in the memory files during this session.\n\n{MISSING}",
    }
    assert stop(agent) == {}


def test_a_stop_that_is_held_up_already_passes(agent: Agent) -> None:
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    assert stop(agent, active=True) == {}


def test_what_was_wrong_at_the_start_holds_up_nothing(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text(BROKEN)
    start(agent)
    agent.place("CLAUDE.md").write_text("Glazes first.\n\n" + BROKEN)
    assert stop(agent) == {}


def test_without_a_start_the_first_stop_is_silent_and_the_next_one_knows(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text(BROKEN)
    assert stop(agent) == {}
    agent.place("CLAUDE.md").write_text(BROKEN + "\nSee @docs/ash.md\n")
    assert "docs/ash.md" in str(stop(agent)["reason"])


def test_a_session_that_goes_on_keeps_what_it_knew(agent: Agent) -> None:
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    start(agent, "compact")
    assert "decision" in stop(agent)


def test_a_warning_holds_up_nothing(agent: Agent) -> None:
    start(agent)
    agent.place("CLAUDE.md").write_text("Ask @docs/raku.md, please.\n")
    assert stop(agent) == {}


def test_where_nothing_can_be_noted_nothing_is_held_up(agent: Agent) -> None:
    state = agent.shell.home / ".local"
    state.write_text("no folder")
    for _ in range(2):
        start(agent)
        agent.place("CLAUDE.md").write_text(BROKEN)
        assert stop(agent) == {}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"%s": 7}', '{"%s": {"known": 7, "fills": [], "head": {}}}'])
def test_notes_that_are_broken_are_none(agent: Agent, text: str) -> None:
    start(agent)
    notes(agent).write_text(text.replace("%s", str(agent.shell.project)))
    stop(agent)
    assert stop(agent) == {}
    assert json.loads(notes(agent).read_text())[str(agent.shell.project)]["known"] == {}


@pytest.mark.parametrize("session", ["", "../../kiln", "a/b", "x" * 65, "kiln\n", "…"])
def test_an_id_that_is_no_name_of_a_file_is_no_session(agent: Agent, session: str) -> None:
    assert agent.told("SessionStart", source="startup", session_id=session) == {}
    agent.place("CLAUDE.md").write_text(BROKEN)
    assert agent.told("Stop", stop_hook_active=False, session_id=session) == {}
    assert not notes(agent).parent.exists()


def test_a_memory_that_stays_half_saved_is_told_at_the_end(agent: Agent) -> None:
    index = memory(agent, 3)
    start(agent)
    assert agent.wrote(str(index.with_name("raku.md")), TOPIC.format("raku")) == {}
    told = stop(agent)
    assert "decision" not in told
    assert "(index/orphan-topic)" in context(told)
    assert stop(agent) == {}


def test_what_another_session_is_at_is_told_one_stop_later(agent: Agent) -> None:
    """The line comes before its file; whoever wrote it may still do that."""
    index = memory(agent, 3)
    start(agent)
    index.write_text(entries(3) + "- [Raku](raku.md) — how it is done\n")
    assert stop(agent) == {}
    assert "(index/dangling-entry)" in str(stop(agent)["reason"])
    assert stop(agent) == {}


def test_what_another_session_has_finished_is_never_told(agent: Agent) -> None:
    index = memory(agent, 3)
    start(agent)
    index.write_text(entries(3) + "- [Raku](raku.md) — how it is done\n")
    assert stop(agent) == {}
    index.with_name("raku.md").write_text(TOPIC.format("raku"))
    assert stop(agent) == {}
    assert stop(agent) == {}


def test_many_notes_are_bounded(agent: Agent) -> None:
    slugs = [f".claude/agent-memory/potter-{number}" for number in range(120)]
    agent.shell.plant({f"{slug}/MEMORY.md": entries(100) for slug in slugs})
    start(agent)
    for slug in slugs:
        agent.place(f"{slug}/MEMORY.md").write_text(entries(170))
    run = agent.send("Stop", stop_hook_active=False)
    assert len(run.out) < 10_000
    assert "more not shown here" in json.loads(run.out)["systemMessage"]


def test_a_configuration_that_is_wrong_is_told_at_the_start(agent: Agent) -> None:
    """Or nobody would know why nothing is said from then on."""
    agent.place("memlint.toml").write_text('select = "imports"\n')
    told = str(start(agent)["systemMessage"])
    assert told.startswith("memlint checks nothing here: ")
    assert "memlint.toml:1" in told


def test_an_entry_before_its_topic_file_waits_too(agent: Agent) -> None:
    index = memory(agent, 3)
    start(agent)
    assert agent.wrote(str(index), f"{entries(3)}- [Raku](raku.md) — how raku is fired\n") == {}
    assert "(index/dangling-entry)" in str(stop(agent)["reason"])


def test_another_commit_is_no_work_of_the_session(agent: Agent) -> None:
    agent.place(".git").rmdir()
    commit(agent.shell.project, "2026-11-27 CLAUDE.md docs/glazes.md\n")
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    shutil.rmtree(agent.place(".git"))
    commit(agent.shell.project, "2026-11-28 CLAUDE.md docs/glazes.md\n")  # as if it were pulled
    assert stop(agent) == {}
    agent.place("CLAUDE.md").write_text(BROKEN + "\nSee @docs/ash.md\n")
    assert "docs/ash.md" in str(stop(agent)["reason"])


def test_the_budget_of_an_index_that_a_shell_writes(agent: Agent) -> None:
    index = memory(agent, 150)
    start(agent)
    index.write_text(entries(170))
    assert str(stop(agent)["systemMessage"]).startswith(f"memlint:\n\n{index}: 170 of 200 lines (85%) load, ")
    assert stop(agent) == {}
    index.write_text(entries(203))
    told = stop(agent)
    assert set(told) == {"decision", "reason"}
    assert "names 140 lines and 17.1KB (70%) as the goal." in str(told["reason"])
    assert f"error: {index}:201: 203 lines, 200 load: 3 lines" in str(told["reason"])
    index.write_text(entries(120))
    assert "is at 60% of what loads of an index again" in str(stop(agent)["systemMessage"])
    assert stop(agent) == {}


def test_a_file_that_was_deleted(agent: Agent) -> None:
    start(agent)
    agent.place("docs/glazes.md").unlink()
    assert "docs/glazes.md does not exist" in str(stop(agent)["reason"])


# --- FileChanged


def test_a_change_by_others_is_told_to_the_person_once(agent: Agent) -> None:
    start(agent)
    agent.place("CLAUDE.md").write_text(BROKEN)
    assert change(agent, "CLAUDE.md") == {
        "systemMessage": "memlint: error: CLAUDE.md:5: docs/cones.md does not exist: the agent loads nothing here "
        "(imports/missing-target)"
    }
    assert change(agent, "CLAUDE.md") == {}


def test_what_the_agent_was_told_is_not_told_to_the_person(agent: Agent) -> None:
    start(agent)
    assert agent.wrote("CLAUDE.md", BROKEN)
    assert change(agent, "CLAUDE.md") == {}
    assert "decision" in stop(agent)  # the agent has not repaired it


def test_a_deleted_file_that_is_imported(agent: Agent) -> None:
    start(agent)
    agent.place("docs/glazes.md").unlink()
    assert "docs/glazes.md does not exist" in str(change(agent, "docs/glazes.md", "unlink")["systemMessage"])


def test_without_a_start_the_last_commit_tells(agent: Agent) -> None:
    agent.place("CLAUDE.md").write_text(BROKEN)
    assert change(agent, "CLAUDE.md") == {}
    agent.place(".git").rmdir()
    commit(agent.shell.project, "2026-11-28 CLAUDE.md docs/glazes.md\n")
    assert change(agent, "CLAUDE.md") == {}
    agent.place("CLAUDE.md").write_text(BROKEN + "\nSee @docs/ash.md\n")
    told = str(change(agent, "CLAUDE.md")["systemMessage"])
    assert told.startswith("memlint: error: CLAUDE.md:7: docs/ash.md does not exist")
    assert "cones" not in told


def test_the_index_that_an_editor_writes(agent: Agent) -> None:
    index = memory(agent, 150)
    start(agent)
    index.write_text(entries(165))
    assert str(change(agent, str(index))["systemMessage"]).startswith(f"memlint: {index}: 165 of 200 lines (82%) load")
    index.write_text(entries(204))
    assert str(change(agent, str(index))["systemMessage"]).startswith(f"memlint: {index}: 204 lines, 200 load")
    index.write_text(entries(100))
    assert "again, under the goal of 70%" in str(change(agent, str(index))["systemMessage"])
    index.write_text(entries(101))
    assert change(agent, str(index)) == {}


def test_a_change_of_other_files_and_warnings_are_silent(agent: Agent) -> None:
    start(agent)
    agent.shell.plant({"src/kiln.py": "import glazes\n", "CLAUDE.md": "Ask @docs/raku.md, please.\n"})
    assert change(agent, "src/kiln.py", "add") == {}
    assert change(agent, "CLAUDE.md") == {}


# --- InstructionsLoaded


def test_what_loads_goes_to_the_log(agent: Agent) -> None:
    log = agent.shell.base / "loaded.jsonl"
    event = {"file_path": str(agent.place("CLAUDE.md")), "memory_type": "Project", "load_reason": "session_start"}
    assert agent.send("InstructionsLoaded", "--verify", str(log), **event)[1:] == ("", "")
    assert json.loads(log.read_text())["load_reason"] == "session_start"


# --- the notes


def test_notes_are_the_persons_alone_hold_no_text_and_are_forgotten(agent: Agent) -> None:
    old = notes(agent).with_name("c1ay.json")
    old.parent.mkdir(parents=True)
    old.write_text("{}")
    month = time.time() - 40 * 86_400
    os.utime(old, (month, month))
    agent.place("CLAUDE.md").write_text(BROKEN)
    start(agent)
    assert notes(agent).stat().st_mode & 0o777 == 0o600
    assert "exist" not in notes(agent).read_text()
    assert not old.exists()
    assert [each.name for each in notes(agent).parent.iterdir()] == [f"{SESSION}.json"]


def test_hooks_that_run_beside_each_other_lose_no_notes(agent: Agent) -> None:
    start(agent)
    event = {"session_id": SESSION, "cwd": agent.cwd, "hook_event_name": "PostToolUse", "tool_name": "Write"}
    runs = []
    for number in range(6):
        path = agent.place(f".claude/rules/firing-{number}.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"See @cone-{number}.md\n")
        given = {"tool_input": {"file_path": str(path), "content": "…"}, "tool_response": {"type": "create"}}
        run = subprocess.Popen(
            [sys.executable, "-m", "memlint", "hook"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=agent.cwd,
            env=agent.shell.environment(),
        )
        assert run.stdin
        run.stdin.write(json.dumps(event | given).encode())
        run.stdin.close()
        runs.append(run)
    for run in runs:
        assert run.stdout
        assert "firing-" in json.loads(run.stdout.read())["reason"]
        run.stdout.close()
        assert run.wait() == 0
    mine = json.loads(notes(agent).read_text())[str(agent.shell.project)]
    assert mine["known"] == {}
    assert len(mine["told"]) == 6
    assert [each.name for each in notes(agent).parent.iterdir()] == [f"{SESSION}.json"]
    assert "decision" in stop(agent)


def test_the_folder_of_the_project_counts_where_there_is_no_repository(agent: Agent) -> None:
    agent.place(".git").rmdir()
    agent.cwd = str(agent.place("docs"))
    agent.place("CLAUDE.md").write_text(BROKEN)
    event = {"session_id": SESSION, "cwd": agent.cwd, "hook_event_name": "SessionStart", "source": "startup"}
    variables = {"CLAUDE_PROJECT_DIR": str(agent.shell.project)}
    run = agent.shell.run("hook", data=json.dumps(event).encode(), env=variables, cwd=agent.place("docs"))
    assert "memlint: 1 error in the memory files of this project: CLAUDE.md:5: " in run.out


def test_each_rule_that_is_spoken_of_by_name_exists() -> None:
    from memlint.engine.registry import load
    from memlint.serve.budget import NEAR, OVER
    from memlint.serve.looking import HALF_SAVED

    assert {NEAR, OVER, *HALF_SAVED} <= load().keys()
