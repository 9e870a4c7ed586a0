"""Which files the settings of the project keep out of every session (SPEC 1.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memlint import AgentSettings, MemoryFile, Project, disk, excluded_by

_KINDS = ("instructions", "rule_file")


def patterns(settings: AgentSettings, project: Project) -> tuple[str, ...]:
    """Return the patterns that one settings file has, each once."""
    return tuple(dict.fromkeys(settings.texts(project.facts.text("excludes.key"))))


def matched(project: Project, pattern: str) -> Iterator[MemoryFile]:
    """Yield the project's instruction and rule files that ``pattern`` keeps away."""
    roots = _roots(project)
    for file in project.files:
        if file.kind in _KINDS and not file.path.startswith("/") and _matches((pattern,), file, roots, project):
            yield file


def excluded(project: Project) -> frozenset[str]:
    """Return the files that the settings of the project's root keep out of sessions."""
    wanted = [
        pattern
        for settings in project.agent_settings
        if settings.path in project.facts.words("names.settings")
        for pattern in patterns(settings, project)
    ]
    roots = _roots(project) if wanted else ()
    return frozenset(file.path for file in project.files if wanted and _matches(wanted, file, roots, project))


def _roots(project: Project) -> tuple[str, ...]:
    return tuple(dict.fromkeys((project.root, disk.realpath(project.root))))  # /var may be /private/var (case 149)


def _matches(wanted: Sequence[str], file: MemoryFile, roots: tuple[str, ...], project: Project) -> bool:
    """Say whether a pattern keeps ``file`` away, by its own path or that of a link to it."""
    places = (file.real, *(f"{root}/{name}" for root in roots for name in (file.path, *file.twins)))
    return bool(excluded_by(wanted, places, project.facts))
