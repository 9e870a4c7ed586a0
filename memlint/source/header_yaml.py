"""YAML of a header into flat fields with spans: strictly, or after the loader's rescue.

Nothing here recurses, so hostile nesting costs nothing; aliases and depth over 20 are refused.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Literal, TypeAlias

from memlint.source import header_plain
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

Kind: TypeAlias = Literal["string", "number", "boolean", "null", "list", "mapping"]
Cause: TypeAlias = Literal["tab", "colon", "duplicate-key", "other"]
MAX_DEPTH = 20
MAX_CHARACTERS = 65_536  # the product reads a header from the first 64 KB (SPEC 4.6)


class Scalar(NamedTuple):
    """One value of a list. ``kind`` follows YAML 1.2's core schema; ``text`` is the value unquoted."""

    text: str
    span: Span
    kind: Kind
    quoted: bool


class Field(NamedTuple):
    """A key of the header; ``path`` holds the keys from the top, ``items`` the scalars of a list."""

    path: tuple[str, ...]
    key_span: Span
    text: str
    span: Span
    kind: Kind
    quoted: bool
    items: tuple[Scalar, ...] = ()


class Problem(NamedTuple):
    """Why strict YAML refuses a header, where it stopped, and for a duplicate key the offset of the ``first`` one."""

    message: str
    offset: int
    cause: Cause = "other"
    first: int = -1


class InvalidError(ValueError):
    """Strict YAML refuses the text; ``problem`` says where."""

    def __init__(self, message: str, offset: int, cause: Cause = "other", first: int = -1) -> None:
        super().__init__(message)
        self.problem = Problem(message, offset, cause, first)


@cache
def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def _core_schema() -> re.Pattern[str]:
    return compile_once(
        r"(?P<null>~|null|Null|NULL|)|(?P<boolean>true|True|TRUE|false|False|FALSE)"
        r"|(?P<number>[-+]?(?:0o[0-7]+|0x[0-9a-fA-F]+|\d+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?"
        r"|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN))",
        re.ASCII,
    )


def scalar_kind(text: str) -> Kind:
    """Say what YAML 1.2's core schema makes of a plain scalar."""
    found = _core_schema().fullmatch(text)
    return found.lastgroup if found else "string"  # type: ignore[return-value]  # the groups' names are kinds


class _Frame:
    """An open mapping or list while the events are walked."""

    __slots__ = ("is_map", "items", "key", "path", "seen", "start")

    def __init__(self, is_map: bool, path: tuple[str, ...], start: int) -> None:
        self.is_map, self.path, self.start = is_map, path, start
        self.key: Scalar | None = None
        self.items: list[Scalar] = []
        self.seen: dict[str, int] = {}  # each key and its offset


def strict(text: str, base: int) -> tuple[Field, ...]:
    """Return the fields of a YAML mapping, nested ones after their parent. ``base`` is added to offsets.

    Raises InvalidError when it is not YAML, holds an alias, is nested too deeply or is too long.
    """
    if len(text) > MAX_CHARACTERS:
        raise InvalidError("the header is longer than 64 KB", base)
    entries = header_plain.read(text)
    return parsed(text, base) if entries is None else tuple(_fields(entries, base))


def _fields(entries: Iterable[header_plain.Entry], base: int, above: tuple[str, ...] = ()) -> Iterator[Field]:
    """Yield the fields of a plain header."""
    for entry in entries:
        path, span = (*above, entry.key), Span(base + entry.start, base + entry.end)
        if entry.value is not None:
            text, where, kind, quoted = _scalar(entry.value, base)
            yield Field(path, span, text, where, kind, quoted)
            continue
        items = tuple(Scalar(*_scalar(item, base)) for item in entry.items)
        whole = Span(base + entry.list_start, base + entry.list_end)
        yield Field(path, span, "", whole, "list" if items else "mapping", False, items)
        yield from _fields(entry.entries, base, path)


def _scalar(value: header_plain.Value, base: int) -> tuple[str, Span, Kind, bool]:
    kind = "string" if value.quoted else scalar_kind(value.text)
    return value.text, Span(base + value.start, base + value.end), kind, value.quoted


def parsed(text: str, base: int) -> tuple[Field, ...]:
    """Do the same with a YAML parser. Raises InvalidError."""
    import yaml

    walker = _Walker(text, base)
    try:
        for event in yaml.parse(text, Loader=_loader()):
            walker.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at, message = mark.index if mark else 0, error.problem or str(error)
        raise InvalidError(message, base + at, _cause(text, at, message)) from None
    except yaml.reader.ReaderError as error:
        before = text.encode()[: error.position].decode(errors="ignore")  # libyaml counts bytes here
        raise InvalidError("a character that YAML does not allow", base + len(before)) from None
    return tuple(walker.fields)


def _cause(text: str, at: int, message: str) -> Cause:
    """Tell the two faults that have their own remedy; libyaml and the pure Python parser word them alike."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    if not before.strip() and "\t" in before + text[at : at + 1]:
        return "tab"
    return "colon" if message.startswith("mapping values are not allowed") else "other"


class _Walker:
    """Turns PyYAML's events into fields."""

    def __init__(self, text: str, base: int) -> None:
        self.text, self.base = text, base
        self.frames: list[_Frame] = []
        self.fields: list[Field] = []
        self.places: list[int] = []  # index of the field that each open frame belongs to, or -1

    def take(self, event: Any) -> None:
        name = type(event).__name__
        if name == "ScalarEvent":
            self.scalar(event)
        elif name in ("MappingStartEvent", "SequenceStartEvent"):
            self.open(event, name == "MappingStartEvent")
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            self.close(event)
        elif name == "AliasEvent":
            raise InvalidError("an alias (*name)", self.base + event.start_mark.index)

    def scalar(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        plain = not event.style  # None from the pure Python parser, "" from libyaml
        kind = scalar_kind(event.value) if plain and event.tag is None else "string"
        value = Scalar(event.value, Span(self.base + start, self.base + end), kind, event.style in ("'", '"'))
        if not self.frames:
            if kind != "null":
                raise InvalidError("the header is not a mapping of keys", self.base + start)
            return
        frame = self.frames[-1]
        if not frame.is_map:
            frame.items.append(value)
        elif frame.key is None:
            if value.text in frame.seen:  # the product's YAML library refuses what PyYAML lets pass
                message, first = f'the key "{value.text}" stands twice', frame.seen[value.text]
                raise InvalidError(message, self.base + start, "duplicate-key", first)
            frame.seen[value.text] = self.base + start
            frame.key = value
        else:
            self.fields.append(
                Field((*frame.path, frame.key.text), frame.key.span, value.text, value.span, kind, value.quoted)
            )
            frame.key = None

    def open(self, event: Any, is_map: bool) -> None:
        start = self.base + event.start_mark.index
        if len(self.frames) >= MAX_DEPTH:
            raise InvalidError(f"nesting deeper than {MAX_DEPTH}", start)
        place = -1
        path: tuple[str, ...] = ()
        if self.frames:
            frame = self.frames[-1]
            path = frame.path
            if frame.is_map and frame.key is None:
                raise InvalidError("a key that is not text", start)
            if frame.is_map and frame.key is not None:
                path = (*frame.path, frame.key.text)
                place = len(self.fields)
                kind: Kind = "mapping" if is_map else "list"
                self.fields.append(Field(path, frame.key.span, "", Span(start, start), kind, False))
                frame.key = None
        elif not is_map:
            raise InvalidError("the header is a list, not a mapping of keys", start)
        self.places.append(place)
        self.frames.append(_Frame(is_map, path, start))

    def close(self, event: Any) -> None:
        frame, place = self.frames.pop(), self.places.pop()
        if place >= 0:
            end = self.base + event.end_mark.index
            while end > frame.start and self.text[end - self.base - 1].isspace():
                end -= 1  # PyYAML ends a block collection where the next token starts
            field = self.fields[place]
            self.fields[place] = field._replace(span=Span(frame.start, end), items=tuple(frame.items))


@cache
def _rescue_line() -> re.Pattern[str]:
    return compile_once(r"^([A-Za-z_][\w-]*):[ \t]+(\S.*)$", re.MULTILINE)  # linear: no lazy run before blanks


@cache
def _needs_quotes() -> re.Pattern[str]:
    return compile_once(r"[{}\[\]*&#!|>%@`]|: ")


def rescue(text: str, base: int) -> tuple[Field, ...]:
    """Read the header as the loader's second try does: it quotes one-line values first (SPEC 1.6.3).

    Raises InvalidError when that does not help. Spans are those of the text as it stands on disk.
    """
    if len(text) > MAX_CHARACTERS:
        raise InvalidError("the header is longer than 64 KB", base)
    parts: list[str] = []
    edits: list[tuple[int, int, int, int]] = []  # a value's start and end in the changed text, then on disk
    at = size = 0
    for found in _rescue_line().finditer(text):
        value = found[2].rstrip(" \t\r")
        if (len(value) > 1 and value[0] == value[-1] and value[0] in "'\"") or not _needs_quotes().search(value):
            continue
        quoted = '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        start, end = found.start(2), found.start(2) + len(value)
        size += start - at
        edits.append((size, size + len(quoted), start, end))
        parts += (text[at:start], quoted)
        at, size = end, size + len(quoted)
    fields = strict("".join(parts) + text[at:], 0)

    def back(offset: int) -> int:
        place = bisect_right(edits, offset, key=lambda edit: edit[0]) - 1
        if place < 0:
            return base + offset
        _, last, start, end = edits[place]
        return base + (start if offset < last else end + offset - last)  # no node begins inside of a quoted value

    def moved(span: Span) -> Span:
        return Span(back(span.start), back(span.end))

    unquoted = {base + start for _, _, start, _ in edits}
    return tuple(
        f._replace(
            key_span=moved(f.key_span),
            span=moved(f.span),
            quoted=f.quoted and back(f.span.start) not in unquoted,
            items=tuple(item._replace(span=moved(item.span)) for item in f.items),
        )
        for f in fields
    )
