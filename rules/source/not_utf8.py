"""source/not-utf8."""

from __future__ import annotations

from memlint import Finding, Findings, Span, Unread, rule


@rule("error")
def not_utf8(unread: Unread) -> Findings:
    r"""A memory file is not UTF-8.

    The agent reads UTF-8 only. A file that an editor saved as UTF-16 or in an old code page loads as garbage or not
    at all.

    What to do: save it again as UTF-8.

    Bad:

        ==> CLAUDE.md
        Ship the caf\xe9 menu first.

    Good:

        ==> CLAUDE.md
        Ship the café menu first.
    """
    if unread.reason == "not-utf8":
        yield Finding(Span(0, 0), f"not UTF-8, so the agent cannot read it: {unread.detail}")
