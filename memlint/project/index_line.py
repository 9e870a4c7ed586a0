"""The line of an index that leads to a new topic: in the style of its list, where the list ends. Nothing is written."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal

from memlint.errors import RefusedError, UsageError
from memlint.harness.facts import Facts
from memlint.project import memory
from memlint.source.document import Document, Unread, parse
from memlint.source.nodes import ListItem
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple

_SEPARATOR = " — "


class Added(NamedTuple):
    """An index with its new line: the whole file, the line's text and its number from 1."""

    data: bytes
    line: str
    number: int


class _Entry(NamedTuple):
    """An entry of the index's list: its item, what its line starts with, and what stands between link and hook."""

    item: ListItem
    indent: str
    bullet: str
    gap: str
    separator: str


class Insertion(NamedTuple):
    """What to insert into an index, and at which offset of its text; ``line`` is the new line alone."""

    at: int
    text: str
    line: str


def add(data: bytes | None, path: str, type_: str, label: tuple[str, str, str], facts: Facts) -> Added:
    """Add the line for ``label`` (title, file, hook), all one line, to an index that holds ``data`` (None: none yet).

    Every other byte stays. Raises what ``insertion`` does, and RefusedError when the index cannot be read.
    """
    old = parse(data or b"", path)
    if isinstance(old, Unread):
        raise RefusedError(f"{path} cannot be read ({old.reason}: {old.detail})")
    made = insertion(old, type_, label, facts)
    number = old.text.count("\n", 0, made.at) + made.text.partition(made.line)[0].count("\n") + 1
    return Added(_with(old, made), made.line, number)


def insertion(old: Document, type_: str, label: tuple[str, str, str], facts: Facts) -> Insertion:
    """Return the line for ``label`` (title, file, hook) in the style of the index ``old``, where its list ends.

    Raises UsageError when the line itself is wrong, RefusedError when the index has it already, belongs to a tool, or
    would not load as a whole.
    """
    path = old.path
    _check_free(old, label[1])
    entries = list(_entries(old))
    last = _end(old, _last(old, entries, type_))
    line = _line(last, entries, label)
    longest = facts.number("index.long-line-characters")
    if len(line) > longest:
        raise UsageError(
            f"the line of the index has {len(line)} characters, more than {longest}: give a shorter --hook or --title"
        )
    at, before, after = _place(old, last)
    made = Insertion(at, before + line + after, line)
    new = parse(_with(old, made), path)
    if (
        isinstance(new, Unread)
        or not _is_entry(new, at + len(before), line, label[1])
        or not _rest_is_same(old, new, at)
    ):
        raise UsageError("the index would not read that line as one entry: say --title or --hook in other words")
    _check_room(new, path, facts)
    return made


def new_entry(index: Document, type_: str, label: tuple[str, str, str], facts: Facts) -> Insertion | None:
    """Return what ``insertion`` does, None for a line that the index cannot have."""
    try:
        return insertion(index, type_, label, facts)
    except (RefusedError, UsageError):
        return None


def _with(old: Document, made: Insertion) -> bytes:
    text = old.text[: made.at] + made.text + old.text[made.at :]
    return (b"\xef\xbb\xbf" if old.bom else b"") + text.encode()


def _check_free(document: Document, file: str) -> None:
    if document.generated and document.generated[0].end - document.generated[0].start == len(document.text):
        raise RefusedError(f"{document.path} says that it is generated: a tool would write over the new line")
    for span, _, target in memory.documents_links(document):
        for choice in memory.link_targets(target):
            if choice.removeprefix("./").casefold() == file.casefold():
                raise RefusedError(f"{document.path}:{document.line(span.start)} names {file} already")


@cache
def _marker() -> re.Pattern[str]:
    return compile_once(r"( {0,3})([-*+]|[0-9]{1,9}[.)])([ \t]+)")


@cache
def _after_link() -> re.Pattern[str]:
    return compile_once(r"[ \t]*(?:—|–|--?|:)[ \t]+")


def _entries(document: Document) -> Iterator[_Entry]:
    """Yield the items of the index's lists that open with a marker of their own and link to a topic file."""
    links = [link for link in document.links if not link.image and link.kind != "autolink"]
    for item in document.items:
        start = document.text.rfind("\n", 0, item.span.start) + 1
        found = _marker().match(document.text, start)
        if item.depth > 1 or found is None or document.in_generated(item.span.start):
            continue
        at = bisect_left(links, item.content.start, key=lambda link: link.span.start)
        if at < len(links) and links[at].span.start < item.content.end and _is_topic(links[at].target):
            separator = _after_link().match(document.text, links[at].span.end)
            yield _Entry(item, found[1], found[2], found[3], separator[0] if separator else "")


def _is_topic(target: str) -> bool:
    return any(choice.endswith(".md") for choice in memory.link_targets(target))


def _last(document: Document, entries: list[_Entry], type_: str) -> _Entry | None:
    """Return the entry that the new one follows: the last below a heading that names the type, else the last one."""
    for heading in reversed(document.headings):
        if not {type_, f"{type_}s"}.isdisjoint(heading.text.lower().replace(":", " ").split()):
            later = (h for h in document.headings if h.span.start > heading.span.start and h.level <= heading.level)
            stop = next((h.span.start for h in later), len(document.text))
            inside = [entry for entry in entries if heading.span.start < entry.item.span.start < stop]
            if inside:
                return inside[-1]
    return entries[-1] if entries else None


def _end(document: Document, last: _Entry | None) -> _Entry | None:
    """Return the last item of a numbered list in place of its last entry: no number may come in between."""
    if last is None or not last.item.ordered:
        return last
    item = [each for each in document.items if each.list_id == last.item.list_id][-1]
    found = _marker().match(document.text, document.text.rfind("\n", 0, item.span.start) + 1)
    return last._replace(item=item, indent=found[1], bullet=found[2]) if found else last


def _line(last: _Entry | None, entries: list[_Entry], label: tuple[str, str, str]) -> str:
    title, file, hook = label
    escaped = title.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    styles = Counter(entry.separator for entry in entries if entry.separator)
    separator = styles.most_common(1)[0][0] if styles else _SEPARATOR
    indent, bullet, gap = (last.indent, last.bullet, last.gap) if last else ("", "-", " ")
    if bullet[:-1]:
        bullet = f"{int(bullet[:-1]) + 1}{bullet[-1]}"
    return f"{indent}{bullet}{gap}[{escaped}]({file}){separator}{hook}"


def _place(document: Document, last: _Entry | None) -> tuple[int, str, str]:
    """Return the offset of the new line and what has to stand before and after it."""
    text = document.text
    end = len(text[: last.item.span.end if last else len(text)].rstrip())
    windows = document.newline == "\r\n" or (document.newline == "mixed" and text.startswith("\r\n", end))
    newline = "\r\n" if windows else "\n"
    gap = "" if last or not end else newline  # away from whatever else the text ends with
    stop = text.find("\n", end)
    if not end:
        return 0, "", newline
    if stop < 0:
        return len(text), gap + newline, ""
    return stop + 1, gap, newline


def _is_entry(document: Document, start: int, line: str, file: str) -> bool:
    """Say whether the line at ``start`` loads, and is a list item with a link to ``file`` and to nothing else."""
    end = start + len(line)
    links = [target for span, _, target in memory.documents_links(document) if start <= span.start < end]
    items = [item.content.end for item in document.items if start <= item.span.start < end]
    loads = any(span.start <= start and end <= span.end for span in document.kept)
    return links == [file] and items == [end] and loads and not document.in_generated(start)


def _rest_is_same(old: Document, new: Document, at: int) -> bool:
    """Say whether all that stood in the index is still read as what it was."""
    size = len(new.text) - len(old.text)
    for name in ("links", "headings", "code_blocks", "code_spans", "comments", "definitions", "generated"):
        before = [_start(node) for node in getattr(old, name)]
        inside = range(at, at + size)
        after = [start for node in getattr(new, name) if (start := _start(node)) not in inside]
        if before != [start if start < at else start - size for start in after]:
            return False
    return True


def _start(node: object) -> int:
    start: int = getattr(node, "span", node).start  # type: ignore[attr-defined]  # a node or a span itself
    return start


def _check_room(document: Document, path: str, facts: Facts) -> None:
    """Raise RefusedError when not all of the index loads: in either unit that builds count in (SPEC R4)."""
    lines, size = facts.number("index.max-lines"), facts.number("index.max-size")
    units: tuple[Literal["utf-16", "utf-8"], ...] = ("utf-16", "utf-8")
    if any(document.cut(max_lines=lines, max_size=size, unit=unit) for unit in units):
        measured = document.loaded
        raise RefusedError(
            f"{path} is full: with the new line it would have {measured.lines:,} lines and {measured.utf8_bytes:,} "
            f"bytes, and the agent loads {lines:,} lines and {size:,} bytes"
        )
