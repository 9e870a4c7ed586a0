"""index/stray-file."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import cache

from memlint import Finding, Findings, MemoryDirectory, Place, Project, Span, compile_once, rule

from ._entries import SHOWN, counted

_SYSTEM = frozenset(("thumbs.db", "desktop.ini", "license"))  # what other programs leave in any folder
_FREE = "memories"  # the folder of the memory tool, which holds files of any kind


@cache
def _name() -> re.Pattern[str]:
    return compile_once(r"(?<![^\s/\\()\[\]<>|`\"'*,;:])[^\s/\\()\[\]<>|`\"'*,;:]+\.\w+")


@rule("info")
def stray_file(project: Project) -> Findings:
    """A file in a memory directory that is no Markdown, and that no memory names.

    The agent scans the directory for `*.md` alone: a note in another format is never recalled, however useful it is.
    Files that a memory names, hidden ones, the agent's own (`logs/`, `sessions/`), and folders with more other files
    than memories are let pass.

    What to do: turn a note into a topic file, name the file in one, or keep it elsewhere.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        On Tuesdays.

        ==> memory/on-call.txt
        Dana.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        On Tuesdays, see calendar.csv.

        ==> memory/calendar.csv
        2026-12-01
    """
    own = project.facts.words("names.not-topics")
    for directory in project.directories:
        strays = [path for path in directory.others if _is_stray(path, directory, own)]
        if not strays or posixpath.basename(directory.path) == _FREE or len(strays) > len(directory.topics) + 1:
            continue
        strays = list(_unnamed(strays, directory, project))
        if strays:
            first, *others = strays
            what = "a file" if not others else counted(len(strays), "file")
            verb = "is" if not others else "are"
            message = (
                f"{what} in {directory.path} {verb} no Markdown and named by no memory: the agent never recalls it"
            )
            related = tuple(Place(path, Span(0, 0), "another one") for path in others[:SHOWN])
            yield Finding(Span(0, 0), message, first, related=related)


def _is_stray(path: str, directory: MemoryDirectory, own: Iterable[str]) -> bool:
    parts = posixpath.relpath(path, directory.path).split("/")
    if any(part.startswith(".") for part in parts) or not {*own}.isdisjoint(parts):
        return False
    return not parts[-1].lower().endswith((".md", "~")) and parts[-1].lower() not in _SYSTEM


def _unnamed(strays: Iterable[str], directory: MemoryDirectory, project: Project) -> Iterator[str]:
    """Yield those whose name stands in no memory of the directory."""
    names: set[str] = set()
    for memory in (directory.index_file, *directory.topics):
        if memory in project.documents:
            names.update(found.replace("%20", " ").rsplit(" ")[-1] for found in _name().findall(project.text(memory)))
    for path in strays:
        if posixpath.basename(path).rsplit(" ")[-1] not in names:
            yield path
