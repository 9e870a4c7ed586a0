"""budget/index-over-limit."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Cut, Document, Finding, Findings, Index, Place, Project, Span, rule

from ._numbers import counted, kilobytes


@rule("error")
def index_over_limit(index: Index, project: Project, *, listed: int = 100) -> Findings:
    """An index is larger than what the agent loads of it.

    Only the first 200 lines of a MEMORY.md load, and no more than 25,000 of its size: the rest is on disk but in no
    session. New entries are appended at the bottom, so the newest go first. Frontmatter and comment blocks do not
    count. Builds differ in the unit: when only the UTF-8 bytes are over and the UTF-16 units are not, it is a warning.
    Each lost line is named; `listed` says how many of them at most.

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
    by_units = document.cut(max_lines=lines, max_size=size, unit="utf-16")
    by_bytes = document.cut(max_lines=lines, max_size=size, unit="utf-8")
    cut = by_units or by_bytes
    if cut is None:
        return
    lost = list(_lost(document, cut))
    if by_units is None:
        message = _possible(document, cut, size)
    else:
        message = _certain(document, cut, lines, size)
        message += f": {counted(len(lost), 'line')} of text {'is' if len(lost) == 1 else 'are'} never seen"
        message += f"; the first one lost is line {document.line(lost[0].start)}" if lost else ""
        if by_bytes is not None and by_bytes.offset < cut.offset:
            message += f". Builds that count UTF-8 bytes stop already after {counted(by_bytes.lines, 'line')}"
    related = [Place(document.path, span, f"lost: {_shown(document, span)}") for span in lost[:listed]]
    if len(lost) > listed:
        related.append(
            Place(document.path, lost[listed], f"and {counted(len(lost) - listed, 'more line')}, to the end")
        )
    span = lost[0] if lost else Span(cut.offset, cut.offset)
    sizes = (max(document.loaded.lines, lines), max(document.loaded.utf8_bytes, size))
    yield Finding(span, message, severity="error" if by_units else "warning", related=tuple(related), sizes=sizes)


def _certain(document: Document, cut: Cut, lines: int, size: int) -> str:
    """Say what loads by the limit that binds, and whether the other one is passed too."""
    measured = document.loaded
    units = f"{measured.utf16_units:,} UTF-16 units"
    if cut.limit == "lines":
        also = f" (the lines bind; {units} are over {size:,} too)" if measured.utf16_units > size else ""
        return f"{measured.lines:,} lines, {lines} load{also}"
    also = f" (the size binds; {measured.lines:,} lines are over {lines} too)" if measured.lines > lines else ""
    whole = f"which is {counted(cut.lines, 'line')}" if cut.lines else "which is not even the first line"
    return f"{units} ({kilobytes(measured.utf16_units)}), {size:,} ({kilobytes(size)}) load, {whole}{also}"


def _possible(document: Document, cut: Cut, size: int) -> str:
    measured = document.loaded
    return (
        f"{measured.utf8_bytes:,} UTF-8 bytes ({kilobytes(measured.utf8_bytes)}) are over the limit of {size:,} "
        f"({kilobytes(size)}), {measured.utf16_units:,} UTF-16 units are not: builds that count bytes load "
        f"{counted(cut.lines, 'line')} and lose everything from line {document.line(cut.offset)} on"
    )


def _lost(document: Document, cut: Cut) -> Iterator[Span]:
    """Yield the lines, or what is left of them, that would load and stand behind the cut."""
    for start, end in document.kept:
        at = max(start, cut.offset)
        while at < end:
            stop = document.text.find("\n", at, end)
            stop = end if stop < 0 else stop
            text = document.text[at:stop]
            if text.strip():
                yield Span(at, at + len(text.rstrip()))
            at = stop + 1


def _shown(document: Document, span: Span) -> str:
    return document.text[span.start : span.end].strip()[:80]
