"""What an event's file belongs to: the project of the session, a repository of its own, or the person's own files."""

from __future__ import annotations

import os

from memlint.harness import claude
from memlint.harness.facts import for_version
from memlint.project.listing import find_root
from memlint.serve.event import Event
from memlint.source.records import NamedTuple


class Place(NamedTuple):
    """The absolute ``root`` to lint from; ``user``: with the person's own files, which lie outside of it."""

    root: str
    user: bool


def session_root(event: Event) -> str:
    """Return the repository of the event's working directory, which follows the agent into worktrees; else the project.

    Without a repository the project is the folder where the session started, when the working directory is in it.
    """
    found = find_root(event.cwd)
    project = os.environ.get(for_version().text("hooks.project-directory"), "")
    if found is None and os.path.isabs(project) and is_below(event.cwd, os.path.normpath(project)):
        return os.path.normpath(project)
    return found or event.cwd


def is_too_wide(root: str) -> bool:
    """Say whether ``root`` is the home folder, or holds it: nobody waits for all of that to be listed at each event."""
    return is_below(os.path.expanduser("~"), root)


def of_file(event: Event) -> Place:
    """Return where to lint the file of ``event`` from.

    Auto memory and the rest of the person's own files are read by this project's sessions, so they are linted with it:
    what they repeat or contradict is known, and the project's configuration holds. The project's own files are linted with
    them likewise: what the person excludes is known.
    """
    root = session_root(event)
    if is_too_wide(root):
        root = os.path.dirname(event.path)
    if is_below(event.path, root):
        own = find_root(os.path.dirname(event.path)) or root
        own = root if is_too_wide(own) else own
        return Place(own, own == root)
    if is_below(event.path, config_directory()):
        return Place(root, True)
    folder = os.path.dirname(event.path)
    other = find_root(folder) or folder
    return Place(root, True) if is_too_wide(other) else Place(other, False)


def config_directory() -> str:
    """Return the absolute folder of the person's own files."""
    return os.path.abspath(claude.config_directory(os.path.expanduser("~")))


def is_below(path: str, folder: str) -> bool:
    """Say whether ``path`` is ``folder`` or lies in it."""
    path, folder = os.path.normcase(path), os.path.normcase(folder).rstrip(os.sep)
    return path == folder or path.startswith(folder + os.sep)
