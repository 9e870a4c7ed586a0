"""index/content-in-index."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Index, Project, Span, compile_once, rule

from ._entries import counted, section


@cache
def _file_name() -> re.Pattern[str]:
    return compile_once(r"[\w)\]`-]\.md\b")


@cache
def _about_the_index() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:memor(?:y|ies)|index|topic files?|legend|format|this (?:file|folder|directory)"
        r"|how to (?:use|read|maintain|update))\b|记忆|索引|メモリ|메모리",
        re.IGNORECASE,
    )


@rule("warning")
def content_in_index(index: Index, project: Project, *, lines: int = 4) -> Findings:
    """Memory text that stands in the index itself, not in a topic file.

    An index holds one line for each memory. Text under a heading of it loads in every session and takes the room of
    entries, has no header, so that nothing recalls it by a description, and is the first to be cut off when the index
    grows. Blocks of fewer than `lines` lines are let pass, and so are words on the index itself, an
    introduction under the first heading, and an index that is the only file of its directory.

    What to do: move the text into a topic file and leave one line with a link to it.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ## Staging notes
        Staging runs on the old host.
        Its database is a copy from Sunday.
        Logins need the second factor.
        The queue is off.

        ==> memory/deploys.md
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ## Staging
        - [Staging notes](staging.md) — host, database, logins

        ==> memory/deploys.md
        On Tuesdays.

        ==> memory/staging.md
        Staging runs on the old host.
    """
    document = index.document
    starts = sorted(_pointers(document))
    if not index.directory.topics or not starts or not document.headings:
        return
    limit = project.facts.number("index.max-lines")
    blocks: dict[tuple[int, int], list[Span]] = {}
    for span in _plain_lines(document, starts):
        number = section(document, span.start)
        if number > 0 or span.start > starts[0]:
            key = number, bisect_left(starts, span.start)
            blocks.setdefault(key, []).append(span)
    for (number, _), found in blocks.items():
        heading = document.headings[number] if number >= 0 else None
        if heading is None or len(found) < lines or (heading.level > 1 and _about_the_index().search(heading.text)):
            continue
        message = (
            f'{counted(len(found), "line")} under "{heading.text}" are text, not entries: they load in every session, '
            f"where they take {len(found)} of the {limit} lines that an index has"
        )
        yield Finding(Span(found[0].start, found[-1].end), message)


def _pointers(document: Document) -> Iterator[int]:
    """Where the text names a file: links, wiki links and bare names."""
    yield from (link.span.start for link in document.links)
    yield from (wiki.span.start for wiki in document.wiki_links)
    yield from (found.start() for found in _file_name().finditer(document.text))


def _plain_lines(document: Document, starts: list[int]) -> Iterator[Span]:
    """Yield the lines of text that belong to no entry: neither they nor the item or paragraph around them link."""
    text = document.text
    linked = [*_linked_blocks(document, starts)]
    at = until = 0
    for block in document.blocks:
        while at < len(linked) and linked[at].start <= block.span.start:
            until = max(until, linked[at].end)
            at += 1
        if block.kind not in ("paragraph", "html") or block.span.start < until or block.quoted:
            continue
        line = block.span.start
        while line < block.span.end:
            stop = text.find("\n", line, block.span.end)
            stop = block.span.end if stop < 0 else stop
            first = stop - len(text[line:stop].lstrip())
            if first < stop and not (document.in_comment(first) or document.in_generated(first)):
                yield Span(line, stop - (text[stop - 1] == "\r"))
            line = stop + 1


def _linked_blocks(document: Document, starts: list[int]) -> list[Span]:
    """Return the list items and paragraphs that hold one of ``starts``, sorted."""

    def holds(span: Span) -> bool:
        return bisect_left(starts, span.start) < bisect_left(starts, span.end)

    found = [item.span for item in document.items if holds(item.content)]
    found += [block.span for block in document.blocks if block.kind == "paragraph" and holds(block.span)]
    return sorted(found)
