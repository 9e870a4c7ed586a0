"""Which of many files a rule's glob pattern matches: looked up by folder, name and extension before anything is tried."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice, takewhile

from memlint.harness.facts import Facts
from memlint.harness.rule_paths import expand, rule_matcher

_SPECIAL = frozenset("*?[\\")
_FEW = 500  # files that are tried without looking further


class Globbed:
    """The files at ``paths``, relative with ``/``; each question is answered once."""

    def __init__(self, paths: Sequence[str], facts: Facts) -> None:
        self._paths, self._facts = paths, facts
        self._answers: dict[tuple[str, str], str] = {}

    def first(self, pattern: str, base: str) -> str:
        """Return a file below the folder ``base`` ("" for all) that ``pattern`` matches from there, "" for none."""
        key = (pattern, base)
        if key not in self._answers:
            found = (path for glob in expand((pattern,), self._facts) for path in self._matching(glob, base))
            self._answers[key] = next(found, "")
        return self._answers[key]

    def every(self, patterns: tuple[str, ...], base: str, at_most: int) -> Iterator[str]:
        """Yield up to ``at_most`` of the files below ``base`` that a rule with ``patterns`` loads for."""
        below = f"{base}/" if base else ""
        test = rule_matcher(patterns, self._facts)
        places = (
            place for glob in expand(patterns, self._facts) for place in self._candidates(glob, below, every=True)
        )
        found = (p for p in dict.fromkeys(places) if p.startswith(below) and test(p[len(below) :]))
        return islice(found, at_most)

    def _matching(self, glob: str, base: str) -> Iterator[str]:
        below = f"{base}/" if base else ""
        test = rule_matcher((glob,), self._facts)
        return (p for p in self._candidates(glob, below) if p.startswith(below) and test(p[len(below) :]))

    def _candidates(self, glob: str, below: str, *, every: bool = False) -> Iterable[str]:
        """Return the files that a pattern may match: the fewest of those that are looked up in one step.

        What a name leads to is one file of a folder that has it, unless ``every`` file is wanted.
        """
        if glob.startswith(("!", "#")):
            return ()
        if "\\" in glob or not glob.isascii():
            return self._paths
        parts = glob.strip("/").lower().split("/")
        plain = [part for part in parts if _SPECIAL.isdisjoint(part)]
        if any(part not in self._named for part in plain):
            return ()
        choices: list[Sequence[str]] = [self._paths]
        last = parts[-1]
        tail = last[max(last.rfind(sign) for sign in "*?]") + 1 :]
        if every:
            pass
        elif last in plain:
            choices.append(self._named[last])
        elif "." in tail and "[" not in tail:
            choices.append(self._typed.get(tail[tail.rindex(".") :], ()))
        if "/" in glob.rstrip("/"):
            choices.append(self._below(below.lower() + "/".join(takewhile(_SPECIAL.isdisjoint, parts))))
        elif below:
            choices.append(self._below(below.lower()))
        found = min(choices, key=len)
        if len(found) <= _FEW:
            return found
        chunks = [chunk for part in parts for chunk in part.partition("[")[0].replace("?", "*").split("*") if chunk]
        if any(chunk not in self._text for chunk in chunks):
            return ()
        rare = max(chunks, key=len, default="")
        return self._holding(rare) if rare and len(found) > self._text.count(rare) else found

    def _holding(self, chunk: str) -> Iterator[str]:
        at = self._text.find(chunk)
        while at >= 0:
            line = bisect_right(self._starts, at) - 1
            yield self._folded[1][line]
            at = self._text.find(chunk, self._starts[line + 1]) if line + 1 < len(self._starts) else -1

    @cached_property
    def _text(self) -> str:
        """All paths in lower case, one a line: one search goes through all of them."""
        return "\n".join(self._folded[0])

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(len(path) + 1 for path in self._folded[0])][:-1]

    def _below(self, start: str) -> Sequence[str]:
        folded, paths = self._folded
        at = bisect_left(folded, start)
        return paths[at : bisect_left(folded, start + "\U0010ffff", at)]

    @cached_property
    def _folded(self) -> tuple[list[str], list[str]]:
        pairs = sorted((path.lower(), path) for path in self._paths)
        return [folded for folded, _ in pairs], [path for _, path in pairs]

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        """The files by their names, and one file of each folder by that folder's name."""
        found: dict[str, list[str]] = {}
        folders: set[str] = set()
        for path in self._paths:
            folder, _, name = path.lower().rpartition("/")
            found.setdefault(name, []).append(path)
            while folder and folder not in folders:
                folders.add(folder)
                folder, _, name = folder.rpartition("/")
                found.setdefault(name, []).append(path)
        return found

    @cached_property
    def _typed(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, paths in self._named.items():
            if "." in name:
                found.setdefault(name[name.rindex(".") :], []).extend(paths)
        return found
