"""Which files the settings of the project keep out of every session (SPEC 1.3)."""

from __future__ import annotations

import os
from collections.abc import Iterator

from memlint import AgentSettings, MemoryFile, Project, excluded_by

_KINDS = ("instructions", "rule_file")


def patterns(settings: AgentSettings, project: Project) -> tuple[str, ...]:
    """Return the patterns that one settings file has, each once."""
    return tuple(dict.fromkeys(settings.texts(project.facts.text("excludes.key"))))


def matches(project: Project, pattern: str, file: MemoryFile) -> bool:
    """Say whether ``pattern`` keeps ``file`` away, by its own path or that of a link to it."""
    roots = dict.fromkeys((project.root, os.path.realpath(project.root)))  # /var may be /private/var (case 149)
    places = (file.real, *(f"{root}/{name}" for root in roots for name in (file.path, *file.twins)))
    return bool(excluded_by((pattern,), places, project.facts))


def matched(project: Project, pattern: str) -> Iterator[MemoryFile]:
    """Yield the project's instruction and rule files that ``pattern`` keeps away."""
    for file in project.files:
        if file.kind in _KINDS and not file.path.startswith("/") and matches(project, pattern, file):
            yield file


def is_excluded(project: Project, path: str) -> bool:
    """Say whether a settings file of the project's root keeps the file at ``path`` out of sessions."""
    file = project.file(path)
    return file is not None and any(
        matches(project, pattern, file)
        for settings in project.agent_settings
        if settings.path in project.facts.words("names.settings")
        for pattern in patterns(settings, project)
    )
