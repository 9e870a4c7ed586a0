"""Which script, target or task a command asks for, of which runner, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Facts, NamedTuple, compile_once

from ._commands import UNKNOWN, Command, Word
from ._flagged import asked_names, tool_of


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Names that projects give to scripts and no package to a program: a bare ``yarn dev`` means a script.
CONVENTIONAL = _words(
    "dev build lint format typecheck type-check type_check check start deploy clean preview e2e test tests coverage fmt"
    " validate verify release docs serve ci"
)
_PYTHON_RUNS = (("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("rye", "run"))
_PACKAGE_RUNNERS = ("npm", "pnpm", "yarn", "bun")
_RUNNERS = frozenset((*_PACKAGE_RUNNERS, *_words("deno make task just poe hatch pdm composer cargo")))
_WITH_VALUE = _words(
    "-w --workspace -F --filter --prefix -C --dir --cwd -f --file --makefile --directory -d --working-dir --justfile -t"
    " --taskfile --working-directory -e --env -p --project --loglevel --config -c --env-file -j --jobs --manifest-path"
)
_ALONE = _words(
    "-s --silent -q --quiet -r --recursive -ws --workspaces -y --yes -k -B -n --dry-run -j -S --bun --verbose"
)
_IN_FOLDER = _words("--prefix -C --dir --cwd --directory -d --working-dir --working-directory")
_IN_WORKSPACE = _words("-w --workspace -F --filter")


class Asked(NamedTuple):
    """A name that a command asks ``runner`` for.

    ``strict``: only a script can answer, where the runner would also start a program of that name otherwise.
    ``folder`` is where, as in a command; ``workspaces`` are the packages that it names; ``everywhere``: all of them.
    """

    runner: str
    word: Word
    strict: bool
    folder: str
    workspaces: tuple[str, ...] = ()
    everywhere: bool = False


@cache
def _name() -> re.Pattern[str]:
    return compile_once(r"[A-Za-z_](?:[\w:.+-]*[\w])?")


@cache
def _sample() -> re.Pattern[str]:
    return compile_once(
        r"(?!.{200})(?:.*[:_-])?(?:x+|y+|foo|bar|baz|name|script|scripts|script[-_]?name|command|cmd|task|task[-_]?name|target|recipe"
        r"|example|something|whatever|\w*your\w*|my[-_]\w+|some[-_]\w+|<.*|[A-Z])",
        re.IGNORECASE,
    )


def asked(command: Command, facts: Facts) -> Iterator[Asked]:
    """Yield the names that ``command`` asks for; none for a sample, or where flags change the meaning."""
    words = list(command.words)
    tool, rest = tool_of(words)
    if tool:
        if command.folder != UNKNOWN:
            yield from _of_tool(tool, rest, command)
        return
    program = False
    while len(words) > 2 and (words[0].text, words[1].text) in _PYTHON_RUNS:
        words, program = words[2:], True
    if program and words[0].text not in _RUNNERS and _name().fullmatch(words[0].text) and "." not in words[0].text:
        yield Asked("scripts:scripts", words[0], False, command.folder)
    if not words or words[0].text not in _RUNNERS:
        return
    runner, words = words[0].text, words[1:]
    folder, workspaces, everywhere, plain = _flags(runner, words, command.folder)
    if plain is None or folder == UNKNOWN:
        return
    for word, strict, where in _names(runner, plain, command.form, facts):
        if not _name().fullmatch(word.text) or (len(word.text) > 1 and _sample().fullmatch(word.text)):
            return
        names = workspaces if where is None else (*workspaces, where)
        kind = "package" if runner in _PACKAGE_RUNNERS else runner
        yield Asked(f"{kind}:{runner}", word, strict, folder, names, everywhere)


def _of_tool(tool: str, words: list[Word], command: Command) -> Iterator[Asked]:
    for word in asked_names(tool, words):
        name = word.text.strip("\"'").partition("(")[0]  # a session of nox with its parameters
        if not _name().fullmatch(name) or _sample().fullmatch(name) or (command.form == "block" and len(words) > 4):
            return
        yield Asked(f"{tool}:{tool}", Word(name, word.span), True, command.folder)


def _flags(runner: str, words: list[Word], folder: str) -> tuple[str, tuple[str, ...], bool, list[Word] | None]:
    """Return the folder, the workspaces, whether all of these, and the words that are no flags; None: not to tell."""
    import posixpath

    workspaces: list[str] = []
    plain: list[Word] = []
    everywhere = False
    rest = iter(words)
    for word in rest:
        flag, equals, value = word.text.partition("=")
        if flag == "--" or (plain and runner in ("just", "hatch", "poe", "pdm", "cargo") and len(plain) > 1):
            break
        if not flag.startswith("-"):
            plain.append(word)
            continue
        if runner == "pnpm" and flag in ("-w", "--workspace-root"):
            everywhere = True
            continue
        if flag in ("--if-present", "--help", "-h", "--version", "-v") or flag in ("-f", "--file", "--makefile", "-g"):
            return folder, (), False, None
        if flag in ("-r", "--recursive", "-ws", "--workspaces"):
            everywhere = True
        if not plain and not equals and flag not in _WITH_VALUE | _ALONE:
            return folder, (), False, None
        if flag in _WITH_VALUE and not equals and not (runner == "make" and flag == "-j"):
            value = next(rest, Word("$", word.span)).text
        value = value.strip("\"'")
        if flag in (*_IN_FOLDER, *_IN_WORKSPACE) and (not value or any(mark in value for mark in "*$<>{}[]!^~")):
            return folder, (), False, None
        if flag in _IN_FOLDER:
            folder = folder if folder == UNKNOWN else posixpath.normpath(posixpath.join(folder, value))
        elif flag in _IN_WORKSPACE:
            workspaces.append(value)
    return folder, tuple(workspaces), everywhere, plain


def _names(runner: str, words: list[Word], form: str, facts: Facts) -> Iterator[tuple[Word, bool, str | None]]:
    """Yield the names, whether strict, and the workspace that stands before it."""
    first = words[0].text if words else ""
    second = words[1:2]
    if runner in _PACKAGE_RUNNERS:
        if runner == "yarn" and first == "workspace" and len(words) > 2:
            at = 3 if words[2].text == "run" else 2
            for word in words[at : at + 1]:
                if word.text not in (*facts.words("runners.yarn-commands"), "run"):
                    yield word, False, words[1].text
        elif first in ("run", "run-script"):
            for word in second:
                if runner != "npm" or word.text not in facts.words("runners.npm-always"):
                    yield word, runner in ("npm", "pnpm"), None
        elif runner in ("npm", "pnpm") and first in ("test", "start"):
            yield words[0], True, None
        elif runner != "npm" and first and first not in (*facts.words(f"runners.{runner}-commands"), "run"):
            yield words[0], False, None
    elif runner == "deno" and first == "task":
        for word in second:
            yield word, True, None
    elif runner == "make" or runner == "task":
        targets = [word for word in words if "=" not in word.text]
        if form != "block" or len(targets) == 1:
            for word in targets[: 1 if runner == "task" else None]:
                yield word, True, None
    elif runner in ("just", "poe"):
        if form != "block" or len(words) == 1:
            for word in words[:1]:
                yield word, True, None
    elif runner in ("hatch", "pdm") and first == "run":
        for word in second:
            yield word, False, None
    elif runner == "composer":
        if first in ("run", "run-script"):
            for word in second:
                yield word, True, None
        elif first and first not in facts.words("runners.composer-commands"):
            yield words[0], False, None
    elif runner == "cargo" and first:
        yield words[0], False, None
