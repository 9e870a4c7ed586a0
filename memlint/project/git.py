"""What git knows of a project's files: ignored, tracked, committed when. Without git each answer is the quiet one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from memlint.project.listing import ignore_rules, run_git

if TYPE_CHECKING:
    from memlint.project.history import History


class Git:
    """Asks git about paths of the repository at ``root``, relative with ``/``: one process for each question."""

    def __init__(self, root: str) -> None:
        self._root = root

    def ignored(self, paths: Iterable[str]) -> frozenset[str]:
        """Return those of ``paths`` that git ignores, or would by the .gitignore files where it cannot be asked."""
        wanted = _inside(paths)
        if not wanted:
            return frozenset()
        data = b"".join(os.fsencode(path) + b"\0" for path in wanted)
        answer = run_git(self._root, "check-ignore", "-z", "--stdin", data=data, codes=(0, 1))
        if answer is None:
            return frozenset(path for path in wanted if self._rules(path, False))
        return _paths(answer)

    @cached_property
    def _rules(self) -> Callable[[str, bool], bool]:
        return ignore_rules(self._root)

    @cached_property
    def history(self) -> History:
        """What became of the repository since a file was made."""
        from memlint.project.history import History

        return History(self._root)

    def tracked(self, paths: Iterable[str]) -> frozenset[str]:
        """Return those of ``paths`` that git tracks; none where git cannot be asked."""
        wanted = [f":(literal){path}" for path in _inside(paths)]
        answer = run_git(self._root, "ls-files", "-z", "--", *wanted) if wanted else None
        return _paths(answer or b"")

    def committed(self, paths: Iterable[str]) -> dict[str, str]:
        """Return the days, like 2026-11-30, of the last commits that changed ``paths``; none without history."""
        wanted = _inside(paths)
        if not wanted:
            return {}
        log = run_git(
            self._root, "log", "-z", "--format=%x01%cs", "--name-only", "--no-renames", "--no-ext-diff", "--", *wanted
        )
        found: dict[str, str] = {}
        day, known = "", frozenset(wanted)
        for part in (log or b"").split(b"\0"):
            if part.startswith(b"\x01"):
                day = part[1:].decode("ascii")
                continue
            name = os.fsdecode(part.lstrip(b"\n"))
            if name in known:  # the newest commit comes first
                found.setdefault(name, day)
        return found

    def written(self, path: str) -> dict[str, str]:
        """Return the days, like 2026-11-30, on which the committed lines of ``path`` were written, by line.

        Lines come without their end; of equal ones the newest counts. None without git, in a clone cut short, where the
        oldest commit seems to have written all, and for a path outside.
        """
        from datetime import UTC, datetime, timedelta

        if not _inside([path]) or not self._newest:
            return {}
        # A commit, not the working tree, which git would read through the filters of the repository's configuration.
        told = run_git(
            self._root, "blame", "--porcelain", "--root", "--no-textconv", self._newest, "--", path, fixed=True
        )
        found: dict[str, str] = {}
        times: dict[bytes, int] = {}
        days: dict[bytes, str] = {}
        commit = b""
        for line in (told or b"").split(b"\n"):
            word, _, rest = line.partition(b" ")
            if line.startswith(b"\t"):
                text = line[1:].decode("utf-8", "replace").rstrip("\r")
                found[text] = max(found.get(text, ""), days.get(commit, ""))
            elif word == b"author-time":
                times[commit] = int(rest)
            elif word == b"author-tz":  # the day where it was written
                minutes = int(rest[1:3]) * 60 + int(rest[3:5])
                moment = datetime.fromtimestamp(times[commit], UTC)
                days[commit] = (
                    (moment + timedelta(minutes=-minutes if rest[:1] == b"-" else minutes)).date().isoformat()
                )
            elif len(word) >= 40 and rest[:1].isdigit():
                commit = word
        return {text: day for text, day in found.items() if day}

    @cached_property
    def _newest(self) -> str:
        """The name of the newest commit, "" outside a repository and in a clone cut short."""
        told = run_git(self._root, "rev-parse", "--is-shallow-repository", "HEAD^{commit}")
        shallow, _, commit = (told or b"").decode("ascii", "replace").strip().partition("\n")
        return commit if shallow == "false" else ""


def _inside(paths: Iterable[str]) -> list[str]:
    return sorted(path for path in paths if not os.path.isabs(path) and "\0" not in path and not path.startswith("../"))


def _paths(answer: bytes) -> frozenset[str]:
    return frozenset(os.fsdecode(path) for path in answer.split(b"\0") if path)
