"""loading/unloaded-folder."""

from __future__ import annotations

import posixpath

from memlint import Finding, Findings, Project, rule

from ._mentions import is_named
from ._places import TOP, counted, places

_FOLDERS = frozenset(("context", "docs", "instructions", "memories", "memory", "notes"))
_ABOUT = frozenset(("readme.md", "claude.md", "agents.md", "index.md"))  # what says what a folder is for, or loads


@rule("warning")
def unloaded_folder(project: Project) -> Findings:
    """Notes lie in a folder of `.claude` that the agent never looks into.

    Of `.claude` the agent loads CLAUDE.md, `rules`, and what agents, commands and skills say; `.claude/memories` and
    the like sound as if they loaded, and do not. A folder that any memory file, agent, command, skill, hook or setting
    names, by its path or a file's name, is let pass: then the agent can open it. With an index it may be somebody's
    auto memory, by a setting or a link that is not in the repository: that is an info.

    What to do: import the notes from CLAUDE.md, name the folder there, or move them to `.claude/rules`.

    Bad:

        ==> CLAUDE.md
        Run the tests with `make check`.

        ==> .claude/memories/logging.md
        Log in JSON.

    Good:

        ==> CLAUDE.md
        Before you touch the logger, read `.claude/memories/logging.md`.

        ==> .claude/memories/logging.md
        Log in JSON.
    """
    for folder, paths in sorted(_folders(project).items()):
        if any(_is_loaded(project, path) for path in paths) or is_named(project, folder, paths):
            continue
        lines = sum(project.text(path).count("\n") for path in paths)
        size = f"{counted(len(paths), 'file')} with {counted(lines, 'line')}"
        index = f"{folder}/{project.facts.text('names.index')}"
        if index in paths:
            message = f"{size}: the agent loads this memory only where a person's own setting or link leads to {folder}"
        else:
            message = f"{size} in {folder}, which no agent loads and nothing in the repository names"
        first = index if index in paths else paths[0]
        others = [path for path in paths if path != first]
        yield Finding(TOP, message, first, "info" if index in paths else None, places(others, "in no session either"))


def _folders(project: Project) -> dict[str, list[str]]:
    """Folder → the Markdown files in it."""
    found: dict[str, list[str]] = {}
    for path in project.listed:
        before, inside, after = f"/{path}".rpartition("/.claude/")
        name, _, rest = after.partition("/")
        if not inside or name not in _FOLDERS or not rest.endswith(".md"):
            continue
        if posixpath.basename(rest).lower() not in _ABOUT:
            found.setdefault(f"{before}/.claude/{name}".removeprefix("/"), []).append(path)
    return found


def _is_loaded(project: Project, path: str) -> bool:
    """Say whether a file is memory of another kind: imported, or the end of a link in a place that loads."""
    file = project.named(path)
    return file is not None and (file.kind not in ("index", "topic") or project.hops(file.path) is not None)
