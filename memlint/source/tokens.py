"""The grammar of ``@path`` imports (SPEC 2.1) and of ``[[wiki links]]`` inside plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint.source.nodes import Import, WikiLink
from memlint.source.patterns import compile_once
from memlint.source.spans import Span

# JavaScript's \s, which the loader uses: unlike Python's it has U+FEFF, and not U+001C-U+001F or U+0085.
JS_SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_LONGEST_NAME = 100  # characters; a longer [[…]] is prose or data


@cache
def _import_pattern() -> re.Pattern[str]:
    return compile_once(rf"(?:^|(?<=[{JS_SPACE}]))@((?:[^{JS_SPACE}\\]|\\ )+)")


@cache
def _start_pattern() -> re.Pattern[str]:
    return compile_once(r"\./|~/|/.|[A-Za-z0-9._-]", re.DOTALL)


@cache
def _wiki_pattern() -> re.Pattern[str]:
    return compile_once(r"(?<!\\)\[\[([^\[\]|#\n\\]+)(?:#[^\[\]|\n]*)?(?:\|[^\[\]\n]*)?\]\]")


@cache
def _name_pattern() -> re.Pattern[str]:
    # Slug-like words: shell tests, arrays and TOML tables are none (case 45).
    return compile_once(r"(?=.*[^\W\d_])\w[\w'’/-]*(?: [\w'’/()&+-]+)*(?:\.md)?")


def imports(text: str, start: int, end: int) -> Iterator[Import]:
    """Yield the import tokens of one text token of the loader's lexer, ``text[start:end]``."""
    for found in _import_pattern().finditer(text[start:end]):
        path = found[1].partition("#")[0].replace("\\ ", " ")
        if path and _start_pattern().match(path):
            yield Import(Span(start + found.start(), start + found.end()), path)


def wiki_links(text: str, start: int, end: int) -> Iterator[WikiLink]:
    """Yield the wiki links in ``text[start:end]``, a run of plain text."""
    for found in _wiki_pattern().finditer(text, start, end):
        target = found[1]
        if len(target) <= _LONGEST_NAME and _name_pattern().fullmatch(target):
            yield WikiLink(Span(found.start(), found.end()), target)
