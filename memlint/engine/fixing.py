"""Applies the fixes of findings, round by round, and keeps only those that are proven to change nothing else.

A fix stays when, in the whole project read again, its finding is gone and no other is new, every file is still a memory
file, every import and entry still leads where it did, and what loads and when is the same. With unsafe fixes the load
plan may change: that is what makes them unsafe. Where several together fail, halves of them are tried. Each round takes
findings away and adds none, so that the rounds come to an end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from memlint.engine import edits
from memlint.engine.check import Report
from memlint.engine.finding import Edit, Finding, Fix
from memlint.engine.run import CRASH
from memlint.errors import UsageError
from memlint.project.files import MemoryFile
from memlint.project.project import Project
from memlint.source.document import Document, read

_ROUNDS = 20
_TRIALS = 200  # readings of the project that one run may cost
#: ``lint(contents=…, observe=…)``: ``memlint.check`` with all its other arguments.
Lint: TypeAlias = Callable[..., Report]


class Changed(NamedTuple):
    """A file with what it held and what it shall hold."""

    file: MemoryFile
    old: bytes
    new: bytes


class Fixed(NamedTuple):
    """What came of it: the files to write, the findings that are gone, those whose fix was refused with why.

    ``report`` is what is found afterwards. ``unsafe`` counts the findings left with a fix that is not asked for.
    """

    changed: tuple[Changed, ...]
    applied: tuple[Finding, ...]
    refused: tuple[tuple[Finding, str], ...]
    report: Report
    unsafe: int


class _State(NamedTuple):
    """One reading of the project: its findings in all files, and the report on those that were asked for."""

    contents: dict[str, bytes]
    project: Project
    findings: tuple[Finding, ...]
    report: Report

    def document(self, path: str) -> tuple[MemoryFile, Document] | None:
        file = self.project.file(path)
        document = self.project.outcome(file) if file is not None and file.kind != "settings" else None
        return (file, document) if file is not None and isinstance(document, Document) else None


def fix(lint: Lint, contents: dict[str, bytes], *, unsafe: bool = False) -> Fixed:
    """Apply what can be. Nothing is written. ``contents``, by absolute path, stand for what is on disk.

    Raises UsageError for paths of several projects: what a fix does to one of them is not seen in another.
    """
    first = _read(lint, contents)
    run = _Run(lint, first, unsafe)
    for _ in range(_ROUNDS):
        if not run.round():
            break
    left = run.state.report.findings
    return Fixed(
        changed=tuple(run.changed()),
        applied=tuple(run.applied),
        refused=tuple(run.refused.values()),
        report=run.state.report,
        unsafe=0 if unsafe else sum(each.fix is not None and each.fix.safety == "unsafe" for each in left),
    )


def _read(lint: Lint, contents: dict[str, bytes]) -> _State:
    seen: list[tuple[Project, list[Finding]]] = []
    report = lint(contents=contents, observe=lambda *given: seen.append(given))
    if len(seen) > 1:
        raise UsageError("fixes are made in one project at a time, and these paths are in several")
    project, findings = seen[0]
    return _State(contents, project, tuple(findings), report)


#: A fix with the findings that it belongs to: two rules, or one twice, may ask for the same edits.
_Group: TypeAlias = list[Finding]


class _Run:
    """The rounds of one run: ``state`` is the last reading in which all was proven."""

    def __init__(self, lint: Lint, state: _State, unsafe: bool) -> None:
        self.lint, self.unsafe = lint, unsafe
        self.first = self.base = self.state = state  # of the run, of the round, and the last one
        self.applied: list[Finding] = []
        self.refused: dict[tuple[str, ...], tuple[Finding, str]] = {}
        self.trials = 0

    def round(self) -> bool:
        """Apply one fix, or many that do not touch each other. Return whether there was any that held."""
        self.base = self.state
        groups = list(self._candidates())
        if not groups:
            return False
        good = self._settle(self.base, groups, [])
        self.applied += (finding for group in good for finding in group)
        return bool(good)

    def _candidates(self) -> Iterator[_Group]:
        """Yield fixes that may be tried, by file and place; one that meets another waits for the next round."""
        wanted = {file.path for file in self.state.report.files}
        groups: dict[tuple[str, tuple[Edit, ...]], _Group] = {}
        for finding in self.state.report.findings:
            fix, path = finding.fix, finding.path
            if fix is None or path not in wanted or not self._is_asked_for(fix) or self._key(finding) in self.refused:
                continue
            mine = edits.ordered(fix.edits)
            if (path, mine) not in groups:
                found = self.state.document(path)
                why = edits.forbidden(found[1], mine) if found else "the file cannot be read"
                if why:
                    self._refuse(finding, why)
                    continue
            groups.setdefault((path, mine), []).append(finding)
        last, end = "", -1
        for path, mine in sorted(groups):
            if path != last or mine[0].span.start > end:
                last, end = path, mine[-1].span.end
                yield groups[path, mine]

    def _is_asked_for(self, fix: Fix) -> bool:
        return fix.safety == "safe" or (fix.safety == "unsafe" and self.unsafe)

    def _settle(self, base: _State, groups: list[_Group], held: list[_Group]) -> list[_Group]:
        """Return ``held`` and those of ``groups`` that hold together with it; the state becomes theirs."""
        if self.trials >= _TRIALS:
            for group in groups:
                self._refuse(group[0], "there was too much to try")
            return held
        self.trials += 1
        tried = [*held, *groups]
        after, why, suspects = self._tried(base, tried)
        if not why and after is not None:
            self.state = after
            return tried
        if len(groups) == 1:
            for finding in groups[0]:
                self._refuse(finding, why)
            return held
        first = [group for group in groups if group[0].path not in suspects]
        second = [group for group in groups if group[0].path in suspects]
        if not first or not second:
            first, second = groups[: len(groups) // 2], groups[len(groups) // 2 :]
        held = self._settle(base, first, held)
        return self._settle(base, second, held)

    def _tried(self, base: _State, groups: list[_Group]) -> tuple[_State | None, str, set[str]]:
        """Return the project after the fixes of ``groups``, why they may not be made together, and files to blame."""
        by_path: dict[str, tuple[Edit, ...]] = {}
        for group in groups:
            path, mine = group[0].path, group[0].fix.edits if group[0].fix else ()
            by_path[path] = edits.ordered((*by_path.get(path, ()), *mine))
        contents = dict(base.contents)
        for path, made in by_path.items():
            found = base.document(path)
            why = edits.forbidden(found[1], made) if found else "the file cannot be read"
            if why or found is None:
                return None, why, {path}
            text = edits.apply(found[1].text, made)
            why = edits.changed(found[1], read(text, path, bom=found[1].bom), made)
            if why:
                return None, why, {path}
            contents[found[0].real] = _encoded(found[1], text)
        after = _read(self.lint, contents)
        if any(after.document(path) is None for path in by_path):
            return None, "the file would be no memory file any more", set()
        more = _more(base, after, groups)
        why = _lost(base, after, self.unsafe) or next(iter(more.values()), "")
        return after, why, set(more)

    def _refuse(self, finding: Finding, why: str) -> None:
        self.refused[self._key(finding)] = finding, why

    def _key(self, finding: Finding) -> tuple[str, ...]:
        """Return what tells a fix from another through rounds that move it."""
        found = self.base.document(finding.path)
        text = found[1].text if found else ""
        parts = (
            part for edit in (finding.fix.edits if finding.fix else ()) for part in (text[slice(*edit.span)], edit.text)
        )
        return finding.path, finding.rule, finding.message, *parts

    def changed(self) -> Iterator[Changed]:
        """Yield the files that are another now."""
        for path in dict.fromkeys(finding.path for finding in self.applied):
            was, now = self.first.document(path), self.state.document(path)
            if was is not None and now is not None and was[1].text != now[1].text:
                yield Changed(was[0], _encoded(was[1], was[1].text), _encoded(now[1], now[1].text))


def _encoded(document: Document, text: str) -> bytes:
    """Return the bytes of ``text``: newlines are in it as they were, and a byte order mark stays."""
    return (("\ufeff" if document.bom else "") + text).encode()


def _lost(before: _State, after: _State, unsafe: bool) -> str:
    """Return what the project has lost: files, ways to them, or its load plan."""
    old, new = before.project, after.project
    if {file.path for file in old.files} - {file.path for file in new.files}:
        return "a file would be no memory file any more"
    if _ways(old) - _ways(new):
        return "an import or an entry would lead nowhere"
    if not unsafe and _plan(old) != _plan(new):
        return "it would change what loads, or when"
    return ""


def _ways(project: Project) -> set[tuple[str, str]]:
    imports = {(edge.source, edge.target) for edge in project.import_edges() if edge.state == "file"}
    entries = {
        (index.document.path, entry.target)
        for index in project.memories.indexes
        for entry in index.entries
        if entry.exists
    }
    return imports | entries


def _plan(project: Project) -> list[tuple[object, ...]]:
    """Return the load plan without sizes, which an edit may change by its own characters."""
    return [
        (load._replace(raw=None, loaded=None, detail=""), load.loaded is None, load.raw is None)
        for load in project.plan.loads
    ]


def _more(before: _State, after: _State, groups: Iterable[_Group]) -> dict[str, str]:
    """Return by file which finding is new or has stayed."""
    gone = Counter((finding.path, finding.rule) for group in groups for finding in group)
    left = Counter((finding.path, finding.rule) for finding in before.findings)
    more: dict[str, str] = {}
    for (path, rule), count in sorted(Counter((finding.path, finding.rule) for finding in after.findings).items()):
        if rule == CRASH and count > left[path, rule]:
            more[path] = "a rule crashes on the result"
        elif count > left[path, rule]:
            more[path] = f"{rule} would be found in {path}"
        elif count > left[path, rule] - gone[path, rule]:
            more[path] = f"{rule} would still be found in {path}"
    return more
