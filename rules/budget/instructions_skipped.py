"""budget/instructions-skipped."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Span, Unread, rule


@rule("error")
def instructions_skipped(unread: Unread, project: Project) -> Findings:
    """A memory file is so large that the agent skips it as a whole.

    Up to 4 MiB a file loads in full; above, nothing of it does, and nobody is told.

    What to do: split it; only what must be known in every session belongs here.

    Bad:

        ==> CLAUDE.md
        All of the build log that somebody pasted here, line after line after line.
        (56000 such lines)

    Good:

        ==> CLAUDE.md
        The build log is in `build/log.txt`.
    """
    if unread.reason == "too-large":
        limit = project.facts.number("instructions.max-bytes")
        message = f"{unread.size:,} bytes are over the limit of {limit:,}: nothing of this file loads"
        yield Finding(Span(0, 0), message, sizes=(unread.size,))
