"""Makefiles: the names of their targets, with the files that they include and the variables that they set."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from functools import cache

from memlint.source.patterns import compile_once

_INCLUDES = 20  # files that one makefile may take in; more are not followed
_NAMES = 5_000


@cache
def _rule() -> re.Pattern[str]:
    return compile_once(r" *([^\s:#=][^:#=]*?) *&?::?(?![=:])(.*)")


@cache
def _variable() -> re.Pattern[str]:
    return compile_once(r" *(?:export +|override +)*([\w.-]+)[ \t]*(?::{0,3}|\?|\+)=[ \t]*([^#]*)")


@cache
def _directive() -> re.Pattern[str]:
    return compile_once(r" *(?:ifn?eq|ifn?def|else|endif|define|endef|export|unexport|override|vpath|undefine)\b")


def read_make(path: str, text_of: Callable[[str], str], listed: Callable[[str], bool]) -> tuple[frozenset[str], bool]:
    """Return the targets of the makefile at ``path``, patterns with ``%``, and whether these are all."""
    names: set[str] = set()
    values: dict[str, str] = {}
    known = True
    waiting, seen = [path], {path}
    while waiting:
        text = text_of(waiting.pop())
        known = known and bool(text.strip())
        for line in re.sub(r"\\\r?\n", " ", text).splitlines():
            included = re.match(r" *[-s]?include +(.*)", line)
            if included:
                for file in _expanded(included[1].partition("#")[0], values):
                    place = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
                    if listed(place) and len(seen) < _INCLUDES:
                        waiting.extend({place} - seen)
                        seen.add(place)
                    elif not re.search(r"(?:^|/)\.env[^/]*$|\.env$|\.d$|\bDEPS?\b", file):
                        known = False
            elif not line.startswith("\t"):
                known = _line(line, names, values) and known
    return frozenset(names), known and len(names) < _NAMES and ".DEFAULT" not in names


def _line(line: str, names: set[str], values: dict[str, str]) -> bool:
    """Take in one line; say whether it defines nothing that cannot be read here."""
    if re.search(r"\$[({](?:eval|call|foreach)\b", line):
        return False
    variable = _variable().match(line)
    if variable:
        values[variable[1]] = f"{values.get(variable[1], '')} {variable[2]}".strip()
        return True
    rule = None if _directive().match(line) else _rule().match(line)
    if rule is None:
        return True
    targets = _expanded(rule[1], values)
    if targets == [".PHONY"]:
        targets = _expanded(rule[2].partition("#")[0], values)
    names.update(targets)
    # what a variable names is a word that may be asked for, unless it is only part of a path
    return not any("$" in target and "/" not in target and "." not in target for target in targets)


def _expanded(words: str, values: dict[str, str]) -> list[str]:
    for _ in range(3):
        words = re.sub(r"\$[({]([\w.-]+)[)}]", lambda match: values.get(match[1], match[0])[:_NAMES], words[:_NAMES])
    return words.split()
