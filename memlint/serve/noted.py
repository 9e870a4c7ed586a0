"""What is noted of a session between its hooks: what was wrong when it began, and what it has been told since.

Each session has one small file in the person's own state folder. It holds fingerprints, sizes and paths, no text.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from copy import copy
from typing import Any

from memlint.serve.instructions_loaded import default_log

_DAYS = 30  # after which a session is not resumed any more
_LONGEST = 64  # characters of a session's id; they are UUIDs
_LARGEST = 4_194_304  # bytes of a note; a larger file was not written here


class Noted:
    """The notes about one session and the project at one root.

    ``begun``: there are notes about the project. ``head`` is the commit that was checked out. ``known`` has what was
    wrong when they began or was said at a stop, the fingerprints with the likenesses; ``told`` are fingerprints of what
    was said since, behind the tool call where it was said before that. ``fills`` are the shares of the budget, in
    percent, by the absolute path of an index, ``files`` the absolute paths of the files that are read, ``wrote`` of
    those that the agent's tools have written. ``waiting`` are the fingerprints of what another session may finish.
    """

    def __init__(self, session: str, root: str) -> None:
        self._place, self._root = _place(session), root
        values = _of(_load(self._place), root)
        self.begun = values is not None
        self._take(values or {})

    def _take(self, values: dict[str, Any]) -> None:
        """Take over the notes ``values``; whatever is no such thing is nothing."""
        head, fills, known = values.get("head"), values.get("fills"), values.get("known")
        self.head = head if isinstance(head, str) else ""
        self.known = {mark: like for mark, like in _object(known).items() if isinstance(like, str)}
        self.fills = {path: float(share) for path, share in _object(fills).items() if isinstance(share, int | float)}
        self.told, self.files, self.wrote, self.waiting = (
            _texts(values.get(key)) for key in ("told", "files", "wrote", "waiting")
        )

    def save(self, *, anew: bool = False) -> bool:
        """Write the notes; return whether they will be there next time.

        Hooks run beside each other: what another one has added meanwhile stays, but for what is noted ``anew``.
        """
        if not self._place:
            return False
        from memlint.project.writing import locked  # most hooks save nothing

        folder = os.path.dirname(self._place)
        with suppress(OSError):
            os.makedirs(folder, mode=0o700, exist_ok=True)
        with locked(folder):
            return self._save(anew)

    def _save(self, anew: bool) -> bool:
        import json

        every = _load(self._place)
        if not anew:
            now = copy(self)
            now._take(_of(every, self._root) or {})
            self.head, self.known = now.head or self.head, now.known or self.known
            self.told, self.files, self.wrote = self.told | now.told, self.files | now.files, self.wrote | now.wrote
            self.waiting, self.fills = self.waiting | now.waiting, now.fills | self.fills
        every[self._root] = {
            "head": self.head,
            "known": self.known,
            "told": sorted(self.told),
            "fills": self.fills,
            "files": sorted(self.files),
            "wrote": sorted(self.wrote),
            "waiting": sorted(self.waiting),
        }
        temporary = f"{self._place}.{os.getpid()}"
        try:
            is_new = not os.path.exists(self._place)
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


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> set[str]:
    return {each for each in value if isinstance(each, str)} if isinstance(value, list) else set()


def _forget_old(folder: str) -> None:
    """Drop our own notes about sessions that are over."""
    oldest = time.time() - _DAYS * 86_400
    with os.scandir(folder) as entries:
        old = [e.path for e in entries if e.is_file(follow_symlinks=False) and e.stat().st_mtime < oldest]
    for path in old:
        with suppress(OSError):
            os.unlink(path)
