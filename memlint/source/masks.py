"""Where words are not the author's instruction: quoted text and regions that a tool owns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from memlint.source.nodes import Block, Comment
from memlint.source.spans import Span

_HEADER_REACH = 1_000  # characters from the top in which a "generated, do not edit" note speaks for the file


@cache
def _quoted() -> re.Pattern[str]:
    # Straight single quotes only where no word touches them: they are apostrophes elsewhere.
    return re.compile(
        r"\"[^\"\n]+\"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|‹[^›\n]+›|「[^」\n]+」|『[^』\n]+』"
        r"|(?<!\w)'[^'\n]+'(?!\w)|(?<!\w)‘[^’\n]+’(?!\w)"
    )


def quoted(text: str, block: Block, offset: int) -> bool:
    """Say whether ``offset`` stands between quotation marks (within a line of ``block``) or in a block quote."""
    if block.quoted:
        return True
    if block.kind not in ("paragraph", "heading"):
        return False
    return any(found.start() <= offset < found.end() for found in _quoted().finditer(text, *block.content))


@cache
def _marker() -> re.Pattern[str]:
    return re.compile(r"(?<![a-z])(?:(begin|start)|(end|stop))(?![a-z])", re.IGNORECASE)


@cache
def _generated_note() -> re.Pattern[str]:
    return re.compile(
        r"(?<!\w)@generated\b|\b(?:auto-?)?generated\b[^\n]{0,120}\bdo(?: not|n['’]t) (?:edit|modify|change)"
        r"|\bdo(?: not|n['’]t) (?:edit|modify|change)\b[^\n]{0,120}\b(?:auto-?)?generated\b",
        re.IGNORECASE,
    )


def generated(text: str, comments: Iterable[Comment], start: int) -> Iterator[Span]:
    """Yield what a tool owns: between ``BEGIN x``/``END x`` comments, or all of a file that says it is generated."""
    top = text[: start + _HEADER_REACH]
    if "generated" in top.lower() and _generated_note().search(top):
        yield Span(0, len(text))
        return
    opened: dict[str, int] = {}
    for comment in comments:
        body = text[comment.span.start + 4 : comment.span.end - 3]
        found = _marker().search(body)
        if found is None or len(body) > 200:
            continue
        name = "".join(ch for ch in body[: found.start()] + body[found.end() :] if ch.isalnum()).lower()
        if found[1]:
            opened[name] = comment.span.start
        elif name in opened:
            yield Span(opened.pop(name), comment.span.end)
