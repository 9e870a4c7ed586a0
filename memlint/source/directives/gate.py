"""Which sentences are instructions at all: from this comes most of the precision."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypeAlias

from memlint.source.directives.phrases import Words, begins
from memlint.source.directives.tables import Tables
from memlint.source.patterns import compile_once

#: The grammar of a sentence; "latin" is Spanish, French, German or Portuguese.
Grammar: TypeAlias = Literal["en", "latin", "ru", "zh", "ja", "ko"]

_LONGEST = 34  # words; longer sentences explain
_FRAGMENT = 9  # words up to which a fragment without a verb ("Tabs, not spaces") instructs
_STATEMENT = 22  # words up to which a statement about the project does
_CJK_LONGEST, _CJK_FRAGMENT = 90, 24  # characters
_OTHER_LONGEST = 14  # words; of other languages' sentences only the short ones are understood


@cache
def _scripts() -> re.Pattern[str]:
    return compile_once(r"(?P<ko>[\uac00-\ud7af])|(?P<ja>[\u3040-\u30ff])|(?P<zh>[\u4e00-\u9fff])|(?P<ru>[а-яё]{3})")


@cache
def _alternatives() -> re.Pattern[str]:
    return compile_once(r"`[^`]+`\s+(?:or|oder|ou|of|o|или|或|または)\s+`[^`]+`")


@cache
def _explained() -> re.Pattern[str]:
    return compile_once(r"\W*`[^`]+`(\s+[-–—]\s|\W*$)?")


@cache
def label() -> re.Pattern[str]:
    """What stands before a colon: "Package manager: pnpm". Group 1 is the label."""
    return compile_once(r"[\W_]*([^\W\d_][^:：→]{0,40})\s?[:：→]\s*(?=\S)")


def grammar(words: Words, tables: Tables) -> Grammar:
    """Tell which grammar a sentence has."""
    if not words.text.isascii():
        found = {match.lastgroup for match in _scripts().finditer(words.text)}
        names: tuple[Grammar, ...] = ("ko", "ja", "zh", "ru")
        for name in names:
            if name in found:
                return name
    is_other = words.has(tables.phrases("markers")) and not words.has(tables.phrases("english"))
    return "latin" if is_other else "en"


def is_normative(sentence: str, under_story: bool, words: Words, kind: Grammar, tables: Tables) -> bool:
    """Say whether a sentence tells the agent what to do: an imperative, a modal, a label, or a short fragment.

    ``under_story``: the heading above it is one of what happened.
    """
    if under_story or _is_talk(sentence, words, kind, tables):
        return False
    count = len(words.tokens)
    if kind in ("zh", "ja", "ko"):
        told = any(words.has(tables.phrases(f"modal-{each}")) for each in ("zh", "ja", "ko"))
        told = told or bool(label().match(sentence))
        return len(words.text) <= (_CJK_LONGEST if told else _CJK_FRAGMENT)
    if kind == "latin":
        return count <= _OTHER_LONGEST
    if words.starts(tables.phrases("subject")):
        return count <= _STATEMENT or words.has(tables.phrases("modal"))
    if count > _LONGEST or words.starts(tables.phrases("descriptive")):
        return False
    if count <= _FRAGMENT or words.starts(tables.phrases("verb")) or words.has(tables.phrases("modal")):
        return True
    found = label().match(sentence)
    if kind == "ru" or found is None:
        return kind == "ru" and count <= _OTHER_LONGEST
    return sum(start >= found.end() for start, _ in words.spans) <= _OTHER_LONGEST


def _is_talk(sentence: str, words: Words, kind: Grammar, tables: Tables) -> bool:
    """Say whether the sentence tells a story, describes a command, or leaves the choice."""
    command = _explained().match(sentence)
    if command:
        after = [token for token, span in zip(words.tokens, words.spans, strict=True) if span[0] >= command.end()]
        if command[1] is not None or begins(after, tables.phrases("command-description")):
            return True
    if words.has(tables.phrases("soft")) or _alternatives().search(sentence):
        return True
    if kind != "en":
        return words.starts(tables.phrases("formerly"))
    return words.has(tables.phrases("narrative")) and not begins(words.tokens, tables.phrases("command-of-story"))
