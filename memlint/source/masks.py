"""Where words are not the author's instruction: quoted text and regions that a tool owns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from memlint.source.nodes import Block, Comment
from memlint.source.patterns import compile_once
from memlint.source.spans import Span, covers

_HEADER_REACH = 1_000  # characters from the top in which a "generated, do not edit" note speaks for the file


@cache
def _quoted() -> re.Pattern[str]:
    # Straight single quotes only where no word touches them: they are apostrophes elsewhere. Where a mark that opens
    # may stand again before the one that closes, a limit keeps the time linear.
    return compile_once(
        r"\"[^\"\n]+\"|“[^”\n]{1,600}”|„[^“”\n]{1,600}[“”]|‚[^‘’\n]{1,600}[‘’]|「[^」\n]{1,600}」|『[^』\n]{1,600}』"
        # French, and German the other way round.
        r"|«[^»\n]{1,600}»|‹[^›\n]{1,600}›|»[^«\n]{1,600}«|›[^‹\n]{1,600}‹"
        r"|(?<!\w)'[^'\n]+'(?!\w)|(?<!\w)‘[^’\n]{1,600}’(?!\w)"
    )


def quoted(text: str, block: Block, offset: int) -> bool:
    """Say whether ``offset`` stands between quotation marks (within a line of ``block``) or in a block quote."""
    if block.quoted:
        return True
    if block.kind not in ("paragraph", "heading"):
        return False
    return covers(_quotes(text, *block.content), offset)


@lru_cache(maxsize=16)  # a rule asks for one place of a block after the other
def _quotes(text: str, start: int, end: int) -> tuple[Span, ...]:
    return tuple(Span(*found.span()) for found in _quoted().finditer(text, start, end))


@cache
def _marker() -> re.Pattern[str]:
    return compile_once(r"(?<![a-z])(?:(begin|start)|(end|stop))(?![a-z])", re.IGNORECASE)


@cache
def _generated_comment() -> re.Pattern[str]:
    return compile_once(
        r"(?<!\w)@generated\b|\bgenerated\b[\s\S]{0,120}\b(?:do not|don['’]t|never) (?:edit|modify|change)"
        r"|\b(?:do not|don['’]t|never) (?:edit|modify|change)\b[\s\S]{0,120}\bgenerated\b",
        re.IGNORECASE,
    )


@cache
def _generated_line() -> re.Pattern[str]:
    # Prose must speak of this file: "never edit the generated clients" is an instruction about others.
    this = r"this (?:file|document|page) (?:is|was|has been) (?:auto(?:matically)?[- ]?)?generated\b"
    banned = r"(?:do not|don['’]t|never) (?:edit|modify|change)"
    return compile_once(
        rf"^(?:[^\w\n`<]|_)*(?:(?:warning|note|caution|important)\W+)?(?:{this}[^\n]{{0,120}}\b{banned}"
        rf"|{banned}\b[^\n]{{0,120}}\b{this}|(?:auto(?:matically)?[- ]?)?generated (?:by|from|with|using|file)\b"
        rf"[^\n]{{0,120}}\b{banned}|auto-?generated\W+{banned}|(?<=@)generated\b)",
        re.IGNORECASE | re.MULTILINE,
    )


def _is_generated(text: str, comments: tuple[Comment, ...], code: tuple[Span, ...], reach: int) -> bool:
    if "generated" not in text[:reach].lower():
        return False
    tops = (comment.span for comment in comments if comment.span.start < reach)
    if any(_generated_comment().search(text, *span) for span in tops):
        return True
    return any(not covers(code, found.end() - 1) for found in _generated_line().finditer(text, 0, reach))


def generated(text: str, comments: tuple[Comment, ...], start: int, code: tuple[Span, ...] = ()) -> Iterator[Span]:
    """Yield what a tool owns: between ``BEGIN x``/``END x`` comments, or all of a file that says it is generated.

    ``start`` is where the body begins, ``code`` the mask of code, whose notes speak of other files.
    """
    if _is_generated(text, comments, code, start + _HEADER_REACH):
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
