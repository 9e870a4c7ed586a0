"""security/control-characters."""

from __future__ import annotations

from collections.abc import Iterable

from memlint import Document, Finding, Findings, Span, rule

from ._characters import named
from ._controls import Control, controls, windows


@rule("warning", needs=tuple(map(chr, (*range(9), 11, *range(13, 32), *range(127, 160)))))
def control_characters(document: Document) -> Findings:
    r"""A control character in the text.

    A terminal obeys some of them: an escape sequence, a backspace or a lone carriage return makes `cat`, a diff or a
    review show other words than those that the agent reads, and a NUL makes git show no diff at all. Where no terminal
    would hide anything (colours of a pasted log, bytes of another encoding), it is an info. One finding a file for each
    of the two. Tabs, newlines of all systems and form feeds are no findings.

    What to do: read the line with `cat -v`, then type it anew; paste logs without colours.

    Bad:

        ==> CLAUDE.md
        Never fire above cone 6.\x1b[2K\x1b[1GFire as you like.

    Bad:

        ==> CLAUDE.md
        Don\xc2\x92t open the kiln above 100 °C.

    Good:

        ==> CLAUDE.md
        Never fire above cone 6.	It is \033[1mhot\033[0m.
    """
    found = list(controls(document))
    obeyed = [control for control in found if control.kind == "obeyed"]
    if obeyed:
        yield Finding(_span(obeyed[0]), _obeyed(document, obeyed))
    others = [control for control in found if control.kind != "obeyed"]
    if others:
        yield Finding(_span(others[0]), _others(others), severity="info")


def _span(control: Control) -> Span:
    return Span(control.at, control.at + 1)


def _count(found: list[Control]) -> str:
    return "a control character" if len(found) == 1 else f"{len(found):,} control characters, from here on,"


def _named(found: Iterable[Control]) -> str:
    return named("".join(control.character for control in found))


def _obeyed(document: Document, found: list[Control]) -> str:
    message = f"{_count(found)} that a terminal obeys: it shows other text than the agent reads ({_named(found)})"
    if any(control.character == "\0" for control in found):
        message += "; git takes a file with U+0000 for a binary one and shows no diff of it"
    return message


def _others(found: list[Control]) -> str:
    misread = "".join(dict.fromkeys(control.character for control in found if control.kind == "misread"))
    message = f"{_count(found)} that nobody sees ({_named(found)})"
    if misread:
        was = "".join(windows(character) for character in misread[:10])
        message += f"; read as Windows-1252: {was}"
    elif all(control.kind == "colour" for control in found):
        message += ", of a terminal's colours"
    return message
