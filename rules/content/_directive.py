"""Which sentences tell the agent what to do, and what headings, labels and the lines above a list make of them."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from memlint import Sentence, compile_once

from . import _vocabulary as vocabulary
from ._stems import stem

_FRAGMENT = 14  # words; of other languages' sentences the short ones count without a cue


@cache
def _cue() -> re.Pattern[str]:
    return compile_once(rf"(?<![\w-])(?:{vocabulary.CUES})(?![\w-])|{vocabulary.FAR_CUES}", re.IGNORECASE)


@cache
def _first_word() -> re.Pattern[str]:
    return compile_once(r"\W*(?:[^.:!?`]{0,40}:\s+)?(?:please |then |and )?([^\W\d_]+(?:['’]t)?)", re.IGNORECASE)


def is_directive(sentence: Sentence) -> bool:
    """Say whether a sentence tells the agent what to do."""
    found = _first_word().match(sentence.words)
    if found and found[1].lower() in vocabulary.VERBS:
        return True
    return bool(_cue().search(sentence.words)) or _is_foreign_fragment(sentence.words)


def _is_foreign_fragment(words: str) -> bool:
    parts = words.lower().split()
    if len(parts) > _FRAGMENT:
        return False
    return any(each.isalpha() and not each.isascii() for each in words) or len(_foreign().intersection(parts)) > 1


@cache
def _foreign() -> frozenset[str]:
    return frozenset(vocabulary.NOTHING_ELSEWHERE)


@lru_cache(maxsize=4_096)  # all sentences of a section have the same
def areas(titles: tuple[str, ...]) -> frozenset[str]:
    """Return what headings and the line above a list limit a sentence to."""
    return vocabulary.AREAS.intersection(_letter().sub(" ", " ".join(titles).lower()).split())


@cache
def _label() -> re.Pattern[str]:
    return compile_once(r"\W*([^\W\d_][^:.`]{0,30})[:：]\s")


@cache
def _condition() -> re.Pattern[str]:
    return compile_once(r"\W*(?:when|if|for|before|after|unless|in|on|during|while)\b", re.IGNORECASE)


@cache
def _never() -> re.Pattern[str]:
    return compile_once(
        r"\W*(?:never|don['’]?ts?|do not|avoid|forbidden|prohibited|banned|not allowed|anti-?patterns?|禁止|不要|しない|금지)"
        r"\b",
        re.IGNORECASE,
    )


def under_never(sentence: Sentence) -> bool:
    """Say whether a sentence is an item of what must not be: below "Never:" or a heading like that."""
    return bool(_never().match(sentence.lead_in or next(reversed(sentence.headings), "")))


def apply_alike(one: Sentence, other: Sentence) -> bool:
    """Say whether headings and the lines above their lists limit two sentences to the same, as far as they do."""
    labels = _label().match(one.words), _label().match(other.words)
    if labels[0] and labels[1] and stem(labels[0][1].lower()) != stem(labels[1][1].lower()):
        return False
    about, beside = (areas((*each.headings[-2:], each.lead_in)) for each in (one, other))
    if about and beside and about.isdisjoint(beside):
        return False
    return one.lead_in == other.lead_in or not any(map(_condition().match, (one.lead_in, other.lead_in)))


@cache
def _letter() -> re.Pattern[str]:
    return compile_once(r"[\W_]+")
