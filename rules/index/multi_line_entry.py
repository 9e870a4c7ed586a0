"""index/multi-line-entry."""

from __future__ import annotations

from bisect import bisect_left

from memlint import Document, Finding, Findings, Index, Project, rule

from ._entries import Item, counted, items, places


@rule("info")
def multi_line_entry(index: Index, project: Project) -> Findings:
    """An entry of an index that runs over several lines.

    An index has room for a number of lines, and an entry of three takes that of three memories. What the further
    lines say mostly belongs in the topic file, where it costs nothing until it is needed. Lists of other entries below
    an entry are let pass.

    What to do: move what the further lines say into the topic file, and leave a hook of one line.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — on Tuesdays
          - never in the week of a release
          - the steps are in the runbook

        ==> memory/deploys.md
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — on Tuesdays
          - [Staging](staging.md) — host, database, logins

        ==> memory/deploys.md
        On Tuesdays.

        ==> memory/staging.md
        Staging runs on the old host.
    """
    document = index.document
    links = sorted([*(x.span.start for x in document.links), *(wiki.span.start for wiki in document.wiki_links)])
    found = [*items(index)]
    lengths = [_lines(document, item, links) for item in found]
    longer = [item for item, length in zip(found, lengths, strict=True) if length > 1]
    if not longer:
        return
    limit = project.facts.number("index.max-lines")
    taken = sum(length for length in lengths if length > 1)
    what = "an entry runs" if len(longer) == 1 else f"{len(longer)} of {counted(len(found), 'entry')} run"
    yield Finding(
        longer[0].entry.span,
        f"{what} over several lines, which takes {taken} of the {limit} lines that an index has",
        related=places(document, [item.entry.span for item in longer[1:]], "runs over several lines, too"),
    )


def _lines(document: Document, item: Item, links: list[int]) -> int:
    """Count the lines of an entry's own text: its first paragraph, and what is nested in it and links to nothing."""
    text = document.text
    own = text.count("\n", item.entry.span.start, item.content.end) + 1
    at = text.find("\n", item.content.end, item.span.end)
    while 0 <= at < item.span.end - 1:
        stop = text.find("\n", at + 1, item.span.end)
        stop = item.span.end if stop < 0 else stop
        line = text[at + 1 : stop]
        if line.strip() and not document.in_comment(stop - len(line.lstrip())):
            if bisect_left(links, at + 1) < bisect_left(links, stop):
                return own  # a list of other entries
            own += 1
        at = stop
    return own
