"""Whether the glob patterns of two rules can match one file: decided by the files there are, else by the patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from memlint.harness.facts import Facts
from memlint.harness.rule_paths import expand, rule_matcher
from memlint.project.globbed import Globbed
from memlint.source.records import NamedTuple

_MANY = 20_000  # files that one rule is asked about; more of them give no other answer


class Globs(NamedTuple):
    """The patterns of a rule and the folder that they start from, "" for the root."""

    base: str
    patterns: tuple[str, ...]


class Overlap:
    """Answers for the files at ``paths``, relative with ``/``; each rule's files are looked up once, when asked for."""

    def __init__(self, paths: Sequence[str], facts: Facts) -> None:
        self._paths, self._facts = paths, facts
        self._matched: dict[Globs, frozenset[str]] = {}

    @cached_property
    def _globbed(self) -> Globbed:
        return Globbed(self._paths, self._facts)

    def files(self, globs: Globs) -> frozenset[str]:
        """Return the files that ``globs`` match."""
        found = self._matched.get(globs)
        if found is None:
            found = self._matched[globs] = frozenset(self._globbed.every(globs.patterns, globs.base, _MANY))
        return found

    def meet(self, one: Globs, other: Globs) -> bool:
        """Say whether some file is matched by both; False when that cannot be told."""
        if one == other:
            return True
        if self._apart(one, other):
            return False
        mine, theirs = self.files(one), self.files(other)
        if mine and theirs:
            return not mine.isdisjoint(theirs)
        return self._by_example(one, other)

    def reaches(self, globs: Globs, folder: str) -> bool:
        """Say whether ``globs`` match a file below ``folder``; False when that cannot be told."""
        inside = f"{folder}/"
        if not folder or f"{globs.base}/".startswith(inside):
            return True
        if not inside.startswith(f"{globs.base}/" if globs.base else ""):
            return False
        found = self.files(globs)
        if found:
            return any(path.startswith(inside) for path in found)
        return any(example.startswith(inside) for example in _examples(globs, self._facts))

    def within(self, globs: Globs, other: Globs) -> bool:
        """Say whether all files of ``globs``, and there are some, are files of ``other``, which has more."""
        return bool(self.files(globs)) and self.files(globs) < self.files(other)

    def _apart(self, one: Globs, other: Globs) -> bool:
        """Say whether extensions tell that no file is matched by both, before a file is looked at."""
        mine, theirs = (_endings(globs, self._facts) for globs in (one, other))
        return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)

    def _by_example(self, one: Globs, other: Globs) -> bool:
        tests = self._test(one), self._test(other)
        pairs = ((one, other), (other, one))
        return any(
            all(test(place) for test in tests)
            for globs, beside in pairs
            for example in _examples(globs, self._facts)
            for place in (example, *_below(example, beside.patterns))
        )

    def _test(self, globs: Globs) -> Callable[[str], bool]:
        matcher, below = rule_matcher(globs.patterns, self._facts), f"{globs.base}/" if globs.base else ""
        return lambda path: path.startswith(below) and matcher(path[len(below) :])


def _examples(globs: Globs, facts: Facts) -> Iterator[str]:
    """Yield for each simple pattern the path of a file or folder that it matches."""
    below = f"{globs.base}/" if globs.base else ""
    for pattern in expand(globs.patterns, facts):
        if not pattern.startswith(("!", "#")) and "[" not in pattern and "\\" not in pattern:
            yield below + pattern.strip("/").replace("**", "x").replace("*", "x").replace("?", "x")


def _below(example: str, patterns: tuple[str, ...]) -> Iterator[str]:
    """Yield files in the folder ``example`` with names that ``patterns`` ask for: `*.ts`, not the folder `src`."""
    if _is_folder(example):
        yield from (f"{example}/{name}" for name in map(_name, patterns) if "." in name)


def _is_folder(example: str) -> bool:
    """Say whether the name is one of a folder: `src`, not `x.ts`, `Makefile` or what stood for a wildcard."""
    name = example.rpartition("/")[2]
    return name.islower() and "." not in name and name != "x" and not example.startswith("x/")


def _name(pattern: str) -> str:
    return pattern.rpartition("/")[2].replace("*", "x").replace("?", "x")


def _endings(globs: Globs, facts: Facts) -> frozenset[str]:
    """Return the extensions of what ``globs`` match, none when one of the patterns leaves it open."""
    found = set()
    for pattern in expand(globs.patterns, facts):
        if pattern.startswith("!"):
            continue
        tail = pattern[max(pattern.rfind(sign) for sign in "*?]/") + 1 :]
        if "." not in tail or (tail.startswith(".") and "*" not in pattern):
            return frozenset()  # a folder, or a name that may be one
        found.add(tail[tail.rindex(".") :].lower())
    return frozenset(found)
