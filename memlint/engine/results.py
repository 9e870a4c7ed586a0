"""The outcome of a whole run, kept with all that the run asked: where everything is answered alike, nothing is run."""

from __future__ import annotations

import os
import pickle
from typing import Any

from memlint import disk
from memlint.engine.cache import Cache, digest, engine_stamp
from memlint.engine.facts_kept import KeptParsing
from memlint.engine.outcome import Outcome
from memlint.engine.run import CRASH
from memlint.project.files import contents_of
from memlint.project.project import Project


class Kept:
    """What earlier runs that were told ``given`` left in the cache in ``folder``, and what this one leaves there.

    ``given`` are values whose ``repr`` tells them apart, the project's root first. ``parsing`` reads files through the
    cache.
    """

    def __init__(self, folder: str, given: tuple[Any, ...]) -> None:
        self._cache, self._root = Cache(folder), str(given[0])
        self._key = digest(b"outcome", engine_stamp(), *given)
        self.parsing = KeptParsing(self._cache)

    def recall(self) -> Outcome | None:
        """Return what the same run came to when all that it asked is as it was; None otherwise."""
        data = self._cache.get(self._key)
        if data is None:
            return None
        trace, outcome = pickle.loads(data)  # signed by this user's memlint
        if not trace.holds():
            return None
        self._cache.close()
        found: Outcome = outcome
        return found._replace(texts=_texts(found, self._root))

    def keep(self, outcome: Outcome, trace: disk.Trace, project: Project) -> None:
        """Keep what was read and, if no rule crashed, ``outcome``, without texts: they are those of the files."""
        entries = list(self.parsing.new(project.parsing))
        if not any(finding.rule == CRASH for finding in outcome.findings):
            named = sorted(_named(outcome) & outcome.texts.keys())
            bare = outcome._replace(texts=dict.fromkeys(named, ""))
            data = pickle.dumps((trace, bare), pickle.HIGHEST_PROTOCOL)
            entries.append((self._key, data))
        self._cache.put(entries)
        self._cache.close()


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
