"""Which ``@`` tokens are meant as imports: two in three are package names, decorators and handles."""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from memlint.harness import claude
from memlint.harness.facts import Facts
from memlint.source.placeholders import is_placeholder

PUNCTUATION = ".,:;!?)]}>'\"”’»*，。、；：！？）」』】》"
# Files of prose: nobody names a package, a handle or a decorator like these.
_PROSE = frozenset(("md", "txt", "rst", "adoc"))
# Data files that people import by bare name; other endings ("router.patch", "schema.org") are words too.
_DATA = frozenset(("json", "yaml", "yml", "toml"))


def is_meant(token: str, source: str, facts: Facts, exists: Callable[[str], bool]) -> bool:
    """Say whether the author of ``token`` meant a file: by its ending, its form or the folder it starts with.

    ``source`` is the importing file's path, ``exists`` answers for paths like ``MemoryFile.path``.
    """
    path = token.rstrip(PUNCTUATION)
    if is_placeholder(path):
        return False
    ending = claude.extension(path)
    if ending in _PROSE or path.startswith(("./", "../")):
        return True
    first, slash, _ = path.partition("/")
    if not slash:
        return ending in _DATA
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(source), first))
    return ending in facts.words("imports.extensions") and (exists(first) or exists(beside))
