"""Instruction files in other people's trees, which no run enters unless it is asked to: dependencies and vendored code."""

from __future__ import annotations

import os
from collections.abc import Iterator

from memlint.harness.facts import Facts
from memlint.project.listing import FOREIGN


def instruction_files(root: str, facts: Facts) -> Iterator[str]:
    """Yield the absolute paths of instruction and rule files below ``root`` that lie in a tree of others, sorted.

    Links are not followed: a package manager's lead to another folder of the same tree.
    """
    names = {name.rpartition("/")[2] for key in ("instructions", "agents") for name in facts.words(f"names.{key}")}
    rules = f"/{facts.text('names.rules')}/"
    pending = [(root, False)]
    while pending:
        folder, foreign = pending.pop()
        try:
            with os.scandir(folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        deeper = []
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != ".git" and not (entry.name == "worktrees" and folder.endswith("/.claude")):
                    deeper.append((entry.path, foreign or entry.name in FOREIGN))
            elif foreign and (entry.name in names or (entry.name.endswith(".md") and rules in entry.path)):
                yield entry.path
        pending += reversed(deeper)
