"""index/sync-conflict-copy."""

from __future__ import annotations

from memlint import Finding, Findings, MemoryDirectory, Place, Project, Span, rule

from ._copies import original
from ._entries import counted
from ._reach import Reach, from_indexes


@rule("warning")
def sync_conflict_copy(project: Project) -> Findings:
    """A copy of a memory file that a file sync made of two versions.

    When two machines change a file, the sync keeps one version under the name and puts the other one beside it. The
    agent reads the name that it knows, so what only the copy says is lost without a word, and copies pile up. Names
    that only may be such a copy (`note 2.md`, `note (1).md`, `note-DESKTOP-AB12CD.md`) count where the file of the
    plain name is there and no index names the other one.

    What to do: merge what only stands in the copy into the file that is read.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/MEMORY.sync-conflict-20260811-103012-AB12CDE.md
        - [Deploys](deploys.md) — when we deploy
        - [On call](on-call.md) — who answers at night

        ==> memory/deploys.md
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Phase](phase.md) — what is first
        - [Phase 2](phase%202.md) — what comes then

        ==> memory/phase.md
        The kiln.

        ==> memory/phase 2.md
        The wheel.
    """
    for directory in project.directories:
        index = directory.index_file or f"{directory.path}/{project.facts.text('names.index')}"
        paths = (*directory.topics, *directory.others)
        known = {*paths, index}
        found = [(path, *original(path, known)) for path in paths]
        found = [(path, base, certain) for path, base, certain in found if base]
        likely = [path for path, base, certain in found if not certain and base != index]
        named = _named(directory, project) if likely else set()
        for path, base, certain in found:
            if certain or path not in named:
                place = (Place(base, Span(0, 0), "the file that is read"),) if base in known else ()
                message = f"by its name a copy that a file sync made of {base}: it is not read in its place"
                yield Finding(Span(0, 0), message + _difference(path, base, project), path, related=place)


def _named(directory: MemoryDirectory, project: Project) -> set[str]:
    return from_indexes(Reach(directory, project), project) if directory.index_file in project.documents else set()


def _difference(path: str, base: str, project: Project) -> str:
    """Say how much only stands in the copy."""
    copy, kept = project.documents.get(path), project.documents.get(base)
    if copy is None or kept is None:
        return ""
    lines = {line.strip() for line in copy.text.splitlines()} - {""}
    alone = len(lines - {line.strip() for line in kept.text.splitlines()})
    return f"; {counted(alone, 'line')} of text {'stands' if alone == 1 else 'stand'} only here" if alone else ""
