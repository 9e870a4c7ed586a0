"""The relative dates of a memory file that nothing near them pins down, and the day on which each was written."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import pairwise

from memlint import (
    Document,
    NamedTuple,
    Project,
    RelativeDate,
    Sentence,
    Span,
    compile_once,
    mentions_time,
    relative_dates,
    time_hints,
)

from ..frontmatter._dates import day

_KEYS = ("modified", "updated")  # of the header: when the text was last written; the agent writes the first (SPEC 4.5)
_TOP = 800  # characters of the body in which a note of its day speaks for the whole file
_QUOTES = frozenset('"“”„«»「」『』')
_BLANK = "\ufffc"  # no letter, so that no word reaches over what is no prose


class Told(NamedTuple):
    """A relative date at ``span`` of the document."""

    span: Span
    found: RelativeDate


@cache
def _absolute() -> re.Pattern[str]:
    months = (
        "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
        "|nov(?:ember)?|dec(?:ember)?"
    )
    return compile_once(
        r"(?<!\d)(?:19|20)\d\d[-/.年년](?:\s?\d|W\d|Q\d)|(?<![\w.])20[1-4]\d(?![\d.]*\w)|20\d\d年|(?<!\d)20[1-4]\d[01]\d[0-3]\d(?!\d)"
        r"|(?<!\d)\d{1,2}[./]\d{1,2}[./](?:20)?\d\d(?!\d)|\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]|(?<![\w/.-])(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])(?![\w/-])"
        rf"|(?i:\b(?:{months})\.?\s\d{{1,2}}\b|\b\d{{1,2}}\.?\s(?:{months})\b|\bQ[1-4]\b)"
    )


@cache
def _session() -> re.Pattern[str]:
    return compile_once(
        r"(?i:\b(?:sessions?|sprints?|iterations?|phases?|waves?|rounds?|days?|weeks?)[\s_#-]*\d)|第\s?\d+\s?[次回]|(?<!\d)\d+회차"
    )


@cache
def _top() -> re.Pattern[str]:
    return compile_once(
        r"(?i)(?:updated|as of|date|written|created|recorded|captured|generated|session|status|stand|verified|reviewed|更新|日期|時点|作成"
        r"|日付|작성|업데이트|갱신|fecha|actualizado|mise à jour|mis à jour|atualizado|обновлен|дата|aktualisiert)"
        r"[^\n]{0,20}20\d\d[-/.年]"
    )


@cache
def _year() -> re.Pattern[str]:
    """What each match of the pattern for the top has: found far faster, and most files have none."""
    return compile_once(r"20\d\d[-/.年]")


def told(document: Document, project: Project) -> Iterator[Told]:
    """Yield the relative dates with which the author tells of an event, where the text names no day beside them."""
    if _pinned(document):
        return
    file = project.file(document.path)
    kind = file.kind if file is not None else ""
    hints = time_hints(document.text)
    if kind == "topic":
        yield from _description(document)
    for sentence in project.sentences(document.path):
        found = _in_prose(document, sentence.span, hints)
        if not found or _beside(document, sentence):
            continue
        # In instructions a session is the reader's own, and a numbered one is that number's.
        numbered = any(_session().search(title) for title in (*sentence.headings, document.path))
        past_session = kind in ("topic", "index") and not numbered
        yield from (each for each in found if each.found.time != "session" or past_session)


def _in_prose(document: Document, span: Span, hints: tuple[str, ...]) -> list[Told]:
    if not mentions_time(document.text[slice(*span)], hints):
        return []
    found = (_shifted(each, span.start) for each in relative_dates(_prose(document, span)))
    return [each for each in found if not document.in_quotes(each.span.start)]


def _description(document: Document) -> Iterator[Told]:
    """Yield those in the description, by which a memory is recalled; one that quotes is let pass."""
    field = document.frontmatter.get("description") if document.frontmatter is not None else None
    if field is None or not mentions_time(field.text) or _absolute().search(field.text) or _QUOTES & set(field.text):
        return
    start = field.span.start + field.quoted
    for each in relative_dates(document.text[start : field.span.end - field.quoted]):
        yield _shifted(each, start)


def _shifted(found: RelativeDate, start: int) -> Told:
    return Told(Span(start + found.span.start, start + found.span.end), found)


def _pinned(document: Document) -> bool:
    """Say whether the file's name, its header or its first lines tell the day that it speaks of."""
    header = document.frontmatter
    noted = header.get("date") if header is not None else None
    if noted is not None and day(noted.text) is not None:
        return True
    start = header.span.end if header is not None else 0
    if _absolute().search(document.path):
        return True
    return all(pattern.search(document.text, start, start + _TOP) for pattern in (_year(), _top()))


def _beside(document: Document, sentence: Sentence) -> bool:
    """Say whether the paragraph, what introduces it, or a heading names a day."""
    block = document.block_at(sentence.span.start)
    around = document.text[slice(*block.content)]
    return any(_absolute().search(text) for text in (around, sentence.lead_in, *sentence.headings))


def _prose(document: Document, span: Span) -> str:
    """Return the text at ``span`` with all that is no prose blanked, character by character."""
    text = document.text[slice(*span)]
    for part in _masks(document, span):
        start, end = max(part.start, span.start) - span.start, min(part.end, span.end) - span.start
        if start < end:
            text = text[:start] + _BLANK * (end - start) + text[end:]
    return text


def _masks(document: Document, span: Span) -> Iterator[Span]:
    links = _links(document, span)
    for parts in (document.code, document.commented, links):
        for part in parts[max(bisect_right(parts, span) - 1, 0) :]:
            if part.start >= span.end:
                break
            yield part


def _links(document: Document, span: Span) -> tuple[Span, ...]:
    at = bisect_left(document.links, span.start, key=lambda link: link.span.start)
    end = bisect_left(document.links, span.end, key=lambda link: link.span.start)
    return tuple(link.span for link in document.links[max(at - 1, 0) : end])


@cache
def _part_of_a_day() -> re.Pattern[str]:
    return compile_once(
        r"morning|afternoon|evening|(?<!fort)night|abend|vormittag|nachmittag|nacht|früh|\w morgen|soir|matin|après-midi"
        r"|nuit|noche|noite|tarde|(?:la|esta) mañana|\bmanhã|вечером|утром|днём|ночью|[晚晩夜早晨朝]|[上下]午|ゆうべ"
        r"|밤|저녁|오후|오전|아침",
        re.IGNORECASE,
    )


@cache
def _whole_span_before() -> re.Pattern[str]:
    return compile_once(r"\b(?:the|past|de[rmns]|die|das)[\s*_]+$", re.IGNORECASE)


@cache
def _goes_on() -> re.Pattern[str]:
    return compile_once(r"[\s*_,]+(?:the \d|to(?:day|morrow)\b|yesterday\b|\w{2,6}day\b)", re.IGNORECASE)


def replaceable(text: str, found: list[Told]) -> list[Told]:
    """Return those of ``found`` for which a date can stand: their words and those around them say nothing more.

    "Yesterday evening" is more than its day, "in the last week" is no week of the calendar, and in "a month ago today"
    or "Friday the 13th" the words behind belong to the date.
    """
    return [
        each
        for at, each in enumerate(found)
        if not _part_of_a_day().search(each.found.words)
        and not _whole_span_before().search(text, max(0, each.span.start - 20), each.span.start)
        and not _goes_on().match(text, each.span.end)
        and not any(_touch(text, *two) for two in pairwise(found[max(at - 1, 0) : at + 2]))
    ]


def _touch(text: str, one: Told, other: Told) -> bool:
    return one.span.end <= other.span.start and not text[one.span.end : other.span.start].strip(" \t\r\n*_,")


def noted(document: Document, today: date) -> date | None:
    """Return the day on which the header says that the file was last written; None for one in the future."""
    header = document.frontmatter
    if header is None:
        return None
    for key in _KEYS:
        field = header.get(key) or header.get("metadata", key)
        found = day(field.text) if field is not None else None
        if found is not None:
            return found if _is_past(found, today) else None
    return None


def written(document: Document, project: Project, offsets: list[int]) -> list[date | None]:
    """Return when the text at each of ``offsets`` was written: by the header, else by the commit of its line.

    The times of the file system say nothing (case 101). git is asked once for the file.
    """
    of_all = noted(document, project.today)
    if of_all is not None:
        return [of_all] * len(offsets)
    days = project.git.written(document.path)
    return [_day_of(document, offset, days, project.today) for offset in offsets]


def _day_of(document: Document, offset: int, days: dict[str, str], today: date) -> date | None:
    start = document.text.rfind("\n", 0, offset) + 1
    end = document.text.find("\n", offset)
    line = document.text[start : end if end >= 0 else len(document.text)].rstrip("\r")
    found = day(days.get(line, ""))
    return found if found is not None and _is_past(found, today) else None


def _is_past(found: date, today: date) -> bool:
    """Say whether ``found`` is no later than tomorrow: clocks and zones differ. The last day of all has no tomorrow."""
    return (found - today).days <= 1
