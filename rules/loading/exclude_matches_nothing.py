"""loading/exclude-matches-nothing."""

from __future__ import annotations

import posixpath

from memlint import Finding, Findings, Project, Severity, rule

from ._excludes import matched, patterns
from ._places import counted

_GLOB = frozenset("*?[]{}()!+@|")


@rule("warning")
def exclude_matches_nothing(project: Project) -> Findings:
    """A pattern of `claudeMdExcludes` that excludes nothing.

    Patterns are compared with absolute paths, so one that starts with a folder of the repository never matches, and
    the file that it names goes on loading. An organisation's managed files and auto memory cannot be excluded at all.
    A path that is not there (any more) is an info. What could match above the repository is let pass.

    What to do: begin the pattern with `**/`.

    Bad:

        ==> .claude/settings.json
        {"claudeMdExcludes": ["legacy/CLAUDE.md"]}

        ==> legacy/CLAUDE.md
        Run the tests with `make check`.

    Good:

        ==> .claude/settings.json
        {"claudeMdExcludes": ["**/legacy/CLAUDE.md"]}

        ==> legacy/CLAUDE.md
        Run the tests with `make check`.
    """
    for settings in project.agent_settings:
        for pattern in patterns(settings, project):
            found = _judged(project, pattern)
            if found is not None:
                message, severity = found
                span = settings.span(project.facts.text("excludes.key"), pattern)
                yield Finding(span, message, settings.path, severity)


def _judged(project: Project, pattern: str) -> tuple[str, Severity | None] | None:
    """Return why a pattern has no effect, and how bad that is; None where it may have one."""
    if any(matched(project, pattern)):
        return None
    forbidden = _forbidden(project, pattern)
    if forbidden:
        return f'"{pattern}": {forbidden} cannot be excluded and loads all the same', None
    if _is_relative(pattern):
        wide = f"**/{pattern.removeprefix('./')}"
        count = len(list(matched(project, wide)))
        also = f'; "{wide}" would match {counted(count, "file")}' if count else ""
        return f'"{pattern}" never matches: patterns are compared with absolute paths{also}', None
    missing = _missing(project, pattern)
    return (f'"{pattern}" matches nothing here: there is no {missing}', "info") if missing else None


def _is_relative(pattern: str) -> bool:
    """Say whether a pattern begins with the name of a file or folder."""
    first = pattern.removeprefix("./")[:1]
    return (
        bool(first)
        and first not in _GLOB
        and not pattern.startswith(("/", "~", "\\", "$", "%"))
        and pattern[1:2] != ":"
    )


def _forbidden(project: Project, pattern: str) -> str:
    """Return what a pattern means to exclude and never can, or ""."""
    places = [place.partition("=")[2] for place in project.facts.words("names.managed-directories")]
    if pattern.startswith(tuple(f"{place}/" for place in places)):
        return "a managed file"
    imported = any(project.hops(index.document.path) is not None for index in project.memories.indexes)
    if posixpath.basename(pattern) == project.facts.text("names.index") and not imported:
        return "auto memory"
    if "/.claude/projects/" in pattern:
        return "auto memory"
    return ""


def _missing(project: Project, pattern: str) -> str:
    """Return the path that a pattern names below a folder of this project, when nothing is there; else ""."""
    for start in (f"{project.root}/", "**/"):
        path = pattern.removeprefix(start)
        if path != pattern:
            parts = path.split("/")
            plain = next((at for at, part in enumerate(parts) if _GLOB & {*part}), len(parts))
            named = "/".join(parts[:plain])
            # With one folder, or that of the agent, it may speak of a place above the repository.
            speaks = plain > 1 and parts[0] not in (".claude", "rules") and project.exists(parts[0])
            return named if speaks and not project.exists(named) else ""
    return ""
