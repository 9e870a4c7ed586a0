"""Applies the fixes of findings, round by round, and keeps only those that are proven to change nothing else.

A fix stays when, in the whole project read again, its finding is gone and no other is new, every file is still a memory
file, every import and entry still leads where it did, and what loads and when is the same. With unsafe fixes the load
plan may change: that is what makes them unsafe. Where several together fail, halves of them are tried. Each round takes
findings away and adds none, so that the rounds come to an end; what was refused is tried once more when others were
made since, so that a second run has nothing left to do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from memlint.engine import edits
from memlint.engine.check import Report
from memlint.engine.finding import Edit, Finding, Fix
from memlint.engine.proving import Objection, Seen, objection
from memlint.errors import UsageError
from memlint.project.files import MemoryFile
from memlint.source.document import Document, read

_TRIALS = 200  # readings of the project between two times that what was refused is tried again
#: ``lint(contents=…, observe=…)``: ``memlint.check`` with all its other arguments.
Lint: TypeAlias = Callable[..., Report]


class Changed(NamedTuple):
    """A file with what it held and what it shall hold; ``removed`` are the bytes that edits have taken out of it."""

    file: MemoryFile
    old: bytes
    new: bytes
    removed: int


class Fixed(NamedTuple):
    """What came of it: the files to write, the findings that are gone, those whose fix was refused with why.

    ``changed`` has the files in bundles: one fix or more have edits in several files, and all are written or none.
    ``report`` is what is found afterwards. ``unsafe`` counts the findings left with a fix that is not asked for.
    """

    bundles: tuple[tuple[Changed, ...], ...]
    applied: tuple[Finding, ...]
    refused: tuple[tuple[Finding, str], ...]
    report: Report
    unsafe: int

    @property
    def changed(self) -> tuple[Changed, ...]:
        """The files to write."""
        return tuple(each for bundle in self.bundles for each in bundle)


class _State(NamedTuple):
    """One reading of the project: its findings in all files, and the report on those that were asked for."""

    contents: dict[str, bytes]
    seen: Seen
    report: Report

    def document(self, path: str) -> tuple[MemoryFile, Document] | None:
        file = self.seen.project.file(path)
        document = self.seen.project.outcome(file) if file is not None and file.kind != "settings" else None
        return (file, document) if file is not None and isinstance(document, Document) else None


def fix(
    lint: Lint,
    contents: dict[str, bytes],
    *,
    unsafe: bool = False,
    barred: Callable[[MemoryFile, Report], str] = lambda file, report: "",
) -> Fixed:
    """Apply what can be. Nothing is written. ``contents``, by absolute path, stand for what is on disk.

    ``barred`` returns why a file cannot be written, "" when it can. Raises UsageError for paths of several projects:
    what a fix does to one of them is not seen in another.
    """
    run = _Run(lint, _read(lint, contents), unsafe, barred)
    run.all_rounds()
    left = run.state.report.findings
    return Fixed(
        bundles=tuple(run.bundles()),
        applied=tuple(run.applied),
        refused=tuple(run.refused.values()),
        report=run.state.report,
        unsafe=0 if unsafe else sum(each.fix is not None and each.fix.safety == "unsafe" for each in left),
    )


def _read(lint: Lint, contents: dict[str, bytes]) -> _State:
    seen: list[Seen] = []
    report = lint(contents=contents, observe=lambda project, findings: seen.append(Seen(project, tuple(findings))))
    if len(seen) > 1:
        raise UsageError("fixes are made in one project at a time, and these paths are in several")
    return _State(contents, seen[0], report)


class _Group(NamedTuple):
    """A fix, its edits by file, with the findings that it belongs to: two rules, or one twice, may ask for the same."""

    parts: dict[str, tuple[Edit, ...]]
    findings: list[Finding]

    def is_blamed(self, against: Objection) -> bool:
        rules = {(finding.path, finding.rule) for finding in self.findings}
        if against.rule:
            return (against.path, against.rule) in rules
        return against.path in self.parts or any(path == against.path for path, _ in rules)


class _Run:
    """The rounds of one run: ``state`` is the last reading in which all was proven."""

    def __init__(self, lint: Lint, state: _State, unsafe: bool, barred: Callable[[MemoryFile, Report], str]) -> None:
        self.lint, self.unsafe, self.barred = lint, unsafe, barred
        self.first = self.base = self.state = state  # of the run, of the round, and the last one
        self.applied: list[Finding] = []
        self.keys: dict[Finding, tuple[object, ...]] = {}
        self.refused: dict[tuple[object, ...], tuple[Finding, str]] = {}
        self.trials = 0
        self.removed: dict[str, int] = {}
        self.closed: dict[str, str] = {}
        self.together: set[frozenset[str]] = set()  # files that the same fix changes

    def all_rounds(self) -> None:
        """Go on until no fix holds of all those that there are, as the first round of another run would find."""
        before = -1
        while before < len(self.applied):
            before, self.trials, self.refused = len(self.applied), 0, {}
            while self.round():
                pass

    def round(self) -> bool:
        """Apply those of the fixes that do not touch each other. Return whether there was any to try."""
        self.base = self.state
        self.keys = self._keys()
        groups = list(self._candidates())
        for group in self._settle(self.base, groups, []) if groups else ():
            self._made(group)
        return bool(groups)

    def _made(self, group: _Group) -> None:
        self.applied += group.findings
        self.together.add(frozenset(group.parts))
        for path, mine in group.parts.items():
            found = self.base.document(path)
            gone = (found[1].text[slice(*edit.span)] for edit in mine) if found else ()
            self.removed[path] = self.removed.get(path, 0) + sum(len(text.encode()) for text in gone)

    def _candidates(self) -> Iterator[_Group]:
        """Yield fixes that may be tried, by file and place; one that meets another waits for the next round."""
        wanted = {file.path for file in self.state.report.files}
        groups: dict[tuple[tuple[str, tuple[Edit, ...]], ...], _Group] = {}
        for finding in self.state.report.findings:
            if finding.fix is None or not self._is_asked_for(finding.fix) or self.keys[finding] in self.refused:
                continue
            parts = edits.by_path(finding)
            if finding.path not in wanted and not wanted.issuperset(parts):
                continue
            key = tuple(parts.items())
            if key not in groups:
                why = self._forbidden(self.state, parts) or next(filter(None, map(self._closed, parts)), "")
                why = why or next((f"{path} was not asked for" for path in parts if path not in wanted), "")
                if why:
                    self._refuse(finding, why)
                    continue
                groups[key] = _Group(parts, [])
            groups[key].findings.append(finding)
        taken = edits.Taken()
        yield from (groups[key] for key in sorted(groups) if taken.take(groups[key].parts))

    def _is_asked_for(self, fix: Fix) -> bool:
        return fix.safety == "safe" or (fix.safety == "unsafe" and self.unsafe)

    @staticmethod
    def _forbidden(state: _State, parts: dict[str, tuple[Edit, ...]]) -> str:
        if not parts:
            return "there is nothing to edit"
        for path, mine in parts.items():
            found = state.document(path)
            why = edits.forbidden(found[1], mine) if found else "the file cannot be read"
            if why:
                return why
        return ""

    def _closed(self, path: str) -> str:
        """Return why a file cannot be written, asked once."""
        found = self.state.document(path)
        if path not in self.closed:
            self.closed[path] = self.barred(found[0], self.state.report) if found else ""
        return self.closed[path]

    def _settle(self, base: _State, groups: list[_Group], held: list[_Group]) -> list[_Group]:
        """Return ``held`` and those of ``groups`` that hold together with it; the state becomes theirs."""
        tried = [*held, *groups]
        after, against = self._tried(base, tried)
        if against is None:
            self.state = after
            return tried
        if len(groups) == 1:
            for finding in groups[0].findings:
                self._refuse(finding, against.why)
            return held
        first = [group for group in groups if not group.is_blamed(against)]
        second = [group for group in groups if group.is_blamed(against)]
        if not first or not second:
            first, second = groups[: len(groups) // 2], groups[len(groups) // 2 :]
        held = self._settle(base, first, held)
        return self._settle(base, second, held)

    def _tried(self, base: _State, groups: list[_Group]) -> tuple[_State, Objection | None]:
        """Return the project after the fixes of ``groups``, and why they may not be made together."""
        made: dict[str, tuple[Edit, ...]] = {}
        for group in groups:
            for path, mine in group.parts.items():
                made[path] = edits.ordered((*made.get(path, ()), *mine))
        contents = dict(base.contents)
        for path, mine in made.items():
            found = base.document(path)
            if found is None:
                return base, Objection("the file cannot be read", path)
            file, document = found
            text = edits.apply(document.text, mine) if not edits.overlap(mine) else ""
            why = edits.forbidden(document, mine) or edits.changed(document, read(text, path, bom=document.bom), mine)
            if why:
                return base, Objection(why, path)
            contents[file.real] = _encoded(document, text)
        if self.trials >= _TRIALS:
            return base, Objection("there was too much to try")
        self.trials += 1
        after = _read(self.lint, contents)
        if any(after.document(path) is None for path in made):
            return base, Objection("the file would be no memory file any more")
        applied = (finding for group in groups for finding in group.findings)
        return after, objection(base.seen, after.seen, applied, self.unsafe)

    def _refuse(self, finding: Finding, why: str) -> None:
        self.refused[self.keys[finding]] = finding, why

    def _keys(self) -> dict[Finding, tuple[object, ...]]:
        """Return what tells the fixes of a round from others, also when edits of other rounds move them.

        Of several that are alike it is which of them: the first, the second. That changes only when one was made.
        """
        found: dict[Finding, tuple[object, ...]] = {}
        alike = Counter[tuple[str, ...]]()
        for finding in self.base.report.findings:
            if finding.fix is not None:
                key = self._likeness(finding)
                alike[key] += 1
                found[finding] = (*key, alike[key])
        return found

    def _likeness(self, finding: Finding) -> tuple[str, ...]:
        parts = [finding.path, finding.rule, finding.message]
        for path, mine in edits.by_path(finding).items():
            found = self.base.document(path)
            text = found[1].text if found else ""
            parts += (part for edit in mine for part in (path, text[slice(*edit.span)], edit.text))
        return tuple(parts)

    def bundles(self) -> Iterator[tuple[Changed, ...]]:
        """Yield the files that are another now, in groups that are written together."""
        for paths in _joined(self.together):
            bundle = tuple(filter(None, map(self._changed, sorted(paths))))
            if bundle:
                yield bundle

    def _changed(self, path: str) -> Changed | None:
        was, now = self.first.document(path), self.state.document(path)
        if was is None or now is None or was[1].text == now[1].text:
            return None
        old, new = (_encoded(each, each.text) for each in (was[1], now[1]))
        return Changed(was[0], old, new, self.removed.get(path, 0))


def _joined(sets: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """Return ``sets`` with those put together that share something, by their first."""
    found: list[frozenset[str]] = []
    for each in sets:
        near = [other for other in found if not other.isdisjoint(each)]
        found = [other for other in found if other not in near] + [each.union(*near)]
    return sorted(found, key=min)


def _encoded(document: Document, text: str) -> bytes:
    """Return the bytes of ``text``: newlines are in it as they were, and a byte order mark stays."""
    return (("\ufeff" if document.bom else "") + text).encode()
