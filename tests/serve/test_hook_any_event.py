"""Whatever an event is, the hook ends with 0 and prints nothing, or one object that the event takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlint.serve import hook
from tests.serve.events import SCHEMAS, SESSION
from tests.serve.test_hook_writes import KILN
from tests.trees import plant

NAMES = st.sampled_from(["PreToolUse", "PostToolUse", "FileChanged", "SessionStart", "Stop", "SubagentStop", ""])
PATHS = st.sampled_from(["CLAUDE.md", "docs/glazes.md", ".claude/rules/a.md", "memory/MEMORY.md", "", ".", "docs", "/"])
TEXTS = st.one_of(
    st.text(max_size=40), st.sampled_from(["See @docs/cones.md\n", "# Kiln\n", "See", "---\npaths: *\n---\n"])
)
JUNK = st.one_of(st.none(), st.booleans(), st.integers(), st.lists(st.text(max_size=3), max_size=2), TEXTS)


def some(values: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Return objects with some of these fields, each now and then of another type."""
    return st.fixed_dictionaries({}, optional={name: st.one_of(value, JUNK) for name, value in values.items()})


INPUT = some(
    {"file_path": PATHS, "content": TEXTS, "old_string": TEXTS, "new_string": TEXTS, "replace_all": st.booleans()}
)
RESPONSE = some({"type": st.sampled_from(["create", "update"]), "originalFile": TEXTS, "success": st.booleans()})
EVENTS = st.builds(
    lambda name, fields: {"hook_event_name": name, **fields},
    NAMES,
    some(
        {
            "session_id": st.sampled_from([SESSION, "../kiln"]),
            "cwd": st.sampled_from(["/nowhere", "C:\\kiln", "docs"]),
            "tool_name": st.sampled_from(["Write", "Edit"]),
            "tool_input": INPUT,
            "tool_response": RESPONSE,
            "tool_use_id": st.just("toolu_1"),
            "file_path": PATHS,
            "event": st.sampled_from(["change", "add", "unlink"]),
            "source": st.sampled_from(["startup", "resume"]),
            "stop_hook_active": st.booleans(),
        }
    ),
)


@settings(max_examples=150)
@given(event=EVENTS, deny=st.booleans())
def test_any_event(
    event: dict[str, Any],
    deny: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(plant(tmp_path / "project", KILN))
    assert hook.run(json.dumps(event).encode(), deny=deny) == 0
    out, err = capsysbinary.readouterr()
    assert err == b""
    assert out.count(b"\n") == bool(out)
    if out:
        assert len(out.decode()) < 10_000
        jsonschema.validate(json.loads(out), SCHEMAS[event["hook_event_name"]])
