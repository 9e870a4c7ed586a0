"""source/unreadable."""

from __future__ import annotations

from memlint import Finding, Findings, Span, Unread, rule


@rule("error")
def unreadable(unread: Unread) -> Findings:
    """A memory file, or a folder that may hold some, cannot be read.

    A link to nothing, a loop of links, or missing permissions: the agent reads nothing there and does not say so.
    The rest of the project is checked.

    What to do: repair the link or the permissions.

    Bad:

        ==> CLAUDE.md -> docs/gone.md

    Good:

        ==> CLAUDE.md -> docs/agent.md

        ==> docs/agent.md
        # Project
    """
    if unread.reason == "unreadable":
        yield Finding(Span(0, 0), f"cannot be read, by memlint or by the agent: {unread.detail}")
