"""Names of memory files and their folders that are spelled in another case than the agent looks for."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from memlint import Project, compile_once

from ._places import is_sample, listed, listed_below, prose

# Lower-case names that people give to files which have nothing to do with agents.
_USUAL = frozenset(("readme", "changelog", "contributing", "license", "licence", "security", "todo", "notice"))
_OWN = frozenset(("claude", "agents"))
_SHORT = 8  # lines
_MANIFESTS = ("package.json", "pyproject.toml", "Cargo.toml", "go.mod", "composer.json", "pom.xml", "build.gradle")
# Beginnings of folders whose files are pages, or parts of an agent that have a name like that: `docs/agents.md`.
_PAGES = ("doc", "wiki", "website", "site", "content", "page", "blog", "book", "skill", "agent", "command", "provider")


def misspelled_files(project: Project) -> Iterator[tuple[str, str]]:
    """Yield listed paths whose file name differs in case alone, with the name that is meant."""
    words = (*project.facts.words("names.instructions"), *project.facts.words("names.agents"))
    names = {posixpath.basename(name).lower(): posixpath.basename(name) for name in words}
    for path in project.listed:
        if not path.lower().endswith(tuple(names)):
            continue
        name = posixpath.basename(path)
        right = names.get(name.lower(), name)
        if name != right and not is_sample(path) and _is_meant(project, path, right) and project.exists(path):
            yield path, right


def _is_meant(project: Project, path: str, right: str) -> bool:
    folder, name = posixpath.split(path)
    if listed(project, posixpath.join(folder, right)):
        return False
    if any(edge.target.lower() == path.lower() for edge in project.import_edges()):
        return False  # the import is what another rule reports
    if posixpath.basename(folder) == ".claude":
        return True
    if right == "AGENTS.md" and not _speaks_of_code(project, path):
        return False
    if not folder:
        return name != name.lower() or not _among_pages(project)
    if any(part.lower().startswith(_PAGES) for part in folder.split("/")):
        return False
    stem = right.rpartition(".")[0]
    return name.startswith(stem) or any(listed(project, f"{folder}/{manifest}") for manifest in _MANIFESTS)


@cache
def _code_words() -> re.Pattern[str]:
    return compile_once(
        r"(?i)\bthis (?:repo|repository|codebase|project)\b|\bcoding agents?\b|\bcodex\b|\bclaude\b|\bpull requests?\b"
        r"|\bcommits?\b|\blint|\brun (?:the |all )?(?:unit )?tests?\b|`(?:make|go) |\b(?:npm|pnpm|yarn|pytest|cargo|uv|dotnet)\b"
    )


def _speaks_of_code(project: Project, path: str) -> bool:
    """Say whether an `agents.md` tells how to work on the code; one in four is about the agents that a product has."""
    text = project.text(path)
    short = len(text.split("\n")) <= _SHORT
    return (short or bool(_code_words().search(text))) and not _named(project, posixpath.basename(path))


def _among_pages(project: Project) -> bool:
    """Say whether the root is a folder of pages with lower-case names, of which a `claude.md` may be one."""
    pages = (path[:-3] for path in project.listed if "/" not in path and path.endswith(".md") and path == path.lower())
    return sum(page not in _USUAL and page not in _OWN for page in pages) > 1


def _named(project: Project, name: str) -> bool:
    """Say whether an instruction file speaks of an `agents.md` as it is spelled, so that the agent may open it."""
    return any(name in prose(document) for document in project.instructions())


def misspelled_folders(project: Project) -> dict[str, tuple[str, list[str]]]:
    """Return the folders spelled in another case, where the right one is not there: the right one, memory files."""
    found: dict[str, tuple[str, list[str]]] = {}
    for path in project.listed:
        wrong, right = _memory_folder(path) if ".claude/" in path.lower() else ("", "")
        if wrong != right and (not right.endswith("rules") or project.facts.text("names.rules")):
            found.setdefault(wrong, (right, []))[1].append(path)
    return {wrong: value for wrong, value in found.items() if not any(listed_below(project, value[0]))}


def _memory_folder(path: str) -> tuple[str, str]:
    """Return the folder that makes ``path`` a rule or instructions, as it is spelled and as it should be."""
    parts = path.split("/")
    folded = [part.lower() for part in parts]
    if ".claude" not in folded[:-1]:
        return "", ""
    at = folded.index(".claude")
    if folded[at + 1] == "rules" and len(parts) > at + 2 and path.endswith(".md"):
        return "/".join(parts[: at + 2]), "/".join((*parts[:at], ".claude", "rules"))
    if folded[at + 1 :] in (["claude.md"], ["agents.md"]):
        return "/".join(parts[: at + 1]), "/".join((*parts[:at], ".claude"))
    return "", ""


def misspelled_indexes(project: Project) -> Iterator[str]:
    """Yield files called like an index in another case, in memory directories that are read and have none."""
    name = project.facts.text("names.index")
    for directory in project.directories:
        if directory.index_file or directory.path.endswith(".claude/memory"):
            continue
        for path in directory.topics:
            if path.lower() == f"{directory.path}/{name}".lower():
                yield path
