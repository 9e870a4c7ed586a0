"""What a run of characters that show nothing spells, in the ways in which text is known to be hidden in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

_READ = 4_096  # characters of a run that are decoded; a report shows 80
_LIKELY = 0.8  # of letters and blanks, from which on bytes are taken for text


def decoded(characters: str) -> str:
    """Return the text that ``characters`` spell as tags, as selectors or as digits; "" when none is found."""
    characters = characters[:_READ]
    best, best_score = "", _LIKELY
    for data in _readings(characters):
        text = data.decode("utf-8", "replace").replace("\0", "").strip()
        score = _score(text)
        if score > best_score:
            best, best_score = text, score
    return best


def _readings(characters: str) -> Iterator[bytes]:
    tags = [ord(ch) - 0xE0000 for ch in characters if "\U000e0020" <= ch <= "\U000e007e"]
    if tags:
        yield bytes(tags)
    selectors = [_selected(ch) for ch in characters if "\ufe00" <= ch <= "\ufe0f" or "\U000e0100" <= ch <= "\U000e01ef"]
    if selectors:
        yield bytes(selectors)
    kinds = [kind for kind, _ in Counter(characters).most_common(5)]
    if len(kinds) in (2, 3):  # two digits; a third kind stands between letters
        for pair in permutations(kinds, 2):
            for width in (8, 7):
                yield _packed(characters, pair, 1, width)
    if len(kinds) in (3, 4):
        for digits in permutations(kinds):
            yield _packed(characters, digits, 2, 8)


def _selected(character: str) -> int:
    code = ord(character)
    return code - 0xFE00 if code < 0xE0100 else code - 0xE0100 + 16


def _packed(characters: str, digits: tuple[str, ...], bits: int, width: int) -> bytes:
    """Read ``characters`` as digits of ``bits`` each, ``width`` bits a letter; other characters are passed over."""
    value = {digit: number for number, digit in enumerate(digits)}
    number, count, result = 0, 0, bytearray()
    for character in characters:
        if character in value:
            number, count = number << bits | value[character], count + bits
            if count == width:
                result.append(number)
                number = count = 0
    return bytes(result)


def _score(text: str) -> float:
    """Say how much of ``text`` are letters, digits and blanks; 0 for less than a word, or for any control."""
    if len(text) < 3 or not text.replace("\n", "").replace("\t", "").isprintable() or "\ufffd" in text:
        return 0.0
    words = sum(ch.isalnum() or ch in " \n\t" for ch in text) / len(text)
    return words + sum(ch.islower() or ch == " " for ch in text) / len(text) if words > _LIKELY else 0.0
