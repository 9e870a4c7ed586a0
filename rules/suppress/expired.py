"""suppress/expired."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Suppression, rule


@rule("warning")
def expired(suppression: Suppression, project: Project) -> Findings:
    """The last day of a comment that suppresses findings has passed.

    Somebody meant the exception to end. What it suppressed is reported again from the day after, so the comment does
    nothing any more. A day that cannot be read never passes, and is told as well.

    What to do: repair what the comment is about and take it out, or write a later day and why.

    Bad:

        ==> CLAUDE.md
        <!-- memlint-disable-next-line imports/missing-target until 2024-03-31 -- until the kiln's log is back -->
        See @docs/firings.md

    Good:

        ==> CLAUDE.md
        <!-- memlint-disable-next-line imports/missing-target until 2124-03-31 -- until the kiln's log is back -->
        See @docs/firings.md
    """
    if suppression.state == "no-day":
        day = f"{project.today.isoformat()}"
        yield Finding(suppression.span, f'"until {suppression.until}" is no day such as {day}, so it never passes')
    elif suppression.state == "expired":
        count = suppression.hidden
        again = f"{count} finding{'s are' if count > 1 else ' is'} reported again" if count else "it covers no finding"
        yield Finding(suppression.span, f"{suppression.form} ended after {suppression.until}: {again}")
