"""The Claude Code plug-in in ``.claude-plugin``: its files are as documented (SPEC 7.4), and its commands work."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from memlint import __version__, check
from memlint.harness.facts import asked_for
from memlint.serve.installing import COMMAND, HOOKS, MISSING
from tests.cli.shell import CLEAN, ERROR, Shell

ROOT = Path(__file__).parent.parent.parent
MARKETPLACE = ROOT / ".claude-plugin/marketplace.json"
PLUGIN = ROOT / ".claude-plugin/memlint"
TEXTS = sorted(PLUGIN.rglob("*.md"))
FACTS = asked_for("")

#: The documented fields of each file (plug-in and marketplace reference, hooks reference).
MARKETPLACE_FIELDS = {"name", "owner", "plugins", "metadata", "description", "version"}
ENTRY_FIELDS = {
    "name",
    "source",
    "description",
    "version",
    "author",
    "homepage",
    "license",
    "keywords",
    "category",
    "tags",
}
PLUGIN_FIELDS = {"name", "version", "description", "author", "homepage", "repository", "license", "keywords"}
PATH_FIELDS = {"commands", "skills", "agents", "hooks", "mcpServers"}
HANDLER_FIELDS = {"type", "command", "args", "timeout", "if", "shell", "async", "statusMessage"}
COMMAND_FIELDS = {"description", "argument-hint", "allowed-tools", "model"}
SKILL_FIELDS = {"name", "description", "allowed-tools"}


def loaded(path: Path) -> dict[str, Any]:
    value = json.loads(path.read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def header(path: Path) -> dict[str, Any]:
    found = re.match(r"---\n(.*?)\n---\n", path.read_text("utf-8"), re.DOTALL)
    assert found
    value = yaml.safe_load(found[1])
    assert isinstance(value, dict)
    return value


# --- the files


def test_the_marketplace_leads_to_the_plugin() -> None:
    data = loaded(MARKETPLACE)
    assert data.keys() <= MARKETPLACE_FIELDS
    assert data["name"] == "memlint"
    assert data["owner"] == {"name": "memlint"}
    (entry,) = data["plugins"]
    assert entry.keys() <= ENTRY_FIELDS
    # A relative source counts from the folder above .claude-plugin, and starts with ./
    assert entry["source"].startswith("./")
    assert (ROOT / entry["source"]).resolve() == PLUGIN
    assert entry["name"] == loaded(PLUGIN / ".claude-plugin/plugin.json")["name"]
    assert "version" not in entry  # plugin.json says it, once


def test_the_manifest_is_as_documented() -> None:
    data = loaded(PLUGIN / ".claude-plugin/plugin.json")
    assert data.keys() <= PLUGIN_FIELDS | PATH_FIELDS
    assert data["version"] == __version__
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", data["name"])
    assert data["author"].keys() <= {"name", "email", "url"}
    for field in PATH_FIELDS & data.keys():
        paths = data[field] if isinstance(data[field], list) else [data[field]]
        assert all(path.startswith("./") and (PLUGIN / path).exists() for path in paths)


def test_all_else_lies_where_it_is_found_by_itself() -> None:
    files = {path.relative_to(PLUGIN).as_posix() for path in PLUGIN.rglob("*") if path.is_file()}
    assert files == {
        ".claude-plugin/plugin.json",
        "commands/memlint.md",
        "hooks/hooks.json",
        "skills/repair-memory/SKILL.md",
    }
    assert not any(path.is_symlink() for path in PLUGIN.rglob("*"))  # a copy in the cache would lose it


def test_the_hooks_are_those_that_install_writes() -> None:
    data = loaded(PLUGIN / "hooks/hooks.json")
    assert data.keys() == {"description", "hooks"}
    assert data["hooks"] == HOOKS
    for groups in HOOKS.values():
        for group in groups:
            assert group.keys() <= {"matcher", "hooks"}
            for handler in group["hooks"]:
                assert handler.keys() <= HANDLER_FIELDS
                assert handler["type"] == "command"
                assert "CLAUDE_PLUGIN_ROOT" not in handler["command"]  # which settings would not have


def test_the_events_are_those_that_the_command_answers() -> None:
    source = (ROOT / "memlint/serve/hook.py").read_text("utf-8")
    assert all(f'"{event}"' in source for event in HOOKS)
    (write,) = HOOKS["PostToolUse"]
    assert write["matcher"].split("|") == list(FACTS.words("hooks.write-tools"))
    (change,) = HOOKS["FileChanged"]
    names = {*FACTS.words("names.instructions"), *FACTS.words("names.agents"), FACTS.text("names.index")}
    assert set(change["matcher"].split("|")) == {name for name in names if "/" not in name}


@pytest.mark.parametrize(
    ("file", "fields"), [("commands/memlint.md", COMMAND_FIELDS), ("skills/repair-memory/SKILL.md", SKILL_FIELDS)]
)
def test_headers_are_as_documented(file: str, fields: set[str]) -> None:
    found = header(PLUGIN / file)
    assert found.keys() <= fields
    assert 20 < len(found["description"]) <= 1024
    if "name" in fields:
        assert found["name"] == (PLUGIN / file).parent.name


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_memlint_has_nothing_to_say_about_them(path: Path, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in ("CLAUDE.md", ".claude/rules/repair.md", ".claude/agents/repair.md"):
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(path.read_text("utf-8").partition("\n---\n")[2], "utf-8")
        assert check([tmp_path], root=tmp_path).findings == ()
        place.unlink()
    assert len(path.read_text("utf-8").splitlines()) < 100


def test_the_skill_knows_every_family_and_flags_that_exist(shell: Shell) -> None:
    text = (PLUGIN / "skills/repair-memory/SKILL.md").read_text("utf-8")
    families = {path.parent.name for path in (ROOT / "rules").glob("*/*.py") if not path.name.startswith("_")}
    assert families - set(re.findall(r"\*\*([a-z]+)\*\*", text)) == set()
    shell.plant({})
    known = shell.run("--help").out
    for each in TEXTS:
        words = each.read_text("utf-8")
        assert [flag for flag in re.findall(r"`[^`]*?(--[a-z-]+)", words) if flag not in known] == []


# --- the commands


def run(command: str, shell: Shell, event: dict[str, Any], *, there: bool) -> subprocess.CompletedProcess[str]:
    """Run a hook's command as the agent does, on a PATH with nothing else than a shell and git, and memlint."""
    folder = shell.base / "bin"
    folder.mkdir(exist_ok=True)
    for tool in ("sh", "git"):
        found = next((Path(each, tool) for each in os.environ["PATH"].split(":") if Path(each, tool).exists()), None)
        if found and not (folder / tool).exists():
            (folder / tool).symlink_to(found)
    place = folder / "memlint"
    place.unlink(missing_ok=True)
    if there:
        place.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m memlint "$@"\n')
        place.chmod(0o755)
    return subprocess.run(
        [folder / "sh", "-c", command],
        cwd=shell.project,
        env=shell.environment({"PATH": str(folder), "CLAUDE_PROJECT_DIR": str(shell.project)}),
        input=json.dumps(event),
        capture_output=True,
        text=True,
        check=False,
    )


def event(shell: Shell, name: str) -> dict[str, Any]:
    path = str(shell.project / "CLAUDE.md")
    return {
        "session_id": "4d2e",
        "transcript_path": "/nowhere/4d2e.jsonl",
        "cwd": str(shell.project),
        "permission_mode": "default",
        "hook_event_name": name,
        "source": "startup",
        "tool_name": "Write",
        "tool_input": {"file_path": path, "content": (shell.project / "CLAUDE.md").read_text()},
        "tool_response": {"filePath": path, "success": True},
        "file_path": path,
        "event": "change",
        "stop_hook_active": False,
    }


CALLS = [(name, each["command"]) for name, groups in HOOKS.items() for group in groups for each in group["hooks"]]


@pytest.mark.parametrize(("name", "command"), CALLS)
@pytest.mark.parametrize("there", [True, False])
def test_commands_run_and_never_fail(shell: Shell, name: str, command: str, there: bool) -> None:
    shell.plant(CLEAN)
    done = run(command, shell, event(shell, name), there=there)
    assert done.returncode == 0
    if there:
        assert (done.stdout, done.stderr) == ("", "")  # a healthy project
    elif command == MISSING:
        assert "memlint is not installed" in json.loads(done.stdout)["systemMessage"]
        assert done.stderr == ""
    else:
        assert done.stdout == ""


def test_a_write_that_breaks_something_is_told(shell: Shell) -> None:
    shell.plant(ERROR)
    done = run(COMMAND, shell, event(shell, "PostToolUse"), there=True)
    assert done.returncode == 0
    assert "docs/gone.md does not exist" in json.dumps(json.loads(done.stdout))
