"""What must be the same in the whole project after a fix: its files, the ways between them, its load plan, its findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from memlint.engine.finding import Finding
from memlint.engine.run import CRASH
from memlint.project.project import Project


class Seen(NamedTuple):
    """A project as it was read, with the findings in all of its files."""

    project: Project
    findings: tuple[Finding, ...]


class Objection(NamedTuple):
    """Why fixes may not be made, and what is to blame: a file, or the fixes of one rule in it; "" for nobody knows."""

    why: str
    path: str = ""
    rule: str = ""


def objection(before: Seen, after: Seen, applied: Iterable[Finding], unsafe: bool) -> Objection | None:
    """Return what ``applied`` has done wrong, None when all is proven. ``unsafe`` lets the load plan change."""
    more = _more(before.findings, after.findings, applied)
    why = _lost(before.project, after.project, unsafe)
    return more._replace(why=why) if more and why else more or (Objection(why) if why else None)


def _lost(old: Project, new: Project, unsafe: bool) -> str:
    """Return what the project has lost: files, ways to them, or its load plan."""
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


def _more(before: Iterable[Finding], after: Iterable[Finding], applied: Iterable[Finding]) -> Objection | None:
    """Return which finding is new, or has stayed although it is one of ``applied``."""
    gone = Counter((finding.path, finding.rule) for finding in applied)
    was = Counter((finding.path, finding.rule) for finding in before)
    found: Objection | None = None
    for (path, rule), count in sorted(Counter((finding.path, finding.rule) for finding in after).items()):
        if rule == CRASH and count > was[path, rule]:
            return Objection("a rule crashes on the result", path)
        if count > was[path, rule]:
            return Objection(f"{rule} would be found in {path}", path)
        if count > was[path, rule] - gone[path, rule]:
            found = found or Objection(f"{rule} would still be found in {path}", path, rule)
    return found
