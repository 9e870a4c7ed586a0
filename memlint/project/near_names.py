"""Names that are written almost alike, found without comparing each with each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memlint.project.memory import folded

_SHORTEST = 5  # characters; one letter makes another word of a shorter name
_SHORTEST_WORD = 4
_FEWEST_WORDS = 3  # that both names must share where one has a word more


class NearNames:
    """Finds the names that differ from one by a letter, by two that changed places, by their order or by one word."""

    def __init__(self, names: Iterable[str]) -> None:
        self._written: dict[str, str] = {}
        for name in names:
            self._written.setdefault(folded(name), name)
        self._by_key: dict[str, list[str]] = {}
        for name in self._written:
            for key in _keys(name):
                self._by_key.setdefault(key, []).append(name)

    def near(self, name: str) -> tuple[str, ...]:
        """Return the known names that ``name`` is almost, as they are written, in alphabetical order."""
        asked = folded(name)
        found = {other for key in _keys(asked) for other in self._by_key.get(key, ()) if _alike(asked, other)}
        return tuple(self._written[other] for other in sorted(found))


def _keys(name: str) -> Iterator[str]:
    """Yield what is left of a name when any one letter is taken out of it, or one of many words, or all order."""
    letters = name.replace("-", "")
    yield letters
    for at in range(len(letters)):
        yield letters[:at] + letters[at + 1 :]
    words = name.split("-")
    ordered = " ".join(sorted(words))
    yield ordered
    if len(words) >= _FEWEST_WORDS:
        yield f"+{name}"
    if len(words) > _FEWEST_WORDS:
        for at, word in enumerate(words):
            if word.isalpha():
                yield "+" + "-".join(words[:at] + words[at + 1 :])


def _alike(name: str, other: str) -> bool:
    """Say whether the difference is a slip: no other number, no change of a short word into another one."""
    if min(len(name), len(other)) < _SHORTEST or name == other or _digits(name) != _digits(other):
        return False
    words, others = name.split("-"), other.split("-")
    if len(words) != len(others):
        return True
    different = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return sorted(words) == sorted(others) or all(min(map(len, pair)) >= _SHORTEST_WORD for pair in different)


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))
