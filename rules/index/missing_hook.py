"""index/missing-hook."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Finding, Findings, Index, compile_once, rule

from ._entries import Item, counted, items, places


@cache
def _word() -> re.Pattern[str]:
    return compile_once(r"[^\W_]")


@rule("info")
def missing_hook(index: Index, *, telling_title: int = 30) -> Findings:
    """An entry of an index with a title and nothing else.

    The words after the link are all that the agent has when it decides whether to open the memory: "Deploys" does not
    tell that the file says who may deploy and when. A title of `telling_title` UTF-8 bytes or more says enough itself.

    What to do: add what the memory is good for in a few words; the description in its header is a good start.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md)

        ==> memory/deploys.md
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — who may, and when
        - [Never restart the queue by hand](queue.md)

        ==> memory/deploys.md
        On Tuesdays.

        ==> memory/queue.md
        It restarts itself.
    """
    document = index.document
    links = {link.span.start: link.span.end for link in document.links}
    found = [*items(index)]
    bare = [
        item
        for item in found
        if len(item.entry.text.encode()) < telling_title and not _says_more(document, item, links)
    ]
    if bare:
        what = "an entry has" if len(bare) == 1 else f"{len(bare)} of {counted(len(found), 'entry')} have"
        message = f"{what} a title and nothing else: no words tell the agent when to open the file"
        others = [item.entry.span for item in bare[1:]]
        yield Finding(bare[0].entry.span, message, related=places(document, others, "no words after the link"))


def _says_more(document: Document, item: Item, links: dict[int, int]) -> bool:
    """Say whether an item, with what is nested in it, holds any word outside its link."""
    text, end = document.text, item.entry.span.end
    end = links.get(item.entry.span.start, end)
    return bool(
        _word().search(text, end, item.span.end) or _word().search(text, item.content.start, item.entry.span.start)
    )
