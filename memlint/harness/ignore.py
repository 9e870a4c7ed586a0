"""Globs as in .gitignore that somebody else wrote: none of them warns, and none takes long to match a name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_LONGEST = 8192  # characters; no file system takes a longer path


def ignore_spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """Return the matcher of ``lines``. Raises ValueError or re.error for one that is no glob.

    pathspec writes ``*a*a*a*b`` as a pattern that tries all ways to match it; here no star looks back at another.
    """
    import warnings

    from pathspec import GitIgnoreSpec

    given = [line for line in lines if line]
    if any(len(line) > _LONGEST for line in given):
        raise ValueError(f"a glob of more than {_LONGEST} characters")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # "possible nested set": a bracket in brackets
        return GitIgnoreSpec([_pattern()(line) for line in given])


@cache
def _pattern() -> Any:
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    from memlint.harness.rule_paths import bounded

    class Bounded(GitIgnoreSpecPattern):
        @classmethod
        def pattern_to_regex(cls, pattern: Any) -> Any:
            regex, include = super().pattern_to_regex(pattern)
            return regex if regex is None else bounded(regex), include

    return Bounded
