"""budget/index-line-too-long."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from memlint import Document, Finding, Findings, Index, Place, Project, Span, rule

from ._numbers import counted

_LISTED = 9  # other lines that are named one by one
_ENTRIES = 2  # a line with more of them is a list of links


@rule("info")
def index_line_too_long(index: Index, project: Project, *, max_characters: int = 0) -> Findings:
    """An entry of an index is so long that it carries what belongs in its topic file.

    The index loads in every session and has a limit; a topic file loads when it is needed and has none. The advice is
    one line below 150 characters for each memory; from 200 on, a line holds the memory itself. Counted are the lines
    that name one memory, or two. The option sets another limit; 0 is the product's own.

    What to do: move the detail into the topic file and leave the one sentence that tells when to open it.

    Bad:

        ==> memory/MEMORY.md
        - [Glaze](glaze.md) — the blue glaze runs when the kiln passes cone seven, so it is fired at cone six with a hold of twenty minutes, after a slow start over three hours, and the shelves are washed with alumina before each firing

        ==> memory/glaze.md
        The blue glaze is fired at cone six.

    Good:

        ==> memory/MEMORY.md
        - [Glaze](glaze.md) — the blue glaze runs above cone six

        ==> memory/glaze.md
        The blue glaze runs when the kiln passes cone seven, so it is fired at cone six with a hold of twenty minutes.
    """
    document = index.document
    limit = max_characters or project.facts.number("index.long-line-characters")
    advice = min(limit, project.facts.number("index.line-characters"))
    found = [span for span in _lines(index) if span.end - span.start > limit]
    if not found:
        return
    first, *others = found
    longest = max(end - start for start, end in found)
    freed = sum(_units(document, Span(start + advice, end)) for start, end in found)
    length = f"{first.end - first.start} characters"
    if others:
        length += f", and {counted(len(others), 'more entry')} over {limit}, the longest of {longest}"
    message = (
        f"an entry of {length}: {freed:,} of the {document.loaded.utf16_units:,} UTF-16 units that load are beyond the "
        f"advised {advice} characters a line and would have room in {'its' if not others else 'their'} topic file"
        f"{'s' if others else ''}"
    )
    related = [Place(document.path, span, f"{span.end - span.start} characters") for span in others[:_LISTED]]
    if len(others) > _LISTED:
        related.append(Place(document.path, others[_LISTED], f"and {counted(len(others) - _LISTED, 'more entry')}"))
    yield Finding(first, message, related=tuple(related), sizes=(len(found), longest))


def _lines(index: Index) -> Iterator[Span]:
    """Yield the lines that hold an entry or two, without their ends."""
    document = index.document
    entries = sorted(e.span.start for e in index.entries if not document.in_generated(e.span.start))
    at = 0
    for line in document.text.split("\n") if entries else ():
        end = at + len(line)
        if 0 < bisect_right(entries, end) - bisect_left(entries, at) <= _ENTRIES:
            yield Span(at, at + len(line.rstrip()))
        at = end + 1


def _units(document: Document, span: Span) -> int:
    return len(document.text[span.start : span.end].encode("utf-16-le")) // 2
