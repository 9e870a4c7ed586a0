"""Which knobs two sentences speak of at all: told by texts and wordings, before any sentence is read as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from memlint.source.directives.phrases import lowered
from memlint.source.directives.tables import Candidates, Slot, Tables, builtin
from memlint.source.patterns import compile_once
from memlint.source.remembered import Memory, memory
from memlint.source.sentences import Sentence

_AT_ONCE = 3_000  # texts


@cache
def _number() -> re.Pattern[str]:
    return compile_once(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|single)\b")


def shared(sentences: Sequence[Sentence], tables: Tables) -> list[Candidates]:
    """Return, for each sentence, those candidates of slots that at least two of ``sentences`` can speak of.

    A knob that only one sentence turns is in conflict with nothing, and said nowhere twice.
    """
    texts = [lowered(sentence.words) for sentence in sentences]
    by_text = memory(__name__) if tables is builtin() else Memory()
    for text, slots in _spoken([text for text in dict.fromkeys(texts) if text not in by_text], tables):
        by_text.note(text, slots)
    named: dict[int, list[int]] = {}
    for at, text in enumerate(texts):
        for slot in by_text[text]:
            named.setdefault(slot, []).append(at)
    found: list[Candidates] = [{} for _ in texts]
    for slot, places in named.items():
        if len(places) > 1:
            for at in places:
                found[at][slot] = by_text[texts[at]][slot]
    return found


def _spoken(texts: Sequence[str], tables: Tables) -> Iterator[tuple[str, Candidates]]:
    """Yield each of ``texts`` with the slots that it has the words of, and those of their wordings that match."""
    exceptions = tables.phrases("exception")
    parts = {max(phrase.split(), key=len) for phrase in (*exceptions.words, *exceptions.texts)}
    for text, candidates in _candidates(texts, tables):
        # The words before an exception are read as if nothing followed: there another wording can match.
        whole = bool(candidates) and not any(map(text.__contains__, parts))
        told = ((slot, _told(tables.slots[slot], forms, text, whole)) for slot, forms in candidates.items())
        yield text, {slot: forms for slot, forms in told if forms}


def _candidates(texts: Sequence[str], tables: Tables) -> Iterator[tuple[str, Candidates]]:
    """Yield each of ``texts`` with its candidates, most of which come to nothing: only some are held at one time."""
    for start in range(0, len(texts), _AT_ONCE):
        some = texts[start : start + _AT_ONCE]
        yield from zip(some, tables.candidates(some), strict=True)


def _told(slot: Slot, forms: set[int], text: str, whole: bool) -> set[int]:
    """Return those of ``forms`` that can match in ``text``, none where it lacks what the slot needs."""
    needed = slot.needed
    if (slot.kind == "number" and not _number().search(text)) or (needed and not needed.search(text)):
        return set()
    if slot.kind == "number" or not whole:
        return forms
    return {form for form in forms if slot.forms[form].words.search(text)}
