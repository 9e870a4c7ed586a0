"""``memlint verify``: what it says about a log, what it must not say, and that no log makes it fail."""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memlint.engine.docs import sections
from memlint.harness.facts import asked_for
from memlint.project.project import Project
from memlint.project.session import Session
from memlint.serve.verified import How, verify
from tests.cli.shell import Run, Shell
from tests.trees import plant

TREE = {
    "CLAUDE.md": "See @docs/glazes.md\n",
    "CLAUDE.local.md": "Kiln 2 is mine.\n",
    "docs/glazes.md": "# Glazes\n",
    ".claude/rules/cones.md": "- Fire to cone 6.\n",
    ".claude/rules/web.md": '---\npaths: "web/**/*.{ts,tsx}"\n---\n- Use the shop\'s colours.\n',
    "web/CLAUDE.md": "The shop.\n",
    "web/cart.ts": "export {}\n",
}


class Sessions:
    """Makes a log of a session that did as the plan says, for a test to change."""

    def __init__(self, shell: Shell) -> None:
        self.shell, self.root = shell, str(shell.project)

    def event(self, path: str, reason: str = "session_start", **more: Any) -> dict[str, Any]:
        """Return an event as the product's documentation has it."""
        return {
            "session_id": "6b1f",
            "transcript_path": "/nowhere/6b1f.jsonl",
            "cwd": self.root,
            "hook_event_name": "InstructionsLoaded",
            "file_path": f"{self.root}/{path}",
            "memory_type": "Project",
            "load_reason": reason,
            **more,
        }

    def usual(self) -> list[dict[str, Any]]:
        """Return what a session in TREE does, which then reads web/cart.ts."""
        trigger = {"trigger_file_path": f"{self.root}/web/cart.ts"}
        return [
            self.event("CLAUDE.md"),
            self.event("docs/glazes.md", "include", parent_file_path=f"{self.root}/CLAUDE.md"),
            self.event(".claude/rules/cones.md"),
            self.event("CLAUDE.local.md", memory_type="Local"),
            self.event("web/CLAUDE.md", "nested_traversal", **trigger),
            self.event(".claude/rules/web.md", "path_glob_match", globs=["web/**/*.{ts,tsx}"], **trigger),
        ]

    def verify(self, events: list[dict[str, Any]] | bytes, *words: str, env: dict[str, str] | None = None) -> Run:
        """Run the command over a log that holds ``events``."""
        data = events if isinstance(events, bytes) else b"".join(json.dumps(each).encode() + b"\n" for each in events)
        log = self.shell.base / "log.jsonl"
        log.write_bytes(data)
        return self.shell.run("verify", str(log), *words, env=env)

    def found(self, events: list[dict[str, Any]], *words: str) -> list[tuple[str, bool, str]]:
        """Return kind, certainty and path of the differences; the exit code must fit them."""
        run = self.verify(events, "--output-format", "json", *words)
        found = [each for session in json.loads(run.out)["sessions"] for each in session["differences"]]
        assert run.code == (1 if any(each["certain"] for each in found) else 0)
        assert run.err == ""
        return [(each["kind"], each["certain"], each["path"]) for each in found]


@pytest.fixture
def sessions(shell: Shell) -> Sessions:
    """Plant TREE and return what makes logs of it."""
    shell.plant(TREE)
    return Sessions(shell)


def test_a_session_that_does_as_the_plan_says(sessions: Sessions) -> None:
    run = sessions.verify(sessions.usual())
    assert (run.code, run.err) == (0, "")
    assert run.out == "1 session with 6 events, against Claude Code 2.1.288: no difference\n"


def changed(**fields: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda event: event | fields


@pytest.mark.parametrize(
    ("number", "change", "expected"),
    [
        (0, None, [("missing", True, "CLAUDE.md")]),
        (2, None, [("missing", True, ".claude/rules/cones.md")]),
        (1, None, [("missing", False, "docs/glazes.md")]),  # a hook with a matcher logs no include
        (2, changed(load_reason="path_glob_match"), [("reason", True, ".claude/rules/cones.md")]),
        (1, changed(load_reason="session_start"), [("reason", True, "docs/glazes.md")]),
        (0, changed(load_reason="teleport"), [("reason", True, "CLAUDE.md")]),
        (5, changed(load_reason="session_start"), [("reason", True, ".claude/rules/web.md")]),
        (3, changed(memory_type="Project"), [("memory_type", True, "CLAUDE.local.md")]),
        (1, changed(memory_type="User"), [("memory_type", False, "docs/glazes.md")]),
        (5, changed(globs=["web/*.ts"]), [("globs", True, ".claude/rules/web.md")]),
        (5, changed(globs=[]), [("globs", True, ".claude/rules/web.md")]),
    ],
)
def test_what_differs(sessions: Sessions, number: int, change: Any, expected: list[tuple[str, bool, str]]) -> None:
    events = sessions.usual()
    events[number : number + 1] = [change(events[number])] if change else []
    assert sessions.found(events) == expected


def test_an_import_that_did_not_load(sessions: Sessions) -> None:
    (sessions.shell.project / "CLAUDE.md").write_text("See @docs/glazes.md and @docs/clay.md\n")
    (sessions.shell.project / "docs/clay.md").write_text("# Clay\n")
    assert sessions.found(sessions.usual()) == [("missing", True, "docs/clay.md")]


def test_a_file_that_the_plan_does_not_have(sessions: Sessions) -> None:
    assert sessions.found([*sessions.usual(), sessions.event("docs/notes.md")]) == [
        ("unplanned", False, "docs/notes.md")  # it is gone: nothing is proven
    ]
    (sessions.shell.project / "docs/notes.md").write_text("# Notes\n")
    assert sessions.found([*sessions.usual(), sessions.event("docs/notes.md")]) == [
        ("unplanned", True, "docs/notes.md")
    ]


def test_a_file_that_the_plan_leaves_out_is_told_with_the_reason(sessions: Sessions) -> None:
    (sessions.shell.project / ".claude/settings.json").write_text('{"claudeMdExcludes": ["**/cones.md"]}')
    run = sessions.verify(sessions.usual())
    assert run.code == 1
    assert ".claude/rules/cones.md (line 3): loaded as session_start; the plan leaves it out: " in run.out


def test_agents_md_has_no_event_and_one_is_a_difference(shell: Shell) -> None:
    shell.plant({"AGENTS.md": "See @docs/a.md\n", "docs/a.md": "# A\n", ".claude/rules/b.md": "- B.\n"})
    sessions = Sessions(shell)
    rule = sessions.event(".claude/rules/b.md")
    assert sessions.found([rule]) == []
    assert sessions.found([sessions.event("AGENTS.md"), rule]) == [("reason", True, "AGENTS.md")]


def test_a_trigger_that_does_not_match(sessions: Sessions) -> None:
    events = sessions.usual()
    events[5] |= {"trigger_file_path": f"{sessions.root}/docs/cart.ts"}
    assert sessions.found(events) == [("trigger", True, ".claude/rules/web.md")]


def test_what_a_trigger_brings_in_besides_is_never_certain(sessions: Sessions) -> None:
    assert sessions.found(sessions.usual()[:5]) == [("missing", False, ".claude/rules/web.md")]
    assert sessions.verify(sessions.usual()[:5], "--strict").code == 1


def test_another_order_is_never_certain(sessions: Sessions) -> None:
    events = sessions.usual()
    events[2], events[3] = events[3], events[2]
    assert sessions.found(events) == [("order", False, ".claude/rules/cones.md")]
    assert sessions.verify(events, "--strict").code == 1
    assert sessions.verify(sessions.usual(), "--strict").code == 0


def test_another_importer(sessions: Sessions) -> None:
    events = sessions.usual()
    events[1] |= {"parent_file_path": f"{sessions.root}/.claude/rules/cones.md"}
    assert sessions.found(events) == [("parent", True, "docs/glazes.md")]


# --- quiet


def test_memory_and_what_waits_for_approval_are_not_missed(shell: Shell) -> None:
    shell.plant({"CLAUDE.md": "See @../home/mine.md\n", "../home/mine.md": "Mine.\n", "empty/CLAUDE.md": ""})
    memory = shell.home / ".claude/projects" / str(shell.project).replace("/", "-").replace("_", "-") / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("- [Cones](cones.md) – how hot\n")
    sessions = Sessions(shell)
    assert sessions.found([sessions.event("CLAUDE.md")]) == []
    mine = sessions.event(
        "", "include", file_path=str(shell.home / "mine.md"), parent_file_path=f"{shell.project}/CLAUDE.md"
    )
    assert sessions.found([sessions.event("CLAUDE.md"), mine]) == []  # approved


def test_a_persons_own_files_count(sessions: Sessions) -> None:
    own = sessions.shell.home / ".claude/CLAUDE.md"
    own.parent.mkdir()
    own.write_text("Answer in French.\n")
    assert sessions.found(sessions.usual()) == [("missing", True, str(own))]
    event = sessions.event("", file_path=str(own), memory_type="User")
    assert sessions.found([event, *sessions.usual()]) == []


def test_a_compaction_a_resumed_session_and_two_hooks_repeat_events(sessions: Sessions) -> None:
    usual = sessions.usual()
    again = [each | {"load_reason": "compact"} if "globs" not in each else each for each in usual[:1] + usual[2:4]]
    assert sessions.found([*usual, *again, usual[1], *usual]) == []


def test_a_session_whose_launch_is_not_in_the_log_misses_nothing(sessions: Sessions) -> None:
    run = sessions.verify(sessions.usual()[4:])
    assert run.code == 0
    assert "note: its launch is not in the log, so no missing file is told" in run.out


def test_a_malformed_line_in_the_launch_may_be_what_is_missing(sessions: Sessions) -> None:
    lines = [json.dumps(each).encode() for each in sessions.usual()]
    lines[2] = lines[2][:70]
    run = sessions.verify(b"\n".join(lines) + b"\n")
    assert run.code == 0
    assert "line 3 of the log is no event: it is not JSON" in run.out
    assert "a malformed line may belong to its launch" in run.out
    lines = [json.dumps(each).encode() for each in sessions.usual()]
    assert sessions.verify(b"\n".join([*lines, b"{", b""])).out.count("is not JSON") == 1


def test_files_that_changed_since_are_said_to_have(sessions: Sessions) -> None:
    def own(event: dict[str, Any]) -> dict[str, Any]:
        data = Path(event["file_path"]).read_bytes()
        return event | {
            "memlint": 1,
            "time": "2099-01-01T00:00:00.000Z",
            "size": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }

    events = [own(each) for each in sessions.usual()]
    assert sessions.found(events) == []
    rule = sessions.shell.project / ".claude/rules/web.md"
    rule.write_text(rule.read_text().replace("web/**/*.{ts,tsx}", "shop/**"))
    (sessions.shell.project / "web/CLAUDE.md").unlink()
    run = sessions.verify(events)
    assert run.code == 0
    assert "note: .claude/rules/web.md has changed since the log was written" in run.out
    assert "note: web/CLAUDE.md is gone since the log was written" in run.out
    assert "differs" not in run.out


def test_files_younger_than_the_log_are_not_missed(sessions: Sessions) -> None:
    log = sessions.shell.base / "old.jsonl"
    log.write_text("".join(json.dumps(each) + "\n" for each in sessions.usual()))
    os.utime(log, (1_700_000_000, 1_700_000_000))
    (sessions.shell.project / ".claude/rules/new.md").write_text("- New.\n")
    run = sessions.shell.run("verify", str(log))
    assert run.code == 0
    assert "perhaps: .claude/rules/new.md: the plan has it at launch as session_start, and it did not load" in run.out


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("out/CLAUDE.md", "git ignores it"),
        ("node_modules/clay/CLAUDE.md", "memlint does not walk that folder"),
        ("../shared/CLAUDE.md", "it may be in an added folder (--add-dir)"),
    ],
)
def test_what_memlint_does_not_look_at_is_no_certain_difference(sessions: Sessions, path: str, why: str) -> None:
    sessions.shell.plant({".gitignore": "out/\n", path: "Glaze.\n"})
    read = sessions.event(path, "nested_traversal", trigger_file_path=f"{sessions.root}/{path}/../x")
    read["file_path"] = os.path.normpath(read["file_path"])
    assert [each[:2] for each in sessions.found([*sessions.usual(), read])] == [("unplanned", False)]
    assert f"the plan does not have it: {why}" in sessions.verify([*sessions.usual(), read]).out


def test_an_added_folder_can_be_named(sessions: Sessions) -> None:
    sessions.shell.plant({"CLAUDE.md": "Glaze.\n"}, "shared")
    place = str(sessions.shell.base / "shared/CLAUDE.md")
    events = [*sessions.usual(), sessions.event("", file_path=place)]
    env = {"CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD": "1"}
    assert sessions.verify(events, "--add-dir", str(sessions.shell.base / "shared"), env=env).code == 0
    run = sessions.verify(events, "--add-dir", str(sessions.shell.base / "shared"))
    assert run.code == 1
    assert "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD is not set" in run.out


# --- places


def windows(event: dict[str, Any], root: str) -> dict[str, Any]:
    """Return an event as a Windows machine with the same tree in C:\\work\\kiln writes it."""

    def moved(value: Any) -> Any:
        if isinstance(value, str) and value.startswith(root):
            return "C:\\work\\kiln" + value.removeprefix(root).replace("/", "\\")
        return value

    return {key: moved(value) for key, value in event.items()}


def test_a_log_from_windows_is_compared_with_a_checkout_here(sessions: Sessions) -> None:
    events = [windows(each, sessions.root) for each in sessions.usual()]
    events[1]["file_path"] = "c:\\Work\\Kiln\\docs\\glazes.md"
    events[2]["file_path"] = "\\\\?\\" + events[2]["file_path"]
    own = dict(events[0], file_path="C:\\Users\\dana\\.claude\\CLAUDE.md", memory_type="User")
    assert sessions.found([own, *events], "--cwd", sessions.root) == []
    assert sessions.found([own, *events[:2], *events[3:]], "--cwd", sessions.root) == [
        ("missing", True, ".claude/rules/cones.md")
    ]
    run = sessions.verify([own, *events], "--cwd", sessions.root)
    assert "note: 1 event tells of files outside of this checkout" in run.out


def test_a_folder_that_is_not_here_is_not_compared(sessions: Sessions) -> None:
    run = sessions.verify([windows(each, sessions.root) for each in sessions.usual()])
    assert run.code == 0
    assert "not compared: its folder is not on this machine" in run.out
    assert run.out.endswith("0 sessions with 0 events, against Claude Code 2.1.288: no difference\n")


def test_sessions_are_told_apart_and_start_where_their_launch_says(sessions: Sessions) -> None:
    below = sessions.event("web/CLAUDE.md") | {"session_id": "77aa", "cwd": f"{sessions.root}/web"}
    events = [each for pair in zip(sessions.usual()[:4], [below] * 4, strict=True) for each in pair]
    assert sorted(sessions.found(events)) == [
        ("missing", True, ".claude/rules/cones.md"),
        ("missing", True, "CLAUDE.local.md"),
        ("missing", True, "CLAUDE.md"),
    ]
    later = [each | {"cwd": f"{sessions.root}/docs"} for each in sessions.usual()[4:]]
    assert sessions.found([*sessions.usual()[:4], *later]) == []


def test_a_link_is_known_by_both_names(shell: Shell) -> None:
    shell.plant({"AGENTS.md": "Fire slowly.\n", "CLAUDE.md -> AGENTS.md": ""})
    sessions = Sessions(shell)
    assert sessions.found([sessions.event("CLAUDE.md")]) == []
    assert sessions.found([sessions.event("AGENTS.md")]) == []


# --- any log


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"\0\0\0\n",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"null\n[]\n1\n",
        b'{"a":' * 50_000,
        b"{" * 2_000_000 + b"\n",
        b'{"file_path": "/a\\u0000b", "load_reason": "include"}\n',
        b'{"file_path": 1, "load_reason": []}\n{"file_path": "/a", "load_reason": "x", "cwd": {}}\n',
        b'{"file_path": "\\ud800", "load_reason": "session_start", "cwd": "\\udc80", "session_id": "\\u202e"}\n',
        b'{"hook_event_name": "Stop"}\n',
        b'{"file_path": "a", "load_reason": "session_start", "cwd": "relative"}\n',
        b'{"memlint": 1, "time": 5, "sha256": 7, "file_path": "/a", "load_reason": "compact"}\n',
        b'{"memlint": 1, "time": "9999-12-31T23:59:59+99:99", "file_path": "/a", "load_reason": "compact"}\n',
    ],
)
def test_no_log_makes_it_fail(sessions: Sessions, data: bytes) -> None:
    run = sessions.verify(data)
    assert run.code == 0, run.err
    assert "internal error" not in run.err
    assert json.loads(sessions.verify(data, "--output-format", "json").out)["version"] == 1


def test_other_ways_to_write_a_log(sessions: Sessions) -> None:
    lines = [json.dumps(each) for each in sessions.usual()]
    expected = "1 session with 6 events, against Claude Code 2.1.288: no difference\n"
    for text in ("".join(lines), "\n".join(f"2026-11-30T10:00:00Z\t{each}" for each in lines), "\r\n".join(lines)):
        assert sessions.verify(text.encode()).out == expected
        assert sessions.verify(text.encode("utf-8-sig")).out == expected
        assert sessions.verify(text.encode("utf-16")).out == expected


def test_no_event_is_said_loudly(sessions: Sessions) -> None:
    assert sessions.verify(b"").err == "memlint: there is no InstructionsLoaded event in the log\n"


def test_the_usual_log_is_asked_about_this_project_alone(sessions: Sessions) -> None:
    other = sessions.event("CLAUDE.md") | {"session_id": "other", "cwd": str(sessions.shell.home)}
    for event in [*sessions.usual(), other]:
        assert sessions.shell.run("hook", "--verify", data=json.dumps(event).encode()) == (0, "", "")
    run = sessions.shell.run("verify", cwd=sessions.shell.project / "web")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("1 session of other projects left out\n1 session with 6 events, ")


def test_stdin_is_a_log_too(sessions: Sessions) -> None:
    data = b"".join(json.dumps(each).encode() + b"\n" for each in sessions.usual()[1:])
    assert sessions.shell.run("verify", "-", data=data).code == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gone.jsonl",), "is not there"),
        (("web",), "is no file"),
        ((), "there is no log yet at "),
        (("-", "--cwd", "gone"), "no such folder"),
        (("-", "--output-format", "yaml"), "invalid choice"),
        (("-", "--setting-sources", "mine"), 'no setting source "mine"'),
        (("a", "b"), "unrecognized arguments: b"),
    ],
)
def test_wrong_usage(sessions: Sessions, words: tuple[str, ...], said: str) -> None:
    run = sessions.shell.run("verify", *words)
    assert (run.code, run.out) == (4, "")
    assert said in run.err


def test_secrets_in_a_log_are_not_shown(sessions: Sessions) -> None:
    token = "ghp_" + "Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
    (sessions.shell.project / f"docs/{token}.md").write_text("# A\n")
    run = sessions.verify([*sessions.usual(), sessions.event(f"docs/{token}.md")])
    assert run.code == 1
    assert token not in run.out


#: What Claude Code 2.1.332 logged for a session in RECORDED_TREE, by a hook `cat >> LOG`, in the order of that log.
RECORDED = """\
~/.claude/CLAUDE.md User session_start
l.md Local include CLAUDE.local.md
CLAUDE.local.md Local session_start
p.md Project include CLAUDE.md
~/.claude/rules/r.md User session_start
CLAUDE.md Project session_start
~/.claude/u.md User include ~/.claude/CLAUDE.md
"""
RECORDED_TREE = {
    "CLAUDE.local.md": "@l.md\n",
    "l.md": "L\n",
    "CLAUDE.md": "@p.md @../home/h.md\n",
    "p.md": "P\n",
    "../home/h.md": "H\n",
    "../home/.claude/CLAUDE.md": "@u.md\n",
    "../home/.claude/u.md": "U\n",
    "../home/.claude/rules/r.md": "- R\n",
    "../home/.claude/rules/s.md": '---\npaths: "web/**"\n---\nRule.\n',
}


def test_a_log_of_the_product_itself(shell: Shell) -> None:
    shell.plant(RECORDED_TREE)
    sessions = Sessions(shell)

    def place(path: str) -> str:
        return path.replace("~", str(shell.home)) if path.startswith("~") else f"{shell.project}/{path}"

    events = []
    for line in RECORDED.splitlines():
        path, kind, reason, *parent = line.split()
        event = sessions.event("", reason, file_path=place(path), memory_type=kind)
        events.append(event | ({"parent_file_path": place(parent[0])} if parent else {}))
    # The order of a log is not that of loading: this one has an import before what imports it.
    assert sessions.found(events) == [("order", False, "CLAUDE.local.md")]


# --- the model against itself

FACTS = asked_for("")


def events_of(project: Project, root: Path) -> bytes:
    """Return the log of a session that does as the plan of ``project`` says."""
    events, silent = [], set[str]()
    triggers = {
        load.path: sample
        for load in project.plan.loads
        for sample in ([f"{load.scope}/x" for _ in "1" if load.moment == "directory"])
    }
    for load in project.plan.loads:
        if not load.contributes or load.moment not in ("launch", "directory") or "memory" in load.tier:
            continue
        if load.reason == "agents_md" or load.imported_by in silent:
            silent.add(load.path)
            continue
        event = {
            "session_id": "s",
            "cwd": str(root),
            "file_path": str(root / load.path),
            "memory_type": load.tier.title(),
            "load_reason": load.reason,
        }
        event |= {"trigger_file_path": str(root / triggers[load.path])} if load.path in triggers else {}
        event |= {"parent_file_path": str(root / load.imported_by)} if load.imported_by else {}
        events.append(json.dumps(event))
    return "\n".join(events).encode()


@pytest.mark.parametrize("family", ["budget", "imports", "loading", "scope"])
def test_a_log_made_from_the_plan_has_no_difference(family: str, tmp_path: Path) -> None:
    cases = sorted((Path(__file__).parent.parent / "cases" / family).glob("*/*.txt"))
    assert len(cases) > 10
    for number, case in enumerate(cases):
        files = sections(case.read_text("utf-8"))
        files.pop("expect")
        if files.keys() & {"git log", "modes"}:
            continue
        root = plant(tmp_path / f"project-{number}", files)
        home = str(tmp_path / "nobody")
        session = Session(str(root), machine=True, user=True)
        project = Project(str(root), home=home, config=f"{home}/.claude", facts=FACTS, session=session)
        how = How(session, home, f"{home}/.claude", FACTS)
        found = verify(io.BytesIO(events_of(project, root)), 0, how)
        assert [each.differences for each in found.sessions if each.differences] == [], case
