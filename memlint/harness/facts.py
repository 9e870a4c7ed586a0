"""The dated facts about agent products: loads ``facts.toml`` and picks what holds for one version."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

from memlint.errors import UsageError
from memlint.source import kept
from memlint.source.records import NamedTuple

Version: TypeAlias = tuple[int, ...]
NO_LIMIT = 2**62


class Fact(NamedTuple):
    """One fact; ``since`` is inclusive and ``until`` exclusive, both "" where the source names none."""

    id: str
    value: Any
    unit: str
    text: str
    since: str
    until: str
    date: str
    source: str
    confidence: str


class Facts:
    """The facts that hold for ``version`` of the product.

    A fact that is only younger than that version is no error: what did not exist yet has no limit and no names, and
    is not so.
    """

    def __init__(self, version: str, facts: tuple[Fact, ...]) -> None:
        self.version = version
        self._values = {fact.id: fact.value for fact in facts}

    def holds(self, name: str) -> bool:
        """Say whether a yes/no fact is so; before its time it is not. Raises KeyError for an unknown one."""
        return bool(self._value(name, 0) == 1)

    def number(self, name: str) -> int:
        """Return the limit ``name``, or a number that nothing reaches. Raises KeyError for an unknown one."""
        return int(self._value(name, NO_LIMIT))

    def text(self, name: str) -> str:
        """Return the text ``name``, or "". Raises KeyError for an unknown one."""
        return str(self._value(name, ""))

    def words(self, name: str) -> tuple[str, ...]:
        """Return a list, or a text split at blanks, or (). Raises KeyError for an unknown name."""
        value = self._value(name, ())
        return tuple(value.split()) if isinstance(value, str) else tuple(value)

    def _value(self, name: str, default: Any) -> Any:
        if name not in self._values and name not in {fact.id for fact in every()}:
            raise KeyError(name)
        return self._values.get(name, default)


_TOML, _JSON = (__file__.removesuffix(".py") + ending for ending in (".toml", ".json"))


@cache
def _table() -> dict[str, Any]:
    """Return ``facts.toml``, from its copy in JSON unless that is old: every run reads it, and TOML takes 9 ms more."""
    try:
        table: dict[str, Any] = kept.table("facts", _JSON)
        if table["size"] == os.stat(_TOML).st_size:
            return table
    except (OSError, ValueError, LookupError):
        pass
    return _source()


def _source() -> dict[str, Any]:
    import tomllib

    with open(_TOML, "rb") as stream:
        return tomllib.load(stream)


def copy() -> str:
    """Return the copy in JSON, as ``facts.json`` is shipped."""
    import json

    return json.dumps({"size": os.stat(_TOML).st_size, **_source()}, indent=1)


def newest() -> str:
    """Return the newest product version that the facts were checked against."""
    return str(_table()["product"]["claude"])


def sources() -> dict[str, str]:
    """Return what each source key stands for."""
    return dict(_table()["sources"])


def every() -> Iterator[Fact]:
    """Yield all facts of all versions, in the order of the table."""
    for row in _table()["fact"]:
        yield _fact(*row)


def _fact(name: str, value: Any, unit: str, text: str, evidence: str) -> Fact:
    versions, date, source, confidence = evidence.split(", ")
    words = versions.split(" ")  # "always" pairs with nothing
    edges = dict(zip(words[::2], words[1::2], strict=False))
    return Fact(name, value, unit, text, edges.get("since", ""), edges.get("until", ""), date, source, confidence)


def is_version(text: str) -> bool:
    """Say whether ``text`` is dotted numbers, such as "2.1.288": int() also reads signs, blanks and underscores."""
    return all(part.isascii() and part.isdecimal() for part in text.split("."))


def version(text: str) -> Version:
    """Read "2.1.288". Raises ValueError when it is not dotted numbers."""
    return tuple(int(part) for part in text.split("."))


def held(target: str) -> tuple[Fact, ...]:
    """Return the facts that hold for the version ``target``. Raises ValueError on a malformed one."""
    if not is_version(target):
        raise ValueError(target)
    wanted = version(target)
    return tuple(
        fact
        for fact in every()
        if (not fact.since or version(fact.since) <= wanted) and (not fact.until or wanted < version(fact.until))
    )


@cache
def for_version(target: str = "") -> Facts:
    """Return the facts for ``target``, by default the newest version. Raises ValueError on a malformed one."""
    name = target or newest()
    return Facts(name, held(name))


def asked_for(target: str) -> Facts:
    """Return the facts for a version that a person wrote, the newest for "". Raises UsageError on a malformed one."""
    try:
        return for_version(target)
    except ValueError:
        raise UsageError(f'target-version is a version such as {newest()}, not "{target}"') from None
