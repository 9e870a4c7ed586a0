"""agents/local-store-tracked."""

from __future__ import annotations

from memlint import Finding, Findings, Place, Project, Span, rule

_SHOWN = 10


@rule("warning")
def local_store_tracked(project: Project) -> Findings:
    """The memory of subagents on one checkout is tracked by git.

    Agents with `memory: local` keep in `.claude/agent-memory-local` what is for one checkout only. Tracked, each
    person's subagents read and overwrite everybody's notes, and every session makes a change to commit.

    What to do: `git rm --cached` keeps the files on disk; a line in .gitignore keeps them out from then on. Memory for
    everybody is `memory: project`.

    Bad:

        ==> .claude/agent-memory-local/painter/MEMORY.md
        Celadon.

    Good:

        ==> .gitignore
        .claude/agent-memory-local/

        ==> .claude/agent-memory-local/painter/MEMORY.md
        Celadon.
    """
    store = next((name for name in project.facts.words("names.agent-memory") if name.endswith("-local")), "")
    stored = [path for path in project.listed if store and f"/{store}/" in f"/{path}"]
    tracked = project.git.tracked(stored)
    folders: dict[str, list[str]] = {}
    for path in stored:
        if path in tracked:
            folders.setdefault(f"/{path}".partition(f"/{store}/")[0], []).append(path)
    for first, *others in folders.values():
        files = f"{len(others) + 1:,} file{'s' if others else ''}"
        message = f"git tracks {files} in {store}, where agents keep what is for one checkout only"
        related = tuple(Place(path, Span(0, 0), "tracked as well") for path in others[:_SHOWN])
        yield Finding(Span(0, 0), message, first, related=related)
