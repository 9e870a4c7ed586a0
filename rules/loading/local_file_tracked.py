"""loading/local-file-tracked."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._places import TOP, inner_name


@rule("warning")
def local_file_tracked(project: Project) -> Findings:
    """A file of one person is tracked by git, so everybody gets it.

    CLAUDE.local.md is for private notes on one checkout. Tracked, it loads in everybody's sessions, and it keeps
    AGENTS.md from being read.

    What to do: `git rm --cached` keeps the file on disk; a line in .gitignore keeps it out from then on.

    Bad:

        ==> CLAUDE.local.md
        My kiln is on port 8081.

    Good:

        ==> .gitignore
        CLAUDE.local.md

        ==> CLAUDE.local.md
        My kiln is on port 8081.
    """
    own = [name for name in project.facts.words("names.instructions") if name.endswith(".local.md")]
    files = [path for path in project.listed if path.endswith(tuple(own)) and inner_name(path) in own]
    tracked = project.git.tracked(files)
    for path in files:
        if path in tracked:
            yield Finding(TOP, "git tracks this file of one person: it loads in the sessions of everybody", path)
