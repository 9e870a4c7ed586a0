"""What earlier runs worked out, in one SQLite file below the project: values by key, signed, and never needed.

Whatever is wrong with the folder, the file or an entry, the answer is that nothing is known, and the next run writes
it anew. An entry counts only with the signature of this user's own key, which no repository has: a tree that brings a
cache along brings nothing.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from memlint.engine.cache_folder import FILE, TABLE, clean, is_plain, make
from memlint.hashing import blake2b

if TYPE_CHECKING:
    import sqlite3

_SECRET = 32  # bytes of a user's key
_SIGNATURE = 16  # bytes
_WAIT = 2.0  # seconds for another run that writes
_DAY = 86_400
_KEPT = 30  # days that an entry stays without being asked for
_LARGEST = 256_000_000  # bytes of all entries; what was not asked for longest goes first


class Cache:
    """The entries in ``folder``, which is made when there is something to keep. Keys and values are bytes."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._open: sqlite3.Connection | None = None
        self._broken = False
        self._today = int(time.time()) // _DAY
        self._asked: list[bytes] = []  # keys of entries that were not asked for today before

    def get(self, key: bytes) -> bytes | None:
        """Return what was kept under ``key``."""
        with self._guarded(make=False) as connection:
            if connection is None:
                return None
            row = connection.execute("SELECT value, day FROM entries WHERE key = ?", (key,)).fetchone()
            value = _verified(key, row[0]) if row else None
            if value is not None and row[1] != self._today:
                self._asked.append(key)
            return value
        return None

    def put(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep ``entries``, keys with values, for later runs."""
        secret = _secret()
        with self._guarded(make=secret is not None) as connection:
            if connection is None or secret is None:
                return
            rows = ((key, _signature(key, value, secret) + value, self._today) for key, value in entries)
            with connection:
                connection.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)
                connection.execute("DELETE FROM entries WHERE day < ?", (self._today - _KEPT,))
                _shrink(connection)

    @contextmanager
    def _guarded(self, *, make: bool) -> Iterator[sqlite3.Connection | None]:
        """The open file; None where there is none or it cannot be used. What goes wrong in it stays here."""
        if self._broken or (self._open is None and not make and not os.path.isfile(self._path)):
            yield None
            return
        import sqlite3

        try:
            self._open = self._open or self._connected()
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)
        try:
            yield None if self._broken else self._open
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        """Do without the file from now on; the next run makes one anew that is no database, or a broken one."""
        import sqlite3

        self._broken = True
        self.close()
        foreign = isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
        if foreign and is_plain(self._path):
            with suppress(OSError):
                clean(self.folder)

    @property
    def _path(self) -> str:
        return os.path.join(self.folder, FILE)

    def _connected(self) -> sqlite3.Connection:
        import sqlite3

        make(self.folder)
        if os.path.lexists(self._path) and not is_plain(self._path):
            raise OSError(self._path)
        connection = sqlite3.connect(self._path, timeout=_WAIT)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"CREATE TABLE IF NOT EXISTS {TABLE}")
        return connection

    def close(self) -> None:
        """Close the file, and note what was asked for: it stays longer."""
        if self._asked and not self._broken:
            asked, self._asked = self._asked, []
            with self._guarded(make=False) as connection:
                if connection is not None:
                    with connection:
                        connection.executemany(
                            "UPDATE entries SET day = ? WHERE key = ?", [(self._today, key) for key in asked]
                        )
        if self._open is not None:
            with suppress(Exception):
                self._open.close()
            self._open = None


def _shrink(connection: sqlite3.Connection) -> None:
    (pages,), (size,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    if (pages - free) * size > _LARGEST:
        half = "(SELECT key FROM entries ORDER BY day LIMIT (SELECT (count(*) + 1) / 2 FROM entries))"
        connection.execute(f"DELETE FROM entries WHERE key IN {half}")


def _verified(key: bytes, signed: object) -> bytes | None:
    secret = _secret()
    if not isinstance(signed, bytes) or secret is None:
        return None
    signature, value = signed[:_SIGNATURE], signed[_SIGNATURE:]
    return value if _equal(signature, _signature(key, value, secret)) else None


def _equal(one: bytes, other: bytes) -> bool:
    """Compare in a time that tells nothing of where two signatures differ; hmac would bring OpenSSL along."""
    difference = len(one) ^ len(other)
    for mine, theirs in zip(one, other, strict=False):
        difference |= mine ^ theirs
    return difference == 0


def _signature(key: bytes, value: bytes, secret: bytes) -> bytes:
    found = blake2b(len(key).to_bytes(4, "little") + key, key=secret, digest_size=_SIGNATURE)
    found.update(value)
    return found.digest()


@cache
def _secret() -> bytes | None:
    """Return the key of this user, which is made on first use; None where none can be kept."""
    path = os.path.join(_own_folder(), "key")
    with suppress(OSError):
        if not os.path.lexists(path):
            _write_secret(path)
        with open(path, "rb") as stream:
            found = stream.read(_SECRET + 1)
        return found if len(found) == _SECRET else None
    return None


def _write_secret(path: str) -> None:
    """Write a new key; of two runs at once the first one's counts. Raises OSError."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(handle, "wb") as stream:
            stream.write(os.urandom(_SECRET))
        with suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        os.unlink(temporary)


def _own_folder() -> str:
    """Return the folder of this user's caches: that of the platform, or of XDG_CACHE_HOME."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        home = {"win32": "~/AppData/Local", "darwin": "~/Library/Caches"}.get(sys.platform, "~/.cache")
        base = os.path.expanduser(home)
    return os.path.join(base, "memlint")


@cache
def engine_stamp() -> bytes:
    """Return what tells this version of memlint from any other: its files, Python, and the libraries that it reads with.

    By name, size and time of each file: reading them would take longer than what is saved.
    """
    from importlib.util import find_spec

    found = blake2b(repr((sys.version, sys.implementation.cache_tag)).encode(), digest_size=_SIGNATURE)
    folders = list[str]()
    for name in ("memlint", "memlint.rules", "pyromark", "yaml", "pathspec"):
        spec = find_spec(name)
        folders += (spec.submodule_search_locations or ()) if spec else ()
    for folder in folders:
        for line in sorted(_files(folder)):
            found.update(line)
    return found.digest()


def _files(folder: str) -> Iterator[bytes]:
    pending = [folder]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        pending.append(entry.path)
                elif not entry.name.endswith(".pyc"):
                    status = entry.stat()
                    yield os.fsencode(f"{entry.path}\0{status.st_size}\0{status.st_mtime_ns}\n")


def digest(*parts: Any) -> bytes:
    """Return a key for ``parts``, values whose ``repr`` tells them apart."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=20).digest()
