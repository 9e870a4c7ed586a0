"""security/bidi."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Span, rule

from ._characters import LINES, named, quoted
from ._directions import Control, controls


@rule("error", needs=tuple("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
def bidi(document: Document) -> Findings:
    r"""A control of writing direction where no right-to-left text needs one.

    Behind a right-to-left override or embedding, an editor and a review show letters, brackets and commands in another
    order than they stand in the file; the agent reads the file. Text that is written from right to left, and controls
    that close again around it, are no findings. A control that changes no order (an address or a path that was pasted
    with one) is an info, one a file: a command that holds it fails.

    What to do: read the line in the order that the message shows, and type it anew.

    Bad:

        ==> CLAUDE.md
        Keep the log as `kiln-\xe2\x80\xaegol.sh\xe2\x80\xac`.

    Bad:

        ==> CLAUDE.md
        The firing log is in \xe2\x80\xaaC:\kiln\log.

    Good:

        ==> CLAUDE.md
        Name it \xe2\x81\xa7תנור\xe2\x81\xa9 on labels.
    """
    idle: list[Control] = []
    told = 0
    for line in controls(document.text):
        found = next((control for control in line if control.reorders), None)
        if found is None:
            idle += line
            continue
        text = document.text[slice(*found.governed)]
        message = f"an editor shows this in another order than the agent reads: {named(found.character)} before {quoted(text)}"
        yield Finding(Span(found.at, found.governed.end), message)
        told += 1
        if told == LINES:
            return  # a person has seen enough
    if idle:
        names = named("".join(control.character for control in idle))
        what = "a control" if len(idle) == 1 else f"{len(idle):,} controls"
        message = f"{what} of writing direction that nobody sees and that changes nothing here ({names})"
        yield Finding(Span(idle[0].at, idle[0].at + 1), message, severity="info")
