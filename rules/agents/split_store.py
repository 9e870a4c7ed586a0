"""agents/split-store."""

from __future__ import annotations

import posixpath

from memlint import Finding, Findings, Place, Project, Span, rule

from ._agents import Store, notes, owners, stores

_SHOWN = 10


@rule("warning")
def split_store(project: Project) -> Findings:
    """One subagent has stores in several folders.

    The store of a subagent lies below the folder that a session starts in, not at the root of the repository. Sessions
    from inner folders begin a new store there, and each session reads one of them: what the others hold is missed. A
    store beside a definition of its own is another subagent. Where the other stores are empty, this is an info.

    What to do: bring the notes together in the folder that sessions start from.

    Bad:

        ==> .claude/agent-memory/painter/MEMORY.md
        - Celadon needs reduction.

        ==> services/glaze/.claude/agent-memory/painter/MEMORY.md
        - Tenmoku needs iron.

    Good:

        ==> .claude/agent-memory/painter/MEMORY.md
        - Celadon needs reduction.

        ==> .claude/agent-memory/tester/MEMORY.md
        - Tenmoku needs iron.
    """
    if not project.facts.holds("subagent.launch-directory"):
        return
    defined = owners(project)
    groups: dict[tuple[str, str, str], list[Store]] = {}
    for store in stores(project):
        owner = _owner(store.base, defined.get(store.name, set()))
        groups.setdefault((store.place, store.name, owner), []).append(store)
    for (_, name, _), found in groups.items():
        if len(found) > 1:
            yield from _finding(name, sorted(found, key=lambda store: (store.base.count("/"), store.base)), project)


def _owner(base: str, homes: set[str]) -> str:
    """Return the nearest folder at or above ``base`` that defines the agent, "" for none."""
    while base and base not in homes:
        base = posixpath.dirname(base)
    return base


def _finding(name: str, found: list[Store], project: Project) -> Findings:
    counts = [notes(store, project) for store in found]
    filled = sum(count > 0 for count in counts)
    if not filled:
        return
    first = max(range(len(found)), key=lambda at: counts[at])
    where = ", ".join(f"{store.base or '.'} ({count})" for store, count in zip(found[:_SHOWN], counts, strict=False))
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    end = "a session reads the one of the folder it starts in" if filled > 1 else "only one of them holds notes"
    others = [store for at, store in enumerate(found) if at != first]
    yield Finding(
        Span(0, 0),
        f'"{name}" has stores in {len(found)} folders, with files of notes: {where}{more}; {end}',
        _path(found[first]),
        "warning" if filled > 1 else "info",
        related=tuple(Place(_path(store), Span(0, 0), "another store of it") for store in others[:_SHOWN]),
    )


def _path(store: Store) -> str:
    return store.directory.index_file or store.directory.topics[0]
