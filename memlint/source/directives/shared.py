"""Which knobs two sentences speak of at all: told by texts and wordings, before any sentence is read as a whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from memlint.source.directives.phrases import lowered
from memlint.source.directives.tables import Candidates, Slot, Tables, builtin
from memlint.source.patterns import compile_once
from memlint.source.records import NamedTuple
from memlint.source.remembered import Memory, memory
from memlint.source.sentences import Sentence


@cache
def _number() -> re.Pattern[str]:
    return compile_once(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|single)\b")


class Spoken(NamedTuple):
    """A sentence, and the slots that it can speak of, each with those of its wordings that match."""

    sentence: Sentence
    candidates: Candidates


#: Sentences that stand together: one exception counts for all of a list item or a paragraph.
Group: TypeAlias = tuple[Spoken, ...]


def groups(sentences: Sequence[Sentence], tables: Tables) -> tuple[Group, ...]:
    """Return the groups among the sentences of one document of which one can speak of a slot."""
    known, found = _known(tables), list[list[Spoken]]()
    texts = dict.fromkeys(lowered(sentence.words) for sentence in sentences)
    for text, slots in _spoken([text for text in texts if text not in known], tables):
        known.note(text, slots)
    for sentence in sentences:
        spoken = Spoken(sentence, known[lowered(sentence.words)])
        if found and _continues(found[-1][-1].sentence, sentence):
            found[-1].append(spoken)
        else:
            found.append([spoken])
    return tuple(tuple(group) for group in found if any(spoken.candidates for spoken in group))


def shared(groups: Sequence[Group]) -> list[Group]:
    """Return ``groups`` with those candidates alone of which at least two sentences can speak.

    A knob that only one sentence turns is in conflict with nothing, and said nowhere twice.
    """
    counts = Counter(slot for group in groups for spoken in group for slot in spoken.candidates)
    alone = {slot for slot, count in counts.items() if count == 1}
    if not alone:
        return list(groups)
    return [tuple(spoken._replace(candidates=_without(spoken.candidates, alone)) for spoken in each) for each in groups]


def _without(candidates: Candidates, alone: set[int]) -> Candidates:
    return {slot: forms for slot, forms in candidates.items() if slot not in alone}


def _known(tables: Tables) -> Memory:
    return memory(__name__) if tables is builtin() else tables.answers


def _continues(one: Sentence, other: Sentence) -> bool:
    same = (one.list_id, one.position, one.headings) == (other.list_id, other.position, other.headings)
    return same and other.span.start - one.span.end <= 2  # a blank or a line break, no paragraph's end


def _spoken(texts: Iterable[str], tables: Tables) -> Iterator[tuple[str, Candidates]]:
    """Yield each of ``texts`` with the slots that it has the words of, and those of their wordings that match.

    With an exception in the text a slot counts that may have none.
    """
    exceptions = tables.phrases("exception")
    parts = {max(phrase.split(), key=len) for phrase in (*exceptions.words, *exceptions.texts)}
    for text in texts:
        candidates, likely = tables.looked_up(text)
        found: Candidates = {}
        if candidates:
            # The words before an exception are read as if nothing followed: there another wording can match.
            whole = not any(map(text.__contains__, parts))
            numbers = _number().search(text) is not None
            for slot, forms in (likely if whole else candidates).items():
                told = _told(tables.slots[slot], forms, text, whole, numbers)
                if told:
                    found[slot] = told if whole else told & likely.get(slot, set())
        yield text, found


def _told(slot: Slot, forms: set[int], text: str, whole: bool, numbers: bool) -> set[int]:
    """Return those of ``forms`` that can match in ``text``, none where it lacks what the slot needs."""
    needed = slot.needed
    if slot.kind == "number":
        return forms if numbers and (needed is None or needed.search(text)) else set()
    if needed is not None and not needed.search(text):
        return set()
    return {form for form in forms if slot.forms[form].words.search(text)} if whole else forms
