"""Sentences that state a line length, an indentation, quotes or semicolons, and what they state."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from memlint import Document, NamedTuple, Span, compile_once

#: Words that a claim has, and what must match where those stand that are common.
_HINTS = {
    **dict.fromkeys(("line length", "line-length", "line_length", "line lengths", "print width", "print-width"), ""),
    **dict.fromkeys(("printwidth", "line width", "line-width", "line limit", "max-len", "max_len", "max_width"), ""),
    **dict.fromkeys(("column limit", "columnlimit", "indent", "tabwidth", "tab width", "tab size", "tab_spaces"), ""),
    **dict.fromkeys(("usetabs", "use_tabs", "hard_tabs", "tabs", "semicolons", "singlequote", "single_quote"), ""),
    **dict.fromkeys(("single quote", "single-quote", "double quote", "double-quote", "quote style", "quote-style"), ""),
    **dict.fromkeys(("char", "col"), r"(?<=\d)|(?<=\d[ -])"),
    "space": r"(?<=[2348])|(?<=[2348][ -])|(?<=(?:wo|ee|ur|ht)[ -])|spaces,? +(?:for|\(?(?:not|never|instead|over|rather))",
    "quotes": r"quotes[*`]*\s*[:=|]",
    "quote_type": "",
    "wrap": r"wrap(?:ped)? (?:code |lines |code lines )?at",
    "lines": r"lines (?:of code )?(?:at|to)\b",
    "semicolon": r"semicolon[*`]*\s*[:=|]",
    "semi": r"\bsemi[*`]*\s*[:=]",
}
_LONG = 600  # characters, from which on a sentence is none
_HUGE = 20_000  # characters, from which on a paragraph is data
_LENGTHS = range(50, 251)  # other numbers are of something else than a line of code
_NUMBERS = {"two": "2", "three": "3", "four": "4", "eight": "8"}
_WORDS = {"true": {"quotes": "single", "indent-style": "tab"}, "false": {"quotes": "double", "indent-style": "space"}}


class Claim(NamedTuple):
    """What a sentence states. ``knob``: as settings have it, or "indent" for a number of spaces.

    ``bound``: shorter is as well. ``sure`` is False where it takes other words to know that code is meant.
    """

    knob: str
    value: str
    span: Span
    bound: bool
    sure: bool


class Sentence(NamedTuple):
    """A sentence of prose, in lower case and with the marks of code and emphasis made blank, and its claims."""

    span: Span
    text: str
    claims: tuple[Claim, ...]


# What is stated, by wording: knob, value ("" for the pattern's first group), whether it is a bound, whether it is sure.
_NUMBER = r"(\d{2,3})(?![\d%+]|\.\d|\s*(?:-|–|to|or|/)\s*\d)"
_UNIT = r"(?:char(?:acter)?s?|col(?:umn)?s?)"
_LABEL = r"(?:(?:line|print)[ _-]?(?:length|width)s?(?:[ _-]limit)?|max[_-](?:len|width)|column[ _-]?limit)"
_TO = r"(?:[\s:=|(\"'—–≤<-]|\b(?:is|are|of|to|at|limit(?:ed)?|max(?:imum)?|set|must|should|be)\b){1,9}"
_ATMOST = r"(?:under|below|within|up to|no (?:longer|more) than|at most|≤|<=?|(?:must|should|may|do) not exceed|max\b)"
_SPACES = r"(2|3|4|8|two|three|four|eight)[ -]?spaces?"
_BY = r"(?:[\s:=|(]|\b(?:with|is|are|of|using|uses?|to|by|code|at|size|width|set|style|must|be)\b){1,7}"
_NAY = r"\s*[,(]?\s*(?:not|never|no|instead of|over|rather than)\s+(?:with\s+)?"
_END = r"(?=\s*(?:$|[.,;)+|]|and\b))"
_WHICH = r"(single|double)[ -]quotes?"
_STRINGS = r"(?:for|in|on|around) (?:all |the )?(?:\w+ )?string(?:s| literals)|everywhere|throughout"
_TABLE = (
    ("line-length", "", 1, 1, rf"{_LABEL}[\s:]*(?:is |to )?{_ATMOST}\s*{_NUMBER}"),
    ("line-length", "", 0, 1, rf"(?<![\w-]){'(?:max(?:imum)?[ _-]?)?'}{_LABEL}{_TO}{_NUMBER}"),
    (
        "line-length",
        "",
        0,
        1,
        rf"{_NUMBER}[ -]*{_UNIT}[ -]+(?:max(?:imum)? )?line(?:[ -]?(?:length|width|limit))?s?\b",
    ),
    ("line-length", "", 0, 1, rf"{_NUMBER}[ -]+(?:line|print)[ -](?:length|width)\b"),
    (
        "line-length",
        "",
        1,
        1,
        rf"\blines (?:of code )?(?:of |to |are |(?:should|must) be |stay )?{_ATMOST}\s*{_NUMBER}\s*{_UNIT}",
    ),
    (
        "line-length",
        "",
        0,
        1,
        rf"\b(?:wrap(?:ped)?|limit|break) (?:code |lines |code lines )?(?:at|to) (?:column )?{_NUMBER}",
    ),
    ("line-length", "", 0, 1, rf"(?<![\w-]){_NUMBER}[ -]?{_UNIT} per line\b"),
    ("line-length", "", 0, 0, rf"(?<![\w-]){_NUMBER}[ -]?{_UNIT}\b"),
    ("indent", "", 0, 1, rf"\b{_SPACES}[ -]+indent\w*"),
    ("indent", "", 0, 1, rf"\bindent(?:ation|s|ing|ed)?\b{_BY}{_SPACES}\b"),
    (
        "indent",
        "",
        0,
        1,
        rf"\b{_SPACES}(?:\s+for\s+(?:all\s+|code\s+)?indent\w*|\s+per\s+(?:indent\w*|level)|{_NAY}tabs)",
    ),
    (
        "indent-width",
        "",
        0,
        1,
        r"(?<![\w-])(?:indent[ _-]?(?:size|width)|tab[ _-]?(?:width|size|spaces))[\s:=|]+(?:of |is )?([2348])\b",
    ),
    ("indent", "", 0, 0, rf"\b{_SPACES}{_END}"),
    ("indent-style", "", 0, 1, r"\b(?:use_?tabs|hard_tabs)\s*[:=]\s*(true|false)\b"),
    ("indent-style", "", 0, 1, r"\bindent[_-]?style\s*[:=]\s*[\"']?(tab|space)"),
    ("indent-style", "tab", 0, 1, rf"\btabs(?:\s+for\s+(?:code\s+)?indent\w*|{_NAY}spaces)"),
    (
        "indent-style",
        "tab",
        0,
        1,
        rf"\bindent(?:ation|ed)?\s*(?:[:=|]|\b(?:uses?|with|using|is|by)\b)\s*(?:hard )?tabs?{_END}",
    ),
    ("indent-style", "space", 0, 1, rf"\bspaces(?:\s+for\s+(?:code\s+)?indent\w*|{_NAY}tabs)"),
    (
        "indent-style",
        "space",
        0,
        1,
        rf"\bindent(?:ation|ed)?\s*(?:[:=|]|\b(?:uses?|with|using|is|by)\b)\s*spaces{_END}",
    ),
    ("indent-style", "tab", 0, 0, rf"(?:^|[,:(]\s*)(?:use )?(?:hard )?tabs{_END}"),
    ("quotes", "", 0, 1, r"\bsingle_?quote\s*[:=]\s*(true|false)\b"),
    ("quotes", "", 0, 1, r"\bquote(?:s|[ _-]?(?:style|type))?\s*[:=|]\s*[\"']?(single|double)\b"),
    ("quotes", "", 0, 1, rf"\b{_WHICH}(?:\s+(?:{_STRINGS}|only\b)|{_NAY}(?:single|double)\b)"),
    ("quotes", "", 0, 1, r"\bstrings? (?:literals )?(?:are |use |always ){0,3}(single|double)[ -]quote[sd]?"),
    ("quotes", "", 0, 0, rf"(?:^|[,:(+]\s*|\b(?:use|prefer|and|with)\s+){_WHICH}{_END}"),
    ("semicolons", "never", 0, 0, rf"\b(?:no|omit|skip|without) (?:trailing )?semicolons{_END}"),
    (
        "semicolons",
        "never",
        0,
        1,
        r"\bsemicolons?\s*[:=|]\s*(?:no|never|none|off|omit\w*)\b|\bsemi\s*[:=]\s*false\b",
    ),
    ("semicolons", "always", 0, 0, rf"(?:^|[,:(+]\s*|\b(?:always|and|with)\s+)(?:use )?semicolons{_END}"),
    (
        "semicolons",
        "always",
        0,
        1,
        r"\bsemicolons?\s*(?:[:=|]|are)\s*(?:yes|always|required|on)\b|\bsemi\s*[:=]\s*true\b",
    ),
)


@cache
def _patterns() -> tuple[tuple[str, str, bool, bool, re.Pattern[str]], ...]:
    """Return (knob, value or "" for the first group, bound, sure, pattern); an earlier one takes its words away."""
    return tuple(
        (knob, value, bool(bound), bool(sure), compile_once(text)) for knob, value, bound, sure, text in _TABLE
    )


@cache
def _denied() -> re.Pattern[str]:
    return compile_once(
        r"(?:\b(?:not|never|avoid|no|nor|without|instead of|rather than|over|than|cannot)|n['’]t)\s+(?:\w+\s+){0,3}.?\Z"
    )


@cache
def _needs() -> dict[str, re.Pattern[str]]:
    return {word: compile_once(text) for word, text in _HINTS.items() if text}


def _hits(text: str) -> Iterator[int]:
    """Yield, unsorted, where a claim may stand in ``text``: far cheaper than a search for all forms of claims."""
    lower = text.lower()
    if len(lower) != len(text):  # some letters are two when small
        return
    for word, around in _HINTS.items():
        at = lower.find(word)
        while at >= 0:
            if not around or _needs()[word].match(lower, at):
                yield at
            at = lower.find(word, at + 1)


def may_state(text: str) -> bool:
    """Say whether a claim may stand in ``text``."""
    return next(_hits(text), None) is not None


def sentences(document: Document) -> Iterator[Sentence]:
    """Yield the sentences of prose that claim something, in their order."""
    text = document.text
    hits = sorted(at for at in _hits(text) if not document.in_generated(at))
    for block in dict.fromkeys(document.block_at(at) for at in hits):
        if block.kind != "paragraph" or block.quoted or block.content.end - block.content.start > _HUGE:
            continue
        for span in _split(text, *block.content):
            first = bisect_left(hits, span.start)
            if first == len(hits) or hits[first] >= span.end or span.end - span.start > _LONG:
                continue
            words = plain(text[slice(*span)])
            claims = tuple(claim for claim in _claims(words, span.start) if _is_said(document, claim))
            if claims:
                yield Sentence(span, words, claims)


def plain(text: str) -> str:
    """Return ``text`` in lower case, with line ends and the marks of code and emphasis made blank."""
    return re.sub(r"[*`\n\r]", " ", text.lower())


def _is_said(document: Document, claim: Claim) -> bool:
    return not document.in_comment(claim.span.start) and not document.in_quotes(claim.span.start)


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the sentences, and the rows of tables, between two offsets."""
    at = start
    for stop in compile_once(r"(?<!e\.g)(?<!i\.e)[.!?;](?=\s)|\n(?=\s*\|)").finditer(text, start, end):
        yield Span(at, stop.start())
        at = stop.end()
    yield Span(at, end)


def _claims(text: str, offset: int) -> Iterator[Claim]:
    taken: list[Span] = []
    for knob, value, bound, sure, pattern in _patterns():
        for found in pattern.finditer(text):
            if any(found.start() < span.end and span.start < found.end() for span in taken):
                continue
            taken.append(Span(*found.span()))
            if _denied().search(text, max(found.start() - 40, 0), found.start() + 1):
                continue
            said = value or found[1]
            if knob == "line-length" and int(said) not in _LENGTHS:
                continue
            said = _WORDS.get(said, {}).get(knob, _NUMBERS.get(said, said))
            start = offset + found.end() - len(found[0].lstrip(" ,:(+"))
            yield Claim(knob, said, Span(start, offset + found.start() + len(found[0].rstrip())), bound, sure)
