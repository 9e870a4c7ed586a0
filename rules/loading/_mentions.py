"""Whether anything that the agent may read, or that runs for it, names a folder or one of its files."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from memlint import Project

_TEXT = (".md", ".json", ".jsonc", ".sh", ".py", ".js", ".mjs", ".cjs", ".ts", ".toml", ".yaml", ".yml", ".txt", ".ps1")
_MORE = ("README.md", "CONTRIBUTING.md", ".mcp.json")


def is_named(project: Project, folder: str, paths: Sequence[str]) -> bool:
    """Say whether a text names ``folder`` ("": no matter), or one of ``paths`` by its file name.

    The texts of ``paths`` themselves do not count.
    """
    above, name = posixpath.split(folder)
    words = sorted({posixpath.basename(path).lower() for path in paths})
    if folder:
        words.append(f"{posixpath.basename(above)}/{name}".lstrip("/").lower())
    if name and name != "docs":  # the project's own docs are named everywhere
        words.append(f"{name}/".lower())
    for path, text in _texts(project):
        if path not in paths and not (folder and path.startswith(f"{folder}/")):
            lowered = text.lower()
            beside = bool(folder) and path.startswith(f"{above}/")
            if any(word in lowered for word in words) or (beside and f"{name}/" in lowered):
                return True
    return False


def _texts(project: Project) -> Iterator[tuple[str, str]]:
    """Memory files, then everything of ``.claude`` folders, then what introduces the project."""
    for path, document in project.documents.items():
        yield path, document.text
    for path in project.listed:
        inside = path.startswith(".claude/") or "/.claude/" in path or path in _MORE
        if inside and path not in project.documents and posixpath.splitext(path)[1] in ("", *_TEXT):
            yield path, project.text(path)
