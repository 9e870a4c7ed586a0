"""Which package manager a command installs the dependencies with, and which one a folder of the project uses."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from memlint import Document, NamedTuple, compile_once

from ._commands import UNKNOWN, Command
from ._context import lead_in, sentence

if TYPE_CHECKING:
    from memlint import Package

MANAGERS = ("npm", "pnpm", "yarn", "bun")
_INSTALLS = {
    "npm": ("install", "i", "ci", "clean-install"),
    "pnpm": ("install", "i", "ci"),
    "yarn": ("install",),
    "bun": ("install", "i", "ci"),
}
#: Flags that make it another thing than an installation of this project's dependencies.
_OTHER = ("-g", "--global", "--prefix", "-C", "--cwd", "--dir", "-w", "--workspace", "-F", "--filter", "--location")


class Evidence(NamedTuple):
    """The manager that a folder uses, and what says so."""

    manager: str
    why: str
    path: str


@cache
def _installation() -> re.Pattern[str]:
    return compile_once(
        r"\b(?:npm|pnpm|yarn|bun)\b[^\n`]{0,200} (?:install|i|ci|clean-install)\b|^[^\w\n]*+yarn[^\w\n]*+$",
        re.MULTILINE,
    )


def may_install(text: str) -> bool:
    """Say whether an installation may stand in ``text``: far cheaper than reading its commands."""
    return bool(_installation().search(text))


def installs_with(command: Command) -> str:
    """Return the manager that ``command`` installs this project's dependencies with, "" for any other command."""
    texts = [word.text for word in command.words]
    manager = texts[0]
    if manager not in MANAGERS or command.form == "prose":
        return ""
    if texts == ["yarn"]:
        return "yarn" if command.form == "shell" else ""
    if len(texts) < 2 or texts[1] not in _INSTALLS[manager]:
        return ""
    plain = [text for text in texts[2:] if not text.startswith("-")]
    flags = {text.partition("=")[0] for text in texts[2:]}
    return "" if plain or flags.intersection(_OTHER) else manager


def evidence(base: str, packages: Mapping[str, Package]) -> Evidence | None:
    """Return what the nearest package that says anything, at or above ``base``, says; None when it says two things."""
    folder = base
    while True:
        package = packages.get(folder)
        if package is not None:
            if not package.known:
                return None
            if package.manager:
                return Evidence(package.manager, f"packageManager is {package.manager}", package.path)
            if package.locks:
                one = package.lock_managers[0] if len(package.lock_managers) == 1 else ""
                lock = posixpath.join(package.folder, package.locks[0])
                return Evidence(one, f"the lockfile is {one}'s ({lock})", lock) if one else None
        if not folder:
            return None
        folder = posixpath.dirname(folder)


def place_of(command: Command, base: str, packages: Mapping[str, Package]) -> str | None:
    """Return the folder that ``command`` runs in; None when that is no package with a lockfile or field of its own."""
    if not command.folder or command.folder == UNKNOWN:
        return None if command.folder else base
    for start in (base, ""):
        place = posixpath.normpath(posixpath.join(start, command.folder))
        package = packages.get("" if place == "." else place)
        if package and (package.locks or package.manager):
            return package.folder
    return None


@cache
def _manager_words() -> re.Pattern[str]:
    return compile_once(r"(?<![\w./-])(?:npm|pnpm|yarn|bun)(?![\w/-]|\.\w)", re.IGNORECASE)


def compares(document: Document, command: Command) -> bool:
    """Say whether the text around ``command`` names other managers too, a choice or a comparison, or another folder."""
    if command.form == "span":
        around = [document.text[slice(*sentence(document, command.line))]]
        if _in_a_folder().search(around[0]):
            return True
        if "|" in document.text[slice(*_line(document.text, command.line.start))]:  # a table of ways
            around += [document.text[slice(*document.block_at(command.line.start).content)]]
    else:
        block = next(block for block in document.code_blocks if block.span.start <= command.line.start < block.span.end)
        before = lead_in(document, command.line)
        body = [line.lstrip().lstrip("$# ") for line in document.text[slice(*block.content)].splitlines()]
        # another manager that installs in the same block, or in a comment, makes this one of two ways
        around = [document.text[slice(*before)] if before else ""]
        around += ["\n".join(line for line in body if _installs_line().search(line))]
        end = document.text.find("\n", command.line.start)
        around += [document.text[command.line.start : end if end > 0 else None]]
    return any(len({found[0].lower() for found in _manager_words().finditer(text)}) > 1 for text in around)


@cache
def _in_a_folder() -> re.Pattern[str]:
    folder = r"(?:`[^`\n]*/[^`\n]*`|[\w-]+ (?:folder|directory|dir|package|workspace|example|plugin)\b)"
    return compile_once(
        rf"\b(?:in|inside|within|under|from|to) (?:(?:the|each|every|any|an?|its|that) )?(?!root|top|project|repo){folder}"
    )


@cache
def _installs_line() -> re.Pattern[str]:
    return compile_once(r"\b(?:npm|pnpm|yarn|bun)\s+(?:install|i|ci|add)\b|^yarn\s*$")


def _line(text: str, offset: int) -> tuple[int, int]:
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, end if end >= 0 else len(text)
