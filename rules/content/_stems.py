"""What the forms of a word, and different words for one thing, have in common."""

from __future__ import annotations

from functools import cache, lru_cache

from . import _vocabulary as vocabulary


def _reduced(word: str) -> str:
    """Return ``word`` without the ending of its form; what is left need not be a word."""
    if not word.isalpha() or len(word) < 4:
        return word
    if word.endswith(("ies", "ied")):
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if not word.isascii() and len(word) > 6:
        word = word.removesuffix("re").removesuffix("ée").removesuffix("é")  # "répondre", "commités"
    for ending in ("ation", "ating", "ated", "ate", "ing", "ieren", "iert", "ed", "en", "et", "ez", "er", "ar"):
        if word.endswith(ending) and len(word) - len(ending) >= (4 if ending.startswith("at") else 3):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    if len(word) > 5:
        word = word.removesuffix("a")  # "responda", "responde", "responder"
    return word.removesuffix("e") if len(word) > 3 else word


@cache
def _same() -> dict[str, str]:
    return {_reduced(word): _reduced(meaning) for word, meaning in vocabulary.SAME.items()}


@lru_cache(maxsize=16_384)  # instructions use the same few words over and over
def stem(word: str) -> str:
    """Return what all forms of ``word``, and other words for the same, have in common; "" if it says nothing."""
    word = word.strip("-'.")
    if word in vocabulary.NOTHING:
        return ""
    found = vocabulary.SAME.get(word, word)
    reduced = _reduced(found)
    return _same().get(reduced, reduced)
