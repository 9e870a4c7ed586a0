"""What a file tells its agent, sentence by sentence, and whether a sentence is an order or speaks of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, NamedTuple, Project, Sentence, Span, compile_once

from . import _wording as wording

_LONGEST = 600  # characters; what is longer is no sentence


class Told(NamedTuple):
    """One sentence that may be an order.

    ``number`` counts the sentences of the file.
    """

    sentence: Sentence
    number: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.sentence.span

    @property
    def words(self) -> str:
        """All of it on one line."""
        return self.sentence.words

    @property
    def prose(self) -> str:
        """The same with code, quotes and addresses replaced by as many characters that say nothing."""
        return plain(self.sentence.words)


def told(document: Document, project: Project) -> Iterator[Told]:
    """Yield the sentences that are no question, and that no heading and no list around makes an example or a ban."""
    for number, sentence in enumerate((*project.sentences(document.path), *in_elements(document))):
        if document.comments and document.in_comment(sentence.span.start):
            continue
        words = sentence.words
        if "<!--" in words:
            sentence = sentence._replace(words=_comment().sub(" ", words).strip())
        if len(words) <= _LONGEST and not words.endswith(("?", "？")) and not words.startswith(("❌", "✗", "✘", "🚫")):
            yield Told(sentence, number)


def obeyed(sentence: Sentence) -> bool:
    """Say whether what stands around a sentence lets it be an order."""
    around = sentence.lead_in
    if around and (wording.listed("around").search(around) or _against().search(around)):
        return False
    return not speaks(sentence.headings)


def speaks(headings: tuple[str, ...]) -> bool:
    """Say whether one of ``headings`` is above examples, threats, or what is forbidden."""
    return any(wording.listed("around").search(each) or _banning().match(each) for each in headings)


@cache
def _banning() -> re.Pattern[str]:
    return compile_once(rf"[\W\d_]*(?:{'|'.join(wording.table()['ban'])})(?!\w)".replace("~", r"\w*"), re.IGNORECASE)


def ordered(text: str, start: int, end: int) -> bool:
    """Say whether ``text`` orders what stands from ``start`` to ``end``: it forbids it not, and tells of no one's words."""
    return not _against().search(text, 0, start) and not wording.listed("after").search(text, end)


def _against() -> re.Pattern[str]:
    return wording.listed("before")


@cache
def _comment() -> re.Pattern[str]:
    return compile_once(r"<!--(?:[^-]|-(?!->))*+(?:-->)?")


@cache
def _code() -> re.Pattern[str]:
    return compile_once(r"`[^`]*`")


@cache
def _address() -> re.Pattern[str]:
    return compile_once(r"\b(?:https?|wss?|ftp)://[^\s)>\]]+|(?<![\w.+-])[\w.+-]++@[\w.-]+\w")


@cache
def _quotes() -> re.Pattern[str]:
    return compile_once(
        r"\"[^\"\n]+\"|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|「[^」\n]{1,400}」|『[^』\n]{1,400}』|«[^»\n]{1,400}»|»[^«\n]{1,400}«"
        r"|(?<!\w)'[^'\n]+'(?!\w)|(?<!\w)‘[^’\n]{1,400}’(?!\w)"
    )


def plain(words: str) -> str:
    """Return ``words`` with code, quotes and addresses replaced by as many characters that say nothing."""
    words = _code().sub(_blank, words) if "`" in words else words
    return without_quotes(_address().sub(_blank, words) if "@" in words or "://" in words else words)


def without_quotes(words: str) -> str:
    """Return ``words`` with what stands between quotation marks replaced likewise."""
    return _quotes().sub(_blank, words)


def in_quotes(words: str, at: int) -> bool:
    """Say whether the character at ``at`` stands between quotation marks that no code has."""
    coded = _code().sub(lambda found: "x" * len(found[0]), words) if "`" in words else words
    return any(found.start() < at < found.end() for found in _quotes().finditer(coded))


def _blank(found: re.Match[str]) -> str:
    return "_" * len(found[0])


@cache
def _tag() -> re.Pattern[str]:
    return compile_once(r"</?[A-Za-z][^<>\n]{0,200}>")


@cache
def _end() -> re.Pattern[str]:
    return compile_once(r"(?<=[.!?])\s+|(?<=[。！？])|\n\s*\n?")


def in_elements(document: Document) -> Iterator[Sentence]:
    """Yield the lines of blocks of HTML, which are no paragraphs of Markdown: ``<important>`` and the like."""
    text = document.text
    for block in document.blocks:
        if block.kind != "html" or block.quoted or document.in_generated(block.content.start):
            continue
        at = block.content.start
        for line in text[block.content.start : block.content.end].splitlines(keepends=True):
            if not document.in_comment(at + len(line) - len(line.lstrip())):
                words = _tag().sub(" ", line).strip()
                if words:
                    yield Sentence(Span(at, at + len(line.rstrip())), words, ())
            at += len(line)
