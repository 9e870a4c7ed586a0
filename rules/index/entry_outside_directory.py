"""index/entry-outside-directory."""

from __future__ import annotations

from memlint import Finding, Findings, Index, rule

from ..security._escapes import disguise
from ._entries import entries
from ._outside import way_out, written


@rule("info")
def entry_outside_directory(index: Index) -> Findings:
    """An entry of a project's index that leads out of the project, to a place on one machine.

    Whoever else has the repository, and the agent in CI, finds nothing there. Links to the repository's own documents
    and code are let pass, and so is all that the person's own memory links to.

    What to do: keep the memory in the memory directory, and link to it there.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](~/notes/deploys.md) — when we deploy

        ==> memory/on-call.md
        Dana.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](../docs/deploys.md) — when we deploy
        - [On call](on-call.md) — who answers at night

        ==> memory/on-call.md
        Dana.

        ==> docs/deploys.md
        On Tuesdays.
    """
    if index.document.path.startswith("/"):
        return  # the person's own
    targets = written(index)
    for entry in entries(index):
        target = targets.get(entry.span.start, "")
        if way_out(index, entry, target) and not disguise(target):  # security/path-traversal tells
            yield Finding(entry.span, f"{target} is outside the project: other machines have no such file")
