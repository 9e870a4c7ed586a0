"""content/stale."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from memlint import Finding, Findings, MemoryDirectory, Place, Project, Span, Topic, rule

_KEYS = ("modified", "last_verified", "updated")  # of the header; the agent writes the first (SPEC 4.5)
_SHOWN = 10


@rule("info", default=False, with_user=True, where="topic")
def stale(project: Project, *, days: int = 90, at_least: int = 3) -> Findings:
    """A memory directory with memories that nobody has touched for long.

    A memory says what was so when it was written. The agent is told the age of each one that it opens, but the index
    and the descriptions come without it, so an old picture of the project greets every session. The age is that of
    `modified` (or `last_verified`, `updated`) in the header, else of the last commit; the file system's times say
    nothing. One finding for each directory, from `at-least` such memories on.

    What to do: ask the agent to check the oldest ones against the project; a `last_verified` date in the header keeps
    the result.

    Bad:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one
        - [Cones](cones.md) — how hot
        - [Glazes](glazes.md) — how they are named

        ==> memory/clay.md
        ---
        name: clay
        description: Which clay we use
        metadata:
          type: project
          modified: 2026-02-01T08:00:00.000Z
        ---
        The red one.

        ==> memory/cones.md
        ---
        name: cones
        description: How hot we fire
        metadata:
          type: project
          modified: 2026-03-01T08:00:00.000Z
        ---
        Cone 6.

        ==> memory/glazes.md
        ---
        name: glazes
        description: How glazes are named
        metadata:
          type: project
          modified: 2026-04-01T08:00:00.000Z
        ---
        After the recipe.

    Good:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one

        ==> memory/clay.md
        ---
        name: clay
        description: Which clay we use
        metadata:
          type: project
          modified: 2026-02-01T08:00:00.000Z
          last_verified: 2026-11-02
        ---
        The red one.
    """
    noted = {topic.document.path: _noted(topic) for topic in project.memories.topics}
    indexes = (directory.index_file for directory in project.directories if directory.index_file)
    committed = project.git.committed([*(path for path, day in noted.items() if day is None), *indexes])
    changed = {path: day for path, day in noted.items() if day is not None}
    changed |= {path: day for path, text in committed.items() if (day := _day(text)) is not None}
    for directory in project.directories:
        members = [path for path in (directory.index_file, *directory.topics) if path in changed]
        ages = {path: (project.today - changed[path]).days for path in members if path}
        old = sorted((path for path, age in ages.items() if age > days), key=lambda path: (-ages[path], path))
        if old and len(old) >= at_least:
            yield _finding(directory, old, ages, changed)


def _finding(directory: MemoryDirectory, old: list[str], ages: dict[str, int], changed: dict[str, date]) -> Finding:
    newest, last, first = min(ages.values()), ages[old[-1]], ages[old[0]]
    when = f"{first:,}" if first == last else f"{last:,} to {first:,}"
    rest = f", the newest of all {max(newest, 0):,} days ago" if newest < last else ""
    message = f"{len(old):,} of {len(ages):,} dated files here were last changed {when} days ago{rest}: they tell what was so then"
    related = tuple(Place(path, Span(0, 0), f"last changed on {changed[path]}") for path in old[:_SHOWN])
    return Finding(Span(0, 0), message, directory.index_file or old[0], related=related)


def _noted(topic: Topic) -> date | None:
    """Return the latest day that the header notes."""
    fields = (topic.field(key) for key in _KEYS)
    return _latest(_day(field.text) for field in fields if field is not None)


def _latest(days: Iterable[date | None]) -> date | None:
    return max((day for day in days if day is not None), default=None)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None
