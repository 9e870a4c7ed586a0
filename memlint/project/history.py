"""What became of a repository since a file was made and left alone: the commit that made it, and all that came after."""

from __future__ import annotations

import os
from functools import cached_property

from memlint.project.listing import run_git
from memlint.source.records import NamedTuple

_AT_MOST = 10_000  # commits that are counted: git walks no further
_DAY = 86_400  # seconds


class Creation(NamedTuple):
    """The commit that made a file and is the last that changed it.

    ``commit`` is its name, ``day`` when it was committed, like 2026-11-30, and ``days`` how long before the newest
    commit. ``text`` is what it made, newlines as they were committed and without a leading byte order mark.
    """

    commit: str
    day: str
    days: int
    text: str


class Activity(NamedTuple):
    """What came after a commit: how many ``commits`` (10,000 at most), and how many ``files`` differ now."""

    commits: int
    files: int


class History:
    """Asks git about the commits of the repository at ``root``; each answer is None where history is not whole."""

    def __init__(self, root: str) -> None:
        self._root = root

    @cached_property
    def _newest(self) -> int | None:
        """When the newest commit was made, in seconds; None outside a repository and in a clone cut short."""
        if run_git(self._root, "rev-parse", "--is-shallow-repository") != b"false\n":
            return None
        seconds = run_git(self._root, "log", "-1", "--format=%ct")
        return int(seconds) if seconds and seconds.strip().isdigit() else None

    def creation(self, path: str) -> Creation | None:
        """Return the commit that made ``path``, None if a later one changed it. git walks back to the last change."""
        if self._newest is None or os.path.isabs(path) or path.startswith("../") or "\0" in path:
            return None
        shape = ("-1", "-z", "--format=%H %ct %cs%x00", "--name-status", "--no-renames", "--no-ext-diff", "--relative")
        log = run_git(self._root, "log", *shape, "--", f":(literal){path}")
        head, _, status = (log or b"").partition(b"\0")
        if status.strip(b"\n\0") != b"A\0" + os.fsencode(path):  # changed, or the work of a merge
            return None
        commit, seconds, day = head.decode("ascii").split()
        data = run_git(self._root, "cat-file", "blob", f"{commit}:./{path}")
        if data is None:
            return None
        text = data.decode("utf-8", "replace").removeprefix("\ufeff")
        return Creation(commit, day, max(self._newest - int(seconds), 0) // _DAY, text)

    def since(self, commit: str, folder: str = "") -> Activity | None:
        """Return what came after ``commit``; with ``folder``, only what touched it."""
        where = ("--", f":(literal){folder}") if folder else ()
        number = run_git(self._root, "rev-list", "--count", f"--max-count={_AT_MOST}", f"{commit}..HEAD", *where)
        shape = ("-r", "-z", "--name-only", "--no-renames", "--no-ext-diff")
        changed = run_git(self._root, "diff-tree", *shape, commit, "HEAD", *where)
        if number is None or changed is None:
            return None
        return Activity(int(number), changed.count(b"\0"))
