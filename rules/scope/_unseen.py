"""Headers with a scope that the loader takes for text: behind something else, never closed, or closed too early."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Span, compile_once

_MOST_LINES = 60  # of a header that is only text


def unseen(document: Document) -> tuple[Span, str] | None:
    """Return the header of a document that has none for the loader, and why that is so."""
    text = document.text
    at = _blanks().match(text).end()  # type: ignore[union-attr]  # it matches nothing too
    line = text.rfind("\n", 0, at) + 1
    first = line if not text[line:at].strip(" ") else at
    opening = _fence().match(text, first)
    found = _scope_in(text, opening.end()) if opening else None
    if found is None:
        return None
    key, closed = found
    name = text[slice(*key)]
    if text.startswith("---"):
        return None if closed else (Span(0, 3), f'no "---" closes the header with {name}: all of it is text')
    if not closed:
        return None
    what = "a comment stands" if text[:first].strip() else "a blank line stands" if first else "a blank stands"
    at = text.index("---", first)
    why = f'{what} before the header: only a "---" at the very start of the file opens one, and {name} is text'
    return Span(at, at + 3), why


def below_the_fence(document: Document) -> tuple[Span, str] | None:
    """Return the key with a scope that stands below a header that dashes within a value close, and why it is lost."""
    header, text = document.frontmatter, document.text
    if header is None or header.fence_alone:
        return None
    end = header.span.end
    found = _scope_in(text, end if text[end - 1] == "\n" else text.find("\n", end) + 1 or len(text))
    if found is None:
        return None
    key, line = found[0], document.line(header.content.end)
    return key, f'the "---" within line {line} closes the header, and {text[slice(*key)]} stands below it'


def _scope_in(text: str, at: int) -> tuple[Span, bool] | None:
    """Return the key in the header-shaped lines from ``at`` on that means to scope, and whether a fence closes them."""
    key: Span | None = None
    for _ in range(_MOST_LINES):
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)]
        if line.strip() == "---":
            return (key, True) if key else None
        if not _shaped().fullmatch(line):
            break
        found = _key().match(line)
        if found and key is None:
            key = Span(at + found.start(1), at + found.end(1))
        if end < 0:
            break
        at = end + 1
    return (key, False) if key else None


@cache
def _blanks() -> re.Pattern[str]:
    return compile_once(r"(?:\s++|<!--(?:(?!-->)[\s\S])*+-->)*+")


@cache
def _fence() -> re.Pattern[str]:
    return compile_once(r" {0,3}---[ \t\r]*\n")


@cache
def _shaped() -> re.Pattern[str]:
    return compile_once(r"(?:[A-Za-z_][\w-]*:(?:[ \t].*)?|[ \t]+\S.*|-[ \t].*|#.*)?[ \t\r]*")


@cache
def _key() -> re.Pattern[str]:
    return compile_once(r" {0,3}(paths|globs|applyTo):(?:[ \t\r]|$)")
