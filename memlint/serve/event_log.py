"""Reading a log of InstructionsLoaded events: memlint's own, or whatever a hook such as ``cat >> LOG`` has left."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, BinaryIO

from memlint.serve.instructions_loaded import EVENT, TEXTS
from memlint.source.records import NamedTuple

_LONGEST = 1 << 20  # bytes of a line; an event has less than a thousandth of that
_NEEDED = ("file_path", "load_reason")
#: Lines that are listed one by one; of more, the number is told.
LISTED = 20


class Event(NamedTuple):
    """One file that loaded. ``line`` of the log counts from 1; what the event does not tell is "".

    ``cwd`` and the paths stand as they were written. ``at`` is the time in seconds since 1970 when the line was written,
    0 if the log does not tell. ``sha256`` is that of the file then, None if the log does not tell.
    """

    line: int
    session: str
    cwd: str
    path: str
    memory_type: str
    reason: str
    globs: tuple[str, ...] | None
    trigger: str
    parent: str
    agent: str
    at: float
    sha256: str | None


class Malformed(NamedTuple):
    """A line, or a part of one, that is no event: its number and why."""

    line: int
    why: str


class EventLog(NamedTuple):
    """What a log holds: the events in its order, the first malformed lines, how many, and how many events of others.

    ``broken`` are the numbers of all malformed lines.
    """

    events: tuple[Event, ...]
    malformed: tuple[Malformed, ...]
    broken: tuple[int, ...]
    others: int


def read(stream: BinaryIO) -> EventLog:
    """Read a whole log; nothing in it makes this fail but an OSError of ``stream``."""
    events: list[Event] = []
    bad: list[Malformed] = []
    others = 0
    for number, text in _lines(stream):
        for value in [text] if isinstance(text, Malformed) else _objects(text):
            if isinstance(value, Malformed):
                bad.append(value._replace(line=number))
            elif value.get("hook_event_name", EVENT) != EVENT:
                others += 1
            else:
                event = _event(value, number)
                (bad if isinstance(event, Malformed) else events).append(event)  # type: ignore[arg-type]  # as tested
    return EventLog(tuple(events), tuple(bad[:LISTED]), tuple(dict.fromkeys(each.line for each in bad)), others)


def sessions(events: Iterable[Event]) -> dict[str, list[Event]]:
    """Return the events by session, in the order of the log. An event without a session is one with its folder's."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(event.session, []).append(event)
    return found


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str | Malformed]]:
    """Yield the lines that are not empty. PowerShell's ``>>`` writes UTF-16, which its mark tells."""
    first = stream.readline(_LONGEST)
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = (first + stream.read()).decode("utf-16", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield number, line
        return
    number, data = 1, first.removeprefix(b"\xef\xbb\xbf")
    while data or number == 1:
        if len(data) >= _LONGEST and not data.endswith(b"\n"):
            while data and not data.endswith(b"\n"):
                data = stream.readline(_LONGEST)
            yield number, Malformed(number, f"longer than {_LONGEST:,} bytes")
        elif data.strip():
            yield number, data.decode("utf-8", "replace")
        number, data = number + 1, stream.readline(_LONGEST)


def _objects(line: str) -> Iterator[dict[str, Any] | Malformed]:
    """Yield the objects of a line: some hooks put a time before them, or no newline behind."""
    decoder = json.JSONDecoder()
    at = line.find("{")
    if at < 0:
        yield Malformed(0, "holds no JSON object")
    while at >= 0:
        try:
            value, at = decoder.raw_decode(line, at)
        except (ValueError, RecursionError):
            yield Malformed(0, "is not JSON")
            return
        yield value
        at = line.find("{", at)


def _event(value: dict[str, Any], line: int) -> Event | Malformed:
    for key in TEXTS:
        if not isinstance(value.get(key) or "", str):
            return Malformed(line, f"{key} is no text")
    for key in _NEEDED:
        if not value.get(key):
            return Malformed(line, f"has no {key}")
    globs = value.get("globs")
    if isinstance(globs, str):
        globs = [globs]
    if globs is not None and not (isinstance(globs, list) and all(isinstance(each, str) for each in globs)):
        return Malformed(line, "globs is no list of texts")
    text = {key: value.get(key) or "" for key in TEXTS}
    if any("\0" in each for each in text.values()):
        return Malformed(line, "holds a NUL character")
    if any("\ud800" <= character <= "\udfff" for each in text.values() for character in each if not each.isascii()):
        return Malformed(line, "holds half a character")
    own = value.get("memlint") == 1
    digest = value.get("sha256") if own else None
    return Event(
        line=line,
        session=text["session_id"],
        cwd=text["cwd"],
        path=text["file_path"],
        memory_type=text["memory_type"],
        reason=text["load_reason"],
        globs=None if globs is None else tuple(globs),
        trigger=text["trigger_file_path"],
        parent=text["parent_file_path"],
        agent=text["agent_id"],
        at=_seconds(value.get("time")) if own else 0,
        sha256=digest if isinstance(digest, str) else None,
    )


def _seconds(value: object) -> float:
    try:
        return datetime.fromisoformat(value).timestamp() if isinstance(value, str) else 0
    except (ValueError, OverflowError, OSError):
        return 0


# --- paths of another system


def is_windows(path: str) -> bool:
    """Say whether ``path`` is written as on Windows: with a drive, or as a network path with backslashes."""
    return (path[1:3] in (":\\", ":/") and path[0].isalpha() and path[0].isascii()) or path.startswith("\\\\")


def plain(path: str) -> str:
    r"""Return ``path`` with ``/`` between its parts and a small drive letter, without ``\\?\`` before it."""
    if not is_windows(path):
        return path
    path = path.removeprefix("\\\\?\\").replace("\\", "/")
    return path[:1].lower() + path[1:] if path[1:2] == ":" else path


def is_absolute(path: str) -> bool:
    """Say whether ``path`` is absolute here or on Windows."""
    return os.path.isabs(path) or is_windows(path)
