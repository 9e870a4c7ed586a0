"""Which paths a project has: git's list where git answers, else a walk; what is never entered."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any

from memlint import disk
from memlint.source.records import NamedTuple

GIT_SECONDS = 30  # then git is given up: a named pipe called .gitignore makes it wait for ever
_LARGEST_IGNORE = 1 << 20  # bytes that are read of a .gitignore where git does not read it
_LONGEST_POINTER = 8_192  # characters of a file that holds a path; no file system takes a longer one

# Not the user's own text, or text that is broken by design (cases 136, 155, 156, 158). Naming a path reads it.
DEPENDENCIES = frozenset(
    [".git", "node_modules", "bower_components", ".venv", "venv", "site-packages", ".worktrees", ".memlint_cache"]
)
VENDORED = frozenset(["vendor", "vendored", "third_party", "third-party"])
SAMPLES = frozenset(["template", "templates", "_template", "_templates", "fixtures", "__fixtures__", "testdata"])
SKIPPED = DEPENDENCIES | VENDORED | SAMPLES
#: Folders whose content others wrote. Environments of Python have ``site-packages``, whatever they are called.
FOREIGN = (DEPENDENCIES | VENDORED) - {".git", ".worktrees", ".memlint_cache"}


# What a repository's own configuration could make git run: to look up files, to show output, to verify a signed commit
# (gpg.program). The last two change what git answers.
_OFF = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "log.showSignature=false",
    "protocol.allow=never",
    "log.follow=false",
    "blame.ignoreRevsFile=",
)
# Fetching what a partial clone lacks would run ssh, a helper or an ext:: command. A configuration can allow a protocol
# in spite of protocol.allow, but not in spite of the environment.
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


class Listing(NamedTuple):
    """The paths below a root, relative with ``/`` and sorted, and folders that could not be read."""

    paths: tuple[str, ...]
    unreadable: tuple[tuple[str, str], ...]


def skipped(parts: list[str], *, samples: bool = False) -> bool:
    """Say whether a folder is not entered; ``parts`` are its names from the root. ``samples``: those are."""
    return parts[-1] in (DEPENDENCIES if samples else SKIPPED) or parts[-2:] == [".claude", "worktrees"]


def find_root(path: str) -> str | None:
    """Return the nearest folder at or above ``path`` that holds ``.git`` (a folder or, in a worktree, a file)."""
    here = path
    while True:
        if disk.lexists(os.path.join(here, ".git")):
            return here
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above


def main_repository(root: str) -> str:
    """Return the main repository's folder when ``root`` is one of its worktrees, else ``root``."""
    try:
        folder = os.path.join(root, _pointer(os.path.join(root, ".git")).removeprefix("gitdir:").strip())
        common = _pointer(os.path.join(folder, "commondir")).strip()
        return os.path.dirname(os.path.normpath(os.path.join(folder, common)))
    except (OSError, ValueError):
        return root


def _pointer(path: str) -> str:
    """Return the text of a file that holds a path. Raises OSError for a pipe, which would be waited for, and a folder."""
    if not disk.isfile(path):
        raise OSError(path)
    return disk.data(path, _LONGEST_POINTER).decode()


def listing(root: str, *, samples: bool = False) -> Listing:
    """List the files of ``root`` that git tracks or does not ignore; without git, those no .gitignore names.

    ``samples`` also lists templates, fixtures and vendored trees, which an agent reads and a linter lets pass.
    """
    return _listing(root, samples)


@disk.asked(lambda answer: disk.digest(os.fsencode("\0".join(answer.paths) + repr(answer.unreadable))), dear=True)
def _listing(root: str, samples: bool) -> Listing:
    tracked = _git_paths(root)
    if tracked is None:
        unreadable: list[tuple[str, str]] = []
        paths = list(walk(root, ignored=ignore_rules(root), unreadable=unreadable, samples=samples))
        return Listing(tuple(sorted(paths)), tuple(unreadable))
    environments = tuple(path.removesuffix("pyvenv.cfg") for path in tracked if path.endswith("/pyvenv.cfg"))
    entered = {"": True}
    kept = []
    for path in tracked:
        folder = path.rpartition("/")[0]
        if folder not in entered:
            entered[folder] = not (_in_skipped(folder, samples) or f"{folder}/".startswith(environments))
        if entered[folder]:
            kept.append(path)
    folders = _folders(folder for folder, enter in entered.items() if enter)
    # git itself leaves out other repositories, but not a worktree whose record is gone.
    base = os.path.join(root, "")
    nested = tuple(f"{folder}/" for folder in folders if folder and _is_there(f"{base}{folder}/.git"))
    kept += _unlisted(base, folders, frozenset(kept))
    # sorting what is sorted takes no time; a file in conflict is listed more than once
    every = dict.fromkeys(sorted(path for path in kept if not path.startswith(nested)) if nested else sorted(kept))
    return Listing(tuple(every), ())


# Twice as fast as lexists, where the system has it: asked four times for each folder.
_is_there: Callable[[str], bool] = (
    partial(os.access, mode=os.F_OK, follow_symlinks=False)
    if os.access in os.supports_follow_symlinks
    else disk.lexists
)


def _in_skipped(folder: str, samples: bool) -> bool:
    return (
        not (DEPENDENCIES if samples else SKIPPED).isdisjoint(folder.split("/"))
        or "/.claude/worktrees/" in f"/{folder}/"
    )


def run_git(
    root: str, *arguments: str, data: bytes | None = None, codes: tuple[int, ...] = (0,), fixed: bool = False
) -> bytes | None:
    """Run git in ``root`` so that the repository's configuration runs nothing. None: no git, or not one of ``codes``.

    ``fixed``: what it says follows from ``arguments``, which name a commit, and need not be asked again.
    """
    with disk.unwritten() if fixed else nullcontext():
        return _git(root, arguments, data, codes)


@disk.asked(lambda answer: answer if answer is None else disk.digest(answer), dear=True)
def _git(root: str, arguments: tuple[str, ...], data: bytes | None, codes: tuple[int, ...]) -> bytes | None:
    import subprocess

    command = ["git", "-C", root, *(word for setting in _OFF for word in ("-c", setting))]
    env = {**os.environ, **_ENVIRONMENT}
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF"):
        env.pop(name, None)
    try:
        run = subprocess.run(
            [*command, *arguments], input=data, capture_output=True, env=env, check=False, timeout=GIT_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout if run.returncode in codes else None


def _git_paths(root: str) -> list[str] | None:
    if not disk.lexists(os.path.join(root, ".git")):
        return None  # git would answer for a repository above
    answer = run_git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    # decoded at once: a NUL is part of no other character
    return None if answer is None else [path for path in os.fsdecode(answer).split("\0") if path]


def _folders(inner: Iterable[str]) -> set[str]:
    folders = {""}
    for folder in inner:
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return folders


def _unlisted(base: str, folders: set[str], listed: frozenset[str]) -> Iterator[str]:
    """What git does not list and is read, or at least reported, all the same (DESIGN 5)."""
    for folder in folders:
        for name in ("CLAUDE.local.md", "CLAUDE.md", "AGENTS.md"):
            path = f"{folder}/{name}" if folder else name
            if path in listed or not _is_there(base + path):
                continue
            try:
                mode = disk.lstat(base + path).st_mode
            except OSError:
                continue
            # CLAUDE.local.md is ignored by design; git knows no pipes, sockets and devices.
            if name == "CLAUDE.local.md" or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode)):
                yield path


def walk(
    root: str,
    *,
    below: str = "",
    ignored: Callable[[str, bool], bool] | None = None,
    unreadable: list[tuple[str, str]] | None = None,
    follow: bool = False,
    samples: bool = False,
) -> Iterator[str]:
    """Yield the files of ``root`` (those in the folder ``below``) in sorted order, relative with ``/``.

    ``ignored(path, is_folder)`` prunes. Folders that cannot be read go to ``unreadable`` with the reason. Linked
    folders are entered only with ``follow``, each real folder once; ``samples`` as for :func:`listing`.
    """
    seen: set[str] = set()
    pending = [below]
    while pending:
        folder = pending.pop()
        try:
            found = disk.entries(os.path.join(root, folder))
        except OSError as error:
            if unreadable is not None:
                unreadable.append((folder or ".", error.strerror or str(error)))
            continue
        if follow:
            real = disk.realpath(os.path.join(root, folder))
            if real in seen:
                continue
            seen.add(real)
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            is_folder = disk.isdir(entry.path) if follow else entry.is_dir(follow_symlinks=False)
            if is_folder and (
                skipped(path.split("/"), samples=samples) or disk.lexists(os.path.join(entry.path, ".git"))
            ):
                continue
            if is_folder and disk.lexists(os.path.join(entry.path, "pyvenv.cfg")):
                continue
            if ignored is not None and entry.name != "CLAUDE.local.md" and ignored(path, is_folder):
                continue
            if is_folder:
                pending.append(path)
            else:
                yield path


def _spec(lines: list[str]) -> object:
    """Compile the lines that can be: git, too, goes on after one that makes no sense."""
    import re

    from pathspec import GitIgnoreSpec

    from memlint.harness.ignore import ignore_spec

    good: list[Any] = []
    for line in dict.fromkeys(reversed(lines)):  # of equal lines the last one counts
        try:
            good += ignore_spec([line]).patterns
        except (ValueError, re.error):
            continue
    return GitIgnoreSpec(good[::-1])


def ignore_rules(root: str) -> Callable[[str, bool], bool]:
    """Match paths against the .gitignore files from the root down, as git does; pathspec comes in with the first."""
    from functools import cache

    @cache
    def rules(folder: str) -> object | None:
        path = os.path.join(root, folder, ".gitignore")
        if not disk.isfile(path):
            return None
        try:
            lines = disk.data(path, _LARGEST_IGNORE).decode("utf-8", "replace").splitlines()
        except OSError:
            return None
        return _spec(lines)

    def ignored(path: str, is_folder: bool) -> bool:
        parts = path.split("/")
        verdict = False
        for depth in range(len(parts)):
            spec = rules("/".join(parts[:depth]))
            if spec is not None:
                name = "/".join(parts[depth:]) + ("/" if is_folder else "")
                answer = spec.check_file(name).include  # type: ignore[attr-defined]  # pathspec is imported lazily
                verdict = verdict if answer is None else answer
        return verdict

    return ignored
