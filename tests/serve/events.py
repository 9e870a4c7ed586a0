"""Events of an agent as its documentation describes them, and what may answer them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from tests.cli.shell import Run, Shell

SESSION = "0c9e6a2f-7d41-4f4e-9a15-3f4f7c2b8d10"

_TEXT = {"type": "string", "minLength": 1, "maxLength": 9_999}


def _specific(event: str, **fields: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"hookEventName": {"const": event}, **fields},
        "required": ["hookEventName"],
        "minProperties": 2,
        "additionalProperties": False,
    }


def _answer(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "minProperties": 1, "additionalProperties": False}


_BLOCK = {"decision": {"const": "block"}, "reason": _TEXT}
#: What each event takes, of what the documentation names.
SCHEMAS = {
    "PreToolUse": _answer(
        hookSpecificOutput=_specific(
            "PreToolUse",
            permissionDecision={"enum": ["allow", "deny", "ask", "defer"]},
            permissionDecisionReason=_TEXT,
            additionalContext=_TEXT,
        )
    ),
    "PostToolUse": {
        **_answer(**_BLOCK, hookSpecificOutput=_specific("PostToolUse", additionalContext=_TEXT)),
        "dependentRequired": {"decision": ["reason"], "reason": ["decision"]},
    },
    "SessionStart": _answer(
        systemMessage=_TEXT,
        hookSpecificOutput=_specific(
            "SessionStart",
            additionalContext=_TEXT,
            watchPaths={"type": "array", "items": {"type": "string", "pattern": "^(/|[A-Z]:)"}, "minItems": 1},
        ),
    ),
    "Stop": {
        **_answer(**_BLOCK, systemMessage=_TEXT, hookSpecificOutput=_specific("Stop", additionalContext=_TEXT)),
        "dependentRequired": {"decision": ["reason"], "reason": ["decision"]},
    },
    "FileChanged": _answer(systemMessage=_TEXT),
}


class Agent:
    """Sends events to ``memlint hook`` as an agent does whose session started in the shell's project."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.cwd = str(shell.project)

    def send(self, name: str, *words: str, **fields: Any) -> Run:
        """Send an event with the fields that all have, and ``fields``; return what the hook left."""
        common = {
            "session_id": SESSION,
            "prompt_id": "550e8400-e29b-41d4-a716-446655440000",
            "transcript_path": f"{self.shell.home}/.claude/projects/kiln/{SESSION}.jsonl",
            "cwd": self.cwd,
            "permission_mode": "default",
            "hook_event_name": name,
        }
        return self.raw(json.dumps({**common, **fields}).encode(), *words)

    def raw(self, data: bytes, *words: str) -> Run:
        """Send ``data``. Whatever it is, the hook exits with 0."""
        run = self.shell.run("hook", *words, data=data)
        assert run.code == 0, run
        return run

    def told(self, name: str, *words: str, **fields: Any) -> dict[str, Any]:
        """Send an event and return its answer, {} for none; it must be one that the event takes."""
        run = self.send(name, *words, **fields)
        assert run.err == ""
        if not run.out:
            return {}
        assert len(run.out) < 10_000
        answer: dict[str, Any] = json.loads(run.out)
        jsonschema.validate(answer, SCHEMAS[name])
        return answer

    def place(self, path: str) -> Path:
        """Return the absolute place of ``path``, which is relative to the project."""
        return self.shell.project / path

    def wrote(self, path: str, text: str, *words: str, **response: Any) -> dict[str, Any]:
        """Write a file with the Write tool and return what the hook says of it."""
        place = self.place(path)
        old = place.read_text() if place.exists() else None
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        kind: dict[str, Any] = {
            "type": "create" if old is None else "update",
            "originalFile": old,
            "structuredPatch": [],
        }
        return self.told(
            "PostToolUse",
            *words,
            tool_name="Write",
            tool_input={"file_path": str(place), "content": text},
            tool_response={"filePath": str(place), **(response or kind)},
            tool_use_id="toolu_01ABC123",
            duration_ms=12,
        )

    def edited(self, path: str, old: str, new: str, **response: Any) -> dict[str, Any]:
        """Edit a file with the Edit tool and return what the hook says of it."""
        place = self.place(path)
        before = place.read_text()
        assert before.count(old) == 1
        place.write_text(before.replace(old, new))
        what = {
            "oldString": old,
            "newString": new,
            "originalFile": before,
            "structuredPatch": [],
            "userModified": False,
        }
        return self.told(
            "PostToolUse",
            tool_name="Edit",
            tool_input={"file_path": str(place), "old_string": old, "new_string": new, "replace_all": False},
            tool_response={"filePath": str(place), **(response or what)},
            tool_use_id="toolu_01ABC124",
        )

    def proposes(self, path: str, *words: str, **tool_input: Any) -> dict[str, Any]:
        """Say what the Write or Edit tool is about to do, and return what the hook says of it."""
        return self.told(
            "PreToolUse",
            *words,
            tool_name="Write" if "content" in tool_input else "Edit",
            tool_input={"file_path": str(self.place(path)), **tool_input},
            tool_use_id="toolu_01ABC125",
        )


def context(answer: dict[str, Any]) -> str:
    """Return the additional context of an answer, "" for none."""
    text: str = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
    return text
