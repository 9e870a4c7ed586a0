"""``--changed-since REV``: of all findings, those that touch what changed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache

from memlint.engine.check import Report
from memlint.engine.finding import Finding
from memlint.engine.run import CRASH
from memlint.project.changes import Changes, changes
from memlint.project.files import display
from memlint.project.listing import find_root


def narrowed(report: Report, revision: str) -> tuple[Report, str]:
    """Return ``report`` without the findings that touch nothing that changed since ``revision``, and a note on them.

    A finding touches a file when one of its places is there. What is gone has no places: a finding counts when its
    message or its lines name the file, and likewise for a file that is no Markdown, such as package.json.
    Raises UsageError as :func:`memlint.project.changes.changes` does.
    """
    touched = _Touched(report, revision)
    findings = tuple(filter(touched, report.findings))
    baseline = report.baseline and report.baseline._replace(known=tuple(filter(touched, report.baseline.known)))
    hidden = len(report.findings) - len(findings)
    total = sum(len(found.paths) for found in touched.found.values())
    note = f"{total} file{'' if total == 1 else 's'} changed since {revision}"
    if hidden:
        note += f"; {hidden} finding{'' if hidden == 1 else 's'} elsewhere {'is' if hidden == 1 else 'are'} not shown"
    suppressed = tuple(filter(touched, report.suppressed))
    return report._replace(findings=findings, suppressed=suppressed, baseline=baseline), note


class _Touched:
    """Says whether a finding touches what changed."""

    def __init__(self, report: Report, revision: str) -> None:
        self._report, self._revision = report, revision
        self._local = {file.path for file in report.files if file.scope == "local"}  # no commit has these
        self.found: dict[str, Changes] = {}  # by root, of the projects that findings are in
        self.of = cache(self._of)
        self.of(report.root)

    def __call__(self, finding: Finding) -> bool:
        if finding.rule == CRASH:
            return True
        places = [(finding.path, finding.span), *((place.path, place.span) for place in finding.related)]
        if any(path in self._local or self._changed(path) for path, _ in places):
            return True
        names = self.of(self._root(finding.path))[1]
        return names is not None and any(names.search(text) for text in (finding.message, *self._lines(finding)))

    def _of(self, root: str) -> tuple[Changes, re.Pattern[str] | None]:
        found = self.found[root] = changes(root, self._revision)
        return found, _names(root, found)

    def _root(self, path: str) -> str:
        return (find_root(os.path.dirname(path)) or "") if os.path.isabs(path) else self._report.root

    def _changed(self, path: str) -> bool:
        root = self._root(path)
        full = os.path.join(root, path)
        return bool(root) and not {display(full, root), path}.isdisjoint(self.of(root)[0].paths)

    def _lines(self, finding: Finding) -> Iterable[str]:
        text = self._report.texts.get(finding.path, "")
        if finding.span.end:
            start = text.rfind("\n", 0, finding.span.start) + 1
            end = text.find("\n", finding.span.end)
            yield text[start : len(text) if end < 0 else end]


def _names(root: str, found: Changes) -> re.Pattern[str] | None:
    """Return what finds the names of files that are gone, of their folders, and of changed files that are no Markdown."""
    words: set[str] = set()
    for path in found.paths:
        folder, _, name = path.rpartition("/")
        if path in found.gone:
            words |= {name, f"[[{name.removesuffix('.md')}"}
            while folder and not os.path.lexists(os.path.join(root, folder)):
                words.add(folder)
                folder = folder.rpartition("/")[0]
        elif not name.endswith(".md"):
            words.add(name)
    if not words:
        return None
    return re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, sorted(words)))})(?![\w-])")
