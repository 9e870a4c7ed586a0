"""The words of nine languages with which memories forbid, ask for leave, and tie a check to a moment."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from memlint import compile_once

LANGUAGES = ("en", "zh", "ja", "ko", "es", "de", "fr", "pt", "ru")
#: Languages that are written without blanks, or whose words take endings.
UNSPACED = frozenset(("zh", "ja", "ko"))
ACTIONS = ("edit", "read", "delete", "run", "commit")


@cache
def table() -> dict[str, Any]:
    """Return ``wording.json``, which stands beside this file."""
    import json

    with open(__file__.replace("_wording.py", "wording.json"), encoding="utf-8") as stream:
        data: dict[str, Any] = json.load(stream)
    return data


@cache
def programs() -> frozenset[str]:
    """Return the names of programs that people run in a shell."""
    return frozenset(table()["programs"])


def has(language: str, name: str) -> bool:
    """Say whether ``language`` has a list ``name``."""
    return name in table()["languages"][language]


@cache
def words(language: str, *names: str) -> str:
    """Return a regular expression, without groups, for any word of the lists ``names``; it matches nothing if empty."""
    lists = table()["languages"][language]
    found = [_expression(word) for name in names for word in lists.get(name, ())]
    any_word = f"(?:{'|'.join(found)})" if found else "(?!)"
    return any_word if language in UNSPACED else rf"(?<!\w){any_word}(?!\w)"


def _expression(word: str) -> str:
    blanks = word.lower().replace("~", r"\w*").replace(" ?", r"\s*").replace(" ", r"\s+")
    return re.sub(r"\((?!\?)", "(?:", blanks)


@cache
def pattern(expression: str) -> re.Pattern[str]:
    """Compile ``expression``, for text in lower case, once: without the flag for both cases that takes half the time."""
    return compile_once(expression)


def says(language: str, name: str, text: str) -> re.Match[str] | None:
    """Return the first word of the list ``name`` in ``text``."""
    return _list(language, name).search(text)


@cache
def _list(language: str, name: str) -> re.Pattern[str]:
    return pattern(words(language, name))
