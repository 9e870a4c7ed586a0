"""Puts small trees on disk. Their notation is that of rule docstrings and of tests/cases: ``==> path`` starts a file,
``==> path -> target`` makes a link, ``(200 such lines)`` repeats the line above it, and ``\\xe9`` is that byte.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

BYTE = re.compile(rb"\\x([0-9a-f]{2})")
# Rules about what git tracks: their trees are real repositories, with all added that no .gitignore names.
ASKS_GIT = frozenset(("agents/local-store-tracked", "loading/local-file-tracked"))

PERSON = "../home/"  # what a tree has here are files of the person


def has_person(files: dict[str, str]) -> bool:
    """Say whether a tree has files of the person, so that the run covers them too."""
    return any(name.startswith(PERSON) for name in files)


def plant(base: Path, files: dict[str, str], *, rule: str = "") -> Path:
    """Write ``files`` below ``base`` with an empty ``.git`` beside them, so that the tree is a project of its own."""
    (base / ".git").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path, arrow, target = name.partition(" -> ")
        place = base / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if arrow:
            place.symlink_to(target)
        else:
            place.write_bytes(BYTE.sub(lambda found: bytes([int(found[1], 16)]), text.encode()))
    if rule in ASKS_GIT:
        for words in (("init", "-q"), ("add", "-A")):
            subprocess.run(["git", "-C", base, *words], check=True)
    return base
