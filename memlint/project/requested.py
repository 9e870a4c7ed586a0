"""What is read besides the project's own list: named paths, the person's files, folders above."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress

from memlint import disk
from memlint.harness.facts import Facts
from memlint.project.discovery import Tree, is_store
from memlint.project.files import display
from memlint.project.listing import walk

_STORE_DEPTH = 4  # folders up from a file among which its memory directory is looked for


def trees(
    wanted: Iterable[str], root: str, listed: tuple[str, ...], given: Container[str], facts: Facts
) -> Iterator[Tree]:
    """Yield a tree for each of the absolute paths ``wanted`` that the sorted list of ``root`` does not have."""
    known = frozenset(listed)
    for path in wanted:
        inside = display(path, root)
        if path == root or inside in known:
            continue
        if disk.isdir(path):
            if _listed_below(listed, inside):
                continue
            below = tuple(sorted(walk(path)))
            if not os.path.isabs(inside):
                yield Tree(root, tuple(f"{inside}/{name}" for name in below))
            else:
                yield Tree(path, below)
        elif disk.lexists(path) or path in given:
            yield _beside(path, facts)


def _listed_below(listed: tuple[str, ...], folder: str) -> bool:
    """Say whether the list has files in ``folder``: then it has all of them that nobody ignores."""
    at = bisect_left(listed, f"{folder}/")
    return at < len(listed) and listed[at].startswith(f"{folder}/")


def _beside(path: str, facts: Facts) -> Tree:
    """A single file, with its memory directory where it lies in one; no other folder is walked."""
    folder, name = os.path.split(path)
    here = folder
    for _ in range(_STORE_DEPTH):
        if is_store(here):
            return Tree(here, tuple(sorted({*walk(here), os.path.relpath(path, here)})))
        here = os.path.dirname(here)
    beside = {name}
    if disk.lexists(os.path.join(folder, facts.text("names.index"))):
        with suppress(OSError):
            beside |= {*disk.listdir(folder)}
    return Tree(folder, tuple(sorted(beside)))
