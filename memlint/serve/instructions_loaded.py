"""The event InstructionsLoaded: each file that really loaded becomes one line of a log, for ``memlint verify``.

Observation only: nothing is printed to stdout, and a log that cannot be written is no fault of the session. A line is
a JSON object with ``memlint``: 1 and

- ``time``: when it was written, in UTC (the event has no time of its own);
- ``hook_event_name``, ``session_id``, ``cwd``, ``agent_id``, ``file_path``, ``memory_type``, ``load_reason``, ``globs``,
  ``trigger_file_path``, ``parent_file_path``: as in the event, those that it has;
- ``size`` in bytes and ``sha256`` of the file as it was then, or null.

Other fields of an event are not written, and credentials in these are masked.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

EVENT = "InstructionsLoaded"
TEXTS = (
    *("hook_event_name", "session_id", "cwd", "agent_id", "file_path", "memory_type", "load_reason"),
    *("trigger_file_path", "parent_file_path"),
)
_GLOBS = 1000  # the product's own limit for one rule, after braces are expanded (SPEC 3.3)
_CHARACTERS = 8192  # of one text; no path is longer
_HASHED = 16 * 1024 * 1024  # bytes; four times what the product reads of a file


def default_log() -> str:
    """Return the absolute path of the log of this person, in the folder for what programs keep between their runs.

    It is one log for all projects, as every event names its folder; so no project gets a file that git would see.
    """
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    else:
        base = os.environ.get("XDG_STATE_HOME", "")
        base = base if os.path.isabs(base) else os.path.expanduser("~/.local/state")
    return os.path.join(base, "memlint", "instructions-loaded.jsonl")


def answer(event: Mapping[str, object], log: str | None) -> None:
    """Append ``event`` to the file ``log``, by default ``default_log()``. What goes wrong is told on stderr alone."""
    try:
        append(os.path.abspath(log or default_log()), line_of(event))
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL
        print(f"memlint: the event is not in the log: {error}", file=sys.stderr)


def line_of(event: Mapping[str, object]) -> bytes:
    """Return the line of the log for ``event``, with its newline."""
    import json
    import time

    now = time.time()
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
    kept: dict[str, object] = {"memlint": 1, "time": f"{stamp}.{int(now * 1000) % 1000:03d}Z"}
    for key in TEXTS:
        value = event.get(key)
        if isinstance(value, str):
            kept[key] = _safe(value)
    globs = event.get("globs")
    if isinstance(globs, list):
        kept["globs"] = [_safe(each) for each in globs[:_GLOBS] if isinstance(each, str)]
    path, cwd = event.get("file_path"), event.get("cwd")
    if isinstance(path, str):
        size, digest = fingerprint(os.path.join(cwd, path) if isinstance(cwd, str) else path)
        kept |= {"size": size, "sha256": digest}
    return json.dumps(kept).encode() + b"\n"


def fingerprint(place: str) -> tuple[int | None, str | None]:
    """Return the size in bytes and the SHA-256 of the file at ``place``, None for what is not to be had.

    Nothing but a regular file is read, and none that is much larger than what the product loads.
    """
    import hashlib

    try:
        handle = os.open(place, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return None, None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return None, None
        if status.st_size > _HASHED:
            return status.st_size, None
        found, size = hashlib.sha256(), 0
        while part := os.read(handle, 1 << 16):
            found.update(part)
            size += len(part)
        return size, found.hexdigest()
    except OSError:
        return None, None
    finally:
        os.close(handle)


def append(place: str, line: bytes) -> None:
    """Add ``line`` to the end of the file at ``place``, as a whole also where several processes do so.

    The file and its folder are made where they are missing, for this person alone: they tell which files there are.
    Raises OSError, also for what is no regular file.
    """
    os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
    # A named pipe without a reader would hold up the session: with O_NONBLOCK it is an error.
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(place, flags, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(f"{place} is no regular file")
        with _alone(handle):
            end = os.lseek(handle, 0, os.SEEK_END)
            if end and _byte(handle, end - 1) != b"\n":  # a writer before was stopped in its line
                line = b"\n" + line
            while line:
                line = line[os.write(handle, line) :]
    finally:
        os.close(handle)


def _byte(handle: int, at: int) -> bytes:
    os.lseek(handle, at, os.SEEK_SET)
    return os.read(handle, 1)


@contextmanager
def _alone(handle: int) -> Iterator[None]:
    """Keep other writers of the same file out, where the system can: O_APPEND alone is not enough on every one."""
    if sys.platform == "win32":
        import msvcrt

        far = 1 << 30  # a byte that no line reaches: what is locked there cannot be read by others
        os.lseek(handle, far, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        try:
            yield
        finally:
            os.lseek(handle, far, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        return
    import fcntl

    with suppress(OSError):  # a file system without locks; the lock goes with the handle
        fcntl.flock(handle, fcntl.LOCK_EX)
    yield


def _safe(text: str) -> str:
    """Return ``text``, a path mostly, without what may be a credential in one of its parts, and not without end."""
    from memlint.source.masking import masked

    text = text[:_CHARACTERS]
    return "/".join("\\".join(map(masked, part.split("\\"))) for part in text.split("/"))
