"""scope/matches-nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memlint import Document, Finding, Findings, NamedTuple, Project, is_placeholder, rule

from ._moved import Folders, folders_named, plain_start
from ._patterns import Pattern, base, reasons

_COLLECTION = 3  # so many kinds of files or folders that are not there make a collection for other projects


class _Dead(NamedTuple):
    document: Document
    here: str
    patterns: list[Pattern]
    total: int
    live: bool

    @property
    def named(self) -> list[Pattern]:
        return [pattern for pattern in self.patterns if folders_named(pattern.text)]


@rule("warning", where="rule_file")
def matches_nothing(project: Project) -> Findings:
    """No file of the repository matches the patterns of a rule's `paths`.

    The rule never loads, and nobody is told: most often a folder was moved or renamed. Where another pattern of the rule
    does match, a dead one for a folder that is not there is an info; so is a rule for a kind of file that the repository has none of.
    Patterns for what git ignores are not looked at, nor is a project of documents alone. Rules for many folders without
    a trace of any are a collection for other projects: an info each.

    What to do: write the folder's name as it is now.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: ["backend/**/*.php"]
        ---
        Name every glaze after its recipe.

        ==> apps/backend/blue.php
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: ["apps/backend/**/*.php"]
        ---
        Name every glaze after its recipe.

        ==> apps/backend/blue.php
        pass
    """
    listed = frozenset(project.listed)
    found = [dead for document in project.rule_files() if (dead := _dead(document, project, listed))]
    if not found or all(path.endswith(".md") or path.startswith(".") for path in project.listed):
        return
    found = _without_ignored(found, project)
    folders = Folders(project)
    lost = [dead for dead in found if not dead.live]
    kinds = [dead for dead in lost if not dead.named]
    missing = {folders_named(pattern.text)[0] for dead in lost for pattern in dead.named}
    for dead in found:
        hints = {pattern: folders.hint(pattern.text, pattern.glob, dead.here) for pattern in dead.named}
        if dead.live:
            for pattern, hint in hints.items():
                if not folders.lack(pattern.glob, dead.here):
                    continue  # a list of places and kinds of files that there may be
                message = f'no file matches "{pattern.text}"{hint}; other patterns of the rule do match'
                yield Finding(pattern.span, message, dead.document.path, "info")
        elif hints:
            pattern = max(hints, key=lambda pattern: hints[pattern].endswith("would match"))
            traced = hints[pattern].endswith("would match") or len(missing) < _COLLECTION
            traced &= not pattern.glob.startswith("**/") or len(folders_named(pattern.text)) > 1
            yield Finding(
                pattern.span, _message(pattern, dead) + hints[pattern], dead.document.path, None if traced else "info"
            )
        elif len(kinds) < _COLLECTION:
            yield Finding(dead.patterns[0].span, _message(dead.patterns[0], dead), dead.document.path, "info")


def _message(pattern: Pattern, dead: _Dead) -> str:
    others = f", nor any other of the rule's {dead.total} patterns" if dead.total > 1 else ""
    return f'no file matches "{pattern.text}"{others}: the rule never loads'


def _dead(document: Document, project: Project, listed: frozenset[str]) -> _Dead | None:
    here = base(document, project)
    if here is None:
        return None
    found = list(reasons(document, project))
    live = any(project.matched(pattern.glob, here) for pattern, _ in found)
    dead = (pattern for pattern, reason in found if reason == "dead")
    patterns = [pattern for pattern in dead if not _is_sample(pattern, here, project, listed)]
    return _Dead(document, here, patterns, len(found), live) if patterns else None


def _is_sample(pattern: Pattern, here: str, project: Project, listed: frozenset[str]) -> bool:
    """Say whether a pattern names a gap to fill in, or what lies in a folder that git does not look into."""
    names = re.sub("[{}]", "", "/".join(folders_named(pattern.text)))
    if "<" in pattern.text or is_placeholder(f"{names}/"):
        return True
    folder = here
    for part in plain_start(pattern.glob):
        folder = f"{folder}/{part}".lstrip("/")
        if folder in listed:
            return True  # a link, or another repository
    local = folder[len(here) :].strip("/")
    return bool(local) and project.exists(folder) and not project.matched(f"/{local}", here)


def _without_ignored(found: Iterable[_Dead], project: Project) -> list[_Dead]:
    """Leave out patterns for what git ignores: one question for all of them."""
    every = {(dead.here, p.glob): _like(p.glob, dead.here) for dead in found for p in dead.patterns}
    ignored = project.git.ignored({path for paths in every.values() for path in paths})
    left = []
    for dead in found:
        patterns = [p for p in dead.patterns if ignored.isdisjoint(every[dead.here, p.glob])]
        if len(patterns) == len(dead.patterns) or (patterns and dead.live):
            left.append(dead._replace(patterns=patterns))
    return left


def _like(glob: str, here: str) -> tuple[str, ...]:
    """Return paths that a pattern could match."""
    path = f"{here}/{glob.strip('/')}".lstrip("/").replace("**/", "").replace("**", "*")
    while (start := path.find("{")) >= 0 and (end := path.find("}", start)) > start:
        path = path[:start] + path[start + 1 : end].partition(",")[0] + path[end + 1 :]
    long = "".join("x" if sign in "*?[]" else sign for sign in path)
    short = "".join(sign for sign in path if sign not in "*?[]")
    return long, f"{long}/x", short
