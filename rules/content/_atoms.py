"""Directives that turn the same knobs to the same values: equal whatever their words are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import cache
from typing import TypeAlias

from memlint import Atom, Project

from . import _vocabulary as vocabulary
from ._claims import Claim
from ._near import is_weighty
from ._stems import stem

_LONGEST = 12  # words; a longer sentence says more than its atoms do
_MORE = 2  # words that only one of the two has

Place: TypeAlias = tuple[str, int]


def atoms_of(project: Project) -> dict[Place, Hashable]:
    """Return what short directives are about, by path and offset: those alone that another one is equal to."""
    found: dict[Place, Hashable] = {}
    for directive in project.directions.all:
        words = directive.sentence.words
        if words.count(" ") < _LONGEST and not any(atom.flags for atom in directive.atoms):
            found[directive.path, directive.sentence.span.start] = frozenset(map(_knob, directive.atoms))
    counts = Counter(found.values())
    return {place: atoms for place, atoms in found.items() if counts[atoms] > 1}


def _knob(atom: Atom) -> Hashable:
    return atom.slot, atom.parameter, atom.value, atom.wanted, atom.qualifiers, atom.number, atom.relation


def agree(one: Claim, other: Claim) -> bool:
    """Say whether two claims with equal atoms say nothing else that counts."""
    more, beside = one.said - other.said, other.said - one.said
    either = more | beside
    if len(either) > _MORE or any(map(is_weighty, either)) or not either.isdisjoint(_areas()):
        return False
    return not any(more & contrast and beside & contrast for contrast in _contrasts())


@cache
def _areas() -> frozenset[str]:
    return frozenset(map(stem, vocabulary.AREAS)) - {stem("tests")}


@cache
def _contrasts() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(stem, words)) for words in vocabulary.CONTRASTS)
