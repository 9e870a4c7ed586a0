"""Copies of a memory file that a file sync makes when two machines changed it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container
from functools import cache

from memlint import compile_once


@cache
def _certain() -> re.Pattern[str]:
    # Syncthing; Dropbox, Nextcloud and others; Dropbox in German, French and Spanish.
    return compile_once(
        r"\.sync-conflict-\d{8}(?:-\d{4,6})?(?:-[A-Z0-9]+)?(?=\.|$)"
        r"| ?\([^()]*(?:conflicted copy|in konflikt stehende kopie|copie en conflit|copia en conflicto)[^()]*\)"
        r"|[ _-]conflicted[ _-]copy(?:[ _-][\w-]+)?(?=\.|$)",
        re.IGNORECASE,
    )


@cache
def _likely() -> re.Pattern[str]:
    # iCloud "note 2.md", downloads "note (1).md", OneDrive "note-DESKTOP-AB12.md", copies by hand.
    return compile_once(
        r"(?: (?:[2-9]|[1-9]\d)| ?\(\d{1,2}\)|-(?:DESKTOP|LAPTOP)-[A-Z0-9]{4,15}| - Copy| copy)(?=\.md$)"
    )


def original(path: str, known: Container[str]) -> tuple[str, bool]:
    """Return the file that ``path`` is by its name a copy of, "" for none, and whether the name alone is proof.

    A name such as ``note 2.md`` says so only where ``note.md`` is among ``known``.
    """
    folder, name = posixpath.split(path)
    plain, found = _certain().subn("", name, count=1)
    if found:
        return posixpath.join(folder, plain), True
    plain, found = _likely().subn("", name, count=1)
    base = posixpath.join(folder, plain)
    return (base, False) if found and base in known else ("", False)
