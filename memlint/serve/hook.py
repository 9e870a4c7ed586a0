"""``memlint hook``: one event of an agent in, nothing or one JSON object out (SPEC 7).

Most events need no answer: a file that is no memory, a write that causes nothing. Then nothing is printed. What goes
wrong here is told on stderr and never stops the agent: the exit code is 0, also for an event that makes no sense.
"""

from __future__ import annotations

import os
import sys
from typing import Any, TypeAlias

from memlint.serve.event import Event, read

#: The object that an agent reads; {} is printed as nothing.
Answer: TypeAlias = dict[str, Any]


def run(data: bytes, *, log: str | None = None, deny: bool = False) -> int:
    """Answer the event ``data`` on standard output and return 0.

    ``log`` is the file that InstructionsLoaded is written to, None for the usual one. ``deny``: a write that would
    cause an error is refused before it happens.
    """
    try:
        answer = _answer(read(data), log, deny)
        if answer:
            import json

            # The agent reads UTF-8, whatever the locale of the moment is; JSON escapes nothing that it need not.
            text = json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace")
            sys.stdout.flush()
            sys.stdout.buffer.write(text + b"\n")
            sys.stdout.buffer.flush()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - exit code 2 would stop the agent, 1 would be told
        _complain(error)
    return 0


def _answer(event: Event, log: str | None, deny: bool) -> Answer:
    if event.name in ("PostToolUse", "PreToolUse"):
        if not _is_memory(event, tool=True):
            return {}
        from memlint.serve import writes

        return writes.answer(event, deny=deny)
    if event.name == "FileChanged":
        if not _is_memory(event, tool=False):
            return {}
        from memlint.serve import sessions

        return sessions.changed(event)
    if event.name == "SessionStart":
        from memlint.serve import sessions

        return sessions.started(event)
    if event.name == "Stop" and event.given.get("stop_hook_active") is not True:
        from memlint.serve import sessions

        return sessions.stopped(event)
    if event.name == "InstructionsLoaded":
        from memlint.serve import instructions_loaded

        instructions_loaded.answer(event.given, log)
    return {}


def _is_memory(event: Event, *, tool: bool) -> bool:
    """Say whether the event is of a file that may be a memory; ``tool``: and of a tool that writes."""
    if not event.path:
        return False
    from memlint.harness.facts import for_version
    from memlint.serve.noted import Noted
    from memlint.serve.place import is_too_wide, of_file, session_root
    from memlint.serve.relevant import is_memory

    facts = for_version()
    if tool and event.tool not in facts.words("hooks.write-tools"):
        return False
    if os.path.isdir(event.path):
        return False
    root = session_root(event)
    if not is_memory(event.path, root, Noted(event.session, root).files, facts):
        return False
    return not is_too_wide(of_file(event).root)


def _complain(error: BaseException) -> None:
    from memlint.report.visible import shown

    if sys.stderr is not None:
        told = " ".join(str(error).split()) or "no more is known"
        print(f"memlint: hook: {type(error).__name__}: {shown(told)[:500]}", file=sys.stderr)
