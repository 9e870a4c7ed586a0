"""What changed in a project since a commit, as git tells it; the repository's configuration runs nothing meanwhile."""

from __future__ import annotations

import os

from memlint.errors import UsageError
from memlint.project.listing import run_git
from memlint.source.records import NamedTuple


class Changes(NamedTuple):
    """Paths that differ from a commit, relative to the root with ``/``; ``gone`` are those that are no more."""

    paths: frozenset[str]
    gone: frozenset[str]


def changes(root: str, revision: str) -> Changes:
    """Return what differs in ``root`` from where ``revision`` and HEAD parted, with what git does not track yet.

    Raises UsageError where git cannot be asked and for a revision that it does not know.
    """
    if not os.path.lexists(os.path.join(root, ".git")) or run_git(root, "rev-parse", "--git-dir") is None:
        raise UsageError(f"--changed-since needs a git repository, and {root} is none")
    # what begins with a dash would be read as an option, in all versions of git
    found = (
        None
        if revision.startswith("-")
        else run_git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    )
    if found is None:
        raise UsageError(f'--changed-since: git knows no commit "{revision}" here')
    commit = found.decode().strip()
    base = (run_git(root, "merge-base", commit, "HEAD") or b"").decode().strip() or commit
    asked = ("--name-status", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--relative")
    differs = run_git(root, *_without_filters(root), "diff", *asked, "-z", base, "--")
    others = run_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    if differs is None or others is None:
        raise UsageError(f"--changed-since: git cannot compare {root} with {revision}")
    words = os.fsdecode(differs).split("\0")
    states = dict(zip(words[1::2], words[::2], strict=False))
    new = {path for path in os.fsdecode(others).split("\0") if path}
    gone = frozenset(path for path, state in states.items() if state == "D" and path not in new)
    return Changes(frozenset({*states, *new}), gone)


def _without_filters(root: str) -> list[str]:
    """Return flags that switch off the commands through which git would read changed files.

    Raises UsageError for a filter with a name that no flag can say.
    """
    told = run_git(root, "config", "-z", "--name-only", "--get-regexp", r"^filter\.", codes=(0, 1))
    drivers = {key.rpartition(".")[0] for key in os.fsdecode(told or b"").split("\0") if key}
    if told is None or any("=" in driver for driver in drivers):
        raise UsageError(f"--changed-since: the filters that git is to use in {root} cannot be switched off")
    settings = ("clean=", "process=", "required=false")
    return [word for driver in sorted(drivers) for each in settings for word in ("-c", f"{driver}.{each}")]
