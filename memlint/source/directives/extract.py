"""From the sentences of a document to its directives."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from memlint.source.directives.atoms import Atom, Directive, Flag
from memlint.source.directives.phrases import lowered
from memlint.source.directives.sentence import Reader
from memlint.source.directives.tables import Candidates, Tables
from memlint.source.sentences import Sentence


def directives(
    path: str,
    sentences: Sequence[Sentence],
    tables: Tables,
    candidates: Sequence[Candidates] | None = None,
    known: dict[Hashable, tuple[Atom, ...]] | None = None,
) -> Iterator[Directive]:
    """Yield the directives of one document. One exception counts for the whole list item or paragraph.

    ``candidates`` are, for each sentence, the slots and wordings to look for, equal ones for equal words; by default
    all that may be there. ``known`` keeps the atoms of what was read, for the next document of the same project.
    """
    known = {} if known is None else known
    if candidates is None:
        candidates = tables.candidates([lowered(sentence.words) for sentence in sentences])
    group: list[Reader] = []
    for sentence, slots in zip(sentences, candidates, strict=True):
        if group and not _continues(group[-1].sentence, sentence):
            yield from _finished(path, group, known)
            group = []
        group.append(Reader(sentence, tables, slots))
    yield from _finished(path, group, known)


def _finished(path: str, group: list[Reader], known: dict[Hashable, tuple[Atom, ...]]) -> Iterator[Directive]:
    if not any(reader.candidates for reader in group):
        return
    read = [(reader, atoms) for reader in group if reader.candidates and (atoms := _atoms(reader, known))]
    shared = frozenset[Flag]().union(*(reader.flags for reader in group)) & {"exception", "override"} if read else None
    for reader, atoms in read:
        with_shared = tuple(atom._replace(flags=atom.flags | shared) for atom in atoms) if shared else atoms
        yield Directive(path, reader.sentence, with_shared)


def _atoms(reader: Reader, known: dict[Hashable, tuple[Atom, ...]]) -> tuple[Atom, ...]:
    """Return the atoms of a sentence, from ``known`` where the same was said under headings that say the same."""
    key = reader.key
    if key not in known:
        known[key] = reader.all_atoms()
    return known[key]


def _continues(one: Sentence, other: Sentence) -> bool:
    same = (one.list_id, one.position, one.headings) == (other.list_id, other.position, other.headings)
    return same and other.span.start - one.span.end <= 2  # a blank or a line break, no paragraph's end
