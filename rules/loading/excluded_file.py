"""loading/excluded-file."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._excludes import matched, patterns
from ._places import counted, places

_NAMED = 3  # files that the message names


@rule("info")
def excluded_file(project: Project) -> Findings:
    """A setting that everybody shares keeps memory files of this project out of every session.

    `claudeMdExcludes` is meant for other teams' files. Whoever edits one of these later sees no effect and no reason
    for it. The settings count where a session starts: one that starts in a package has only those of the package.

    What to do: nothing when it is meant; a note in the file that it is excluded spares the next person a search.

    Bad:

        ==> .claude/settings.json
        {"claudeMdExcludes": ["**/legacy/CLAUDE.md"]}

        ==> legacy/CLAUDE.md
        Run the tests with `make check`.

    Good:

        ==> .claude/settings.json
        {"claudeMdExcludes": ["/home/dana/CLAUDE.md"]}

        ==> legacy/CLAUDE.md
        Run the tests with `make check`.
    """
    for settings in project.agent_settings:
        for pattern in patterns(settings, project) if settings.scope == "project" else ():
            paths = [file.path for file in matched(project, pattern)]
            if paths:
                names = ", ".join(paths[:_NAMED]) + (" and others" if len(paths) > _NAMED else "")
                message = (
                    f'"{pattern}" keeps {counted(len(paths), "file")} of this project out of every session: {names}'
                )
                span = settings.span(project.facts.text("excludes.key"), pattern)
                yield Finding(span, message, settings.path, related=places(paths, "in no session"))
