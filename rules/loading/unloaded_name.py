"""loading/unloaded-name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memlint import Finding, Findings, Project, rule

from ._mentions import is_named
from ._places import TOP, are, folder_of, inner_name, listed, places

# Folders and files of other agents: where one is, a name that this agent ignores may be meant for it.
_OTHERS = (
    ".codex/",
    ".cursor/",
    ".gemini/",
    ".opencode/",
    ".amp/",
    ".windsurf/",
    ".junie/",
    ".kiro/",
    ".roo/",
    ".factory/",
)
_OTHER_FILES = frozenset(("GEMINI.md", "opencode.json", "opencode.jsonc", "copilot-instructions.md", ".cursorrules"))


@rule("info")
def unloaded_name(project: Project) -> Findings:
    """A file with a name that looks like a memory file's, which the agent never reads.

    AGENTS.local.md, AGENTS.override.md and everything in `.agents` belong to other agents, and CLAUDE.local.md is
    read beside CLAUDE.md, not in `.claude`. Where the repository is set up for another agent as well, or a memory
    file names the file, nothing is said.

    What to do: CLAUDE.local.md is the place for one person's notes, CLAUDE.md or an import for everybody's.

    Bad:

        ==> CLAUDE.md
        Run the tests with `make check`.

        ==> AGENTS.local.md
        My kiln is on port 8081.

    Good:

        ==> CLAUDE.md
        Run the tests with `make check`.

        ==> CLAUDE.local.md
        My kiln is on port 8081.
    """
    for path in project.listed:
        right = _misplaced(project, path)
        if right and not _is_used(project, path):
            yield Finding(TOP, f"the agent looks for {right}: here the file is in no session", path)
    if not _is_sole(project):
        return
    for path in _never_read(project):
        if not _is_used(project, path):
            yield Finding(TOP, f"the agent never reads {posixpath.basename(path)}: it is in no session", path)
    for folder, paths in _folders(project).items():
        if not is_named(project, folder, paths) and not any(_is_used(project, path) for path in paths):
            message = f"the agent never looks into {folder}: {are(len(paths), 'file')} in no session"
            yield Finding(TOP, message, paths[0], related=places(paths[1:], "in no session either"))


def _misplaced(project: Project, path: str) -> str:
    """Return where a CLAUDE.local.md in `.claude` would be read, "" for other paths."""
    if not path.endswith(".local.md"):
        return ""
    names = project.facts.words("names.instructions")
    name = posixpath.basename(path)
    right = posixpath.join(folder_of(path), name)
    return right if name in names and inner_name(path) not in names else ""


def _never_read(project: Project) -> Iterator[str]:
    names = project.facts.words("names.never-read")
    for path in project.listed:
        folder, name = posixpath.split(path)
        # An override beside the file that it overrides is for the agent that knows both.
        if name in names and not ("override" in name and listed(project, posixpath.join(folder, "AGENTS.md"))):
            yield path


def _folders(project: Project) -> dict[str, list[str]]:
    """Folder → the Markdown files right in it; one with more folders in it is laid out for another agent."""
    name = project.facts.text("names.never-read-folder")
    found: dict[str, list[str]] = {}
    for path in project.listed:
        before, inside, _ = f"/{path}".partition(f"/{name}/")
        if name and inside:
            found.setdefault(f"{before}/{name}".removeprefix("/"), []).append(path)
    return {folder: paths for folder, paths in found.items() if all(_is_flat(path, folder) for path in paths)}


def _is_flat(path: str, folder: str) -> bool:
    return posixpath.dirname(path) == folder and path.endswith(".md")


def _is_sole(project: Project) -> bool:
    """Say whether there is a sign of this agent, and of no other."""
    if any(path.startswith(_OTHERS) or posixpath.basename(path) in _OTHER_FILES for path in project.listed):
        return False
    return any(posixpath.basename(path) == "CLAUDE.md" or path.startswith(".claude/") for path in project.listed)


def _is_used(project: Project, path: str) -> bool:
    if any(edge.target == path for edge in project.import_edges()):
        return True
    file = project.named(path)
    return (file is not None and file.path != path) or is_named(project, "", [path])
