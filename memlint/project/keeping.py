"""Keeps what a file held before a fix, where git could not give it back (case 179)."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha1

from memlint.project.listing import run_git

_RUNS = 20  # the latest are kept


def folder() -> str:
    """Return this person's folder for what was there before fixes: that for what programs keep between their runs."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    else:
        base = os.environ.get("XDG_STATE_HOME", "")
        base = base if os.path.isabs(base) else os.path.expanduser("~/.local/state")
    return os.path.join(base, "memlint", "before-fix")


def keep(root: str, files: Mapping[str, bytes]) -> str:
    """Copy ``files``, by path relative to ``root``, and return the folder that has them; "" when git has them all.

    Only the person may read the copies. Those of the latest runs stay. Raises OSError when they cannot be written.
    """
    left = {path: data for path, data in files.items() if not _in_git(root, path, data)}
    if not left:
        return ""
    base = folder()
    os.makedirs(base, mode=0o700, exist_ok=True)
    now = time.time_ns()  # asked once: names are in the order of time
    place = os.path.join(base, f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(now // 10**9))}-{now % 10**9:09d}")
    for path, data in left.items():
        name = path.replace("\\", "/").replace(":", "")
        parts = [part for part in name.split("/") if part not in ("", ".", "..")]
        copy = os.path.join(place, *parts)
        os.makedirs(os.path.dirname(copy), mode=0o700, exist_ok=True)
        handle = os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with open(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(handle)
    with suppress(OSError):
        for old in sorted(os.listdir(base))[:-_RUNS]:
            shutil.rmtree(os.path.join(base, old), ignore_errors=True)
    return place


def _in_git(root: str, path: str, data: bytes) -> bool:
    """Say whether the last commit has the file as it is."""
    if os.path.isabs(path) or path.startswith("../"):
        return False
    told = run_git(root, "rev-parse", "--verify", "--quiet", f"HEAD:./{path}", codes=(0, 1, 128))
    blob = sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    return told is not None and told.strip().decode("ascii", "replace") == blob
