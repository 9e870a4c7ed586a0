"""All regular expressions of memlint and its rules, how each is used, and texts that make a bad one slow."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import _lru_cache_wrapper, cache
from typing import Any, NamedTuple
from zlib import crc32

import memlint

_TRIES = 3
_SAMPLE = 12  # of so many pumps one is put behind a word

# What comes again and again in an adversary's text: one sign, and short runs of several.
PUMPS = (
    *(
        " ",
        "\t",
        "\n",
        "\r\n",
        "a",
        "A",
        "0",
        "f",
        ".",
        ",",
        ":",
        ";",
        "-",
        "_",
        "/",
        "\\",
        "*",
        "`",
        "'",
        '"',
        "|",
        "#",
    ),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "@",
        "=",
        "!",
        "?",
        "%",
        "$",
        "~",
        "&",
        "^",
        "+",
        "é",
        "\u200d",
        "\ufe0f",
    ),
    *(
        "a ",
        "a-",
        "a.",
        "a/",
        "a,",
        "a:",
        "- ",
        "> ",
        "| ",
        "1.",
        "0-",
        "# ",
        "* ",
        "/.",
        "./",
        "../",
        "{,",
        "[[",
        "]]",
    ),
    *(
        "<!--",
        "-->",
        "```\n",
        "a\n",
        "- a\n",
        " \n",
        "@a",
        "a@",
        "%2e",
        "=a",
        "a=",
        "a:a",
        "::",
        "https://",
        "a b",
        "Ab",
    ),
    *(
        "not ",
        "never ",
        "do not ",
        "run `a` ",
        "2026-",
        "&#x",
        "\\u00",
        "sk-",
        "the ",
        "/Users/a",
        "a'",
        '"a',
        "(a",
        "a)",
    ),
    *("“", "„", "‘", "«", "»", "「", "『", "［", "……", "漢", "가", "é", "“a", "[x] ", "$(", "${", "<a ", "a=b ", "~/"),
)


class Use(NamedTuple):
    """A pattern: where it comes from, and whether all that is asked of it is a match at one place."""

    name: str
    pattern: re.Pattern[str]
    anchored: bool


def modules() -> Iterator[Any]:
    """Import and yield every module of memlint and of the built-in rules."""
    for package in (memlint, importlib.import_module("memlint.rules")):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.name.endswith("__main__"):
                yield importlib.import_module(info.name)


@cache
def uses() -> list[Use]:
    """Return all patterns that a module makes by a function without parameters, each once."""
    found: dict[tuple[str, int], Use] = {}
    sources = {module: inspect.getsource(module) for module in modules()}
    every = "\n".join(sources.values())
    for module, source in sources.items():
        for name, value in vars(module).items():
            if getattr(value, "__module__", module.__name__) != module.__name__:
                continue
            if isinstance(value, _lru_cache_wrapper):
                with suppress(TypeError):  # it has parameters
                    value = value()
            patterns = [*_inside(value)]
            if not patterns:
                continue
            methods = set(re.findall(rf"\b{name}(?:\(\))?\.(\w+)\b", source))
            methods |= set(re.findall(rf"\b{name}\(\)\.(\w+)\b", every)) if name[0] != "_" else set()
            anchored = bool(methods) and methods <= {"match", "fullmatch"}
            for pattern in patterns:
                key = (pattern.pattern, pattern.flags)
                use = Use(f"{module.__name__}.{name}", pattern, anchored)
                if key not in found or found[key].anchored:
                    found[key] = use
    return sorted(found.values(), key=lambda use: (use.name, use.pattern.pattern))


def _inside(value: object, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif depth < 4 and isinstance(value, dict):
        for item in value.values():
            yield from _inside(item, depth + 1)
    elif depth < 4 and isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from _inside(item, depth + 1)


def words(pattern: str) -> list[str]:
    """Return the longest literal parts of a pattern: what an adversary begins with to get into it."""
    parts = re.findall(r"[A-Za-z/.:@<>=-]{2,}", re.sub(r"\\[wsdSWDbBAZ]|\[[^\]]*\]|\(\?[a-zA-Z:<!=]+", " ", pattern))
    return sorted(dict.fromkeys(parts), key=len, reverse=True)[:3]


def texts(use: Use, size: int, pumps: Iterable[str] = PUMPS) -> Iterator[tuple[str, str]]:
    """Yield descriptions and texts of about ``size`` characters that could make the pattern slow.

    Behind a word of the pattern come some of the pumps, for each word others: all would take minutes.
    """
    known = words(use.pattern.pattern)
    pumps = (*pumps, *known, *(f"{word} " for word in known))
    for pump in pumps:
        yield f"{pump!r} * n", pump * (size // len(pump)) + "\0"
    for word in known:
        for pump in pumps[crc32(word.encode()) % _SAMPLE :: _SAMPLE]:
            yield f"{word!r} + {pump!r} * n", word + pump * (size // len(pump)) + "\0"


def seconds(use: Use, text: str, at_least: float) -> float:
    """Return the processor time a pattern takes for a text; the best of some where once is longer than ``at_least``."""
    best = _once(use, text)
    for _ in range(_TRIES - 1):
        if best <= at_least:
            break
        best = min(best, _once(use, text))
    return best


def _once(use: Use, text: str) -> float:
    started = time.process_time()
    if use.anchored:
        use.pattern.match(text)
        use.pattern.fullmatch(text)
    else:
        deque(use.pattern.finditer(text), maxlen=0)
    return time.process_time() - started
