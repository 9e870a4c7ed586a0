"""``-k EXPR``: "imports and not cycle", as in pytest; a word matches rules whose name contains it."""

from __future__ import annotations

import re


class KeywordError(ValueError):
    """The expression is malformed; the message says at which word."""


def matches(expression: str, name: str) -> bool:
    """Say whether ``name`` satisfies ``expression``. Raises KeywordError when it cannot be read."""
    words = re.findall(r"[()]|[^\s()]+", expression)
    parser = _Parser(words, name.lower())
    result = parser.either()
    if parser.at < len(words):
        raise KeywordError(f"-k: unexpected {words[parser.at]!r} in {expression!r}")
    return result


class _Parser:
    def __init__(self, words: list[str], name: str) -> None:
        self.words, self.name, self.at, self.depth = words, name, 0, 0

    def next(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, word: str) -> bool:
        if self.next() == word:
            self.at += 1
            return True
        return False

    def either(self) -> bool:
        result = self.both()
        while self.take("or"):
            result = self.both() or result
        return result

    def both(self) -> bool:
        result = self.one()
        while self.take("and"):
            result = self.one() and result
        return result

    def one(self) -> bool:
        negated = False
        while self.take("not"):
            negated = not negated
        word = self.next()
        self.at += 1
        if word == "(":
            self.depth += 1
            if self.depth > 50:
                raise KeywordError("-k: too many parentheses")
            result = self.either()
            if not self.take(")"):
                raise KeywordError("-k: a ) is missing")
            self.depth -= 1
        elif word in ("", ")", "and", "or"):
            raise KeywordError(f"-k: a rule's name is missing before {word or 'the end'!r}")
        else:
            result = word.lower() in self.name
        return result is not negated
