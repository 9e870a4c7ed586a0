"""Sentences all of whose words are general ones, in nine languages."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from memlint import compile_once, remembered

_WORDS = 18
_LABEL_WORDS = 1  # before the colon
_REFERENCES = frozenset("`0123456789/@#$<>{}=")
_LETTERS = 40  # of a language without blanks
_SCRIPTS = (("ja", "[\u3040-\u30ff]"), ("ko", "[\uac00-\ud7a3]"), ("ru", "[\u0400-\u04ff]"), ("zh", "[\u4e00-\u9fff]"))
_LATIN = ("en", "es", "de", "fr", "pt")


@cache
def _table() -> dict[str, Any]:
    import json

    with open(__file__.replace("_vague.py", "vague.json"), encoding="utf-8") as stream:
        data: dict[str, Any] = json.load(stream)
    return data


@cache
def _concrete() -> re.Pattern[str]:
    """What can be checked or looked up: code, numbers, paths, names in capitals, what follows a colon."""
    return compile_once(r"[`\d/@#$<>{}=]|\w\.\w|[:：]\s*\S|\b[A-Z]{2,}\b|[a-z][A-Z]|\w_\w")


@cache
def _capitals() -> re.Pattern[str]:
    """Words in capitals that shout or are common, and name nothing."""
    return compile_once(
        r"\b(?:ALWAYS|NEVER|MUST|NOT|DO|IMPORTANT|CRITICAL|UI|UX|API|APIS|AI|ALL|BE|WRITE|KEEP)\b|(?:Java|Type)Script"
    )


@cache
def _script(name: str) -> re.Pattern[str]:
    return compile_once(dict(_SCRIPTS)[name])


@cache
def _cues(language: str) -> re.Pattern[str]:
    words = "|".join(map(_expression, sorted(_table()[language]["cues"], key=len, reverse=True)))
    return compile_once(f"(?:{words})" if language in ("zh", "ja") else rf"(?<!\w)(?:{words})(?!\w)")


@cache
def _plain(language: str) -> re.Pattern[str]:
    words = "|".join(map(_expression, sorted(_table()[language]["plain"], key=len, reverse=True)))
    return compile_once(f"(?:{words})" if language in ("zh", "ja") else rf"(?<![\w'’])(?:{words})(?![\w'’])")


def _expression(word: str) -> str:
    return word.replace("~", r"\w*").replace(" ?", r"\s*").replace(" ", r"\s+")


@cache
def _label() -> re.Pattern[str]:
    return compile_once(
        r"^\W*(?:(?:important|note|critical|remember|重要|注意|重要事项|중요)\s*[:：!]\s*)?", re.IGNORECASE
    )


@remembered
def cue(words: str) -> str:
    """Return the first general word of a sentence that has nothing else to go by, "" for any other sentence."""
    if words.isascii() and (words.count(" ") > _WORDS + _LABEL_WORDS or not _REFERENCES.isdisjoint(words)):
        return ""  # most sentences: they are too long, or name something
    text = words[_label().match(words).end() :]  # type: ignore[union-attr]  # it also matches nothing
    if _concrete().search(_capitals().sub("", text)) or text.endswith(("?", "？")):
        return ""
    text = text.lower()
    language = next((name for name, _ in _SCRIPTS if _script(name).search(text)), "")
    if language in ("zh", "ja"):
        return _of(text, language) if len(text) <= _LETTERS else ""
    if len(text.split()) > _WORDS or len(text.split()) < 2:
        return ""
    return next((found for name in ((language,) if language else _LATIN) if (found := _of(text, name))), "")


def _of(text: str, language: str) -> str:
    first = _cues(language).search(text)
    if first is None:
        return ""
    rest = _plain(language).sub(" ", _cues(language).sub(" ", text))
    return "" if re.search(r"\w", rest) else first[0]
