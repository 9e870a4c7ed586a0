"""Atom and Directive: plain values."""

from __future__ import annotations

from typing import Literal, TypeAlias

from memlint.source.records import NamedTuple
from memlint.source.sentences import Sentence

Relation: TypeAlias = Literal["=", "<=", ">="]
#: Why an atom is not compared: it holds under a condition, has exceptions, or says itself what it overrides.
Flag: TypeAlias = Literal["condition", "exception", "override", "permission"]


class Atom(NamedTuple):
    """What a directive says about one knob.

    ``slot`` names the knob and ``parameter`` which of several (commit messages, comments …). ``value`` is what it is
    turned to, or with ``wanted`` False away from. A number stands in ``number`` (versions as (major, minor), minor -1
    where it is not told) with its ``relation``. ``qualifiers`` are what it is limited to.
    """

    slot: str
    parameter: str
    value: str
    wanted: bool
    qualifiers: frozenset[str] = frozenset()
    flags: frozenset[Flag] = frozenset()
    number: tuple[float, ...] = ()
    relation: Relation = "="


class Directive(NamedTuple):
    """A sentence of the memory file at ``path`` that tells the agent something, and its atoms."""

    path: str
    sentence: Sentence
    atoms: tuple[Atom, ...]
