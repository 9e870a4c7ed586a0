"""The tables of slots, languages and qualifiers, as compiled from YAML into ``tables.json``; patterns come lazily."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, TypeAlias

from memlint.source import kept
from memlint.source.directives.phrases import Phrases, Words, is_text
from memlint.source.patterns import compile_once

_HERE = os.path.dirname(__file__)
_FORM = 3  # of what is kept; another one is another memlint's
_HEAD = 3  # characters by which literals are found

#: Numbers of slots → numbers of those of their wordings of which the needed texts are there.
Candidates: TypeAlias = dict[int, set[int]]
_Indexed: TypeAlias = tuple[dict[str, str], list[tuple[str, str]], dict[str, list[tuple[str, str]]]]


@cache
def _macro() -> re.Pattern[str]:
    return compile_once(r"\{([a-z]+(?:-[a-z]+)*)\}")


def expanded(text: str, macros: Mapping[str, str]) -> str:
    """Return the pattern ``text`` with its ``{macros}`` spelled out. Raises KeyError for an unknown one."""
    return _macro().sub(lambda name: macros[name[1]], text)


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
    """One knob, from its entry in ``tables.json``."""

    def __init__(self, entry: Sequence[Any], macros: Mapping[str, str]) -> None:
        self.id, self.kind, *_ = self._entry = [*entry]
        self._macros = macros
        self._patterns: dict[str, re.Pattern[str] | None] = {}

    @cached_property
    def row(self) -> dict[str, Any]:
        """The rest of its entry, which only those slots need that are spoken of."""
        return dict(json.loads(self._entry[3]))

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
        pairs = zip(kept.opened(self._entry, 2), self.row["forms"], strict=True)
        return tuple(
            Form(value, wanted, text, needs_role, self._macros) for (value, wanted), (text, needs_role) in pairs
        )

    def flag(self, name: str) -> bool:
        """Say whether the entry sets ``name``."""
        return bool(self.row.get(name))

    @cached_property
    def asks_heading(self) -> bool:
        """Whether the heading above a sentence can tell what it sets the slot for."""
        return self.flag("role") or self.flag("parameters")

    def pattern(self, name: str) -> re.Pattern[str] | None:
        """Return the pattern that the entry has under ``name``, or None."""
        if name not in self._patterns:
            text = expanded(self.row.get(name) or "", self._macros)
            self._patterns[name] = compile_once(text, re.IGNORECASE) if text else None
        return self._patterns[name]

    @property
    def needed(self) -> re.Pattern[str] | None:
        """The pattern without which a sentence says nothing of it, if it has one."""
        return self.pattern("knob" if self.kind == "number" else "need")

    @cached_property
    def parameters(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """The things that it can be set for, each with the words that name it."""
        found: dict[str, str] = self.row.get("parameters", {})
        return tuple((name, compile_once(text, re.IGNORECASE)) for name, text in found.items())

    def together(self, one: str, other: str) -> bool:
        """Say whether both values may be wanted at once."""
        return any(one in group and other in group for group in self.row.get("compatible", ()))


def indexed(data: dict[str, Any]) -> _Indexed:
    """Return where texts stand: text → numbers of groups, and by the head of its longest word how to find it."""
    by_text: dict[str, list[str]] = {}
    for number, texts in enumerate(data["groups"]):
        for text in texts:
            by_text.setdefault(text, []).append(str(number))
    short: list[tuple[str, str]] = []
    by_head: dict[str, list[tuple[str, str]]] = {}
    for text in by_text:
        word = max(text.split(), key=len)
        pairs = short if len(word) < _HEAD else by_head.setdefault(word[:_HEAD], [])
        pairs.append((word, text))
    return {text: " ".join(numbers) for text, numbers in by_text.items()}, short, by_head


class _Index:
    """Finds which slots and wordings a text can have to do with, by the texts that these need."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._needed: dict[str, list[list[int]]] = data["needed"]
        self._first = frozenset(map(int, self._needed))  # the groups that wordings are looked up by
        self._wordings: dict[int, list[tuple[int, int, frozenset[int]]]] = {}
        found: _Indexed = data.get("index") or indexed(data)
        self._by_text, short, self._by_head = found
        self._short: dict[str, list[str]] = {}
        for part, text in short:
            self._short.setdefault(part, []).append(text)
        self._numbers: dict[str, frozenset[int]] = {}
        self._looked_up: set[str] = set()
        self._told: dict[str, tuple[list[frozenset[int]], list[str]]] = {}  # of the words that were looked up

    def candidates(self, texts: Sequence[str]) -> list[Candidates]:
        """Look through ``texts`` word by word: most of their words stand in several, or stood in earlier ones."""
        for word in {word for text in texts for word in text.split()} - self._looked_up:
            whole, longer = self._parts(word)
            if whole or longer:
                self._told[word] = [self._groups_of(part) for part in whole], longer
            self._looked_up.add(word)
        return [self._candidates(text, self._told) for text in texts]

    def _groups_of(self, text: str) -> frozenset[int]:
        """Return the numbers of the groups that have ``text``."""
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = frozenset(map(int, self._by_text[text].split()))
        return found

    def _wordings_of(self, number: int) -> list[tuple[int, int, frozenset[int]]]:
        """Return slot, wording and the other groups that it needs, for those that are looked up by one group."""
        entries = kept.opened(self._needed, str(number))
        found = self._wordings[number] = [(slot, form, frozenset(others)) for slot, form, *others in entries]
        return found

    def _parts(self, word: str) -> tuple[set[str], list[str]]:
        """Return the texts looked for that stand in ``word``, and those of several words of which the longest does."""
        whole = set[str]()
        longer: list[str] = []
        heads, short = self._by_head, self._short
        for at in range(len(word)):
            for size in range(1, _HEAD):
                for text in short.get(word[at : at + size], ()):
                    if text in word:
                        whole.add(text)
                    else:
                        longer.append(text)
            head = word[at : at + _HEAD]
            if head in heads:
                for part, text in kept.opened(heads, head):
                    if word.startswith(part, at):
                        whole.add(text) if part == text else longer.append(text)
        return whole, longer

    def _candidates(self, text: str, told: Mapping[str, tuple[list[frozenset[int]], list[str]]]) -> Candidates:
        words = [told[word] for word in set(text.split()) if word in told]
        there = set[int]().union(*(groups for whole, _ in words for groups in whole))
        for part in {part for _, longer in words for part in longer}:
            if part in text:
                there |= self._groups_of(part)
        found: Candidates = {}
        known = self._wordings
        for number in there & self._first:
            for slot, form, others in known.get(number) or self._wordings_of(number):
                if others <= there:
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
            known = self._data["phrases"]
            words, starts, texts = kept.opened(known, name) if name in known else ((), (), ())
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
    stamp = (_FORM, status.st_size, status.st_mtime_ns)
    data = kept.load("tables", stamp)
    if not isinstance(data, dict):
        with open(file, encoding="utf-8") as stream:
            data = json.load(stream)
        data["index"] = indexed(data)
        kept.save("tables", stamp, _closed(data))
    return Tables(data)


def _closed(data: dict[str, Any]) -> dict[str, Any]:
    """Return ``data`` with those of its values closed of which a run needs few."""
    by_text, short, by_head = data["index"]
    return {
        **data,
        "phrases": {name: kept.closed(lists) for name, lists in data["phrases"].items()},
        "slots": [(name, kind, kept.closed(claims), rest) for name, kind, claims, rest in data["slots"]],
        "groups": [],  # the index has them
        "needed": {number: kept.closed(entries) for number, entries in data["needed"].items()},
        "index": (by_text, short, {head: kept.closed(pairs) for head, pairs in by_head.items()}),
    }


def with_own(rows: tuple[dict[str, Any], ...]) -> Tables:
    """Return the shipped tables and a team's own slots, as ``tables/slots`` has them. Raises ValueError on a bad one."""
    from memlint.source.directives.compiling import compiled

    return builtin().more(compiled(rows))
