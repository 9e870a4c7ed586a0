"""Characters that show nothing, the scripts that need some of them, and how to name and quote them safely."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache

from memlint import Span, compile_once

#: Findings of one rule in one file, after which it says no more: a flood of them tells nothing new.
LINES = 50

# Unicode's Default_Ignorable_Code_Point, and the interlinear annotation marks, in the syntax of a character class.
_IGNORED = (
    "\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164"
    "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff"
)
# Of these, those that no text in any script needs: deprecated formats, annotation marks, tags, unassigned ones.
_NEEDLESS = "\\u2065\\u206a-\\u206f\\ufff0-\\ufffb\\U000e0000-\\U000e00ff\\U000e01f0-\\U000e0fff"

_RIGHT_TO_LEFT = (
    "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\U00010800-\\U00010fff\\U0001e800-\\U0001efff"  # Hebrew to Adlam
)
_INDIC = "\\u0900-\\u0dff\\U00011000-\\U00011fff"
_SOUTH_EAST = "\\u0e00-\\u109f\\u1780-\\u17ff\\u1950-\\u19df\\u1a20-\\u1aaf\\ua9e0-\\uaa7f"  # no blanks between words
_MONGOLIAN = "\\u1800-\\u18af"
_HAN = "\\u3005-\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U0003ffff"
_KANA = "\\u3001-\\u303f\\u3040-\\u30ff\\u31f0-\\u31ff\\uff01-\\uff9f"
_JAMO = "\\u1100-\\u11ff\\u3131-\\u318e\\ua960-\\ua97f\\ud7b0-\\ud7ff\\uffa1-\\uffdc"
_JOINING = f"{_RIGHT_TO_LEFT}{_INDIC}{_SOUTH_EAST}{_MONGOLIAN}"

#: Characters that show nothing → where they are at home: beside which characters one of them is ordinary spelling.
_HOMES = (
    ("\\u200c\\u200d\\u034f", _JOINING),  # joiners and the grapheme joiner
    ("\\u200b", f"{_SOUTH_EAST}{_HAN}{_KANA}"),  # where a line may break
    ("\\u180b-\\u180f", _MONGOLIAN),
    ("\\u17b4\\u17b5", "\\u1780-\\u17ff"),
    ("\\u115f\\u1160\\u3164\\uffa0", _JAMO),
    ("\\U0001bca0-\\U0001bca3", "\\U0001bc00-\\U0001bc9f"),  # shorthand
    ("\\U0001d173-\\U0001d17a", "\\U0001d100-\\U0001d1ff"),  # music
    (
        "\\ufe00-\\ufe0f",
        "0-9#*\\xa1-\\u1fff\\u2010-\\u2027\\u2030-\\ud7ff\\uf900-\\ufdff\\ufe10-\\ufefe\\U00010000-\\U0003ffff",
    ),
    ("\\U000e0100-\\U000e01ef", _HAN),  # a name's own form of a letter
)

# Unicode gives control characters no names.
_CONTROLS = {
    "\0": "null",
    "\b": "backspace",
    "\x0b": "vertical tab",
    "\r": "carriage return",
    "\x1b": "escape",
    "\x7f": "delete",
    "\x9b": "control sequence introducer",
}


@cache
def ignored() -> re.Pattern[str]:
    """A run of characters that show nothing."""
    return compile_once(f"[{_IGNORED}]+")


@cache
def needless() -> re.Pattern[str]:
    """A character that shows nothing and that no script needs."""
    return compile_once(f"[{_NEEDLESS}]")


@cache
def right_to_left() -> re.Pattern[str]:
    """A letter that is written from right to left."""
    return compile_once(f"[{_RIGHT_TO_LEFT}]")


@cache
def _homes() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((compile_once(f"[{hidden}]"), compile_once(f"[{beside}]")) for hidden, beside in _HOMES)


@lru_cache(4_096)
def at_home(character: str, before: str, after: str) -> bool:
    """Say whether one ``character`` that shows nothing is ordinary between ``before`` and ``after`` ("": an edge)."""
    if character == "\xad":
        return True  # a soft hyphen may stand in any word
    for hidden, beside in _homes():
        if hidden.match(character):
            if beside.match(before):
                return True
            return character in "\u200b\u200c\u200d\u115f\u1160\u3164\uffa0" and beside.match(after) is not None
    return False


@lru_cache(4_096)
def is_picture(character: str) -> bool:
    """Say whether ``character`` may be part of an emoji: also those newer than this Python's tables."""
    if not character:
        return False
    return "\U0001f000" <= character <= "\U0001fbff" or unicodedata.category(character) in ("So", "Sm", "Sk")


def named(characters: str) -> str:
    """Name what ``characters`` are: up to three code points, or what kind they all are."""
    found = Counter(_name(character) for character in characters)
    names = [name for name, _ in found.most_common()]
    rest = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + rest


@cache
def _name(character: str) -> str:
    if "\U000e0000" <= character <= "\U000e007f":
        return "tag characters of the block U+E0000"
    if "\ufe00" <= character <= "\ufe0f":
        return "variation selectors of the block U+FE00"
    if "\U000e0100" <= character <= "\U000e01ef":
        return "variation selectors of the block U+E0100"
    name = _CONTROLS.get(character) or unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X} {name}".rstrip()


def quoted(text: str, length: int = 80) -> str:
    """Return ``text`` between quotation marks with all that would not be seen escaped, cut after ``length``."""
    shown = "".join(_escaped(character) for character in text[: length + 1])
    return f'"{shown[: length - 1]}…"' if len(shown) > length else f'"{shown}"'


def without(text: str, span: Span) -> str:
    """Return the words that ``span`` lies in, cut to what is shown of them, without characters that show nothing."""
    start = max(text.rfind(" ", 0, span.start), text.rfind("\n", 0, span.start)) + 1
    end = min(span.end + 40, start + 1_000)
    words = ignored().sub("", text[start:end].partition("\n")[0].rstrip("\r"))
    return words if end >= len(text) else words.rpartition(" ")[0] or words


@lru_cache(4_096)
def _escaped(character: str) -> str:
    if character.isprintable() and not ignored().match(character):
        return character
    return character.encode("unicode_escape").decode()
