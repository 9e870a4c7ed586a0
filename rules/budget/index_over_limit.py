"""budget/index-over-limit."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Cut, Document, Finding, Findings, Index, Place, Project, Span, rule

from ._numbers import counted, kilobytes

_LISTED = 20  # lost lines that are named one by one


@rule("error")
def index_over_limit(index: Index, project: Project) -> Findings:
    """An index is larger than what the agent loads of it.

    Only the first 200 lines of a MEMORY.md load, and no more than 25,000 of its size: the rest is on disk but in no
    session. New entries are appended at the bottom, so the newest go first. Frontmatter and comment blocks do not
    count. Builds differ in the unit: when only the UTF-8 bytes are over and the UTF-16 units are not, it is a warning.

    What to do: move detail into topic files, so that each entry is one short line, and the newest entries load again.

    Bad:

        ==> memory/MEMORY.md
        # Memory
        - [Release notes](release-notes.md) — how the weekly release is cut
        (201 such lines)

        ==> memory/release-notes.md
        ---
        name: release-notes
        description: How the weekly release is cut
        type: project
        ---
        Cut it on Tuesdays.

    Good:

        ==> memory/MEMORY.md
        # Memory
        - [Release notes](release-notes.md) — how the weekly release is cut
        (199 such lines)

        ==> memory/release-notes.md
        ---
        name: release-notes
        description: How the weekly release is cut
        type: project
        ---
        Cut it on Tuesdays.
    """
    facts, document = project.facts, index.document
    lines, size = facts.number("index.max-lines"), facts.number("index.max-size")
    cut = document.cut(max_lines=lines, max_size=size, unit="utf-16")
    if cut is not None:
        yield Finding(_rest(document, cut), _certain(document, cut, lines, size), related=tuple(_lost(document, cut)))
        return
    cut = document.cut(max_lines=lines, max_size=size, unit="utf-8")
    if cut is not None:
        measured = document.loaded
        message = (
            f"{measured.utf8_bytes:,} UTF-8 bytes ({kilobytes(measured.utf8_bytes)}) are over the limit of {size:,}, "
            f"{measured.utf16_units:,} UTF-16 units are not: builds that count bytes load {counted(cut.lines, 'line')} "
            f"and lose everything from line {document.line(cut.offset)} on"
        )
        yield Finding(_rest(document, cut), message, severity="warning", related=tuple(_lost(document, cut)))


def _certain(document: Document, cut: Cut, lines: int, size: int) -> str:
    measured = document.loaded
    if cut.limit == "lines":
        what = f"{measured.lines:,} lines, {lines} load"
    else:
        what = (
            f"{measured.utf16_units:,} UTF-16 units ({kilobytes(measured.utf8_bytes)} on disk), {size:,} "
            f"({kilobytes(size)}) load, which is {counted(cut.lines, 'line')}"
        )
    lost = list(_lost_lines(document, cut))
    first = f"; the first one lost is line {document.line(lost[0].start)}" if lost else ""
    return f"{what}: {counted(len(lost), 'line')} of text {'is' if len(lost) == 1 else 'are'} never seen{first}"


def _rest(document: Document, cut: Cut) -> Span:
    lost = next(_lost_lines(document, cut), None)
    return lost or Span(cut.offset, cut.offset)


def _lost_lines(document: Document, cut: Cut) -> Iterator[Span]:
    at = cut.offset
    while at < len(document.text):
        stop = document.text.find("\n", at)
        stop = len(document.text) if stop < 0 else stop
        if document.text[at:stop].strip() and not document.in_comment(at):
            yield Span(at, stop)
        at = stop + 1


def _lost(document: Document, cut: Cut) -> Iterator[Place]:
    for number, span in enumerate(_lost_lines(document, cut)):
        if number == _LISTED:
            yield Place(document.path, span, "and everything below")
            return
        yield Place(document.path, span, f"lost: {document.text[span.start : span.end].strip()[:80]}")
