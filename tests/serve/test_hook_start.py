"""What the hook imports: most events are of files that are no memory, and each pays for every module."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from memlint.harness.facts import for_version
from memlint.project.discovery import is_store
from memlint.serve.relevant import is_memory
from tests.cli.shell import Shell
from tests.cli.test_startup import HEAVY, PROBE
from tests.serve.test_hook_writes import KILN

#: What is known before the engine is asked.
EARLY = {
    *(
        "memlint",
        "memlint.cli",
        "memlint.cli.hook",
        "memlint.errors",
        "memlint.disk",
        "memlint.hashing",
        "memlint.serve",
    ),
    *("memlint.serve.hook", "memlint.serve.event", "memlint.serve.noted", "memlint.serve.place"),
    *("memlint.serve.relevant", "memlint.serve.instructions_loaded"),
    *("memlint.harness", "memlint.harness.facts", "memlint.harness.claude"),
    *("memlint.source", "memlint.source.records", "memlint.project", "memlint.project.listing"),
    *("memlint.cli.modules", "memlint.source.kept"),  # where all others come from
}


def loaded(shell: Shell, **event: Any) -> set[str]:
    """Return the modules that the hook imports for an event."""
    run = subprocess.run(
        [sys.executable, "-c", PROBE, "hook"],
        input=json.dumps({"session_id": "kiln", "cwd": str(shell.project), **event}),
        cwd=shell.project,
        env=shell.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr == ""
    return set(run.stdout.splitlines()[-1].split())


def wrote(shell: Shell, path: str, tool: str = "Write") -> set[str]:
    given = {"file_path": str(shell.project / path), "content": "Fire to cone 6.\n"}
    return loaded(shell, hook_event_name="PreToolUse", tool_name=tool, tool_input=given)


@pytest.mark.parametrize("path", ["src/kiln.py", "docs/kiln.md", "kiln.png"])
def test_other_files_cost_next_to_nothing(shell: Shell, path: str) -> None:
    shell.plant(KILN)
    assert {name for name in wrote(shell, path) if name.startswith("memlint")} - EARLY == set()


@pytest.mark.parametrize(
    "folder", ["memory", "memories", "agent-memory/dana", "agent-memory-local/dana", "memory/team"]
)
def test_each_memory_directory_by_name_is_let_through(folder: str) -> None:
    path = f"/srv/kiln/{folder}"
    assert is_store(path)
    assert is_memory(f"{path}/raku.md", "/srv/kiln", (), for_version())
    assert not is_memory("/srv/kiln/docs/raku.md", "/srv/kiln", (), for_version())


def test_events_without_an_answer_cost_less(shell: Shell) -> None:
    shell.plant(KILN)
    least = {"memlint", "memlint.cli", "memlint.cli.hook", "memlint.errors", "memlint.serve", "memlint.serve.hook"}
    least |= {"memlint.serve.event", "memlint.source", "memlint.source.records"}
    least |= {"memlint.cli.modules", "memlint.source.kept"}
    for event in ({"hook_event_name": "Stop", "stop_hook_active": True}, {"hook_event_name": "SessionEnd"}):
        assert {name for name in loaded(shell, **event) if name.startswith("memlint")} <= least


def test_a_clean_write_imports_nothing_heavy(shell: Shell) -> None:
    shell.plant(KILN)
    names = wrote(shell, "CLAUDE.md")
    assert "argparse" not in names
    assert "memlint.engine.docs" not in names
    assert names & HEAVY == set()
