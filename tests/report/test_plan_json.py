"""The load plan for programs: a fixed schema, exact strings, and claw-code's words for where a file is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

from memlint.project.plan import Moment, Reason, Tier, WhyNot
from memlint.report.plan import json as json_format
from tests.report.plans import document, index
from tests.report.test_plan_text import AGENT, DEEP, WORK

# --- the schema, written down a second time

_NUMBER = {"type": "integer", "minimum": 0}
_MAYBE_NUMBER = {"type": ["integer", "null"], "minimum": 0}
_MAYBE_TEXT = {"type": ["string", "null"], "minLength": 1}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_TOTAL = _closed(dict.fromkeys(("files", "lines", "bytes", "utf16", "tokens"), _NUMBER))
_FILE = {
    "path": {"type": "string", "minLength": 1},
    "kind": {"enum": ["instructions", "rule_file", "index", "topic", "imported", "agent", "settings"]},
    "tier": {"enum": list(get_args(Tier))},
    "order": {"type": "integer", "minimum": 1},
    "moment": {"enum": list(get_args(Moment))},
    "reason": {"enum": [reason or None for reason in get_args(Reason)]},
    "after_compact": {"enum": ["back", "lost", None]},
    "folder": _MAYBE_TEXT,
    "globs": {"type": "array", "items": {"type": "string"}},
    "agent": _MAYBE_TEXT,
    "imported_by": _MAYBE_TEXT,
    "hop": _NUMBER,
    "lines": _MAYBE_NUMBER,
    "bytes": _MAYBE_NUMBER,
    "utf16": _MAYBE_NUMBER,
    "chars": _MAYBE_NUMBER,
    "loaded_lines": _NUMBER,
    "loaded_bytes": _NUMBER,
    "loaded_utf16": _NUMBER,
    "tokens": _NUMBER,
    "contributes": {"type": "boolean"},
    "why_not": {"enum": [why or None for why in get_args(WhyNot)]},
    "detail": _MAYBE_TEXT,
    "source": {
        "enum": [
            *("claude_md", "claude_claude_md", "claude_local_md", "agents_md", "claude_agents_md", "rule_file"),
            *("import", "memory_index", "memory_topic", "agent", "settings"),
        ]
    },
    "origin": {"enum": ["workspace", "outside_project", "home", "parent_dir", "ancestor"]},
    "scope_path": {"type": "string", "pattern": "^/"},
    "outside_project": {"type": "boolean"},
}
SCHEMA = _closed(
    {
        "version": {"const": 1},
        "cwd": {"type": "string", "pattern": "^/"},
        "root": {"type": "string", "pattern": "^/"},
        "target_version": {"type": "string", "pattern": r"^\d+(\.\d+)+$"},
        "totals": _closed(
            {**dict.fromkeys(("launch", "directory", "glob", "subagent", "recall"), _TOTAL), "lost": _NUMBER}
        ),
        "files": {"type": "array", "items": _closed(_FILE)},
    }
)

#: One of everything.
FULL = {
    **DEEP,
    **WORK,
    "CLAUDE.md": DEEP["CLAUDE.md"],
    "AGENTS.md": "x\n",
    "CLAUDE.local.md": "<!-- nothing -->\n",
    f"{AGENT}/MEMORY.md": index(240),
    f"{AGENT}/a.md": "---\nname: a\n---\na\n",
    "memory/MEMORY.md": "- [a](a.md) — x\n",
    "latin/CLAUDE.md": "\\xe9\\xe8\n",
    "bom/CLAUDE.md": "\ufeff# With a mark 🙂\n",
    ".claude/rules/linked.md -> ../../../elsewhere.md": "",
}


@pytest.mark.parametrize(
    ("files", "how"),
    [
        ({}, {}),
        ({"CLAUDE.md": "x\n"}, {}),
        (FULL, {}),
        (FULL, {"cwd": "pkg"}),
        (FULL, {"target": "pkg/a.py"}),
        (FULL, {"user": True}),
        (FULL, {"version": "2.0.50"}),
        (FULL, {"version": "2.1.100"}),
        (FULL, {"environment": {"CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1"}}),
    ],
    ids=["empty", "one", "full", "cwd", "target", "user", "old", "older", "off"],
)
def test_the_schema_holds(tmp_path: Path, files: dict[str, str], how: dict[str, Any]) -> None:
    (tmp_path / "elsewhere.md").write_text("elsewhere\n")
    made = document(tmp_path, files, **how)
    jsonschema.validate(made, SCHEMA)
    assert [file["order"] for file in made["files"]] == list(range(1, len(made["files"]) + 1))


def test_the_docstring_names_every_key_and_no_other() -> None:
    told = json_format.__doc__ or ""
    keys = set(re.findall(r"``(\w+)``", told[: told.index("Strings that")]))
    assert keys >= {*SCHEMA["properties"], *_FILE, *_TOTAL["properties"], "lost"}
    assert keys - {*SCHEMA["properties"], *_FILE, *_TOTAL["properties"], "lost"} == set()


def test_the_order_of_the_keys_is_fixed(tmp_path: Path) -> None:
    made = document(tmp_path, {"CLAUDE.md": "x\n"})
    assert list(made) == ["version", "cwd", "root", "target_version", "totals", "files"]
    assert list(made["files"][0]) == list(_FILE)


def one(made: dict[str, Any], path: str) -> dict[str, Any]:
    """Return the only entry of a file."""
    (found,) = (file for file in made["files"] if file["path"] == path)
    return dict(found)


# --- what it says


def test_one_file_in_full(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    assert document(tmp_path, {"CLAUDE.md": "---\nowner: me\n---\n<!-- a -->\n# Größe 🙂\n\n"}) == {
        "version": 1,
        "cwd": f"{tmp_path}/project",
        "root": f"{tmp_path}/project",
        "target_version": "2.1.288",
        "totals": {
            "launch": {"files": 1, "lines": 1, "bytes": 14, "utf16": 10, "tokens": 2},
            **{
                moment: dict.fromkeys(_TOTAL["properties"], 0) for moment in ("directory", "glob", "subagent", "recall")
            },
            "lost": 0,
        },
        "files": [
            {
                "path": "CLAUDE.md",
                "kind": "instructions",
                "tier": "project",
                "order": 1,
                "moment": "launch",
                "reason": "session_start",
                "after_compact": "back",
                "folder": None,
                "globs": [],
                "agent": None,
                "imported_by": None,
                "hop": 0,
                "lines": 6,
                "bytes": 45,
                "utf16": 41,
                "chars": 40,
                "loaded_lines": 1,
                "loaded_bytes": 14,
                "loaded_utf16": 10,
                "tokens": 2,
                "contributes": True,
                "why_not": None,
                "detail": None,
                "source": "claude_md",
                "origin": "workspace",
                "scope_path": f"{tmp_path}/project",
                "outside_project": False,
            }
        ],
    }


def test_moments_and_what_brings_a_file_in(tmp_path: Path) -> None:
    made = document(tmp_path, FULL)
    found = {
        file["path"]: (
            file["moment"],
            file["reason"],
            file["folder"],
            file["globs"],
            file["agent"],
            file["after_compact"],
        )
        for file in made["files"]
        if file["why_not"] != "duplicate"
    }
    assert found["pkg/CLAUDE.md"] == ("directory", "nested_traversal", "pkg", [], None, "lost")
    assert found[".claude/rules/py.md"] == ("glob", "path_glob_match", ".", ["*.py"], None, "lost")
    assert found[f"{AGENT}/MEMORY.md"] == ("subagent", "subagent_start", None, [], "planner", None)
    assert found[f"{AGENT}/a.md"] == ("recall", "recall", None, [], "planner", None)
    assert found["AGENTS.md"] == ("never", None, None, [], None, None)
    assert found["b.md"] == ("launch", "include", None, [], None, "back")


def test_imports(tmp_path: Path) -> None:
    files = [file for file in document(tmp_path, FULL)["files"] if file["imported_by"]]
    told = [(file["path"], file["imported_by"], file["hop"], file["contributes"], file["why_not"]) for file in files]
    assert told == [
        ("a.md", "CLAUDE.md", 1, True, None),
        ("b.md", "a.md", 2, True, None),
        ("c.md", "b.md", 3, True, None),
        ("d.md", "c.md", 4, True, None),
        ("e.md", "d.md", 5, False, "too-deep"),
        ("a.md", "b.md", 3, False, "duplicate"),
        ("docs/x.md", "a.md", 2, True, None),
        ("gone.md", "CLAUDE.md", 1, False, "missing"),
        ("docs/logo.png", "CLAUDE.md", 1, False, "extension"),
        ("docs", "CLAUDE.md", 1, False, "directory"),
    ]


def test_lost_counts_what_is_not_read_or_not_whole(tmp_path: Path) -> None:
    made = document(tmp_path, FULL)
    reasons = [file["why_not"] for file in made["files"] if file["why_not"]]
    assert "duplicate" in reasons
    assert made["totals"]["lost"] == len([why for why in reasons if why != "duplicate"])


def test_what_was_not_decoded_has_a_size_alone(tmp_path: Path) -> None:
    file = one(document(tmp_path, FULL), "latin/CLAUDE.md")
    assert (file["bytes"], file["lines"], file["utf16"], file["chars"], file["why_not"]) == (
        3,
        None,
        None,
        None,
        "not-utf8",
    )


def test_what_is_missing_has_no_size(tmp_path: Path) -> None:
    file = one(document(tmp_path, FULL), "gone.md")
    assert {file[key] for key in ("bytes", "lines", "utf16", "chars")} == {None}
    assert {file[key] for key in ("loaded_bytes", "loaded_lines", "loaded_utf16", "tokens")} == {0}


def test_strings_are_exact_and_ascii(tmp_path: Path) -> None:
    key = "gh" + "p_" + "a1B2" * 9
    tree = {"two\nlines\u202e/CLAUDE.md": "x\n", f"{AGENT}/MEMORY.md": index(200) + f"- token: {key}\n"}
    made = document(tmp_path, tree)
    assert one(made, "two\nlines\u202e/CLAUDE.md")
    assert key not in json.dumps(made)
    assert "…" in one(made, f"{AGENT}/MEMORY.md")["detail"]


# --- claw-code's words (SPEC 8.1)


@pytest.mark.parametrize(
    ("path", "source", "scope"),
    [
        ("CLAUDE.md", "claude_md", ""),
        (".claude/CLAUDE.md", "claude_claude_md", ""),
        ("CLAUDE.local.md", "claude_local_md", ""),
        ("AGENTS.md", "agents_md", ""),
        (".claude/AGENTS.md", "claude_agents_md", ""),
        (".claude/rules/a.md", "rule_file", ""),
        (".claude/rules/deep/er/a.md", "rule_file", ""),
        ("pkg/CLAUDE.md", "claude_md", "/pkg"),
        ("pkg/.claude/rules/a.md", "rule_file", "/pkg"),
        ("pkg/.claude/CLAUDE.md", "claude_claude_md", "/pkg"),
        ("my.claude/CLAUDE.md", "claude_md", "/my.claude"),
        (".claude-old/CLAUDE.md", "claude_md", "/.claude-old"),
        (f"{AGENT}/MEMORY.md", "memory_index", ""),
        (f"{AGENT}/a.md", "memory_topic", ""),
        ("memory/MEMORY.md", "memory_index", "/memory"),
    ],
)
def test_source_and_scope(tmp_path: Path, path: str, source: str, scope: str) -> None:
    file = one(
        document(tmp_path, {path: "---\nname: x\n---\nx\n", f"{path[: path.rfind('/') + 1]}MEMORY.md": "x\n"}), path
    )
    assert (file["source"], file["scope_path"]) == (source, f"{tmp_path}/project{scope}")


@pytest.mark.parametrize(
    ("cwd", "path", "origin"),
    [
        ("", "CLAUDE.md", "workspace"),
        ("", ".claude/rules/a.md", "workspace"),
        ("", "a/CLAUDE.md", "workspace"),
        ("a/b/c", "a/b/c/CLAUDE.md", "workspace"),
        ("a/b/c", "a/b/CLAUDE.md", "parent_dir"),
        ("a/b/c", "a/CLAUDE.md", "ancestor"),
        ("a/b/c", "CLAUDE.md", "ancestor"),
        ("a/b/c", ".claude/rules/a.md", "ancestor"),
        ("a/b/c", "z/CLAUDE.md", "workspace"),
        ("a", "CLAUDE.md", "parent_dir"),
    ],
)
def test_origin(tmp_path: Path, cwd: str, path: str, origin: str) -> None:
    tree = dict.fromkeys(("CLAUDE.md", ".claude/rules/a.md", "a/CLAUDE.md", "a/b/CLAUDE.md", "a/b/c/CLAUDE.md"), "x\n")
    file = one(document(tmp_path, {**tree, "z/CLAUDE.md": "x\n"}, cwd=cwd), path)
    assert (file["origin"], file["outside_project"]) == (origin, False)


def test_the_persons_own_files_lie_outside(tmp_path: Path) -> None:
    """claw-code asks for outside_project before home."""
    (tmp_path / "home/.claude").mkdir(parents=True)
    (tmp_path / "home/.claude/CLAUDE.md").write_text("mine\n")
    file = one(document(tmp_path, {"CLAUDE.md": "x\n"}, user=True), f"{tmp_path}/home/.claude/CLAUDE.md")
    assert (file["source"], file["origin"]) == ("claude_claude_md", "outside_project")
    assert (file["scope_path"], file["outside_project"]) == (f"{tmp_path}/home", True)


def test_home_is_the_project(tmp_path: Path) -> None:
    (tmp_path / "home").symlink_to("project")
    file = one(document(tmp_path, {"CLAUDE.md": "x\n", "a/b/CLAUDE.md": "x\n"}, cwd="a/b"), "CLAUDE.md")
    assert file["origin"] == "home"


def test_links_are_followed_for_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/team.md").write_text("team\n")
    made = document(tmp_path, {"CLAUDE.md -> ../shared/team.md": "", "pkg/CLAUDE.md": "x\n"})
    (file,) = (file for file in made["files"] if file["moment"] == "launch")
    assert (file["outside_project"], file["scope_path"]) == (True, f"{tmp_path}/shared")
    assert file["origin"] == "outside_project"


def test_a_worktree_in_the_folder_is_a_project_of_its_own(tmp_path: Path) -> None:
    worktrees = tmp_path / "main/.claude/worktrees"
    file = one(document(worktrees, {"CLAUDE.md": "x\n"}), "CLAUDE.md")
    assert (file["scope_path"], file["origin"]) == (f"{worktrees}/project", "workspace")


def test_characters_are_those_of_the_raw_file(tmp_path: Path) -> None:
    file = one(document(tmp_path, FULL), "bom/CLAUDE.md")
    assert (file["chars"], file["utf16"], file["bytes"]) == (17, 18, 22)
    assert file["loaded_utf16"] == 16
