"""What a file holds before and after the write that an event tells of, as far as that is known."""

from __future__ import annotations

import os

from memlint.harness.facts import Facts
from memlint.project.listing import run_git
from memlint.serve.event import Event
from memlint.source.records import NamedTuple


class Write(NamedTuple):
    """The bytes ``before`` (None: no such file, or not known) and ``after`` (None: what is on the disk now).

    ``created``: there was no such file.
    """

    before: bytes | None
    after: bytes | None = None
    created: bool = False


def proposed(event: Event, facts: Facts) -> Write | None:
    """Return the write that a PreToolUse event proposes; None where the tool itself will refuse it."""
    if os.path.islink(event.path):
        return None
    old, created = _on_disk(event.path, facts), not os.path.lexists(event.path)
    given = event.object("tool_input")
    if "content" in given:
        content = given["content"]
        return Write(old, _encoded(content), created) if isinstance(content, str) else None
    find, put = given.get("old_string"), given.get("new_string")
    if not isinstance(find, str) or not isinstance(put, str):
        return None
    if not find:  # makes a file
        return None if old else Write(old, _encoded(put), created)
    new = _replaced(old or b"", find, put, every=given.get("replace_all") is True)
    return None if new is None else Write(old, new)


def done(event: Event, root: str, facts: Facts) -> Write | None:
    """Return the write that a PostToolUse event reports; None where the file is gone.

    What was there before: what the tool says of it, what its edit undone leaves, or the last commit.
    """
    if not os.path.isfile(event.path):
        return None
    response, given = event.object("tool_response"), event.object("tool_input")
    original = response.get("originalFile")
    if isinstance(original, str):
        return Write(_encoded(original))
    if response.get("type") == "create":
        return Write(None, created=True)
    put, find = given.get("new_string"), given.get("old_string")
    if isinstance(find, str) and isinstance(put, str) and put:
        before = _replaced(_on_disk(event.path, facts) or b"", put, find, every=given.get("replace_all") is True)
        if before is not None:
            return Write(before)
    return committed(event.path, root)


def committed(path: str, root: str) -> Write:
    """Return a write whose ``before`` is the last commit's, where it has the file."""
    inside = os.path.relpath(path, root).replace(os.sep, "/")
    if inside.startswith("../") or not os.path.lexists(os.path.join(root, ".git")):
        return Write(None)
    # The bytes as they are: no filter and no converter of the repository's configuration runs.
    return Write(run_git(root, "cat-file", "blob", f"HEAD:{inside}"))


def _replaced(data: bytes, find: str, put: str, *, every: bool) -> bytes | None:
    """Return ``data`` with ``find`` replaced as the Edit tool does; None where it is missing, or there twice.

    The tool sees every line end as LF and writes them back as they were.
    """
    find, put = (_encoded(part).decode() for part in (find, put))
    windows = b"\r\n" in data
    text = data.decode("utf-8", "surrogateescape")
    if windows:
        text, find, put = (part.replace("\r\n", "\n") for part in (text, find, put))
    count = text.count(find)
    if not count or (count > 1 and not every):
        return None
    text = text.replace(find, put)
    return (text.replace("\n", "\r\n") if windows else text).encode("utf-8", "surrogateescape")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # half of a surrogate pair is no text


def _on_disk(path: str, facts: Facts) -> bytes | None:
    """Return the bytes of a regular file, None where there is none or it is too large to be read by the agent."""
    try:
        if not os.path.isfile(path) or os.stat(path).st_size > facts.number("instructions.max-bytes"):
            return None
        with open(path, "rb") as stream:
            return stream.read()
    except (OSError, ValueError):
        return None
