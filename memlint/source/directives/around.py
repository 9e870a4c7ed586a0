"""What the headings above a sentence, and the line that introduces its list, make of what it says."""

from __future__ import annotations

from functools import lru_cache

from memlint.source.directives.limits import title
from memlint.source.directives.phrases import words_of
from memlint.source.directives.tables import Tables
from memlint.source.records import NamedTuple


class Around(NamedTuple):
    """What stands above a sentence.

    ``says_never``: it is one of what must not be. ``tells``: its section tells what happened. ``qualifiers`` are what
    the section is limited to. ``heading`` is the nearest heading.
    """

    says_never: bool
    tells: bool
    qualifiers: frozenset[str]
    heading: str


@lru_cache(maxsize=8_192)  # all sentences of a section have the same
def around(headings: tuple[str, ...], lead_in: str, tables: Tables) -> Around:
    """Return what the two nearest ``headings``, the outer one first, and the line ``lead_in`` say."""
    heading = headings[-1] if headings else ""
    above = [text for text in (*headings, lead_in) if text]
    limits = (*map(title, headings), lead_in)
    return Around(
        says_never=any(words_of(text).starts(tables.phrases("heading-never")) for text in above),
        tells=words_of(heading.lstrip("0123456789. ")).starts(tables.phrases("heading-narrative")),
        qualifiers=frozenset(name for text in limits for name in tables.qualifiers(words_of(text))),
        heading=heading,
    )
