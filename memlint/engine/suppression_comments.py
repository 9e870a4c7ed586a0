"""The comments that suppress findings, as they stand in a file: their form, and which characters each is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

from memlint.source.document import Document
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

#: Without it in a text there is nothing to look for.
MARK = "memlint-"
#: "begin" and "end" are the two ends of a region; "" is a word that no comment has.
Scope: TypeAlias = Literal["next-line", "line", "file", "begin", "end", ""]
_SCOPES: dict[str, Scope] = {
    "disable-next-line": "next-line",
    "disable-line": "line",
    "disable-file": "file",
    "disable": "begin",
    "enable": "end",
}
FORMS = tuple(MARK + form for form in _SCOPES)


class Word(NamedTuple):
    """A rule or a family as it is written, and where."""

    text: str
    span: Span


class Comment(NamedTuple):
    """One comment, or one of several in an HTML comment of more lines.

    ``form`` is its first word and ``words`` are what it names, nothing for all. ``until`` is a day as it is written,
    "" without one. ``span`` runs from the first word to the end of the reason; ``covers`` are the characters that it
    is about (from a region's beginning to the end of the file); ``whole`` is what goes when the comment is taken out.
    """

    form: str
    scope: Scope
    words: tuple[Word, ...]
    until: str
    reason: str
    span: Span
    covers: Span
    whole: Span


@cache
def _first_word() -> re.Pattern[str]:
    return re.compile(r"^[ \t]*memlint-((?:disable|enable|ignore|suppress)[a-z-]*)(?=[\s,:]|$)", re.MULTILINE)


@cache
def _in_yaml() -> re.Pattern[str]:
    return re.compile(
        r"(?:^|[ \t])(#[ \t]*)(memlint-(?:disable|enable|ignore|suppress)[a-z-]*(?:[ \t,:].*)?)$", re.MULTILINE
    )


@cache
def _name() -> re.Pattern[str]:
    return re.compile(r"\s*+(?P<comma>,?)\s*+(?P<name>[A-Za-z][\w-]*(?:/[\w-]+)?)(?=[\s,:]|$)")


@cache
def _until() -> re.Pattern[str]:
    return re.compile(r"[\s,]*until\s+(?P<day>(?!--)\S+)")


def read(document: Document) -> list[Comment]:
    """Return the comments of ``document`` by place: those in HTML comments, and those in its YAML header."""
    if MARK not in document.text:
        return []
    holders = [*_header_comments(document), *_html_comments(document)]
    ends = _next_lines(document.text, [whole for whole, _ in holders])
    found = []
    for whole, parts in holders:
        for number, (form, start, end) in enumerate(parts):
            covers = _covers(document.text, _SCOPES.get(form, ""), whole, ends[whole.start])
            alone = whole if len(parts) == 1 else Span(start, parts[number + 1][1] if number + 1 < len(parts) else end)
            found.append(_comment(document.text, form, Span(start, end), covers, alone))
    return found


#: The first word without its mark, and where the comment that it begins starts and ends.
_Part: TypeAlias = tuple[str, int, int]


def _html_comments(document: Document) -> Iterator[tuple[Span, list[_Part]]]:
    """Yield each HTML comment that begins with a form, and the forms in it: each on a line of its own."""
    text = document.text
    for start, end in (comment.span for comment in document.comments):
        body = Span(start + 4, end - 3)
        if not text[body.start : body.end].lstrip().startswith(MARK):
            continue
        matches = list(_first_word().finditer(text[body.start : body.end]))
        if not matches:
            continue  # a word of somebody else's
        starts = [body.start + found.start(1) - len(MARK) for found in matches]
        ends = [body.start + found.start() for found in matches[1:]] + [body.end]
        parts = [
            (found[1], first, last - (len(text[first:last]) - len(text[first:last].rstrip())))
            for found, first, last in zip(matches, starts, ends, strict=True)
        ]
        yield Span(start, end), parts


def _header_comments(document: Document) -> Iterator[tuple[Span, list[_Part]]]:
    header = document.frontmatter
    if header is None or MARK not in document.text[: header.content.end]:
        return
    values = [field.span for field in header.fields if field.kind not in ("list", "mapping", "null")]
    values += [item.span for field in header.fields for item in field.items]
    if header.status != "valid":  # a tolerant reader takes the comment for a part of the value
        values = [span for span in values if document.text[span.start] in "\"'|>"]
    for found in _in_yaml().finditer(document.text, *header.content):
        if any(start < found.start(1) < end for start, end in values):
            continue  # inside a quoted text or a block of text
        form = re.split(r"[\s,:]", found[2].removeprefix(MARK), maxsplit=1)[0]
        yield Span(found.start(1), found.end()), [(form, found.start(2), found.start(2) + len(found[2].rstrip()))]


def _comment(text: str, form: str, span: Span, covers: Span, whole: Span) -> Comment:
    words: list[Word] = []
    at = span.start + len(MARK) + len(form)
    while (found := _name().match(text, at, span.end)) is not None:
        name = found["name"]
        if name == "until" or (words and not found["comma"] and "/" not in name):
            break  # a second word without a comma: the reason has begun
        words.append(Word(name, Span(*found.span("name"))))
        at = found.end()
    day = _until().match(text, at, span.end)
    rest = text[day.end() if day else at : span.end].strip(" \t\r\n,")
    reason = " ".join(rest.lstrip("-—–: \t\r\n").split())
    return Comment(
        MARK + form, _SCOPES.get(form, ""), tuple(words), day["day"] if day else "", reason, span, covers, whole
    )


def _covers(text: str, scope: Scope, whole: Span, next_line: int) -> Span:
    """Return what a comment at ``whole`` is about; a place behind the last character counts as one."""
    end = len(text) + 1
    if scope == "file":
        return Span(0, end)
    if scope in ("begin", "end"):
        return Span(whole.end, end)
    if scope == "line":
        return Span(text.rfind("\n", 0, whole.start) + 1, _line_end(text, whole.end) + 1)
    return Span(_line_end(text, whole.end) + 1, next_line + 1)


def _next_lines(text: str, wholes: list[Span]) -> dict[int, int]:
    """Return for each comment, by its start, where the line that follows it ends.

    Empty lines, which formatters put below a comment, and further comments of ours do not count as that line.
    """
    known = {span.start: span.end for span in wholes}
    ends: dict[int, int] = {}
    for span in reversed(wholes):
        at = _line_end(text, span.end) + 1
        while at < len(text):
            stop = _line_end(text, at)
            first = at + len(text[at:stop]) - len(text[at:stop].lstrip(" \t\r>"))
            if first in known and not text[known[first] : _line_end(text, known[first])].strip():
                at = ends[first]
                break
            if text[first:stop].strip():
                at = stop
                break
            at = stop + 1
        ends[span.start] = min(at, len(text))
    return ends


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found
