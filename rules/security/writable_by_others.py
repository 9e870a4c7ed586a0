"""security/writable-by-others."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from memlint import Finding, Findings, Place, Project, Span, disk, rule

_SHOWN = 10


@rule("info")
def writable_by_others(project: Project) -> Findings:
    """Files of the person that any other account of the machine can change.

    What stands in `~/.claude/CLAUDE.md`, in the person's rules, settings and memories is an instruction in each session.
    Where others may write to such a file, or to a folder above it, every program that runs under another account can
    put one there. Asked of the person's own files alone, where the system has POSIX permissions. A group counts unless
    it is the owner's own; a folder with the sticky bit does not.

    What to do: take the right to write from others, as with `chmod go-w`.

    Bad:

        ==> ../home/.claude/CLAUDE.md
        Be brief.

        ==> modes
        666 ../home/.claude/CLAUDE.md

    Good:

        ==> ../home/.claude/CLAUDE.md
        Be brief.

        ==> modes
        600 ../home/.claude/CLAUDE.md
    """
    if os.name != "posix":
        return
    found: dict[str, str] = {}
    for path in _asked(project):
        for place in (path, *_above(path, project.home)):
            if place not in found:
                found[place] = _writers(place)
    open_ones = [(path, who) for path, who in sorted(found.items()) if who]
    if open_ones:
        (first, who), *others = open_ones
        what = "this folder" if disk.isdir(first) else "this file"
        more = f", and to {len(others)} more" if others else ""
        message = f"{who} can write to {what}{more}: what is put there instructs the agent in each session"
        related = tuple(Place(path, Span(0, 0), f"{by} can write here") for path, by in others[:_SHOWN])
        yield Finding(Span(0, 0), message, first, related=related)


def _asked(project: Project) -> Iterator[str]:
    """Yield the absolute paths of the person's files: those that were read, and the settings where all are asked for."""
    yield from (file.path for file in project.files if os.path.isabs(file.path) and disk.lexists(file.path))
    if project.session.user:
        place = os.path.join(project.config, project.facts.text("names.user-settings"))
        yield from [place] if disk.exists(place) else []


def _above(path: str, home: str) -> Iterator[str]:
    """Yield the folders above ``path``, up to the home folder and with it."""
    folder = os.path.dirname(path)
    while folder == home or folder.startswith(f"{home.rstrip('/')}/"):
        yield folder
        folder = os.path.dirname(folder)


def _writers(path: str) -> str:
    """Say who besides the owner can write to ``path``, "" for nobody."""
    try:
        status = disk.stat(path)
    except OSError:
        return ""
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return ""
    if status.st_mode & stat.S_IWOTH:
        return "every account of this machine"
    # Most systems give each account a group of its own, by the same number.
    return f"the group {status.st_gid}" if status.st_mode & stat.S_IWGRP and status.st_gid != status.st_uid else ""
