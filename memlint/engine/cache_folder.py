"""The folder of a cache: what memlint writes into it, and takes out again without touching what others have there."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

#: The database.
FILE = "memlint.sqlite3"
_NOTE = "# Made by memlint; it may be deleted at any time.\n*\n"
_TAG = (
    "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of memlint (https://bford.info/cachedir/).\n"
)
#: The files that keep the folder out of git and of backups.
_NOTES = ((".gitignore", _NOTE), ("CACHEDIR.TAG", _TAG))
_DATABASE = ("", "-wal", "-shm", "-journal")  # the endings of the file and of what SQLite has beside it
#: Its only table.
TABLE = "entries (key BLOB PRIMARY KEY, value BLOB NOT NULL, day INTEGER NOT NULL)"


def clean(folder: str) -> bool:
    """Delete the cache in ``folder``, only what memlint wrote there; say whether there was one. Raises OSError."""
    if os.path.islink(folder) or not os.path.isdir(folder):
        return False
    notes = [path for name, text in _NOTES if _holds(path := os.path.join(folder, name), text)]
    database = os.path.join(folder, FILE)
    found = notes
    if notes or _is_our_database(database):  # beside our notes also one that is broken is ours
        found = [*(path for end in _DATABASE if os.path.lexists(path := database + end)), *notes]
    for path in found:
        os.unlink(path)
    if notes:
        with suppress(OSError):  # something else is in it
            os.rmdir(folder)
    return bool(found)


def make(folder: str) -> None:
    """Make ``folder`` with the files that keep it out of git and of backups. Raises OSError, also for a link.

    A folder that holds anything of somebody else's gets none of these: they would hide that too.
    """
    if os.path.islink(folder):
        raise OSError(folder)
    os.makedirs(folder, mode=0o700, exist_ok=True)  # the texts of files are in it
    texts = dict(_NOTES)
    own = {FILE + end for end in _DATABASE}
    if any(
        name not in own and not (name in texts and _holds(os.path.join(folder, name), texts[name]))
        for name in os.listdir(folder)
    ):
        return
    for name, text in _NOTES:
        with suppress(FileExistsError), open(os.path.join(folder, name), "x", encoding="utf-8") as stream:
            stream.write(text)


def _holds(path: str, text: str) -> bool:
    """Say whether a plain file at ``path`` holds ``text`` and nothing else."""
    if not is_plain(path):
        return False
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read(len(text) + 1) == text
    except OSError:
        return False


def _is_our_database(path: str) -> bool:
    """Say whether the file at ``path`` is a database as this module makes them; reading it changes nothing."""
    if not is_plain(path):
        return False
    import sqlite3
    from urllib.parse import quote

    try:
        connection = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?immutable=1", uri=True)
    except sqlite3.Error:
        return False
    try:
        rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    except sqlite3.Error:
        return False
    finally:
        connection.close()
    return rows == [(f"CREATE TABLE {TABLE}",)]


def is_plain(path: str) -> bool:
    """Say whether a plain file is at ``path``, no link to somebody else's database."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_nlink == 1
