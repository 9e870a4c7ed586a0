"""Puts small trees on disk. Their notation is that of rule docstrings and of tests/cases: ``==> path`` starts a file,
``==> path -> target`` makes a link, ``(200 such lines)`` repeats the line above it, and ``\\xe9`` is that byte.

``==> modes`` sets permissions: a line has the mode, in octal digits, and a path.

``==> git log`` makes it a repository with these commits, the oldest first: a line has the day and the paths that the
commit changes. ``#`` in a path is the number of the line; a path that the tree does not have is made.
"""

from __future__ import annotations

import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

BYTE = re.compile(rb"\\x([0-9a-f]{2})")
# Rules about what git tracks: their trees are real repositories, with all added that no .gitignore names.
ASKS_GIT = frozenset(("agents/local-store-tracked", "loading/local-file-tracked"))
# Rules about files that only a run with --vendored looks at.
ASKS_VENDORED = frozenset(("security/vendored-instructions",))

PERSON = "../home/"  # what a tree has here are files of the person


def has_person(files: dict[str, str]) -> bool:
    """Say whether a tree has files of the person, so that the run covers them too."""
    return any(name.startswith(PERSON) for name in files)


def plant(base: Path, files: dict[str, str], *, rule: str = "") -> Path:
    """Write ``files`` below ``base`` with an empty ``.git`` beside them, so that the tree is a project of its own."""
    (base / ".git").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        if name in ("git log", "modes"):
            continue
        path, arrow, target = name.partition(" -> ")
        place = base / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if arrow:
            place.symlink_to(target)
        else:
            place.write_bytes(BYTE.sub(lambda found: bytes([int(found[1], 16)]), text.encode()))
    for line in files.get("modes", "").splitlines():
        mode, _, path = line.partition(" ")
        (base / path).chmod(int(mode, 8))
    if rule in ASKS_GIT:
        for words in (("init", "-q"), ("add", "-A")):
            subprocess.run(["git", "-C", base, *words], check=True)
    if "git log" in files:
        commit(base, files["git log"])
    return base


def commit(base: Path, log: str) -> None:
    """Make the tree at ``base`` a repository with the commits of ``log``; each path ends as it stands in the tree."""
    lines = [line.replace("#", str(number)).split() for number, line in enumerate(log.splitlines(), 1)]
    last = {path: number for number, (_, *paths) in enumerate(lines, 1) for path in paths}
    stream = b""
    for number, (day, *paths) in enumerate(lines, 1):
        seconds = datetime.fromisoformat(day).replace(hour=8, tzinfo=UTC).timestamp()
        stream += b"commit refs/heads/main\ncommitter dana <dana@kiln.invalid> %d +0000\ndata 0\n" % seconds
        for path in paths:
            place, data = base / path, b"%d\n" % number
            if number == last[path] and place.exists():
                data = place.read_bytes()
            elif number == last[path]:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
            stream += b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data)
    for words, given in (
        (["init", "-q", "-b", "main"], b""),
        (["fast-import", "--quiet"], stream),
        (["reset", "-q"], b""),
    ):
        subprocess.run(["git", "-C", base, *words], input=given, check=True)
