"""The slash commands that files of a repository define: commands, and skills by the names of their folders."""

from __future__ import annotations

from collections.abc import Iterable


def command_names(listed: Iterable[str]) -> frozenset[str]:
    """Return the names after the slash, of all folders called ``commands`` or ``skills``: plug-ins have theirs there.

    A command in a folder below is found by its own name, and with the folder before it: ``frontend:test``.
    """
    found = set()
    for path in listed:
        if not path.endswith(".md"):
            continue
        parts = path[:-3].split("/")
        if "commands" in parts[:-1]:
            inner = parts[parts.index("commands") + 1 :]
            found |= {inner[-1], ":".join(inner)}
        if "skills" in parts[:-1]:
            found.update(parts[parts.index("skills") + 1 :])
    return frozenset(found)
