"""What two memory files that are in context together both say: compared once for all rules that ask."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from functools import cache

from memlint import NamedTuple, Project, Sentence, compile_once, spoken_in

from . import _vocabulary as vocabulary
from ._atoms import agree, atoms_of
from ._claims import Claim, claim, far_pairs, length, outlines
from ._directive import apply_alike, is_directive, under_never
from ._near import Near, alike

_FEW = 8  # files, of all that say one thing, that a further one is compared with
RUN_LINES, RUN_WORDS = 3, 25  # what makes a copied passage (case 83)
RUN_AT_LEAST = 15  # words of a passage of several lines
SENTENCE_WORDS = 8  # of a sentence that counts on its own in other words too (case 82)
_MOST, _HALF = 0.8, 0.6  # of the shorter file's words, or of both files'
_MIRROR_WORDS, _MIRROR_SENTENCES = 40, 4
_ORDER = 0.6  # of the pairs of Chinese characters: `commit before testing` is not `test before committing`
_LONGEST = 60  # words; a longer sentence is compared as it stands


class Unit(NamedTuple):
    """A sentence of the file at ``path``, the ``at``-th from 0, and what it claims."""

    path: str
    at: int
    sentence: Sentence
    claim: Claim
    text: str


class Match(NamedTuple):
    """Two sentences that say the same, the one that loads first and the other; ``verbatim``: in the same words."""

    first: Unit
    second: Unit
    verbatim: bool

    def side(self, at: int) -> Unit:
        """Return the first sentence for 0, the second one for 1."""
        return self.second if at else self.first


class Repeat(NamedTuple):
    """What two files both say; ``when`` tells when both are in context.

    ``matches`` are directives and passages, and need not be there; ``long`` are all sentences of 8 words and more.
    ``shares`` are the parts, from 0 to 1, of the words of the first and of the second file. ``mirrored``: it is most of
    the text of one of them.
    """

    first: str
    second: str
    when: str
    matches: tuple[Match, ...]
    long: tuple[Match, ...]
    shares: tuple[float, float]
    mirrored: bool


def repeats(project: Project) -> tuple[Repeat, ...]:
    """Return what pairs of files have in common that is worth saying, in load order."""
    return project.once(_Search).found


@cache
def _boilerplate() -> re.Pattern[str]:
    return compile_once(vocabulary.BOILERPLATE, re.IGNORECASE)


@cache
def _letters() -> re.Pattern[str]:
    return compile_once(r"[\W_]+")


@cache
def _numbers() -> re.Pattern[str]:
    return compile_once(r"\d+")


def _in_other_order(one: list[str], other: list[str]) -> bool:
    return one != other and sorted(one) == sorted(other)


def same(one: Unit, other: Unit) -> bool:
    """Say whether two sentences say the same, word order and filler aside, about the same."""
    if one.text == other.text and one.claim.number >= SENTENCE_WORDS:
        return True
    mine, theirs = one.claim, other.claim
    if mine.whole != theirs.whole and (mine.said != theirs.said or (mine.rest and theirs.rest)):
        return False
    if not mine.said or _in_other_order(*(_numbers().findall(unit.text) for unit in (one, other))):
        return False
    if far_pairs(one.sentence.words, other.sentence.words) < _ORDER:
        return False
    return apply_alike(one.sentence, other.sentence)


class _Outlined(NamedTuple):
    """How many words a file has, where its sentences start, and their outlines: the words of each, sorted, as one text.

    A project has so many of them that sets of words would take most of its memory.
    """

    words: int
    starts: tuple[int, ...]
    outlines: tuple[tuple[str, ...], ...]


def outlined_in(project: Project, path: str) -> _Outlined:
    """Return the outlines of the file at ``path``."""
    sentences = project.sentences(path)
    return _Outlined(
        sum(length(sentence.words) for sentence in sentences),
        tuple(sentence.span.start for sentence in sentences),
        tuple(tuple(" ".join(sorted(words)) for words in outlines(sentence.words)) for sentence in sentences),
    )


#: What is asked of each file.
PARTS = (outlined_in, spoken_in)


class _Search:
    """Looks for what the documents of ``project`` have in common: by claims, never pair by pair."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.words: dict[str, int] = {}
        self.pairs: dict[tuple[str, str], list[Match]] = {}
        self._when: dict[tuple[str, str], str | None] = {}
        self.atoms = atoms_of(project) if len(project.contexts.documents) > 1 else {}
        self._match()
        self.found = tuple(self._repeats())

    # --- sentences

    def _units(self) -> Iterator[Unit]:
        """Yield the sentences that may have a second one like them."""
        places: list[tuple[str, int, int]] = []
        outlined: list[tuple[str, ...]] = []
        for path in self.project.contexts.documents:
            found = self.project.part(outlined_in, path)
            self.words[path] = found.words
            places += ((path, at, start) for at, start in enumerate(found.starts))
            outlined += found.outlines
        paired = alike(outlined, _FEW)
        for number, (path, at, start) in enumerate(places):
            if number in paired or (path, start) in self.atoms:
                sentence = self.project.sentences(path)[at]
                if not sentence.words.endswith(("?", "？")) and not _boilerplate().search(sentence.words):
                    yield self._unit(path, at, sentence)

    def _unit(self, path: str, at: int, sentence: Sentence) -> Unit:
        text = _letters().sub(" ", sentence.words.lower()).strip()
        number = length(sentence.words)
        if number > _LONGEST:
            said = Claim(frozenset((text,)), frozenset(), frozenset((text,)), number)
        else:
            said = claim(sentence.words, under_never=under_never(sentence))
        return Unit(path, at, sentence, said, text)

    def _match(self) -> None:
        known: dict[Hashable, dict[str, Unit]] = {}
        near = Near(_FEW)
        for unit in self._units():
            keys = self._keys(unit)
            others = {id(other): other for key in keys for other in known.get(key, {}).values()}
            for other in others.values():
                if same(other, unit) or self._same_atoms(other, unit):
                    self._note(other, unit)
            for other in near.like(unit):
                if apply_alike(other.sentence, unit.sentence):
                    self._note(other, unit)
            for key in keys:
                places = known.setdefault(key, {})
                if len(places) < _FEW:
                    places.setdefault(unit.path, unit)
            near.add(unit)

    def _keys(self, unit: Unit) -> list[Hashable]:
        """Return what a unit is found by: what it says, with and without what it rejects, and its atoms."""
        atoms = self.atoms.get((unit.path, unit.sentence.span.start))
        return [
            unit.claim.whole,
            *([unit.claim.said] if unit.claim.rest else []),
            *([("atoms", atoms)] if atoms else []),
        ]

    def _same_atoms(self, one: Unit, other: Unit) -> bool:
        atoms = self.atoms.get((one.path, one.sentence.span.start))
        equal = atoms is not None and atoms == self.atoms.get((other.path, other.sentence.span.start))
        return equal and agree(one.claim, other.claim) and apply_alike(one.sentence, other.sentence)

    def _note(self, first: Unit, second: Unit) -> None:
        match = Match(first, second, first.text == second.text)
        if first.path != second.path and self.when(first.path, second.path):
            self.pairs.setdefault((first.path, second.path), []).append(match)

    def when(self, one: str, other: str) -> str | None:
        """Return when two files are in context together, asked once for each pair that has something in common."""
        if (one, other) not in self._when:
            self._when[one, other] = self.project.contexts.meet(one, other)
        return self._when[one, other]

    # --- files

    def _repeats(self) -> Iterator[Repeat]:
        """Yield what pairs of files have in common; a sentence of several pairs counts for the one with most words."""
        weight = {pair: sum(match.second.claim.number for match in found) for pair, found in self.pairs.items()}
        best: dict[tuple[str, int], tuple[str, str]] = {}
        for pair, found in self.pairs.items():
            for match in found:
                key = (match.second.path, match.second.at)
                if key not in best or weight[pair] > weight[best[key]]:
                    best[key] = pair
        for pair, found in self.pairs.items():
            own = [match for match in found if best[match.second.path, match.second.at] == pair]
            if own:
                yield from self._repeat(pair, own)

    def _repeat(self, pair: tuple[str, str], matches: list[Match]) -> Iterator[Repeat]:
        counted = tuple(_worth(matches))
        long = tuple(match for match in matches if match.second.claim.number >= SENTENCE_WORDS)
        if not counted and not long:
            return
        sides = ({m.first.at: m.first for m in matches}, {m.second.at: m.second for m in matches})
        shared = [sum(unit.claim.number for unit in side.values()) for side in sides]
        shares = [min(part / max(self.words[path], 1), 1.0) for part, path in zip(shared, pair, strict=True)]
        fewer = min((0, 1), key=lambda at: self.words[pair[at]])
        most = shares[fewer] >= _MOST or min(shares) >= _HALF
        mirrored = most and len(matches) >= _MIRROR_SENTENCES and shared[fewer] >= _MIRROR_WORDS
        when = self.when(*pair) or ""
        yield Repeat(*pair, when, counted, long, (shares[0], shares[1]), mirrored)


def _worth(matches: Iterable[Match]) -> Iterator[Match]:
    """Yield the matches that count: directives, and passages of several lines or many words."""
    for run in _runs(sorted(matches, key=lambda match: match.second.at)):
        words = sum(match.second.claim.number for match in run)
        passage = words >= RUN_WORDS or (len(run) >= RUN_LINES and words >= RUN_AT_LEAST)
        for match in run:
            if passage or (match.second.claim.number > 1 and _told(match)):
                yield match


def _told(match: Match) -> bool:
    return is_directive(match.first.sentence) or is_directive(match.second.sentence)


def _runs(matches: list[Match]) -> Iterator[list[Match]]:
    """Group matches whose sentences follow one another in both files."""
    run: list[Match] = []
    for match in matches:
        if run and (match.first.at - run[-1].first.at, match.second.at - run[-1].second.at) != (1, 1):
            yield run
            run = []
        run.append(match)
    if run:
        yield run
