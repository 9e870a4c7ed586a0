"""How findings of this family name files: the folder that one speaks for, lists of places, and counted words."""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from memlint import Document, Place, Project, Span

SHOWN = 10  # related places; the message has the whole number
TOP = Span(0, 0)
# Folders that hold what other projects begin with, or what tests read.
_SAMPLES = frozenset(("example", "examples", "sample", "samples", "demo", "demos", "scaffold", "skeleton", "starter"))
_TESTS = frozenset(("test", "tests", "__tests__", "e2e", "testing"))


def folder_of(path: str) -> str:
    """Return the folder that an instruction file speaks for, "" for the root: ``.claude/CLAUDE.md`` is of the one above."""
    folder = posixpath.dirname(path)
    return posixpath.dirname(folder) if posixpath.basename(folder) == ".claude" else folder


def inner_name(path: str) -> str:
    """Return an instruction file's name as the facts spell it: ``.claude/CLAUDE.md`` or ``CLAUDE.md``."""
    folder = folder_of(path)
    return path[len(folder) + 1 :] if folder else path


def is_sample(path: str) -> bool:
    """Say whether a file belongs to an example or to the data of tests: `tests/AGENTS.md` itself does not."""
    parts = path.split("/")
    return not _SAMPLES.isdisjoint(parts[:-1]) or not _TESTS.isdisjoint(parts[:-2])


def listed(project: Project, path: str) -> bool:
    """Say whether the project lists exactly ``path``."""
    at = bisect_left(project.listed, path)
    return at < len(project.listed) and project.listed[at] == path


def listed_below(project: Project, folder: str) -> Iterator[str]:
    """Yield the listed paths in ``folder``, at any depth."""
    prefix = f"{folder}/"
    for path in project.listed[bisect_left(project.listed, prefix) :]:
        if not path.startswith(prefix):
            return
        yield path


def places(paths: Sequence[str], message: str) -> tuple[Place, ...]:
    """Return the first of ``paths`` as related places."""
    return tuple(Place(path, TOP, message) for path in paths[:SHOWN])


def counted(number: int, word: str) -> str:
    """Return "1 line", "2 lines"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def are(number: int, word: str) -> str:
    """Return "1 line is", "2 lines are"."""
    return f"{counted(number, word)} {'is' if number == 1 else 'are'}"


def prose(document: Document) -> str:
    """Return what the agent reads of a file besides its imports: words, links and code."""
    text, parts, at = document.text, [], 0
    for node in document.imports:
        parts += [text[at : node.span.start], " " * (node.span.end - node.span.start)]
        at = node.span.end
    blanked = "".join((*parts, text[at:]))
    return "".join(blanked[start:end] for start, end in document.kept)
