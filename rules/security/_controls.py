"""Control characters, and which of them a terminal obeys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

from memlint import Document, NamedTuple, compile_once

Kind: TypeAlias = Literal["obeyed", "colour", "misread", "idle"]


class Control(NamedTuple):
    """A control character at ``at``. What it does: a terminal obeys it, colours with it, or nothing; or it is one byte
    of Windows-1252 that was read as Latin-1 ("misread").
    """

    at: int
    character: str
    kind: Kind


@cache
def _control() -> re.Pattern[str]:
    """All but tab, newline and form feed; a carriage return only inside of a line."""
    return compile_once(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]|\r(?![\r\n]|\Z)")


@cache
def _sequence() -> re.Pattern[str]:
    """A control sequence of a terminal: its parameters, and what it does with them."""
    return compile_once(r"(?:\x1b\[|\x9b)([0-?]{0,40})[ -/]?([@-~])")


def controls(document: Document) -> Iterator[Control]:
    """Yield the control characters of a document that no text needs."""
    text = document.text
    returns = text.count("\r") > 2 * max(text.count("\n"), 1)  # then they are its newlines
    for found in _control().finditer(text):
        if not (returns and found[0] == "\r"):
            yield Control(found.start(), found[0], _kind(document, found.start()))


def _kind(document: Document, at: int) -> Kind:
    character = document.text[at]
    sequence = _sequence().match(document.text, at) if character in "\x1b\x9b" else None
    if sequence:
        parameters, final = sequence.groups()
        conceals = final == "m" and parameters.split(";")[0] in ("8", "08")
        if conceals:
            return "obeyed"
        return "colour" if final == "m" or document.in_code(at) else "obeyed"
    if character == "\x1b" or character == "\0":
        return "obeyed"
    if character in "\b\r\x7f":
        return "idle" if document.in_code(at) else "obeyed"  # copied from a page of a manual, or a progress bar
    return "misread" if character > "\x7f" and windows(character) else "idle"


def windows(character: str) -> str:
    """Return what a C1 control is in Windows-1252; "" where it is nothing there."""
    return character.encode("latin-1").decode("cp1252", "ignore")
