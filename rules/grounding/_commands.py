"""Commands in the code of a document: shell lines and code spans, word by word, with the folder that they run in."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, NamedTuple, Span, compile_once

_SHELL = frozenset(
    ("sh", "bash", "shell", "zsh", "console", "fish", "powershell", "ps1", "pwsh", "cmd", "bat", "terminal")
) | {"shell-session", "shellsession", "sh-session", "shellscript"}
UNKNOWN = "?"  # the folder of a command that nothing here can tell


class Word(NamedTuple):
    """One word of a command and where it stands."""

    text: str
    span: Span


class Command(NamedTuple):
    """A command as it is written.

    ``folder`` is where ``cd`` went before it, relative to where the reader is; "" for nowhere, ``UNKNOWN`` for a
    place that cannot be told. ``form``: "shell" in a block that says so, "block" in one without a language, "span" in
    code in a sentence, "prose" in plain words. ``line`` is its line, or its span.
    """

    words: tuple[Word, ...]
    folder: str
    form: str
    line: Span


@cache
def _parts() -> re.Pattern[str]:
    return compile_once(r"&&|\|\||[;|]|(?<!\S)#[^\n]*")


@cache
def _prose() -> re.Pattern[str]:
    return compile_once(
        r"(?<![\w/`-])(?:(?:npm|pnpm|yarn|bun) run|deno task) "
        r"([A-Za-z]\w*[:-][\w:-]*\w|dev|build|lint|format|typecheck|start|check|test|e2e|preview)(?![\w/`*<:-])"
    )


@cache
def _word() -> re.Pattern[str]:
    return compile_once(r"\"[^\"\n]*\"|'[^'\n]*'|\S+")


@cache
def _tool() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:npm|pnpm|yarn|bun|deno|make|just|task|poe|hatch|pdm|cargo|composer|uv|poetry|pipenv|cd|pushd"
        r"|tox|nox|gradlew?|turbo|nx|mise|rye)\b"
    )


def commands(document: Document) -> list[Command]:
    """Return the commands of ``document``, in its order, that are neither commented out nor a tool's own text.

    Code in a sentence that names none of the tools that rules here know is left out.
    """
    if not _tool().search(document.text):
        return []
    return sorted(_commands(document), key=lambda command: command.words[0].span)


def _commands(document: Document) -> Iterator[Command]:
    text = document.text
    for block in document.code_blocks:
        language = block.language.lower()
        if (language in _SHELL or (not language and block.fenced)) and _ours(document, block.span.start):
            yield from _of_block(text, block.content, "shell" if language else "block")
    for code in document.code_spans:
        if " " in code.text.strip() and _tool().search(code.text) and _ours(document, code.span.start):
            begin = code.span.start + len(text[slice(*code.span)]) - len(text[slice(*code.span)].lstrip("`"))
            yield from _of_line(text, Span(begin, code.span.end - (begin - code.span.start)), "", "span")[0]
    for found in _prose().finditer(text):
        if not document.in_code(found.start()) and _ours(document, found.start()):
            words = tuple(
                Word(part[0], Span(found.start() + part.start(), found.start() + part.end()))
                for part in _word().finditer(found[0])
            )
            yield Command(words, "", "prose", Span(*found.span()))


def _ours(document: Document, offset: int) -> bool:
    return not document.in_comment(offset) and not document.in_generated(offset)


def _of_block(text: str, content: Span, form: str) -> Iterator[Command]:
    folder, at, goes_on = "", content.start, False
    for line in text[slice(*content)].splitlines(keepends=True):
        span = Span(at, at + len(line.rstrip()))
        at += len(line)
        if "<<" in line:  # the text that follows goes to a program
            return
        if not goes_on:
            found, folder = _of_line(text, span, folder, form)
            yield from found
        goes_on = line.rstrip().endswith("\\")


def _of_line(text: str, line: Span, folder: str, form: str) -> tuple[list[Command], str]:
    """Return the commands of one line that begins in ``folder``, and the folder that it leaves."""
    found: list[Command] = []
    prompt = compile_once(r"\s*(?:[$%>❯]\s+|PS>\s*)?").match(text, *line)
    at = prompt.end() if prompt else line.start
    before, nested = folder, text[at : at + 1] == "("
    for end in [*(match.start() for match in _parts().finditer(text, at, line.end)), line.end]:
        words = [Word(part[0], Span(*part.span())) for part in _word().finditer(text, at, end)]
        if words and words[0].text in ("&&", "||", ";", "|", "&"):
            words = words[1:]
        words = [Word(word.text.strip("()") if nested else word.text, word.span) for word in words if word.text != "\\"]
        while words and (re.match(r"[A-Z_][A-Z0-9_]*=", words[0].text) or words[0].text in ("sudo", "time", "(")):
            words = words[1:]
        if words and words[0].text.startswith("#"):
            break
        if words and words[0].text in ("cd", "pushd"):
            folder = _moved(folder, words[1:])
        elif words:
            found.append(Command(tuple(words), folder, form, line))
        at = end + (2 if text[end : end + 2] in ("&&", "||") else 1)
    return found, before if nested else folder


def _moved(folder: str, words: list[Word]) -> str:
    to = words[0].text.strip("\"'") if len(words) == 1 else "~"
    if folder == UNKNOWN or to == "-" or to[:1] in ("~", "/", "\\") or re.search(r"[$<>{}*%]|\.\.\.", to):
        return UNKNOWN
    return posixpath.normpath(posixpath.join(folder, to))
