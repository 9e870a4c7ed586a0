"""The outcome of a whole run, kept with all that the run asked: where everything is answered alike, nothing is run.

After a change, what was made of single files that are as they were is used again (:mod:`memlint.project.parts`).
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, count
from typing import Any

from memlint import disk
from memlint.engine.cache import Cache, digest, engine_stamp
from memlint.engine.facts_kept import KeptParsing
from memlint.engine.outcome import Outcome
from memlint.engine.run import CRASH
from memlint.project.files import LINTED, MemoryDirectory, MemoryFile, contents_of
from memlint.project.parts import Parts
from memlint.project.project import Project
from memlint.source.records import NamedTuple

_AT_ONCE = 200  # files whose parts are in one entry


class _Before(NamedTuple):
    """What an earlier run asked and is answered in another way now, and the digest of its outcome."""

    changed: set[disk.Question]
    stamp: bytes


class _Ground(NamedTuple):
    """What the parts of a run rest on: what it asked, its files, and what it knew of the project around them."""

    trace: disk.Trace
    files: tuple[MemoryFile, ...]
    directories: tuple[MemoryDirectory, ...]
    texts_around: set[str]


class Kept:
    """What earlier runs left in the cache in ``folder``, and what this one leaves there.

    The outcome is that of runs that were told ``given``; parts are shared by all that agree in ``basis``, its first
    values. Both are values whose ``repr`` tells them apart, the project's root first. ``parsing`` reads files through
    the cache.
    """

    def __init__(self, folder: str, basis: tuple[Any, ...], given: tuple[Any, ...]) -> None:
        self._cache, self._root, self._basis = Cache(folder), str(basis[0]), (engine_stamp(), *basis)
        self._key = digest(b"outcome", *self._basis, *given)
        self._before: _Before | None = None
        self._standing: disk.Trace | None = None  # of which this run uses what followed from it
        self.parsing = KeptParsing(self._cache)

    def recall(self) -> Outcome | None:
        """Return what the same run came to when all that it asked is as it was; None otherwise."""
        data = self._cache.get(self._key)
        if data is None:
            return None
        trace, outcome = pickle.loads(data)  # signed by this user's memlint
        changed = trace.changed()
        if changed:
            self._before = _Before(changed, disk.digest(data))
            return None
        self._cache.close()
        found: Outcome = outcome
        return found._replace(texts=_texts(found, self._root))

    def give(self, project: Project, contents: Collection[str] = ()) -> None:
        """Let ``project`` use what is kept, and what the last run made of those files that are as they were.

        ``contents`` are the places of files that something stands for which is not on the disk.
        """
        if project.parsing is not self.parsing:
            self.parsing.adopt(project.parsing)
            project.parsing = self.parsing
        project.parts = Parts(project)
        rows = self._rows()
        first = next(rows, None)
        if first is None:
            return
        stamp, ground = first
        before = self._before
        changed = before.changed if before and before.stamp == stamp else ground.trace.changed()
        touched = _touched(ground.files, changed, contents)
        same = (project.files, project.directories) == (ground.files, ground.directories)
        stands = same and touched.only_texts and ground.texts_around.isdisjoint(touched.paths)
        known = {path: part for _, row in rows for path, part in row.items() if path not in touched.paths}
        project.parts = Parts(project, known, stands=stands)
        if stands:
            project.texts_around.update(ground.texts_around)
            self._standing = disk.Trace({each: ground.trace[each] for each in ground.trace.keys() - changed})

    def _rows(self) -> Iterator[tuple[bytes, Any]]:
        """Yield what the last run kept: first what its parts rest on, then these by path, each with one digest."""
        stamp = b""
        for number in count():
            data = self._cache.get(digest(b"parts", number, *self._basis))
            kept, row = pickle.loads(data) if data is not None else (b"", None)  # signed as well
            if row is None or (number and kept != stamp):
                return
            stamp = kept
            yield kept, row

    def keep(self, outcome: Outcome, trace: disk.Trace, project: Project) -> None:
        """Keep what was read and, if no rule crashed, ``outcome``, without texts: they are those of the files."""
        self._cache.put(self.parsing.new())
        if not any(finding.rule == CRASH for finding in outcome.findings):
            named = sorted(_named(outcome) & outcome.texts.keys())
            bare = outcome._replace(texts=dict.fromkeys(named, ""))
            for question, answer in (self._standing or {}).items():
                trace.setdefault(question, answer)  # what was not made anew depends on what was asked when it was
            data = pickle.dumps((trace, bare), pickle.HIGHEST_PROTOCOL)
            self._cache.put(chain([(self._key, data)], self._kept(disk.digest(data), trace, project)))
        self._cache.close()

    def _kept(self, stamp: bytes, trace: disk.Trace, project: Project) -> Iterator[tuple[bytes, bytes]]:
        """Yield the entries of what :meth:`_rows` yields; all in one would take much memory."""
        parts = list(project.parts.all().items()) if project.parts else []
        chunks = (dict(parts[at : at + _AT_ONCE]) for at in range(0, len(parts), _AT_ONCE))
        ground = _Ground(trace, project.files, project.directories, project.texts_around)
        for number, row in enumerate(chain([ground], chunks, [None])):
            yield digest(b"parts", number, *self._basis), pickle.dumps((stamp, row), pickle.HIGHEST_PROTOCOL)

    def close(self) -> None:
        """Leave nothing."""
        self._cache.close()


class _Touched(NamedTuple):
    """The paths of memory files whose texts are others now; ``only_texts``: nothing else has changed, but the day."""

    paths: set[str]
    only_texts: bool


def _touched(files: Iterable[MemoryFile], changed: Iterable[disk.Question], contents: Collection[str]) -> _Touched:
    paths = {file.real: file.path for file in files if file.kind in LINTED}
    places = [arguments[0] if name in disk.OF_TEXTS else "" for name, arguments in changed if name != disk.TODAY]
    found = [paths.get(place) for place in (*places, *contents)]
    return _Touched({path for path in found if path is not None}, None not in found)


def _texts(outcome: Outcome, root: str) -> dict[str, str]:
    real = {file.path: file.real for file in outcome.files}
    return {path: _text(path, real, root) for path in outcome.texts}


def _named(outcome: Outcome) -> set[str]:
    """Return the paths that findings have places in."""
    found = (*outcome.findings, *outcome.hidden, *outcome.ignored)
    named = {finding.path for finding in found} | {place.path for finding in found for place in finding.related}
    return named | {edit.path for finding in found if finding.fix for edit in finding.fix.edits if edit.path}


def _text(path: str, real: dict[str, str], root: str) -> str:
    """Return the text at ``path`` as the project has it: that of a memory file is without a byte order mark."""
    data = contents_of(real.get(path) or os.path.join(root, path), {}) or b""
    return data.decode("utf-8-sig", "replace") if path in real else data.decode("utf-8", "ignore")
