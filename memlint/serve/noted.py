"""What is noted of a session between its hooks: what was wrong when it began, and what it has been told since.

Each session has one small file in the person's own state folder. It holds fingerprints, sizes and paths, no text.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

from memlint.serve.instructions_loaded import default_log

_DAYS = 30  # after which a session is not resumed any more
_LONGEST = 64  # characters of a session's id; they are UUIDs
_LARGEST = 4_194_304  # bytes of a note; a larger file was not written here


class Noted:
    """The notes about one session and the project at one root.

    ``begun``: there are notes about the project. ``head`` is the commit that was checked out. ``known`` are the
    fingerprints of what was wrong when they began or was said at a stop, ``told`` those of what was said since, and the
    tool calls that it was said of. ``fills`` are the shares of the budget, in percent, by the absolute path of an index,
    ``files`` the absolute paths of the files that are read.
    """

    def __init__(self, session: str, root: str) -> None:
        self._place, self._root = _place(session), root
        values = _of(_load(self._place), root)
        self.begun = values is not None
        self.head, self.known, self.told, self.files, self.fills = _read(values or {})

    def save(self, *, anew: bool = False) -> bool:
        """Write the notes; return whether they will be there next time.

        Hooks run beside each other: what another one has added meanwhile stays, but for what is noted ``anew``.
        """
        if not self._place:
            return False
        import json

        every = _load(self._place)
        if not anew:
            head, known, told, files, fills = _read(_of(every, self._root) or {})
            self.head, self.known = head or self.head, known or self.known
            self.told, self.files, self.fills = self.told | told, self.files | files, fills | self.fills
        every[self._root] = {
            "head": self.head,
            "known": sorted(self.known),
            "told": sorted(self.told),
            "fills": self.fills,
            "files": sorted(self.files),
        }
        temporary = f"{self._place}.{os.getpid()}"
        try:
            is_new = not os.path.exists(self._place)
            os.makedirs(os.path.dirname(self._place), mode=0o700, exist_ok=True)
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
            with open(handle, "wb") as stream:
                stream.write(json.dumps(every).encode())
            os.replace(temporary, self._place)
            if is_new:
                _forget_old(os.path.dirname(self._place))
        except OSError:
            with suppress(OSError):
                os.unlink(temporary)
            return False
        self.begun = True
        return True


def _place(session: str) -> str:
    """Return the file of ``session``, "" for an id that makes no file name of its own."""
    fits = 0 < len(session) <= _LONGEST and session.isascii() and session.replace("-", "").replace("_", "").isalnum()
    return os.path.join(os.path.dirname(default_log()), "sessions", f"{session}.json") if fits else ""


def _load(place: str) -> dict[str, Any]:
    import json

    try:
        if not place or os.stat(place).st_size > _LARGEST:
            return {}
        with open(place, "rb") as stream:
            value = json.loads(stream.read())
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _of(every: dict[str, Any], root: str) -> dict[str, Any] | None:
    values = every.get(root)
    return values if isinstance(values, dict) else None


def _read(values: dict[str, Any]) -> tuple[str, set[str], set[str], set[str], dict[str, float]]:
    """Return what the notes ``values`` say: head, known, told, files and fills; whatever is no such thing is nothing."""
    head, fills = values.get("head"), values.get("fills")
    known, told, files = (
        {each for each in found if isinstance(each, str)} if isinstance(found := values.get(key), list) else set()
        for key in ("known", "told", "files")
    )
    pairs = fills.items() if isinstance(fills, dict) else ()
    shares = {path: float(share) for path, share in pairs if isinstance(share, int | float)}
    return head if isinstance(head, str) else "", known, told, files, shares


def _forget_old(folder: str) -> None:
    """Drop our own notes about sessions that are over."""
    oldest = time.time() - _DAYS * 86_400
    with os.scandir(folder) as entries:
        old = [e.path for e in entries if e.is_file(follow_symlinks=False) and e.stat().st_mtime < oldest]
    for path in old:
        with suppress(OSError):
            os.unlink(path)
