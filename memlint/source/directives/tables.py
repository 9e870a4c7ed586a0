"""The tables of slots, languages and qualifiers, as compiled from YAML into ``tables.json``; patterns come lazily."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, TypeAlias

from memlint.source import kept
from memlint.source.directives.phrases import Phrases, Words, is_text
from memlint.source.patterns import compile_once

_HERE = os.path.dirname(__file__)
_HEAD = 3  # characters by which literals are found

#: Numbers of slots → numbers of those of their wordings of which the needed texts are there.
Candidates: TypeAlias = dict[int, set[int]]
_Indexed: TypeAlias = tuple[dict[str, list[str]], list[tuple[str, str]], dict[str, list[tuple[str, str]]]]


def expanded(text: str, macros: Mapping[str, str]) -> str:
    """Return the pattern ``text`` with its ``{macros}`` spelled out. Raises KeyError for an unknown one."""
    return re.sub(r"\{([a-z]+(?:-[a-z]+)*)\}", lambda name: macros[name[1]], text)


class Form:
    """One wording of a value. ``wanted`` is None where the words around it decide."""

    def __init__(
        self, value: str, wanted: bool | None, pattern: str, needs_role: bool, macros: Mapping[str, str]
    ) -> None:
        self.value, self.wanted, self.needs_role = value, wanted, needs_role
        self.pattern, self._macros = pattern, macros

    @cached_property
    def words(self) -> re.Pattern[str]:
        """What it matches, without case."""
        return compile_once(expanded(self.pattern, self._macros), re.IGNORECASE)


class Slot:
    """One knob. ``claims`` are, for each wording of a choice or toggle, its value and whether that is wanted."""

    def __init__(self, entry: tuple[str, str, list[tuple[str, bool | None]], str], macros: Mapping[str, str]) -> None:
        self.id, self.kind, self.claims, self._rest = entry
        self._macros = macros
        self._patterns: dict[str, re.Pattern[str] | None] = {}

    @cached_property
    def row(self) -> dict[str, Any]:
        """The rest of its entry, which only those slots need that are spoken of."""
        return dict(json.loads(self._rest))

    @property
    def about(self) -> str:
        """What it is about, in words for a message."""
        return str(self.row["about"])

    @cached_property
    def ignores(self) -> frozenset[str]:
        """The qualifiers that tell nothing apart here: what the slot implies, and what its parameters say."""
        names = self.row.get("parameters", {})
        extra = ("commit", "docs", "response", "ui", "comments") if names else ()
        return frozenset((*self.row["ignores"], *names, *extra))

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The wordings of a choice or a toggle."""
        pairs = zip(self.claims, self.row["forms"], strict=True)
        return tuple(
            Form(value, wanted, text, needs_role, self._macros) for (value, wanted), (text, needs_role) in pairs
        )

    def flag(self, name: str) -> bool:
        """Say whether the entry sets ``name``."""
        return bool(self.row.get(name))

    def pattern(self, name: str) -> re.Pattern[str] | None:
        """Return the pattern that the entry has under ``name``, or None."""
        if name not in self._patterns:
            text = expanded(self.row.get(name) or "", self._macros)
            self._patterns[name] = compile_once(text, re.IGNORECASE) if text else None
        return self._patterns[name]

    @cached_property
    def parameters(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """The things that it can be set for, each with the words that name it."""
        found: dict[str, str] = self.row.get("parameters", {})
        return tuple((name, compile_once(text, re.IGNORECASE)) for name, text in found.items())

    def together(self, one: str, other: str) -> bool:
        """Say whether both values may be wanted at once."""
        return any(one in group and other in group for group in self.row.get("compatible", ()))


def indexed(data: dict[str, Any]) -> _Indexed:
    """Return where texts are needed: text → numbers of groups, and by the head of its longest word how to find it."""
    by_text: dict[str, list[str]] = {}
    for number in data["needed"]:
        for text in data["groups"][int(number)]:
            by_text.setdefault(text, []).append(number)
    short: list[tuple[str, str]] = []
    by_head: dict[str, list[tuple[str, str]]] = {}
    for text in by_text:
        word = max(text.split(), key=len)
        pairs = short if len(word) < _HEAD else by_head.setdefault(word[:_HEAD], [])
        pairs.append((word, text))
    return by_text, short, by_head


class _Index:
    """Finds which slots and wordings a text can have to do with, by the texts that these need."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._groups: list[list[str]] = data["groups"]
        self._needed: dict[str, list[list[int]]] = data["needed"]
        found: _Indexed = data.get("index") or indexed(data)
        self._by_text, self._short, self._by_head = found

    def candidates(self, texts: Sequence[str]) -> list[Candidates]:
        """Look through all ``texts`` of a document in two steps, because most of what is looked for is in none."""
        near = self._near(texts)
        short = [text for text in near if len(text) < _HEAD]
        by_head: dict[str, list[str]] = {}
        for text in near:
            if len(text) >= _HEAD:
                by_head.setdefault(text[:_HEAD], []).append(text)
        return [self._candidates(text, short, by_head) for text in texts]

    def _near(self, texts: Iterable[str]) -> list[str]:
        """Return the texts looked for of which the longest word stands in one of ``texts``."""
        words = " ".join({word for text in texts for word in text.split()})
        found = {text for word, text in self._short if word in words}
        heads = self._by_head
        for at in range(len(words) - _HEAD + 1):
            pairs = heads.get(words[at : at + _HEAD])
            if pairs:
                found.update(text for word, text in pairs if words.startswith(word, at))
        return sorted(found)

    def _candidates(self, text: str, short: list[str], by_head: dict[str, list[str]]) -> Candidates:
        parts = {part for part in short if part in text}
        for at in range(len(text) - _HEAD + 1):
            heads = by_head.get(text[at : at + _HEAD])
            if heads:
                parts.update(part for part in heads if text.startswith(part, at))
        found: Candidates = {}
        there: dict[int, bool] = {}
        for number in {number for part in parts for number in self._by_text[part]}:
            for slot, form, *others in self._needed[number]:
                for other in others:
                    if other not in there:
                        there[other] = any(part in text for part in self._groups[other])
                    if not there[other]:
                        break
                else:
                    found.setdefault(slot, set()).add(form)
        return found


class Tables:
    """All slots, and the phrases of all languages. ``data`` is as in ``tables.json``."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self._phrases: dict[str, Phrases] = {}
        self.slots: tuple[Slot, ...] = tuple(Slot(entry, data["macros"]) for entry in data["slots"])
        self._indexes = [(0, data)]  # the number of the first slot of each, and where it is looked up
        self._replaced: frozenset[int] = frozenset()

    def phrases(self, name: str) -> Phrases:
        """Return the phrases ``name`` of all languages, or with ``name-language`` of one."""
        found = self._phrases.get(name)
        if found is None:
            words, starts, texts = self._data["phrases"].get(name, ((), (), ()))
            found = self._phrases[name] = Phrases(frozenset(words), tuple(starts), tuple(texts))
        return found

    def qualifiers(self, words: Words) -> Iterator[str]:
        """Yield the names of the qualifiers of which a phrase stands in ``words``."""
        by_phrase, texts = self._by_phrase
        yield from (by_phrase[gram] for gram in words.grams if gram in by_phrase)
        if words.is_eastern:
            yield from (name for text, name in texts if text in words.text)

    @property
    def qualifier_names(self) -> frozenset[str]:
        """The names of all qualifiers."""
        return frozenset(self._data["qualifiers"])

    @cached_property
    def _by_phrase(self) -> tuple[dict[str, str], list[tuple[str, str]]]:
        pairs = [(entry, name) for name, entries in self._data["qualifiers"].items() for entry in entries]
        return dict(pairs), [pair for pair in pairs if is_text(pair[0])]

    def candidates(self, texts: Sequence[str]) -> list[Candidates]:
        """Return, for each of ``texts`` (in lower case), which slots and wordings it can have something to do with.

        A number slot's only wording is its knob.
        """
        found: list[Candidates] = [{} for _ in texts]
        for first, index in self._searched:
            for candidates, more in zip(found, index.candidates(texts), strict=True):
                candidates |= {
                    slot + first: forms for slot, forms in more.items() if slot + first not in self._replaced
                }
        return found

    @cached_property
    def _searched(self) -> list[tuple[int, _Index]]:
        return [(first, _Index(data)) for first, data in self._indexes]

    def more(self, own: dict[str, Any]) -> Tables:
        """Return these tables with the slots of ``own`` besides, or in place of those of the same names."""
        found = Tables(self._data)
        found._indexes = [*self._indexes, (len(self.slots), own)]
        found.slots = (*self.slots, *(Slot(entry, self._data["macros"]) for entry in own["slots"]))
        names = {entry[0] for entry in own["slots"]}
        old = enumerate(self.slots)
        found._replaced = self._replaced | {number for number, slot in old if slot.id in names}
        return found


@cache
def builtin() -> Tables:
    """Return the tables that are shipped."""
    file = os.path.join(_HERE, "tables.json")
    status = os.stat(file)
    stamp = (status.st_size, status.st_mtime_ns)
    data = kept.load("tables", stamp)
    if not isinstance(data, dict):
        with open(file, encoding="utf-8") as stream:
            data = json.load(stream)
        data["index"] = indexed(data)
        kept.save("tables", stamp, data)
    return Tables(data)


def with_own(rows: tuple[dict[str, Any], ...]) -> Tables:
    """Return the shipped tables and a team's own slots, as ``tables/slots`` has them. Raises ValueError on a bad one."""
    from memlint.source.directives.compiling import compiled

    return builtin().more(compiled(rows))
