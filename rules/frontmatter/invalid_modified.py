"""frontmatter/invalid-modified."""

from __future__ import annotations

from memlint import Finding, Findings, Topic, rule

from ._dates import day
from ._headers import filled


@rule("info", needs=("modified", "\\"))
def invalid_modified(topic: Topic) -> Findings:
    """A topic file's `modified` is no ISO 8601 time.

    The agent writes it at each change, and tells by it how old a memory is; another form says nothing to it. Both
    places (at the top and under `metadata`), dates alone and times without a zone are right.

    What to do: write it as 2026-07-29T13:16:34Z.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
          modified: last Tuesday
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
    if field is not None and day(field.text) is None:
        shown = f'"{field.text}"' if field.text else f"a {field.kind}"
        yield Finding(field.span, f"{shown} is no ISO 8601 time such as 2026-07-29T13:16:34Z, so it tells no age")
