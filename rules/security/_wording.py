"""The words of planted orders, by language: ``orders.json``, which stands beside this file, as patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from memlint import compile_once

#: Languages that are written without blanks, or whose words take endings.
_UNSPACED = frozenset(("zh", "ja", "ko"))
_GAP = r"[^.;!?。；！？\n]{0,30}?"
_LETTER = "(?-i:[A-Za-z0-9_À-ɏЀ-ӿ])"
_END = r"(?=\s*(?:[.;,!:)\]—–。；，！）]|$|and\b|but\b|or\b))"


@cache
def table() -> dict[str, Any]:
    """Return ``orders.json``."""
    import json

    with open(__file__.replace("_wording.py", "orders.json"), encoding="utf-8") as stream:
        data: dict[str, Any] = json.load(stream)
    return data


@cache
def listed(*names: str) -> re.Pattern[str]:
    """Return a pattern of any word of the list that ``names`` lead to, such as ("exfiltration", "secret")."""
    found: Any = table()
    for name in names:
        found = found[name]
    return compile_once(_bounded(_any(found)), re.IGNORECASE)


def spoken(kind: str, text: str) -> tuple[str, ...]:
    """Return the languages of which ``text``, a whole file, has a part that each form of ``kind`` has."""
    lower = text.lower()
    return tuple(name for name, words in table()[kind].items() if _has_cue(words, lower))


def may_say(kind: str, languages: tuple[str, ...], sentence: str) -> tuple[str, ...]:
    """Return the languages, of those of the file, in which ``sentence`` can have a form of ``kind``."""
    lower = sentence.lower()
    lists = table()[kind]
    return tuple(
        name
        for name in languages
        if _has_cue(lists[name], lower) and ("gate" not in lists[name] or _gate(kind, name).search(lower))
    )


def saying(kind: str, languages: tuple[str, ...], sentences: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number of each of ``sentences``, all of a file, that can have a form of ``kind``, with the languages.

    It answers as :func:`may_say` does, which few sentences need be asked for: those with a part that the file has.
    """
    whole = "\n".join(sentences).lower()
    heard = {cue for name in languages for cue in table()[kind][name]["cues"] if cue in whole}
    for number, sentence in enumerate(sentences) if heard else ():
        spoken = may_say(kind, languages, sentence) if has(heard, sentence.lower()) else ()
        if spoken:
            yield number, spoken


def has(words: Iterable[str], text: str) -> bool:
    """Say whether one of ``words`` is in ``text``: a loop, which takes half the time of ``any`` over so short a work."""
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False


def _has_cue(words: dict[str, Any], lower: str) -> bool:
    return has(words["cues"], lower) and ("also" not in words or has(words["also"], lower))


@cache
def _gate(kind: str, language: str) -> re.Pattern[str]:
    return compile_once(rf"(?<!\w)(?:{expression(table()[kind][language]['gate'])})")


def matches(kind: str, languages: Iterable[str], text: str, name: str = "forms") -> Iterator[re.Match[str]]:
    """Yield the first place of each language where ``text`` has one of the forms ``name`` of ``kind``."""
    for language in languages:
        if name in table()[kind][language]:
            found = _forms(kind, language, name).search(text)
            if found:
                yield found


@cache
def _forms(kind: str, language: str, name: str) -> re.Pattern[str]:
    words = table()[kind][language]
    expression = "|".join(_expression(form, words) for form in words[name])
    return compile_once(f"(?:{expression})" if language in _UNSPACED else _bounded(expression), re.IGNORECASE)


def _bounded(expression: str) -> str:
    # \b would fail beside a bracket, and \w has letters of scripts that put no blanks between words
    return rf"(?<!{_LETTER})(?:{expression})(?!(?<={_LETTER}){_LETTER})"


def _any(words: Iterable[str]) -> str:
    return "|".join(_expression(word, {}) for word in words)


@cache
def _group() -> re.Pattern[str]:
    return compile_once(r"(?<!\\)\((?!\?)")


@cache
def _name() -> re.Pattern[str]:
    return compile_once(r"\{([a-z]+)\}")


def expression(form: str) -> str:
    """Return ``form`` as a regular expression without groups."""
    return _expression(form, {})


def _expression(form: str, lists: dict[str, Any]) -> str:
    def named(found: re.Match[str]) -> str:
        return f"({_name().sub(named, '|'.join(lists[found[1]]))})"

    text = _name().sub(named, form.replace(" {end}", "\0").replace("{end}", "\0"))
    text = text.replace("~", r"\w*").replace("…", "\1").replace(" ?", r"\s*").replace(" ", r"\s+")
    text = text.replace("'", "['’]").replace("\1", _GAP).replace("\0", _END)
    return _group().sub("(?:", text)
