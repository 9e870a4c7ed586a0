"""One look at a project for a hook: all that is found there, and how full its indexes are."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from memlint.engine.check import Report, check
from memlint.engine.finding import Finding
from memlint.engine.fingerprint import fingerprints
from memlint.engine.run import CRASH
from memlint.project.files import OTHER_BYTES, read
from memlint.report.visible import shown
from memlint.serve.instructions_loaded import default_log
from memlint.serve.place import Place
from memlint.source.document import Document, parse
from memlint.source.measure import Measure
from memlint.source.records import NamedTuple

# A memory is saved in two writes, the topic file and its line in the index: between the two each looks unfinished.
HALF_SAVED = ("index/orphan-topic", "index/dangling-entry")


class Look(NamedTuple):
    """What was found: ``findings`` in all files, their fingerprints in ``prints``, the sizes of ``indexes`` by path.

    ``files`` are the absolute paths of all that is read.
    """

    report: Report
    findings: tuple[Finding, ...]
    prints: tuple[str, ...]
    indexes: dict[str, Measure]
    files: frozenset[str]

    def place(self, path: str) -> str:
        """Return the absolute path of ``path`` as findings name it."""
        return os.path.normpath(os.path.join(self.report.root, path))

    def has(self, path: str) -> bool:
        """Say whether the file at the absolute ``path`` is read, under this name or another."""
        names = {os.path.normcase(name) for name in self.files}
        return os.path.normcase(path) in names or os.path.normcase(os.path.realpath(path)) in names


def look(place: Place, path: str = "", contents: dict[str, bytes] | None = None, select: Iterable[str] = ()) -> Look:
    """Lint the whole project at ``place``, and the absolute ``path`` also where the project does not have it.

    ``contents`` stand for files on the disk. ``select`` names the rules that matter, by default all that the project
    has chosen. What was looked at is kept: where nothing has changed, or little, the next look costs little. Raises
    UsageError for a configuration that is wrong.
    """
    report = check(
        [place.root, *([path] if path else ())],
        root=place.root,
        user=place.user,
        contents=contents,
        select=select,
        cache=os.path.join(os.path.dirname(default_log()), "cache"),
    )
    for finding in report.findings:
        if finding.rule == CRASH and sys.stderr is not None:  # no business of the agent
            print(f"memlint: hook: {shown(finding.message)}", file=sys.stderr)
    return Look(
        report,
        report.findings,
        tuple(fingerprints(report.findings, report.texts)),
        dict(_indexes(report, contents or {})),
        frozenset(os.path.normpath(file.real) for file in report.files),
    )


def _indexes(report: Report, contents: dict[str, bytes]) -> Iterator[tuple[str, Measure]]:
    for file in report.files:
        if file.kind == "index":
            data = contents.get(file.real)
            document = read(file, OTHER_BYTES) if data is None else parse(data, file.path)
            if isinstance(document, Document):
                yield file.path, document.loaded


def caused(after: Look, asked: Collection[Finding], place: Place, path: str, data: bytes) -> list[Finding]:
    """Return those of ``asked``, findings of ``after``, that were not there when the file at ``path`` held ``data``.

    A finding that was there stays the same where its line has moved, where another part of its line has changed, and
    where one about several files is now told of another one of them.
    """
    if not asked:
        return []
    # The rules that found nothing now need not run; but what a comment suppresses is known only when all have run.
    rules = sorted({finding.rule for finding in asked} - {CRASH})
    every = any(name.startswith("suppress/") for name in rules)
    before = look(place, path, {path: data}, () if every else rules)
    known, wanted = Counter(before.prints), set(asked)
    new: list[Finding] = []
    for finding, mark in zip(after.findings, after.prints, strict=True):
        if known[mark]:
            known[mark] -= 1
        elif finding in wanted:
            new.append(finding)
    gone = list(_gone(before, after))
    return [finding for finding in new if not _taken(finding, gone)]


def _gone(before: Look, after: Look) -> Iterable[Finding]:
    left = Counter(after.prints)
    for finding, mark in zip(before.findings, before.prints, strict=True):
        if left[mark]:
            left[mark] -= 1
        else:
            yield finding


def _taken(finding: Finding, gone: list[Finding]) -> bool:
    """Say whether ``finding`` is one of those that are ``gone``, and take that one out of them."""
    for at, old in enumerate(gone):
        if finding.rule == old.rule and (
            (finding.path, finding.message) == (old.path, old.message)
            or (finding.path != old.path and _share_a_file(finding, old))
        ):
            del gone[at]
            return True
    return False


def _share_a_file(one: Finding, other: Finding) -> bool:
    """Say whether one of two findings names the other's file beside its own."""
    return any(place.path == other.path for place in one.related) or any(
        place.path == one.path for place in other.related
    )
