"""What a memory file and a memory directory are, and reading one from disk without ever hanging on it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from memlint import disk
from memlint.source.document import Document, Unread, parse
from memlint.source.records import NamedTuple

Kind: TypeAlias = Literal["instructions", "rule_file", "index", "topic", "imported", "agent", "settings"]
Scope: TypeAlias = Literal["shared", "local", "user"]

#: Kinds that are read as documents; the others are facts about the project.
LINTED: frozenset[Kind] = frozenset({"instructions", "rule_file", "index", "topic", "imported"})

OTHER_BYTES = 1_048_576  # settings and the like are small; a larger file is something else


class MemoryFile(NamedTuple):
    """A file that an agent reads.

    ``path`` is relative to the project's root with ``/``, or absolute when it lies outside; ``real`` is where
    it is read from. ``scope``: "shared" with everybody who has the repository, "local" to one checkout, or the
    "user"'s own. ``twins`` are the links that lead to the same file.
    """

    path: str
    real: str
    kind: Kind
    scope: Scope = "shared"
    twins: tuple[str, ...] = ()


#: What stands for files, by absolute path: bytes, or None for a file that is not there, whatever the disk has.
Contents: TypeAlias = Mapping[str, "bytes | None"]


class MemoryDirectory(NamedTuple):
    """A folder with an index and topic files; all paths are like ``MemoryFile.path``.

    ``index_file`` may be None. ``others`` are the files of a folder that is a memory directory by its name which are
    neither, at any depth.
    """

    path: str
    index_file: str | None
    topics: tuple[str, ...]
    others: tuple[str, ...] = ()


def read(
    file: MemoryFile, max_bytes: int, parsed: Callable[[bytes, str], Document | Unread] = parse
) -> Document | Unread:
    """Read and parse ``file``; a larger one than ``max_bytes``, or one that is no regular file, is not opened.

    ``parsed`` makes a document of bytes and a path.
    """
    try:
        status = disk.stat(file.real)
        if not stat.S_ISREG(status.st_mode):
            return Unread(file.path, "special-file", -1, _what(status.st_mode))
        if status.st_size > max_bytes:
            return Unread(file.path, "too-large", status.st_size, "")
        data = disk.data(file.real, max_bytes + 1)  # it may have grown since
        return Unread(file.path, "too-large", len(data), "") if len(data) > max_bytes else parsed(data, file.path)
    except OSError as error:
        broken = isinstance(error, FileNotFoundError) and disk.islink(file.real)
        return Unread(file.path, "unreadable", -1, "a link to nothing" if broken else error.strerror or str(error))


def contents_of(place: str, given: Contents) -> bytes | None:
    """Return the bytes of a file that is no memory file: those ``given`` for it, or from disk; None if it is large."""
    if place in given:
        return given[place]
    try:
        status = disk.stat(place)
        if not stat.S_ISREG(status.st_mode) or status.st_size > OTHER_BYTES:
            return None
        data = disk.data(place, OTHER_BYTES + 1)  # it may have grown since
        return data if len(data) <= OTHER_BYTES else None
    except OSError:
        return None


def _what(mode: int) -> str:
    names = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"))
    return next((name for test, name in names if test(mode)), "a device")


def display(real: str, root: str) -> str:
    """Return how findings name the file at ``real``: relative to ``root`` with ``/``, absolute outside it."""
    if real == root:
        return "."
    prefix = root if root.endswith(os.sep) else root + os.sep
    path = real.removeprefix(prefix)
    return path if os.sep == "/" else path.replace(os.sep, "/")
