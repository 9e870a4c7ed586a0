"""source/special-file."""

from __future__ import annotations

from memlint import Finding, Findings, Span, Unread, rule


@rule("warning")
def special_file(unread: Unread) -> Findings:
    """Something that is no regular file has the name of a memory file.

    A named pipe, a device, a socket or a folder called CLAUDE.md is not opened, because reading it could hang.

    What to do: give it another name.

    Bad:

        ==> CLAUDE.md/notes.txt
        A folder by the name of CLAUDE.md.

        ==> packages/CLAUDE.md -> ../CLAUDE.md

    Good:

        ==> CLAUDE.md
        # Project
    """
    if unread.reason == "special-file":
        yield Finding(Span(0, 0), f"this is {unread.detail}, not a file: it was not opened")
