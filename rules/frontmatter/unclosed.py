"""frontmatter/unclosed."""

from __future__ import annotations

from memlint import Finding, Findings, Topic, rule

from ._headers import unclosed_header


@rule("warning")
def unclosed(topic: Topic) -> Findings:
    """A topic file's header is never closed.

    Without a second `---` there is no header: its lines are text, and recall has no name and description to go by. A
    `---` alone at the top of a file is a rule line and is let pass.

    What to do: put a line `---` below the last key.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project

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
    found = unclosed_header(topic.document)
    if found:
        last = topic.document.line(max(found.end - 1, 0))
        yield Finding(
            found._replace(end=3),
            f'no "---" closes the header (its last key stands on line {last}): all of it is text, so recall has no name '
            "or description",
        )
