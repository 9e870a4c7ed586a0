"""From the sentences of a document to its directives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from memlint.source.directives.atoms import Atom, Directive, Flag
from memlint.source.directives.sentence import Reader
from memlint.source.directives.shared import Group, groups
from memlint.source.directives.tables import Tables, builtin
from memlint.source.remembered import Memory, memory
from memlint.source.sentences import Sentence


def directives(path: str, sentences: Sequence[Sentence], tables: Tables) -> Iterator[Directive]:
    """Yield the directives of one document."""
    return told(path, groups(sentences, tables), tables)


def told(path: str, groups: Iterable[Group], tables: Tables) -> Iterator[Directive]:
    """Yield the directives of the document at ``path`` that ``groups`` of its sentences can be, with these slots alone."""
    known = memory(__name__) if tables is builtin() else tables.answers
    for group in groups:
        readers = [Reader(sentence, tables, candidates) for sentence, candidates in group]
        read = [(reader, atoms) for reader in readers if reader.candidates and (atoms := _atoms(reader, known))]
        flags = frozenset[Flag]().union(*(reader.flags for reader in readers)) if read else frozenset()
        shared = flags & {"exception", "override"}
        for reader, atoms in read:
            with_shared = tuple(atom._replace(flags=atom.flags | shared) for atom in atoms) if shared else atoms
            yield Directive(path, reader.sentence, with_shared)


def _atoms(reader: Reader, known: Memory) -> tuple[Atom, ...]:
    """Return the atoms of a sentence, from ``known`` where the same was said under headings that say the same."""
    key = reader.key
    if key not in known:
        known.note(key, reader.all_atoms())
    found: tuple[Atom, ...] = known[key]
    return found
