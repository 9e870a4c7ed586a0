"""Finds commands in code spans, prose and shell blocks that hand what they fetch to a shell, or data to a host."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, cached_property

from memlint import Document, NamedTuple, Project, Span, compile_once

from . import _wording as wording
from ._told import in_quotes, obeyed, ordered, plain, speaks, told

_SHELLS = frozenset(("", "sh", "bash", "shell", "zsh", "console", "fish", "powershell", "pwsh", "ps1", "terminal"))
_LONGEST = 1_000  # characters of a line that are looked at
_ABOVE = 400  # characters above a block that may speak of it


class Command(NamedTuple):
    """A command where it stands: ``fenced`` in a block of code, else in a sentence; ``headings`` are those above it."""

    span: Span
    text: str
    fenced: bool
    headings: tuple[str, ...]


def commands(
    document: Document, project: Project, pattern: re.Pattern[str], cues: tuple[str, ...]
) -> Iterator[tuple[Command, re.Match[str]]]:
    """Yield the commands that ``pattern`` is found in, where nothing around makes them an example or a ban.

    ``cues`` are texts of which each such command has one.
    """
    if not any(cue in document.text for cue in cues):
        return
    for each in told(document, project):
        found = pattern.search(each.words) if any(cue in each.words for cue in cues) else None
        if found is None or in_quotes(each.words, found.start()):
            continue
        if obeyed(each.sentence) and ordered(_outside(each.words, found), *found.span()):
            yield Command(each.span, each.words, False, each.sentence.headings), found
    yield from _fenced(document, pattern)


def _outside(words: str, found: re.Match[str]) -> str:
    """Return ``words`` with what is no prose blanked, so that an option such as ``--no-x`` forbids nothing."""
    return (
        plain(words[: found.start()].rstrip("`")).ljust(found.start(), "_") + "_" * len(found[0]) + words[found.end() :]
    )


def _fenced(document: Document, pattern: re.Pattern[str]) -> Iterator[tuple[Command, re.Match[str]]]:
    text, above = document.text, Headings(document)
    for block in document.code_blocks:
        start, end = block.content
        if block.language.lower() not in _SHELLS or not pattern.search(text, start, end):
            continue
        headings = above.above(start)
        if (
            document.in_generated(start)
            or document.block_at(start).quoted
            or not _neutral(document, block.span.start, headings)
        ):
            continue
        spoiled = False
        for line, at in _lines(text, start, end):
            stripped = line.strip()
            if stripped.startswith(("#", "//", "REM ")):
                spoiled = bool(wording.listed("around").search(stripped))
                continue
            found = pattern.search(line[:_LONGEST])
            if found and not spoiled and not wording.listed("around").search(line.partition(" #")[2]):
                yield Command(Span(at, at + len(line)), line, True, headings), found


def _lines(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    at = start
    for line in text[start:end].split("\n"):
        yield line.removesuffix("\r"), at
        at += len(line) + 1


def _neutral(document: Document, start: int, headings: tuple[str, ...]) -> bool:
    """Say whether neither the headings above a block nor the paragraph before it make it an example or a ban."""
    above = document.text[max(0, start - _ABOVE) : start].replace("\r\n", "\n").rstrip()
    last = above[above.rfind("\n\n") + 1 :]
    said = wording.listed("around").search(last) or wording.listed("before").search(plain(last))
    return not said and not speaks(headings)


class Headings:
    """What headings stand above a place; they are read when first asked for."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def above(self, offset: int) -> tuple[str, ...]:
        """Return the headings that ``offset`` stands below, from the outermost on."""
        at = bisect_right(self._chains, offset, key=lambda chain: chain[0])
        return self._chains[at - 1][1] if at else ()

    @cached_property
    def _chains(self) -> list[tuple[int, tuple[str, ...]]]:
        found = []
        levels: list[tuple[int, str]] = []
        for heading in self._document.headings:
            levels = [each for each in levels if each[0] < heading.level] + [(heading.level, heading.text)]
            found.append((heading.span.start, tuple(text for _, text in levels)))
        return found


@cache
def piped() -> re.Pattern[str]:
    """A download that a shell runs as it comes."""
    get = r"(?:\bcurl|\bwget|\bfetch|\biwr|\birm|\bInvoke-WebRequest|\bInvoke-RestMethod)\b"
    shell = r"(?:sudo\s+(?:-\w+\s+){0,3})?(?:\S{0,20}/)?(?:env\s+(?:\w+=\S*\s+)*)?"
    shell += r"(?:(?:ba|z|da|fi|k)?sh|iex|Invoke-Expression|(?:python[23]?|node|perl|ruby|php|deno)(?=\s*(?:-\s*)?(?:[\s`\"').;&]*$|\s+first\b|[`\"')])))"
    return compile_once(
        rf"{get}\s[^|;\n`]{{3,300}}(?:\|[^|;\n`]{{2,80}}){{0,2}}\|\s*{shell}(?![\w/-]|\.\w)"
        r"|\b(?:exec|eval)\s*\([^\n`]{0,80}?(?:urlopen|requests\.get|httpx\.get|\bfetch)\s*\("
        rf"|{get}[^|;\n`]{{0,200}}/(?P<base>[\w-]{{1,40}}\.(?:sh|py|ps1|pl|rb|js))\s*(?:&&|;)\s*(?:sudo\s+)?(?:(?:ba|z)?sh\s+|python3?\s+|node\s+|\./)(?P=base)"
        rf"|(?<![\w.-])(?:(?:ba|z|da)?sh|source|eval|\.|python3?|node)\s+(?:-\w+\s+){{0,3}}[\"']?(?:<?\s?<\(|\$\(|`)\s*{get}"
        rf"|\b(?:iex|Invoke-Expression)\s*+(?:\(\s*+)?(?:\(?{get}|\(+New-Object\s+(?:System\.)?Net\.WebClient)"
        rf"|{get}(?=\s)[^|;\n`]{{0,200}}\s(?:-o|-O|--output|>)\s*(?P<to>[\w./~-]{{2,80}})[^|\n]{{0,200}}(?:&&|;)\s*(?:sudo\s+)?(?:(?:ba|z)?sh\s+|chmod\s+\S+\s+)(?P=to)"
    )


@cache
def handing() -> re.Pattern[str]:
    """A command that hands the environment, credentials or their files to a host."""
    files = r"(?:[^\s\"'`|;&<>]{0,80}[/~])?(?:\.env(?:\.(?!example|sample|template)\w+)?|id_(?:rsa|ed25519|ecdsa)|\.npmrc|\.pypirc|\.netrc|\.git-credentials|\.bash_history|\.zsh_history|credentials(?:\.json)?|\.aws(?:/\w+)?|\.ssh(?:/\w+)?|\.kube(?:/config)?|secrets?\.(?:ya?ml|json|env)|\.claude\.json|\.credentials\.json|MEMORY\.md|CLAUDE\.md|/etc/passwd)(?![\w.])"
    dump = rf"(?:\$\(|<\()\s*(?:env|printenv|set|export|history|git\s+(?:diff|config|log)|cat\s+{files}|base64\s[^)]{{0,40}}{files}|tar\s|gh\s+auth\s+token|security\s+find-)[^)`\n]{{0,120}}"
    web = r"\b(?:curl|wget|https?(?=\s+(?:POST|PUT|post|put)\b)|iwr|irm|Invoke-RestMethod|Invoke-WebRequest)\b"
    send = r"(?:\s(?:-d|--data(?:-\w+)?|-F|--form|-T|--upload-file|--post-file|--post-data|--body-data|-Body|-InFile)[\s=]?\s*)"
    names = "|".join(wording.table()["exfiltration"]["providers"])
    key = rf"\$\{{?(?:env:)?(?P<key>{names})_?\w{{0,30}}(?:TOKEN|KEY|SECRET|PASSWORD|PAT)\w{{0,20}}"
    return compile_once(
        rf"{web}[^|;\n`]{{0,200}}?{send}[\"']?(?:[\w.\[\]-]{{1,30}}=)?[@<]?{files}"
        rf"|{web}[^|;\n`]{{0,200}}?{dump}"
        rf"|{web}[^|;\n`]{{0,200}}?(?:{send}[^|;\n`]{{0,120}}?|[?&]\w{{1,20}}=){key}"
        rf"|(?:\b(?:env|printenv|history|git\s+diff)\b|\b(?:cat|tar|base64|gzip|zip)\s[^|;\n`]{{0,120}}{files})[^;\n`]{{0,120}}\|\s*(?:{web}|\b(?:nc|ncat|netcat|socat|telnet)\b)"
        rf"|\b(?:nc|ncat|netcat)\s+[\w.-]{{3,80}}\s+\d{{2,5}}\s*<\s*{files}"
        rf"|\b(?:scp|rsync)\s[^|;\n`]{{0,120}}{files}/?\s+[\w.-]{{1,60}}@?[\w.-]{{3,80}}:"
    )
