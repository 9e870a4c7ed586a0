"""The outcome of a whole run, kept with all that the run asked: where everything is answered alike, nothing is run.

After a change, what was made of single files that are as they were is used again (:mod:`memlint.project.parts`).
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import Any

from memlint import disk
from memlint.engine.cache import Cache, digest, engine_stamp
from memlint.engine.facts_kept import KeptParsing
from memlint.engine.outcome import Outcome
from memlint.engine.run import CRASH
from memlint.project.files import LINTED, MemoryFile, contents_of
from memlint.project.parts import Part, Parts
from memlint.project.project import Project
from memlint.source.records import NamedTuple

_AT_ONCE = 200  # files whose parts are in one entry


class _Before(NamedTuple):
    """The last run that was told the same: its questions, those that are answered in another way now, its files."""

    trace: disk.Trace
    changed: set[disk.Question]
    files: tuple[MemoryFile, ...]
    stamp: bytes


class Kept:
    """What earlier runs that were told ``given`` left in the cache in ``folder``, and what this one leaves there.

    ``given`` are values whose ``repr`` tells them apart, the project's root first. ``parsing`` reads files through the
    cache.
    """

    def __init__(self, folder: str, given: tuple[Any, ...]) -> None:
        self._cache, self._root = Cache(folder), str(given[0])
        self._given = (engine_stamp(), *given)
        self._key = digest(b"outcome", *self._given)
        self._before: _Before | None = None
        self._stands = False
        self.parsing = KeptParsing(self._cache)

    def recall(self) -> Outcome | None:
        """Return what the same run came to when all that it asked is as it was; None otherwise."""
        data = self._cache.get(self._key)
        if data is None:
            return None
        trace, outcome = pickle.loads(data)  # signed by this user's memlint
        changed = trace.changed()
        if changed:
            self._before = _Before(trace, changed, outcome.files, disk.digest(data))
            return None
        self._cache.close()
        found: Outcome = outcome
        return found._replace(texts=_texts(found, self._root))

    def give(self, project: Project) -> None:
        """Let ``project`` use what is kept, and what the last run made of those files that are as they were."""
        if project.parsing is not self.parsing:
            self.parsing.adopt(project.parsing)
            project.parsing = self.parsing
        before, project.parts = self._before, Parts(project)
        if before is None:
            return
        rows = list(self._rows(before.stamp))
        if not rows:
            return
        (directories, texts_around), *more = rows
        known, touched = _untouched(more, before)
        same = (project.files, project.directories) == (before.files, directories)
        self._stands = same and touched is not None and texts_around.isdisjoint(touched)
        project.parts = Parts(project, known, stands=self._stands)
        project.texts_around.update(texts_around)

    def _rows(self, stamp: bytes) -> Iterator[Any]:
        """Yield what was kept beside the outcome with the digest ``stamp``: what lies around its parts, then these."""
        for number in count():
            data = self._cache.get(digest(b"parts", number, *self._given))
            if data is None:
                return
            kept, row = pickle.loads(data)  # signed as well
            if kept != stamp:
                return
            yield row

    def _kept(self, stamp: bytes, project: Project) -> Iterator[tuple[bytes, bytes]]:
        """Yield the entries of what is kept beside an outcome; many at a time would take much memory."""
        parts = list(project.parts.all().items()) if project.parts else []
        chunks = (dict(parts[at : at + _AT_ONCE]) for at in range(0, len(parts), _AT_ONCE))
        for number, row in enumerate(chain([(project.directories, project.texts_around)], chunks, [None])):
            yield digest(b"parts", number, *self._given), pickle.dumps((stamp, row), pickle.HIGHEST_PROTOCOL)

    def keep(self, outcome: Outcome, trace: disk.Trace, project: Project) -> None:
        """Keep what was read and, if no rule crashed, ``outcome``, without texts: they are those of the files."""
        self._cache.put(self.parsing.new())
        if not any(finding.rule == CRASH for finding in outcome.findings):
            named = sorted(_named(outcome) & outcome.texts.keys())
            bare = outcome._replace(texts=dict.fromkeys(named, ""))
            if self._before and self._stands:  # what was not made anew depends on what was asked when it was
                for question in self._before.trace.keys() - self._before.changed:
                    trace.setdefault(question, self._before.trace[question])
            data = pickle.dumps((trace, bare), pickle.HIGHEST_PROTOCOL)
            self._cache.put(chain([(self._key, data)], self._kept(disk.digest(data), project)))
        self._cache.close()


def _untouched(rows: Iterable[dict[str, Part] | None], before: _Before) -> tuple[dict[str, Part], set[str] | None]:
    """Return the parts of files that are as they were, and the paths of the others.

    None instead of these if anything has changed but the texts of memory files, and the day.
    """
    paths = {file.real: file.path for file in before.files if file.kind in LINTED}
    touched, only_texts = set[str](), True
    for name, arguments in before.changed:
        path = paths.get(arguments[0]) if name in disk.OF_TEXTS else None
        if path is not None:
            touched.add(path)
        elif name != disk.TODAY:
            only_texts = False
    known = {path: part for row in rows for path, part in (row or {}).items() if path not in touched}
    return known, touched if only_texts else None


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
