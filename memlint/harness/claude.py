"""Claude Code: where its memory files lie and how it resolves an import (SPEC 1.1, 2.3, 4.2)."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache

from memlint import disk
from memlint.harness.facts import Facts


def config_directory(home: str) -> str:
    """Return the person's ``.claude``: ``CLAUDE_CONFIG_DIR`` moves it (DOC-SET)."""
    return os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")


@cache
def _not_slug() -> re.Pattern[str]:
    return re.compile(r"[^A-Za-z0-9]")


def slug(root: str, facts: Facts) -> str:
    """Return the name of a repository's folder in ``projects/``; past the limit only a prefix of it is known."""
    return _not_slug().sub("-", root)[: facts.number("memory.slug-characters")]


def auto_memory(root: str, config: str, facts: Facts) -> str:
    """Return the auto-memory directory of the main repository at ``root`` below ``config``, "" before there was one.

    A slug past the limit ends in a hash that is not known: the first folder that starts like it is taken (SPEC 4.2).
    """
    projects, found, memory = facts.text("memory.project-directory").partition("/{slug}/")
    if not found:
        return ""
    name, folder = slug(root, facts), os.path.join(config, projects)
    if len(root) > len(name):
        with suppress(OSError):
            name = min((other for other in disk.listdir(folder) if other.startswith(f"{name}-")), default=name)
    return os.path.join(folder, name, memory)


def named_memory(name: str, config: str, facts: Facts) -> str:
    """Return the auto-memory directory of the project called ``name``, "" where the product refuses the name."""
    projects, found, memory = facts.text("memory.project-directory").partition("/{slug}/")
    longest = facts.number("memory.project-name-characters")
    fits = len(name) <= longest and name.replace("-", "a").replace("_", "a").isalnum() and name.isascii()
    fits = fits and name.lower() not in facts.words("memory.refused-project-names")
    return os.path.join(config, projects, name, memory) if found and fits else ""


@cache
def _not_store() -> re.Pattern[str]:
    return re.compile(r"[^A-Za-z0-9_-]")


def store_name(agent: str, facts: Facts) -> str:
    """Return the name of the folder below ``agent-memory`` that keeps what the subagent ``agent`` learns (SPEC 5)."""
    return _not_store().sub("-", agent) or facts.text("subagent.nameless-folder")


def resolve(path: str, directory: str, home: str) -> str:
    """Return the absolute path that an import token names, from a file in ``directory`` (SPEC 2.3)."""
    if path.startswith("~/"):
        return os.path.normpath(os.path.join(home, path[2:]))
    return os.path.normpath(os.path.join(directory, path))


def extension(path: str) -> str:
    """Return the extension as the loader's filter sees it, in lower case; "" for none and for dot files."""
    name = path.rsplit("/", 1)[-1]
    stem, dot, ending = name.rpartition(".")
    return ending.lower() if dot and stem else ""


def may_import(path: str, facts: Facts) -> bool:
    """Say whether the extension filter lets ``path`` through."""
    ending = extension(path)
    allowed = _extensions(facts)
    return not ending or not allowed or ending in allowed


@cache
def _extensions(facts: Facts) -> frozenset[str]:
    return frozenset(facts.words("imports.extensions"))
