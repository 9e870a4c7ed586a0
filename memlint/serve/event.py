"""One event of an agent as a hook gets it on standard input: which it is, where, about which file (SPEC 7.1)."""

from __future__ import annotations

import os
from collections.abc import Mapping

from memlint.source.records import NamedTuple

_LARGEST_NAME = 4096  # characters of a path; no file system takes a longer one


class Event(NamedTuple):
    """What a hook was told. Paths are absolute and of this system; a field that is missing, or of no use, is ""."""

    name: str
    session: str
    cwd: str
    tool: str
    path: str
    given: Mapping[str, object]

    def object(self, key: str) -> Mapping[str, object]:
        """Return the object ``key`` of the event, {} where there is none."""
        return _object(self.given.get(key))

    def text(self, key: str) -> str:
        """Return the text ``key`` of the event, "" where there is none."""
        return _text(self.given, key)


def read(data: bytes) -> Event:
    """Read the JSON of an event, in any encoding of Unicode. Raises ValueError for anything but a JSON object."""
    import json

    try:
        given = json.loads(data)
    except RecursionError:
        raise ValueError("the event is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"the event is no JSON: {error}") from None
    if not isinstance(given, dict):
        raise ValueError(  # noqa: TRY004 - what came in is wrong, not what a caller gave
            f"the event is a JSON {type(given).__name__}, not an object"
        )
    tool_input = _object(given.get("tool_input"))
    path = _text(tool_input, "file_path") or _text(given, "file_path")
    told = _text(given, "cwd")
    cwd = os.getcwd() if _is_foreign(told) or not os.path.isdir(told) else os.path.abspath(told)
    return Event(
        name=_text(given, "hook_event_name"),
        session=_text(given, "session_id"),
        cwd=cwd,
        tool=_text(given, "tool_name"),
        path=_place(path, told, cwd),
        given=given,
    )


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(given: Mapping[str, object], key: str) -> str:
    value = given.get(key)
    return value if isinstance(value, str) else ""


def _place(path: str, told: str, cwd: str) -> str:
    """Return the absolute path of this system for the ``path`` of an event whose working directory was ``told``.

    Paths come with the separators of the system that the agent runs on. Where memlint runs on another side of it (a
    Python of Cygwin, a container, WSL), only what lies below the working directory, which both have, can be found.
    """
    if not path or "\0" in path or len(path) > _LARGEST_NAME:
        return ""
    if _is_foreign(path):
        inside = _below(path, told)
        return os.path.normpath(os.path.join(cwd, *inside)) if inside else ""
    return os.path.normpath(os.path.join(cwd, path))


def _is_foreign(path: str) -> bool:
    """Say whether ``path`` is of Windows, and this is not: ``C:\\…``, ``C:/…`` or ``\\\\server\\…``."""
    drive = path[:1].isalpha() and path[1:2] == ":" and path[2:3] in ("\\", "/")
    return os.sep == "/" and (drive or path.startswith("\\\\"))


def _below(path: str, folder: str) -> list[str]:
    """Return the names that lead from the Windows ``folder`` to ``path``, [] where ``path`` is not below it."""
    names, above = (text.replace("\\", "/").rstrip("/").split("/") for text in (path, folder))
    same = [name.casefold() for name in names[: len(above)]] == [name.casefold() for name in above]
    return names[len(above) :] if folder and same and ".." not in names else []
