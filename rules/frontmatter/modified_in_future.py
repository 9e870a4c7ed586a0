"""frontmatter/modified-in-future."""

from __future__ import annotations

from datetime import timedelta

from memlint import Finding, Findings, Project, Topic, rule

from ._dates import day
from ._headers import filled

_GRACE = timedelta(days=1)  # clocks and zones differ


@rule("warning", needs=("modified", "\\"))
def modified_in_future(topic: Topic, project: Project) -> Findings:
    """A topic file's `modified` lies in the future.

    The age of a memory tells the agent how far to trust it: one from the future stays new for as long as that takes. A
    day more is let pass, since clocks and time zones differ.

    What to do: write when it was last changed.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
          modified: 2062-07-29T13:16:34.420Z
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    field = filled(topic, "modified")
    found = day(field.text) if field is not None else None
    if field is not None and found is not None and found - project.today > _GRACE:
        days = (found - project.today).days
        yield Finding(field.span, f"{found} is {days:,} days after today, {project.today}: this memory never looks old")
