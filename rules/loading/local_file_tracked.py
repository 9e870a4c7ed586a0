"""loading/local-file-tracked."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._places import TOP, counted, inner_name, places


@rule("warning")
def local_file_tracked(project: Project) -> Findings:
    """A file of one person is tracked by git, so everybody gets it.

    CLAUDE.local.md is for private notes on one checkout, and agents with `memory: local` keep theirs in
    `.claude/agent-memory-local`. Tracked, they load in everybody's sessions, and each agent's notes are in everybody's
    way. CLAUDE.local.md also keeps AGENTS.md from being read.

    What to do: `git rm --cached` keeps the file on disk; a line in .gitignore keeps it out from then on.

    Bad:

        ==> CLAUDE.local.md
        My kiln is on port 8081.

    Good:

        ==> .gitignore
        CLAUDE.local.md
        .claude/agent-memory-local/

        ==> CLAUDE.local.md
        My kiln is on port 8081.
    """
    own = [name for name in project.facts.words("names.instructions") if name.endswith(".local.md")]
    store = next((name for name in project.facts.words("names.agent-memory") if name.endswith("-local")), "")
    files = [path for path in project.listed if path.endswith(tuple(own)) and inner_name(path) in own]
    stored = [path for path in project.listed if store and f"/{store}/" in f"/{path}"]
    tracked = project.git.tracked([*files, *stored])
    for path in files:
        if path in tracked:
            yield Finding(TOP, "git tracks this file of one person: it loads in the sessions of everybody", path)
    folders: dict[str, list[str]] = {}
    for path in stored:
        if path in tracked:
            folders.setdefault(f"/{path}".partition(f"/{store}/")[0], []).append(path)
    for inside in folders.values():
        count = counted(len(inside), "file")
        message = f"git tracks {count} in {store}, where agents keep what is for one checkout only"
        yield Finding(TOP, message, inside[0], related=places(inside[1:], "tracked as well"))
