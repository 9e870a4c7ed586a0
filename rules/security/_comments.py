"""Finds the HTML comments that tell an agent to do what nobody is to see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, NamedTuple, Project, Sentence, Span, compile_once

from . import _wording as wording
from ._commands import Headings, handing, piped
from ._conceals import conceals
from ._overrides import overrides
from ._sending import asked
from ._told import Told, ordered, plain, speaks

_KIND = "comment"
_READ = 8_000  # characters of a comment that are looked at


class Hint(NamedTuple):
    """A sentence of a comment: what it tells the agent to do, in words for a message; ``conceals``: to keep it secret."""

    span: Span
    block: bool
    does: str
    quote: str
    conceals: bool


def directives(document: Document, project: Project) -> Iterator[Hint]:
    """Yield the first order of each comment that fetches, runs, sends, conceals or takes over."""
    headings = Headings(document)
    for comment in document.comments:
        if document.in_generated(comment.span.start):
            continue
        body = document.text[comment.span.start + 4 : min(comment.span.end - 3, comment.span.start + _READ)]
        hints = [(each, *hint) for each in _sentences(body, comment.span.start + 4) if (hint := _does(each))]
        if hints and not speaks(headings.above(comment.span.start)):
            each, does, quote = hints[0]
            yield Hint(each.span, comment.block, does, quote, any(hint[1] == _CONCEAL for hint in hints))


#: Texts of which each command that is looked for has one.
_CUES = (
    "curl",
    "wget",
    "http",
    "npx",
    "npm",
    "pip",
    "uvx",
    "powershell",
    "iwr",
    "irm",
    "iex",
    " -c",
    "nc ",
    "scp",
    "rsync",
)
_MORE = ("base64", "Invoke-", "fetch", "urlopen", "requests.get")
_CONCEAL = "to keep something from the person it works for"


def _does(each: Told) -> tuple[str, str] | None:
    spoken = _spoken("concealment", each)
    if found := conceals(each.prose, spoken) if spoken else "":
        return _CONCEAL, found
    spoken = _spoken("override", each)
    if found := overrides(each.prose, spoken) if spoken else "":
        return "to drop the instructions that it has", found
    if sends := asked(each):
        return f"to send data to {sends[1]}", sends[0]
    return _command(each) if any(cue in each.words for cue in (*_CUES, *_MORE)) else None


def _spoken(kind: str, each: Told) -> tuple[str, ...]:
    return wording.may_say(kind, wording.spoken(kind, each.words), each.words)


def _command(each: Told) -> tuple[str, str] | None:
    for pattern, does in ((piped(), "to run a script from the net"), (handing(), "to send data away")):
        command = pattern.search(each.words)
        if command and ordered(plain(each.words[: command.start()]), command.start(), command.start()):
            return does, command[0]
    if (match := _fetching().search(each.words)) and ordered(each.prose, *match.span()):
        return "to fetch instructions and follow them", match[0]
    if (match := _running().search(each.words)) and ordered(each.prose, *match.span()):
        return "to run something from the net", match[0]
    return None


@cache
def _fetching() -> re.Pattern[str]:
    words = wording.table()[_KIND]
    fetch, obey = "|".join(words["fetch"]), wording.expression(words["obey"][0])
    return compile_once(rf"(?i)\b(?:{fetch})\b[^\n]{{0,60}}?\bhttps?://[^\n]{{3,160}}?\s*{obey}")


@cache
def _running() -> re.Pattern[str]:
    words = wording.table()[_KIND]
    agent = "|".join(map(wording.expression, words["agent"]))
    run = "|".join(map(wording.expression, words["run"]))
    return compile_once(rf"(?i)\b(?:{agent})[^\n]{{0,120}}?\b(?:{run})")


@cache
def _end() -> re.Pattern[str]:
    return compile_once(r"(?<=[.!?])\s+(?=[A-Z\W])|(?<=[。！？])|\n\s*(?=\n|[-*\d])")


def _sentences(body: str, start: int) -> Iterator[Told]:
    at = 0
    for number, end in enumerate([*(found.end() for found in _end().finditer(body)), len(body)]):
        part = body[at:end]
        words = " ".join(part.split()).lstrip("-* ")
        if words and not words.endswith("?"):
            first = start + at + len(part) - len(part.lstrip())
            span = Span(first, start + at + len(part.rstrip()))
            yield Told(Sentence(span, words, ()), number)
        at = end
