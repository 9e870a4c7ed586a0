"""One look at a project for a hook: all that is found there, and how full its indexes are."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from memlint.disk import digest
from memlint.engine.check import Report, check
from memlint.engine.finding import Finding
from memlint.engine.fingerprint import fingerprints
from memlint.engine.run import CRASH
from memlint.project.files import OTHER_BYTES, Contents, read
from memlint.report.visible import shown
from memlint.serve.instructions_loaded import default_log
from memlint.serve.place import Place
from memlint.source.document import Document, parse
from memlint.source.measure import Measure
from memlint.source.records import NamedTuple

_DIGITS = 16  # hexadecimal ones, of what tells one finding of a project from another
# A memory is saved in two writes, the topic file and its line in the index: between the two each looks unfinished.
HALF_SAVED = ("index/orphan-topic", "index/dangling-entry")


class Look(NamedTuple):
    """What was found: ``findings`` in all files, their fingerprints in ``prints``, the sizes of ``indexes`` by path.

    ``likes`` has for each finding what stays the same of it where its line changes or its file moves; ``files`` are the
    absolute paths of all that is read.
    """

    report: Report
    findings: tuple[Finding, ...]
    prints: tuple[str, ...]
    likes: tuple[str, ...]
    indexes: dict[str, Measure]
    files: frozenset[str]

    def place(self, path: str) -> str:
        """Return the absolute path of ``path`` as findings name it."""
        return os.path.normpath(os.path.join(self.report.root, path))

    def has(self, path: str) -> bool:
        """Say whether the file at the absolute ``path`` is read, under this name or another."""
        names = {os.path.normcase(name) for name in self.files}
        return os.path.normcase(path) in names or os.path.normcase(os.path.realpath(path)) in names


def look(place: Place, path: str = "", contents: Contents | None = None, select: Iterable[str] = ()) -> Look:
    """Lint the whole project at ``place``, and the absolute ``path`` also where the project does not have it.

    ``contents`` stand for files on the disk, None for one that is not there. ``select`` names the rules that matter, by default all that the project
    has chosen. What was looked at is kept: where nothing has changed, or little, the next look costs little. Raises
    UsageError for a configuration that is wrong.
    """
    report = check(
        [place.root, *([path] if path and (contents or {}).get(path, b"") is not None else ())],
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
        tuple(_like(finding, report.texts.get(finding.path, "")) for finding in report.findings),
        dict(_indexes(report, contents or {})),
        frozenset(os.path.normpath(file.real) for file in report.files),
    )


def _like(finding: Finding, text: str) -> str:
    """Return a digest of what ``finding`` says; of what is dangerous the words count too: another key is another one."""
    words = text[slice(*finding.span)] if finding.rule.startswith("security/") else ""
    return digest(f"{finding.rule}\0{finding.message}\0{words}".encode("utf-8", "surrogatepass")).hex()[:_DIGITS]


def fresh(found: Look, known: Mapping[str, str], told: Collection[str] = ()) -> list[Finding]:
    """Return the findings that are new beside those ``known`` (fingerprint → likeness) and ``told`` (fingerprints).

    One whose line has changed elsewhere, or whose file has moved, is no new one.
    """
    there = set(found.prints)
    gone = Counter(like for mark, like in known.items() if mark not in there)
    new = []
    for finding, mark, like in zip(found.findings, found.prints, found.likes, strict=True):
        if mark in known or mark in told:
            continue
        if gone[like]:
            gone[like] -= 1
        else:
            new.append(finding)
    return new


def _indexes(report: Report, contents: Contents) -> Iterator[tuple[str, Measure]]:
    for file in report.files:
        if file.kind == "index":
            data = contents.get(file.real)
            document = read(file, OTHER_BYTES) if data is None else parse(data, file.path)
            if isinstance(document, Document):
                yield file.path, document.loaded


def caused(after: Look, asked: Collection[Finding], place: Place, path: str, data: bytes | None) -> list[Finding]:
    """Return those of ``asked``, findings of ``after``, that were not there when the file at ``path`` held ``data``.

    ``data`` is None for a file that did not exist.
    A finding that was there stays the same where its line has moved, where another part of its line has changed, and
    where one about several files is now told of another one of them.
    """
    if not asked:
        return []
    # The rules that found nothing now need not run; but what a comment suppresses is known only when all have run.
    rules = sorted({finding.rule for finding in asked} - {CRASH})
    every = any(name.startswith("suppress/") for name in rules)
    before = look(place, path, {path: data}, () if every else rules)
    wanted = set(asked)
    new = [told for told in _beside(after, before) if told[0] in wanted]
    gone = list(_beside(before, after))
    return [finding for finding, like in new if not _taken(finding, like, gone)]


def _beside(look: Look, other: Look) -> Iterator[tuple[Finding, str]]:
    """Yield the findings of one look that the ``other`` does not have, with their likeness."""
    left = Counter(zip(other.prints, _values(other), strict=True))
    for finding, mark, value, like in zip(look.findings, look.prints, _values(look), look.likes, strict=True):
        if left[mark, value]:
            left[mark, value] -= 1
        else:
            yield finding, like


def _values(look: Look) -> Iterator[str]:
    """Yield the likeness of what is dangerous, "" for other findings: a key in place of another leaves the same mark."""
    dangerous = (finding.rule.startswith("security/") for finding in look.findings)
    yield from (like if is_so else "" for is_so, like in zip(dangerous, look.likes, strict=True))


def _taken(finding: Finding, like: str, gone: list[tuple[Finding, str]]) -> bool:
    """Say whether ``finding`` is one of those that are ``gone``, and take that one out of them."""
    for at, (old, old_like) in enumerate(gone):
        if (finding.path == old.path and like == old_like) or (
            finding.rule == old.rule and finding.path != old.path and _share_a_file(finding, old)
        ):
            del gone[at]
            return True
    return False


def _share_a_file(one: Finding, other: Finding) -> bool:
    """Say whether one of two findings names the other's file beside its own."""
    return any(place.path == other.path for place in one.related) or any(
        place.path == one.path for place in other.related
    )
