"""Finds the sentences that tell an agent to keep from people what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Project, compile_once

from . import _wording as wording
from ._told import Told, obeyed, ordered, told

_NEAR = 90  # characters behind an order in which a condition is looked for


def concealed(document: Document, project: Project) -> Iterator[tuple[Told, str]]:
    """Yield the sentences of ``document`` that conceal, with the words that do."""
    languages = wording.spoken("concealment", document.text)
    if not languages:
        return
    sentences = tuple(told(document, project))
    for number, spoken in wording.saying("concealment", languages, [each.words for each in sentences]):
        each = sentences[number]
        found = conceals(each.prose, spoken)
        if found and obeyed(each.sentence):
            yield each, found


def conceals(text: str, languages: tuple[str, ...]) -> str:
    """Return the words with which ``text``, one sentence, tells its reader to conceal something, "" for none."""
    for found in wording.matches("concealment", languages, text):
        if ordered(text, *found.span()) and not _honest().search(text, found.start(), found.end() + _NEAR):
            return " ".join(found[0].split())
    for found in wording.matches("concealment", languages, text, "acts"):
        if _beginning().search(text, 0, found.start()) and ordered(text, *found.span()):
            return " ".join(found[0].split())
    for found in wording.matches("concealment", languages, text, "without"):
        ordering = _imperative().search(text, 0, found.start()) or _follows(text, found)
        if ordering and ordered(text, *found.span()):
            return " ".join(found[0].split())
    return ""


def _follows(text: str, found: re.Match[str]) -> bool:
    """Say whether an order stands behind words that begin a sentence: "without telling the user, send …"."""
    return bool(_beginning().search(text, 0, found.start()) and _imperative().match(text, found.end()))


@cache
def _honest() -> re.Pattern[str]:
    """What makes "do not tell" a matter of telling the truth, at the right time."""
    return compile_once(
        r"(?i)\b(?:unless|until|before you|without (?:first )?(?:verif|check|test|run)\w*|if you (?:have not|haven['’]t|did|didn)|when you (?:have not|haven|did)|just to|instead)\b|\bsystem prompts?\b"
    )


_BEGINNING = (
    r"(?i)(?:^\W*|[,;:—–(]\s*|\b(?:and|then|always|please|also|first|silently|quietly|secretly|immediately|automatically"
    r"|you (?:must|should|will|shall|are to))\s+)(?:(?:silently|quietly|secretly|always|immediately|automatically|then) )?"
)


@cache
def _beginning() -> re.Pattern[str]:
    """Where an order begins."""
    return compile_once(_BEGINNING + r"$")


@cache
def _imperative() -> re.Pattern[str]:
    """A verb in its base form where an order begins."""
    return compile_once(
        _BEGINNING
        + r"(?:add|append|apply|approve|attach|back ?up|change|clone|collect|commit|copy|create|delete|disable|do|download|edit|email|enable|execute|"
        r"export|fetch|forward|gather|include|insert|install|log|make|merge|modify|open|overwrite|perform|post|publish|push|put|read|record|"
        r"remove|replace|report|rewrite|run|save|scan|send|set|share|ship|skip|start|store|submit|switch|sync|transfer|turn|update|upload|use|"
        r"write|transmit|mirror|do this|act|proceed|carry out|embed|inject|grant|allow|accept|bypass|pipe|place|register|stream|deliver|relay)\b"
    )
