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
from memlint.source.literals import Heads, Literals, heads, pieces
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.remembered import Memory

_HERE = os.path.dirname(__file__)
_FORM = 8  # of what is kept; another one is another memlint's

#: Numbers of slots → numbers of those of their wordings of which the needed texts are there.
Candidates: TypeAlias = dict[int, set[int]]
#: The numbers of a slot and of one of its wordings, those of the groups that this needs besides, and of further ones.
_Wording: TypeAlias = tuple[int, int, frozenset[int], frozenset[int]]
_Indexed: TypeAlias = tuple[dict[str, str], Heads]


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

    @cached_property
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
    """Return where texts stand: text → numbers of groups, and how to find them."""
    by_text: dict[str, list[str]] = {}
    for number, texts in enumerate(data["groups"]):
        for text in texts:
            by_text.setdefault(text, []).append(str(number))
    return {text: " ".join(numbers) for text, numbers in by_text.items()}, heads(by_text)


class _Told(NamedTuple):
    """What a piece tells: the groups of the texts in it, what is looked up by these, and texts that reach over it."""

    groups: frozenset[int]
    wordings: list[_Wording]
    longer: tuple[str, ...]


class _Index:
    """Finds which slots and wordings a text can have to do with, by the texts that these need."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._needed: dict[str, list[list[Any]]] = data["needed"]
        found: _Indexed = data.get("index") or indexed(data)
        self._by_text, by_head = found
        self._literals = Literals(by_head)
        self._of_piece: dict[str, _Told] = {}
        self._of_text: dict[str, _Told] = {}

    def candidates(self, text: str) -> tuple[Candidates, Candidates]:
        """Look through ``text`` piece by piece: most of them stood in earlier ones."""
        known, there = self._of_piece, set[int]()
        wordings: list[_Wording] = []
        longer = set(self._literals.marks)
        for piece in pieces(text):
            groups, looked_up, more = known.get(piece) or self._look_up(piece)
            there |= groups
            wordings += looked_up
            longer.update(more)
        for each in longer:
            if each in text:
                groups, looked_up, _ = self._of(each)
                there |= groups
                wordings += looked_up
        found: Candidates = {}
        likely: Candidates = {}
        for slot, form, others, further in wordings:
            if others <= there:
                found.setdefault(slot, set()).add(form)
                if further <= there:
                    likely.setdefault(slot, set()).add(form)
        return found, likely

    def _look_up(self, piece: str) -> _Told:
        texts, longer = self._literals.in_piece(piece)
        told = list(map(self._of, texts))
        groups = frozenset(group for each in told for group in each.groups)
        found = self._of_piece[piece] = _Told(groups, [each for every in told for each in every.wordings], longer)
        return found

    def _of(self, text: str) -> _Told:
        """Return the groups that have ``text``, and the wordings that are looked up by one of them."""
        found = self._of_text.get(text)
        if found is None:
            numbers = self._by_text[text].split()
            entries = (entry for each in numbers if each in self._needed for entry in kept.opened(self._needed, each))
            wordings = [(slot, form, frozenset(others), frozenset(more)) for slot, form, others, more in entries]
            found = self._of_text[text] = _Told(frozenset(map(int, numbers)), wordings, ())
        return found


class Tables:
    """All slots, and the phrases of all languages. ``data`` is as in ``tables.json``."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self._phrases: dict[str, Phrases] = {}
        self.answers = Memory()  # what was found with these tables, where they are not the shipped ones
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
        return [self.looked_up(text)[0] for text in texts]

    def looked_up(self, text: str) -> tuple[Candidates, Candidates]:
        """Return the candidates of ``text``, and those of them that are left when all that a match needs is looked for."""
        (_, shipped), *own = self._searched
        found, likely = shipped.candidates(text)
        for first, index in own:
            for known, more in zip((found, likely), index.candidates(text), strict=True):
                known |= {slot + first: forms for slot, forms in more.items()}
        for slot in found.keys() & self._replaced:
            del found[slot]
            likely.pop(slot, None)
        return found, likely

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
    by_text, by_head = data["index"]
    return {
        **data,
        "phrases": {name: kept.closed(lists) for name, lists in data["phrases"].items()},
        "slots": [(name, kind, kept.closed(claims), rest) for name, kind, claims, rest in data["slots"]],
        "groups": [],  # the index has them
        "needed": {number: kept.closed(entries) for number, entries in data["needed"].items()},
        "index": (by_text, {head: kept.closed(rows) for head, rows in by_head.items()}),
    }


def with_own(rows: tuple[dict[str, Any], ...]) -> Tables:
    """Return the shipped tables and a team's own slots, as ``tables/slots`` has them. Raises ValueError on a bad one."""
    from memlint.source.directives.compiling import compiled

    return builtin().more(compiled(rows))
