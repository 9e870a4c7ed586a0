"""The outcome of a whole run, kept with all that the run asked: where everything is answered alike, nothing is run.

After a change, what was made of single files that are as they were is used again (:mod:`memlint.project.parts`).
"""

from __future__ import annotations

import os
import pickle
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
        self._key, self._parts_key = (digest(what, engine_stamp(), *given) for what in (b"outcome", b"parts"))
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

    def give_parts(self, project: Project) -> None:
        """Let ``project`` use what the last run made of those files that are as they were, and keep what this one makes."""
        before, project.parts = self._before, Parts(project)
        data = self._cache.get(self._parts_key) if before else None
        if before is None or data is None:
            return
        stamp, directories, texts_around, parts = pickle.loads(data)  # signed as well
        if stamp != before.stamp:
            return
        known, touched = _untouched(parts, before)
        same = (project.files, project.directories) == (before.files, directories)
        self._stands = same and touched is not None and texts_around.isdisjoint(touched)
        project.parts = Parts(project, known, stands=self._stands)
        project.texts_around.update(texts_around)

    def keep(self, outcome: Outcome, trace: disk.Trace, project: Project) -> None:
        """Keep what was read and, if no rule crashed, ``outcome``, without texts: they are those of the files."""
        entries = list(self.parsing.new(project.parsing))
        if not any(finding.rule == CRASH for finding in outcome.findings):
            named = sorted(_named(outcome) & outcome.texts.keys())
            bare = outcome._replace(texts=dict.fromkeys(named, ""))
            if self._before and self._stands:  # what was not made anew depends on what was asked when it was
                for question in self._before.trace.keys() - self._before.changed:
                    trace.setdefault(question, self._before.trace[question])
            data = pickle.dumps((trace, bare), pickle.HIGHEST_PROTOCOL)
            entries.append((self._key, data))
            if project.parts:
                made = (disk.digest(data), project.directories, project.texts_around, project.parts.all())
                entries.append((self._parts_key, pickle.dumps(made, pickle.HIGHEST_PROTOCOL)))
        self._cache.put(entries)
        self._cache.close()


def _untouched(parts: dict[str, Part], before: _Before) -> tuple[dict[str, Part], set[str] | None]:
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
    return {path: part for path, part in parts.items() if path not in touched}, touched if only_texts else None


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
