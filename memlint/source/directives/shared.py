"""Which knobs two sentences speak of at all: told by the texts that their wordings need, before any pattern."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from memlint.source.directives.phrases import lowered
from memlint.source.directives.tables import Candidates, Tables
from memlint.source.patterns import compile_once
from memlint.source.sentences import Sentence


@cache
def _number() -> re.Pattern[str]:
    return compile_once(r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|single)\b")


def shared(sentences: Sequence[Sentence], tables: Tables) -> list[Candidates]:
    """Return, for each sentence, those candidates of slots that at least two of ``sentences`` can speak of.

    A knob that only one sentence turns is in conflict with nothing, and said nowhere twice.
    """
    texts = [lowered(sentence.words) for sentence in sentences]
    candidates = tables.candidates(texts)
    counts = [bool(slots) and bool(_number().search(text)) for slots, text in zip(candidates, texts, strict=True)]
    named: dict[int, list[int]] = {}
    for at, slots in enumerate(candidates):
        for slot in slots:
            if counts[at] or tables.slots[slot].kind != "number":
                named.setdefault(slot, []).append(at)
    found: list[Candidates] = [{} for _ in candidates]
    for slot, places in named.items():
        if len(places) > 1:
            needed = tables.slots[slot].needed
            told = [at for at in places if needed.search(texts[at])] if needed else places
            for at in told if len(told) > 1 else ():
                found[at][slot] = candidates[at][slot]
    return found
