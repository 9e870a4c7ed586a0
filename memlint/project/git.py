"""What git knows of a project's files: ignored, tracked, last committed. Without git each answer is the quiet one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cached_property

from memlint.project.listing import ignore_rules, run_git


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


def _inside(paths: Iterable[str]) -> list[str]:
    return sorted(path for path in paths if not os.path.isabs(path) and "\0" not in path and not path.startswith("../"))


def _paths(answer: bytes) -> frozenset[str]:
    return frozenset(os.fsdecode(path) for path in answer.split(b"\0") if path)
