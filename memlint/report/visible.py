"""Text that is safe to print: nothing invisible, nothing that moves the cursor, no secret as a whole."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from memlint.source.masking import masked

# Categories that show nothing or change what is shown: controls, formats, surrogates, private use, separators.
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# Letters and marks that show nothing: variation selectors, fillers, joiners (Unicode's Default_Ignorable_Code_Point).
_BLANK = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)


@lru_cache(maxsize=1 << 15)  # one run may write a message in several formats
def shown(text: str) -> str:
    """Return ``text`` for people: credentials cut (on the text as it is), then everything invisible escaped."""
    return visible(masked(text))


def visible(text: str) -> str:
    """Return ``text`` with every character that would not be seen written as an escape; a tab becomes a blank."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_ESCAPES)


def inert(text: str) -> str:
    """Return ``text``, lines of a report, with nothing in it that a CI system would take for a command.

    GitHub Actions takes ``::name::`` at the start of a line and ``##[name]`` anywhere, Azure ``##vso[name]``, TeamCity
    ``##teamcity[name]``. JSON still means the same: there ``::`` starts no line, and the bracket's escape is JSON's own.
    """
    text = unbracketed(text)
    return _leading().sub(r"\1\\x3a:", text) if "::" in text else text


def unbracketed(text: str) -> str:
    """Return ``text`` without the commands that may stand anywhere in a line."""
    return _commands().sub(r"\1\\u005b", text) if "##" in text else text


@cache
def _commands() -> re.Pattern[str]:
    return re.compile(r"(##[\w.]*)\[")


@cache
def _leading() -> re.Pattern[str]:
    return re.compile(r"^([^\S\n]*)::", re.MULTILINE)


def whole(text: str) -> str:
    """Return ``text`` as programs take it: exact, but for what no UTF-8 can say (bytes of a file name)."""
    if text.isascii():
        return text
    return "".join(_escaped(ch) if "\ud800" <= ch <= "\udfff" else ch for ch in text)


def _escaped(character: str) -> str:
    if character == "\t":
        return " "
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(character) not in _HIDDEN and not any(low <= code <= high for low, high in _BLANK):
        return character
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class _Escapes(dict[int, str]):
    """Escapes by character, as ``str.translate`` takes them; each is worked out once."""

    def __missing__(self, code: int) -> str:
        self[code] = _escaped(chr(code))
        return self[code]


class _Widths(dict[str, int]):
    """Columns by character."""

    def __missing__(self, character: str) -> int:
        self[character] = _columns(character)
        return self[character]


_ESCAPES, _WIDTHS = _Escapes(), _Widths()


def width(text: str) -> int:
    """Return how many columns ``text`` takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_WIDTHS.__getitem__, text))


def _columns(character: str) -> int:
    # Vowels and final consonants of decomposed Hangul are drawn into the syllable's first letter.
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
