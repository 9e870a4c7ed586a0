"""index/dangling-entry."""

from __future__ import annotations

import posixpath

from memlint import Finding, Findings, Index, Project, rule

from .._names import nearest


@rule("error")
def dangling_entry(index: Index, project: Project) -> Findings:
    """An index entry whose file does not exist.

    The index promises a memory that was never written, or was moved or lost. The agent believes the line and finds
    nothing behind it. Samples (`file.md`, `<name>.md`), other schemes and links in comments or code are let pass.

    What to do: point the entry to the file that is meant, or write the memory.

    Bad:

        ==> memory/MEMORY.md
        - [Router limits](router-limits.md) — requests a minute

        ==> memory/router-timeouts.md
        Thirty seconds.

    Good:

        ==> memory/MEMORY.md
        Format: `- [Title](file.md) — hook`
        - [Router limits](./router%20limits.md#per-minute) — requests a minute

        ==> memory/router limits.md
        Sixty.
    """
    for entry in index.entries:
        if entry.exists or not entry.target.endswith(".md") or project.ignored(entry.target):
            continue
        topics = {posixpath.basename(path): path for path in index.directory.topics}
        near = nearest(posixpath.basename(entry.target), topics)
        hint = f"; {topics[near]} is the nearest name" if near else ""
        yield Finding(entry.span, f"{entry.target} does not exist{hint}")
