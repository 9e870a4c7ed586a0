"""Text that blanks hide: pushed beyond the edge of every window, or spelled in blanks of several widths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Span, compile_once

_COLUMNS = 200  # blanks in a line, from which on no window shows what follows
_TABS = 40
_LINES = 100  # empty lines, after which nobody scrolls on
_ODD = "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f\u2800"  # blanks of set widths


@cache
def _push() -> re.Pattern[str]:
    """Blanks between two words; those before a pipe fill the cell of a table."""
    return compile_once(rf"(?<=[^\s|])(?:[ \xa0]{{{_COLUMNS},}}+|\t{{{_TABS},}}+)(?=[^\s|])")


@cache
def _gap() -> re.Pattern[str]:
    return compile_once(rf"(?<=[^\n\r])\r?(?:\n\r?){{{_LINES},}}+(?=[^\n])")


@cache
def _digits() -> re.Pattern[str]:
    return compile_once(f"[{_ODD}][{_ODD} \xa0\u202f\u3000]{{7,}}+")


def pushed(document: Document) -> Iterator[Span]:
    """Yield the blanks that push what follows out of sight."""
    text = document.text
    for needles, pattern in (
        ((" " * _COLUMNS, "\xa0" * _COLUMNS, "\t" * _TABS), _push),
        (("\n" * _LINES, "\r\n" * _LINES), _gap),
    ):
        if any(needle in text for needle in needles):
            for found in pattern().finditer(text):
                if not document.in_code(found.start()):
                    yield Span(*found.span())


def spelled(text: str) -> Iterator[Span]:
    """Yield runs of blanks of two widths and more: digits, for who can tell them apart."""
    if text.isascii():
        return
    for found in _digits().finditer(text):
        if len(set(found[0]) & set(_ODD)) > 1:
            yield Span(*found.span())
