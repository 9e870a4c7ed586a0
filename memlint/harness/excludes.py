"""Which files ``claudeMdExcludes`` keeps out of a session: picomatch's globs against absolute paths (SPEC 1.3)."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from memlint import disk
from memlint.harness.facts import Facts

# Ours, so that no pattern takes forever; one beyond matches nothing.
MAX_CHARACTERS = 65_536  # picomatch's limit, too
MAX_EXPANDED = 100  # patterns that braces come to
MAX_GROUPS = 3  # `@(…)`, `!(…)` and the like
MAX_GROUP_STARS = 2  # in one alternative of a group
MAX_WAYS = 200_000  # to spread the segments of a path over the `**`


def excluded_by(patterns: Iterable[str], paths: Iterable[str], facts: Facts) -> str:
    """Return the first of ``patterns`` that excludes a file, or "".

    ``paths`` are the file's absolute names with slashes: the one it was found by and the one that links lead to. Both
    count since the product takes link paths, only those without a link before. Managed files and memory directories
    cannot be excluded, which is for the caller to know.
    """
    names = tuple(dict.fromkeys(paths))
    if not facts.holds("excludes.link-path"):
        names = tuple(name for name in names if _resolved(name) == name) or names
    for pattern in patterns:
        for form in dict.fromkeys((pattern, _through_links(pattern))):
            if any(map(_matcher(form), names)):
                return pattern
    return ""


def _through_links(pattern: str) -> str:
    """Return a pattern with the links of the directories before its first wildcard resolved."""
    wildcard = _wildcard().search(pattern)
    folder = pattern[: wildcard.start() if wildcard else len(pattern)].rpartition("/")[0]
    if not os.path.isabs(folder):
        return pattern
    real = _resolved(folder)
    if real == folder:
        return pattern
    from wcmatch.glob import escape

    return f"{escape(real, unix=True).rstrip('/')}{pattern[len(folder) :]}"


def _resolved(path: str) -> str:
    try:
        real: str = disk.realpath(path)
        return real.replace(os.sep, "/")
    except (OSError, ValueError):  # a link that leads to itself, a name that no file system takes
        return path


@cache
def _wildcard() -> re.Pattern[str]:
    return re.compile(r"[*?\[{(\\]")


@cache
def _escaped() -> re.Pattern[str]:
    return re.compile(r"\\.", re.DOTALL)


@cache
def _group() -> re.Pattern[str]:
    return re.compile(r"[?*+@!]\(")


@cache
def _repeated() -> re.Pattern[str]:
    return re.compile(r"[*+]\(([^()]*)(\)?)")


@cache
def _built_group() -> re.Pattern[str]:
    return re.compile(r"[{},]\(")  # `{+,*}(a)`: no group before the braces are expanded


def _is_costly(pattern: str) -> bool:
    """Say whether a pattern is too long or its groups could take exponential time; picomatch refuses such, too."""
    if "(" not in pattern or len(pattern) > MAX_CHARACTERS:
        return len(pattern) > MAX_CHARACTERS
    pattern = _escaped().sub("", pattern)
    inside = pattern[pattern.find("(") : pattern.rfind(")")].replace("*(", "(").split("|")
    if any(text.count("*") > MAX_GROUP_STARS for text in inside) or len(_group().findall(pattern)) > MAX_GROUPS:
        return True
    if _built_group().search(pattern):
        return True
    for content, closed in _repeated().findall(pattern):
        starts = [text[:1] for text in content.split("|")]
        if not closed or _wildcard().search(content) or len(set(starts)) < len(starts):
            return True
    return False


@lru_cache(maxsize=512)
def _matcher(pattern: str) -> Callable[[str], bool]:
    """Return a test for absolute paths; it is never true for a pattern that is relative, too costly or invalid."""
    from math import comb

    from wcmatch import glob
    from wcmatch._wcparse import PatternLimitException  # its home: no public module names it

    flags = glob.GLOBSTAR | glob.BRACE | glob.EXTGLOB | glob.DOTGLOB | glob.FORCEUNIX | glob.CASE
    # Where picomatch differs from wcmatch: `a/**` (but not `*/**`) is a, too, and only `[^a]` negates.
    itself = pattern if pattern.endswith("*/**") else pattern.removesuffix("/**")
    forms = {form.replace("[!", "[\\!"): None for form in (pattern, itself)}
    try:
        compiled = None if _is_costly(pattern) else glob.compile([*forms], flags=flags, limit=MAX_EXPANDED * len(forms))
    except (PatternLimitException, ValueError, re.error, RecursionError, OverflowError):
        compiled = None
    stars = pattern.count("**")

    def test(path: str) -> bool:
        return compiled is not None and comb(path.count("/") + stars, stars) <= MAX_WAYS and compiled.match(path)

    return test
