"""Finds the words with which a text takes an agent over."""

from __future__ import annotations

from . import _wording as wording
from ._told import ordered


def overrides(text: str, languages: tuple[str, ...]) -> str:
    """Return the words with which ``text``, one sentence, tells an agent to drop what it was told, "" for none."""
    for mark in wording.table()["override"]["en"]["marks"]:
        at = text.find(mark)
        if at >= 0 and ordered(text, at, at + len(mark)):
            return str(mark)
    for found in wording.matches("override", languages, text):
        if ordered(text, *found.span()):
            return " ".join(found[0].split())
    return ""
