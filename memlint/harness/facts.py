"""The dated facts about agent products: loads ``facts.toml`` and picks what holds for one version."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias

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

    A fact that is only younger than that version is no error: what did not exist yet has no limit and no names.
    """

    def __init__(self, version: str, facts: tuple[Fact, ...]) -> None:
        self.version = version
        self._values = {fact.id: fact.value for fact in facts}

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


@cache
def _table() -> dict[str, Any]:
    import tomllib

    with open(__file__.removesuffix("facts.py") + "facts.toml", "rb") as stream:
        return tomllib.load(stream)


def newest() -> str:
    """Return the newest product version that the facts were checked against."""
    return str(_table()["product"]["claude"])


def sources() -> dict[str, str]:
    """Return what each source key stands for."""
    return dict(_table()["sources"])


def every() -> Iterator[Fact]:
    """Yield all facts of all versions, in the order of the table."""
    for row in _table()["fact"]:
        yield Fact(**{"since": "", "until": "", **row})


def version(text: str) -> Version:
    """Read "2.1.288". Raises ValueError when it is not dotted numbers."""
    return tuple(int(part) for part in text.split("."))


@cache
def for_version(target: str = "") -> Facts:
    """Return the facts for ``target``, by default the newest version. Raises ValueError on a malformed one."""
    name = target or newest()
    wanted = version(name)
    held = tuple(
        fact
        for fact in every()
        if (not fact.since or version(fact.since) <= wanted) and (not fact.until or wanted < version(fact.until))
    )
    return Facts(name, held)
