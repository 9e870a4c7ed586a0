"""``memlint verify``: from a log of InstructionsLoaded events to what it says about the load plan, as text or JSON.

The JSON document:

- ``version``: 1; ``target_version``: the version of the agent product that the plans are for.
- ``sessions``, in the order of the log: ``session_id``; ``cwd`` as the log has it; ``root``, the repository's folder
  here; ``events``, their number; ``start``: "whole", "broken" (a malformed line may belong to it) or "none", whether
  the log has the session's launch, without which no missing file is told; ``why_not``: what kept it from being
  compared, or null; ``notes``: facts about the files; and ``differences``: ``kind`` (unplanned, missing, reason,
  trigger, parent, memory_type, globs or order), ``certain`` (false: something else can explain it as well), ``path``
  like a finding's, ``line`` of the event in the log or null, ``logged`` and ``planned`` (null for nothing), ``message``.
- ``malformed``: the first lines that are no event, ``line`` and ``why``.
- ``summary``: ``sessions``, ``elsewhere`` (sessions of other projects, left out), ``compared``, ``events``,
  ``differences``, ``unproven``, ``malformed_lines``, ``other_events``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, BinaryIO

from memlint.harness.facts import Facts
from memlint.project.folders import is_inside
from memlint.project.session import Session
from memlint.report.plan import words
from memlint.report.visible import shown, whole
from memlint.serve import event_log as logs
from memlint.serve.event_log import EventLog, plain
from memlint.serve.expected import Expected
from memlint.serve.verifying import Compared, Difference, compare
from memlint.source.records import NamedTuple


class How(NamedTuple):
    """How to compare: ``folder`` stands for the one that the sessions started in, "" for that itself.

    ``session`` has all of how they started but the folder. ``within``: only sessions that started there count, "" for
    all.
    """

    session: Session
    home: str
    config: str
    facts: Facts
    folder: str = ""
    within: str = ""


class Verified(NamedTuple):
    """What a log says: the log and each of its sessions; ``elsewhere`` is the number of those that do not count."""

    log: EventLog
    sessions: tuple[Compared, ...]
    elsewhere: int = 0

    def total(self, *, certain: bool) -> int:
        """Return how many differences are certain, or are not."""
        return sum(each.certain is certain for session in self.sessions for each in session.differences)


def verify(stream: BinaryIO, written: float, how: How) -> Verified:
    """Compare a log with the load plans here. ``written``: when it was, in seconds since 1970, 0 for not known."""
    log = logs.read(stream)
    every = logs.sessions(log.events)
    groups = {name: group for name, group in every.items() if not how.within or is_inside(_started(group), how.within)}
    found: dict[str, Compared] = {}
    expected: Expected | None = None
    for session, events in sorted(groups.items(), key=lambda item: _started(item[1])):  # one plan at a time
        cwd = _started(events)
        folder, why = _folder(cwd, how)
        if why:
            found[session] = Compared(session, cwd, "", len(events), "none", why, (), ())
            continue
        if expected is None or (expected.folder, expected.logged) != (folder, plain(cwd)):
            expected = Expected(folder, cwd, how.home, how.config, how.session, how.facts)
        found[session] = compare(session, events, log, written, expected)
    return Verified(log, tuple(found[session] for session in groups), len(every) - len(groups))


def _started(events: list[logs.Event]) -> str:
    """Return the folder that a session started in: later ones tell where the agent was by then."""
    launch = (event.cwd for event in events if event.reason == "session_start")
    return next(launch, events[0].cwd)


def _folder(cwd: str, how: How) -> tuple[str, str]:
    """Return the folder here that stands for ``cwd``, or why there is none."""
    if not cwd:
        return "", "its events do not tell the folder it started in"
    if how.folder:
        return how.folder, ""
    if not (os.path.isabs(cwd) and os.path.isdir(cwd)):
        return "", "its folder is not on this machine (--cwd names the one that stands for it)"
    return os.path.normpath(cwd), ""


# --- as text


def text(verified: Verified, facts: Facts, home: str) -> Iterator[str]:
    """Yield the lines for people: what differs, by session, and a summary."""
    for session in verified.sessions:
        told = list(_told(session))
        if told:
            place = words.name(session.cwd, home)
            count = words.counted(session.events, "event")
            yield shown(f"Session {session.session or '(without a name)'} in {place or '?'}, {count}")
            yield from (f"  {shown(line)}" for line in told)
            yield ""
    for each in verified.log.malformed:
        yield shown(f"line {each.line} of the log is no event: it {each.why}")
    more = len(verified.log.broken) - len({each.line for each in verified.log.malformed})
    if more > 0:
        yield f"and {words.counted(more, 'more line{s}')} of the log"
    yield from _summary(verified, facts)


def _told(session: Compared) -> Iterator[str]:
    if session.why_not:
        yield f"not compared: {session.why_not}"
    for each in session.differences:
        at = f" (line {each.line})" if each.line else ""
        yield f"{'differs' if each.certain else 'perhaps'}: {each.path}{at}: {each.text}"
    yield from (f"note: {note}" for note in session.notes)
    if session.start == "broken":
        yield "note: a malformed line may belong to its launch, so no missing file is told"
    elif session.start == "none" and not session.why_not:
        yield "note: its launch is not in the log, so no missing file is told"


def _summary(verified: Verified, facts: Facts) -> Iterator[str]:
    compared = [session for session in verified.sessions if not session.why_not]
    certain, unproven = verified.total(certain=True), verified.total(certain=False)
    files = words.counted(sum(session.events for session in compared), "event")
    what = f"{words.counted(len(compared), 'session')} with {files}, against Claude Code {facts.version}"
    if verified.elsewhere:
        yield f"{words.counted(verified.elsewhere, 'session')} of other projects left out"
    result = words.counted(certain, "difference") if certain else "no difference"
    yield f"{what}: {result}" + (f", {unproven:,} not proven" if unproven else "")


# --- as JSON


def render(verified: Verified, facts: Facts) -> str:
    """Return the JSON document, ASCII only."""
    compared = [session for session in verified.sessions if not session.why_not]
    return json.dumps(
        {
            "version": 1,
            "target_version": facts.version,
            "sessions": [_session(session) for session in verified.sessions],
            "malformed": [{"line": each.line, "why": each.why} for each in verified.log.malformed],
            "summary": {
                "sessions": len(verified.sessions),
                "elsewhere": verified.elsewhere,
                "compared": len(compared),
                "events": sum(session.events for session in verified.sessions),
                "differences": verified.total(certain=True),
                "unproven": verified.total(certain=False),
                "malformed_lines": len(verified.log.broken),
                "other_events": verified.log.others,
            },
        },
        indent=2,
    )


def _session(session: Compared) -> dict[str, Any]:
    return {
        "session_id": whole(session.session),
        "cwd": whole(session.cwd),
        "root": whole(session.root) or None,
        "events": session.events,
        "start": session.start,
        "why_not": session.why_not or None,
        "differences": [_difference(each) for each in session.differences],
        "notes": [shown(note) for note in session.notes],
    }


def _difference(each: Difference) -> dict[str, Any]:
    return {
        "kind": each.kind,
        "certain": each.certain,
        "path": whole(each.path),
        "line": each.line or None,
        "logged": shown(each.logged) or None,
        "planned": shown(each.planned) or None,
        "message": shown(each.text),
    }
