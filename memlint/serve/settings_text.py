"""Putting entries into the text of a JSON file and taking them out, so that every other character stays as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from memlint.errors import RefusedError
from memlint.source.records import NamedTuple

_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


class Entry(NamedTuple):
    """A member of an object or an item of an array: where it starts, where its value starts and ends, and that value.

    ``key`` is "" for an item.
    """

    key: str
    start: int
    value_start: int
    end: int
    value: Any


class Container(NamedTuple):
    """An object or an array in a text: the offsets of its brackets and its entries in their order."""

    start: int
    end: int
    entries: tuple[Entry, ...]

    def get(self, key: str) -> Entry | None:
        """Return the member ``key``, None for none."""
        return next((entry for entry in self.entries if entry.key == key), None)


def check(text: str, name: str) -> None:
    """Raise RefusedError, which says why, for a text that is no JSON object or says something twice."""
    try:
        value = json.loads(text, object_pairs_hook=_once(name), parse_constant=_no_number)
    except RecursionError:
        raise RefusedError(f"{name} is nested too deeply") from None
    except ValueError as error:
        raise RefusedError(_refused(text, name, error)) from None
    if not isinstance(value, dict):
        raise RefusedError(f"{name} holds no JSON object")


def _once(name: str) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen: set[str] = set()
            twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            raise RefusedError(f'{name} has the key "{twice}" twice in one object')
        return found

    return made


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no JSON number")


def _refused(text: str, name: str, error: ValueError) -> str:
    at = getattr(error, "pos", -1)
    line = f" (line {getattr(error, 'lineno', 0)})" if at >= 0 else ""
    before = {at, text.rfind(",", 0, at + 1) + 1} if at >= 0 else set()
    if any(text[start:].lstrip(_SPACE).startswith(("//", "/*")) for start in before):
        return f"{name} has comments{line}: only plain JSON is changed"
    return f"{name} is not JSON: {getattr(error, 'msg', error)}{line}"


def container(text: str, at: int) -> Container:
    """Return the object or array whose bracket stands at ``at`` in a valid JSON text."""
    is_object, entries, here = text[at] == "{", [], _skip(text, at + 1)
    while text[here] not in "}]":
        start, key = here, ""
        if is_object:
            key, here = _DECODER.raw_decode(text, here)
            here = _skip(text, _skip(text, here) + 1)  # the colon
        value_start = here
        value, here = _DECODER.raw_decode(text, here)
        entries.append(Entry(key, start, value_start, here, value))
        here = _skip(text, here)
        if text[here] == ",":
            here = _skip(text, here + 1)
    return Container(at, here, tuple(entries))


def _skip(text: str, at: int) -> int:
    while text[at] in _SPACE:
        at += 1
    return at


def added(text: str, at: int, value: Any, *, key: str = "") -> str:
    """Return ``text`` with ``value`` as the last entry of the container at ``at``, written as its neighbours are."""
    found = container(text, at)
    newline = "\r\n" if "\r\n" in text else "\n"
    outer = _indent(text, at)
    unit = _unit(text)
    if found.entries:
        gap = text[found.start + 1 : found.entries[0].start]
        inner = gap.rpartition("\n")[2] if "\n" in gap else None
        where, before, after = found.entries[-1].end, "," + (" " if inner is None else gap), ""
    else:
        inner = None if unit is None else outer + unit
        where, before = found.start + 1, "" if inner is None else newline + inner
        after = "" if inner is None or "\n" in text[where : found.end] else newline + outer
    made = _written({key: value} if key else value, inner, unit or "  ", newline, bare=bool(key))
    return text[:where] + before + made + after + text[where:]


def _written(value: Any, inner: str | None, unit: str, newline: str, *, bare: bool) -> str:
    """Return ``value`` as JSON, its lines after the first indented by ``inner``; ``bare``: the members alone."""
    if inner is None:
        made = json.dumps(value, ensure_ascii=False)
        return made[1:-1] if bare else made
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    if bare:
        lines = [line.removeprefix(unit) for line in lines[1:-1]]
    return f"{newline}{inner}".join(lines)


def removed(text: str, at: int, entry: Entry) -> str:
    """Return ``text`` without ``entry`` of the container at ``at``, nor the comma that it brought along."""
    found = container(text, at)
    number = [each.start for each in found.entries].index(entry.start)
    if len(found.entries) == 1:
        return text[: found.start + 1] + text[found.end :]
    if number:
        return text[: found.entries[number - 1].end] + text[entry.end :]
    return text[: entry.start] + text[found.entries[1].start :]


def _indent(text: str, at: int) -> str:
    """Return the white space at the start of the line of ``at``."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str | None:
    """Return what one level is indented by, None for a text on one line that holds something."""
    at = text.index("{")
    gap = text[at + 1 : _skip(text, at + 1)]
    if "\n" in gap and text[at + 1 + len(gap)] != "}":
        return gap.rpartition("\n")[2] or "  "
    return None if text[at + 1 + len(gap)] != "}" else "  "
