"""``memlint hook --install``: what it shows and writes, that all else in the settings stays, and taking it out again."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint.serve.installing import COMMAND, HOOKS, MISSING, _with, _without, install
from tests.cli.shell import CLEAN, Run, Shell

FILE = ".claude/settings.json"
#: A file as a person may have written it: nothing of it is as a JSON writer would have it.
MINE = """{
    "permissions": {"allow": ["Bash(npm test:*)"],   "deny": []},
    "env": { "KILN": "caf\\u00e9 – 2" },

    "hooks": {
        "PostToolUse": [ {"matcher": "Write", "hooks": [{"type": "command", "command": "./format"}]} ],
        "PreCompact": []
    }, "model": "opus"
}"""


def run(shell: Shell, *, remove: bool = False, scope: str = "project", yes: bool = True, dry: bool = False) -> Run:
    """Call ``install`` in a process of its own, as ``memlint hook`` does."""
    code = (
        "import sys; from memlint.serve.installing import install; from memlint.errors import UsageError\n"
        f"try: sys.exit(install({str(shell.project)!r}, {scope!r}, dry_run={dry}, yes={yes}, remove={remove}))\n"
        "except UsageError as error: print(error, file=sys.stderr); sys.exit(4)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=shell.environment(),
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def merged(before: dict[str, Any]) -> dict[str, Any]:
    """Return settings with the hooks, made another way."""
    hooks = {event: list(groups) for event, groups in before.get("hooks", {}).items()}
    for event, groups in HOOKS.items():
        hooks[event] = [*hooks.get(event, []), *groups]
    return before | {"hooks": hooks}


def test_new_settings_hold_the_hooks_and_nothing_else(shell: Shell) -> None:
    shell.plant(CLEAN)
    done = run(shell)
    assert (done.code, done.err) == (0, "")
    assert json.loads((shell.project / FILE).read_text()) == {"hooks": HOOKS}
    assert done.out.startswith(f"==> {FILE}\n--- {FILE}\n")
    assert f'+            "command": "{COMMAND}"' in done.out
    assert done.out.endswith(f"wrote {FILE}: sessions that start from now on run it\n")


@pytest.mark.parametrize("scope", ["project", "local", "user"])
def test_each_scope_has_its_file(shell: Shell, scope: str) -> None:
    shell.plant({})
    assert run(shell, scope=scope).code == 0
    found = sorted(path.relative_to(shell.base).as_posix() for path in shell.base.rglob("settings*.json"))
    files = {"local": "project/.claude/settings.local.json", "user": "home/.claude/settings.json"}
    assert found == [files.get(scope, f"project/{FILE}")]


def test_all_else_stays_as_it_is(shell: Shell) -> None:
    shell.plant({FILE: MINE})
    assert run(shell).code == 0
    text = (shell.project / FILE).read_text()
    assert json.loads(text) == merged(json.loads(MINE))
    assert list(json.loads(text)) == ["permissions", "env", "hooks", "model"]
    kept = iter(text.splitlines())  # what there was is still there, line by line and in its order
    mine = [line for line in MINE.splitlines() if "Write" not in line and "PreCompact" not in line]
    assert all(line in kept for line in mine)


def test_a_second_time_changes_nothing(shell: Shell) -> None:
    shell.plant({FILE: MINE})
    run(shell)
    before = (shell.project / FILE).read_bytes()
    done = run(shell, yes=False)
    assert (done.code, done.out) == (4, "")
    done = run(shell)
    assert (done.code, done.out) == (0, f"==> {FILE} has the hooks of memlint already\n")
    assert (shell.project / FILE).read_bytes() == before


def test_taking_out_leaves_what_was_there(shell: Shell) -> None:
    shell.plant({FILE: MINE})
    run(shell)
    done = run(shell, remove=True)
    assert done.code == 0
    assert '-        "SessionStart": [' in done.out
    assert done.out.endswith(f"wrote {FILE}: sessions that start from now on run without it\n")
    assert (shell.project / FILE).read_text() == MINE
    done = run(shell, remove=True)
    assert (done.code, done.out) == (0, f"==> {FILE} has none of the hooks of memlint already\n")


def test_taking_out_where_nothing_is_makes_no_file(shell: Shell) -> None:
    shell.plant({})
    assert run(shell, remove=True).code == 0
    assert not (shell.project / ".claude").exists()


def test_what_a_person_added_to_our_group_stays(shell: Shell) -> None:
    shell.plant({})
    run(shell)
    place = shell.project / FILE
    data = json.loads(place.read_text())
    data["hooks"]["Stop"][0]["hooks"].append({"type": "command", "command": "./sweep"})
    data["hooks"]["PostToolUse"][0]["matcher"] = "Write"
    place.write_text(json.dumps(data))
    assert run(shell).out.endswith("already\n")  # a changed matcher is still ours
    run(shell, remove=True)
    assert json.loads(place.read_text()) == {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./sweep"}]}]}
    }


def test_dry_run_writes_nothing(shell: Shell) -> None:
    shell.plant({FILE: MINE})
    done = run(shell, dry=True, yes=False)
    assert done.code == 0
    assert done.out.startswith(f"==> {FILE} would be written\n---")
    assert (shell.project / FILE).read_text() == MINE


def test_without_anybody_to_ask_nothing_is_written(shell: Shell) -> None:
    shell.plant({FILE: MINE})
    done = run(shell, yes=False)
    assert (done.code, done.out) == (4, "")
    assert done.err == "there is nobody to ask: say --yes, or --dry-run to see what would be written\n"
    assert (shell.project / FILE).read_text() == MINE


@pytest.mark.parametrize(("typed", "written"), [(b"y\n", True), (b"\n", False), (b"n\n", False)])
def test_a_person_is_asked_after_the_change_was_shown(shell: Shell, typed: bytes, written: bool) -> None:
    shell.plant({})
    above, below = pty.openpty()
    os.write(above, typed)
    words = f"{str(shell.project)!r}, 'project', dry_run=False, yes=False, remove=False"
    code = f"from memlint.serve.installing import install; install({words})"
    done = subprocess.run(
        [sys.executable, "-c", code], env=shell.environment(), stdin=below, capture_output=True, text=True, check=True
    )
    os.close(below)
    os.close(above)
    assert done.stdout.index("+++") < done.stdout.index(f"write {FILE}? [y/N]")
    assert (shell.project / FILE).exists() is written


def test_secrets_in_the_lines_around_are_not_shown(shell: Shell) -> None:
    token = "ghp_" + "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
    shell.plant({FILE: f'{{\n  "env": {{\n    "GH_TOKEN": "{token}"\n  }}\n}}\n'})
    done = run(shell)
    assert done.code == 0
    assert token not in done.out
    assert token in (shell.project / FILE).read_text()


@pytest.mark.parametrize("enabled", [True, False])
def test_the_plugin_is_not_forgotten(shell: Shell, enabled: bool) -> None:
    text = json.dumps({"enabledPlugins": {"memlint@memlint": enabled}})
    shell.plant({"../home/.claude/settings.json": text})
    assert ("every event would be answered twice" in run(shell, dry=True).out) is enabled


# --- refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,}', "is not JSON"),
        ("{", "is not JSON"),
        ('{\n  // mine\n  "a": 1\n}', "has comments (line 2): only plain JSON is changed"),
        ('{"a": 1 /* mine */}', "has comments"),
        ('{"a": 1, // mine\n "b": 2}', "has comments"),
        ("[]", "holds no JSON object"),
        ("null", "holds no JSON object"),
        ('{"a": NaN}', "is not JSON"),
        ('{"hooks": {}, "hooks": {}}', 'has the key "hooks" twice'),
        ('{"hooks": []}', '"hooks" is no object'),
        ('{"hooks": {"Stop": {}}}', '"hooks" has no list at "Stop"'),
        ('{"a": ' * 100_000, "is nested too deeply"),
        ("{\\xff}", "is not in UTF-8"),
    ],
)
@pytest.mark.parametrize("remove", [False, True])
def test_what_is_no_plain_json_is_left_alone(shell: Shell, text: str, said: str, remove: bool) -> None:
    shell.plant({FILE: text})
    before = (shell.project / FILE).read_bytes()
    done = run(shell, remove=remove)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"memlint: {FILE}")
    assert said in done.err
    assert (shell.project / FILE).read_bytes() == before


def test_nothing_is_written_through_links(shell: Shell) -> None:
    outside = shell.base / "outside"
    outside.mkdir()
    shell.plant({".claude -> ../outside": ""})
    assert "out of the project" in run(shell).err
    (shell.project / ".claude").unlink()
    shell.plant({f"{FILE} -> ../../outside/settings.json": ""})
    assert "is a link" in run(shell).err
    assert list(outside.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_told(shell: Shell) -> None:
    shell.plant({".claude": "no folder\n"})
    done = run(shell)
    assert done.code == 1
    assert done.err.startswith(f"memlint: {FILE}: ")


def test_a_read_only_file_is_not_written_over(shell: Shell) -> None:
    shell.plant({FILE: "{}\n"})
    place = shell.project / FILE
    place.chmod(0o444)
    assert "is read-only" in run(shell).err
    assert place.read_text() == "{}\n"


def test_no_other_scope() -> None:
    with pytest.raises(Exception, match='no settings are named "team"'):
        install("/", "team", dry_run=True, yes=False, remove=False)


# --- any settings

SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
HANDLERS = st.fixed_dictionaries({"type": st.just("command"), "command": st.text(max_size=8)})
GROUPS = st.lists(st.fixed_dictionaries({"hooks": st.lists(HANDLERS, max_size=2)}), min_size=1, max_size=2)
EVENTS = st.dictionaries(st.sampled_from(["Stop", "PostToolUse", "PreCompact"]), GROUPS, min_size=1)


@settings(max_examples=300)
@given(
    st.dictionaries(st.text(max_size=6).filter(lambda key: key != "hooks"), VALUES, max_size=4),
    st.none() | EVENTS,
    st.sampled_from([None, 2, 4, "\t"]),
    st.booleans(),
    st.sampled_from(["", "\n", "\n\n"]),
    st.booleans(),
    st.booleans(),
)
def test_in_and_out_leaves_every_byte(
    data: dict[str, Any], hooks: Any, indent: Any, ascii_only: bool, end: str, carriage: bool, mark: bool
) -> None:
    data = data | ({"hooks": hooks} if hooks is not None else {})
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only) + end
    text = text.replace("\n", "\r\n") if carriage else text
    old = (b"\xef\xbb\xbf" if mark else b"") + text.encode("utf-8", "surrogatepass")
    try:
        old.decode()
    except UnicodeDecodeError:
        return
    new = _with(old, "settings.json")
    assert json.loads(new.decode("utf-8-sig")) == merged(data)
    assert _with(new, "settings.json") == new
    assert _without(new, "settings.json") == old
    assert b"\n" not in new.replace(b"\r\n", b"") or not (carriage and b"\r\n" in old)


# --- the commands


@pytest.mark.parametrize("command", [COMMAND, MISSING])
@pytest.mark.parametrize("there", [True, False])
def test_commands_never_fail(tmp_path: Path, command: str, there: bool) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "sh").symlink_to("/bin/sh")
    if there:
        (folder / "memlint").write_text("#!/bin/sh\necho '{\"from\": \"'$1'\"}'\nexit 3\n")
        (folder / "memlint").chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", "-c", command], env={"PATH": str(folder)}, input="{}", capture_output=True, text=True, check=True
    )
    said = json.loads(done.stdout) if done.stdout else None
    if command == COMMAND:
        assert said == ({"from": "hook"} if there else None)
    elif there:
        assert (said, done.stderr) == (None, "")
    else:
        assert said is not None
        assert list(said) == ["systemMessage"]
        assert "memlint is not installed" in said["systemMessage"]
        assert done.stdout.count("\n") == 1
