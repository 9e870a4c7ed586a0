"""Letters of other scripts that look like Latin ones, and words that are made of both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Span, compile_once

#: Letters of other scripts → the Latin ones that they cannot be told from in most fonts.
LOOKALIKES = {
    **dict(zip("аеіорсухѕјһԁԛԝѵӏүАВЕІКМНОРСТУХЅЈԌԚԜҮӀ", "aeiopcyxsjhdqwvlyABEIKMHOPCTYXSJGQWYI", strict=True)),
    **dict(zip("οανρυικγχΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳ", "oavpuikyxABEZHIKMNOPTYXcj", strict=True)),
    **dict(zip("օսոհզցրյՏՕԼՍ", "ounhqgnjSOLU", strict=True)),
    **dict(zip("ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "ABCDEHJKLMPRSTVWZ", strict=True)),
}
_LINE = 200  # characters of a line, before and behind a word, that tell its language
_TERMS = "ανρυικγχ"  # stand in formulas before or behind a name; inside of a word they do not


@cache
def _border() -> re.Pattern[str]:
    letters = "".join(LOOKALIKES)
    return compile_once(f"[A-Za-z][{letters}]|[{letters}][A-Za-z]")


@cache
def _other_letter() -> re.Pattern[str]:
    return compile_once(r"[\u0370-\u058f\u13a0-\u13ff]")


@cache
def _word() -> re.Pattern[str]:
    return compile_once(r"[^\W\d_]{2,60}")


@cache
def _other_word() -> re.Pattern[str]:
    return compile_once(r"(?<![A-Za-z])[\u0370-\u058f\u13a0-\u13ff]{2}")


def mixed_words(text: str) -> Iterator[Span]:
    """Yield the Latin words of ``text`` in which a letter of another script passes for a Latin one."""
    if text.isascii() or not _other_letter().search(text):
        return
    done = 0
    for border in _border().finditer(text):
        if border.start() < done:
            continue
        first = border.start()
        while first > done and first > border.start() - 60 and text[first - 1].isalpha():
            first -= 1
        found = _word().match(text, first)
        if found is None:
            continue
        done = found.end()
        if _is_mixed(found[0]):
            yield Span(*found.span())


def latin(word: str) -> str:
    """Return what ``word`` looks like."""
    return "".join(LOOKALIKES.get(letter, letter) for letter in word)


def foreign(word: str) -> str:
    """Return the letters of ``word`` that are of another script, each once."""
    return "".join(dict.fromkeys(letter for letter in word if letter in LOOKALIKES))


def _is_mixed(word: str) -> bool:
    others = [at for at, letter in enumerate(word) if not letter.isascii()]
    if len(others) * 2 > len(word) or len(word) - len(others) < 2:
        return False
    if not all(word[at] in LOOKALIKES for at in others):
        return False
    return any(word[at] not in _TERMS or (len(word) > 3 and 0 < at < len(word) - 1) for at in others)


def inflected(text: str, span: Span) -> bool:
    """Say whether the word at ``span`` is a Latin name with an ending of the language that its line is written in."""
    word = text[slice(*span)]
    ending = word.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    if ending == word or any(letter.isascii() for letter in ending):
        return False
    before = text[max(0, span.start - _LINE) : span.start].rpartition("\n")[2]
    after = text[span.end : span.end + _LINE].partition("\n")[0]
    return _other_word().search(f"{before} {after}") is not None
