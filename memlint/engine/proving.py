"""What must be the same in the whole project after a fix: its files, the ways between them, its load plan, its findings."""

from __future__ import annotations

from bisect import bisect_left
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
    applied = tuple(applied)
    more = _more(before.findings, after.findings, applied) or _unmended(before.project, after.project, applied)
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


def _unmended(old: Project, new: Project, applied: tuple[Finding, ...]) -> Objection | None:
    """Return a file in which fewer imports load than before and those together that ``applied`` was to mend."""
    mended: dict[str, list[Finding]] = {}
    for finding in applied:
        if finding.rule.startswith("imports/"):
            mended.setdefault(finding.path, []).append(finding)
    for path, findings in sorted(mended.items()):
        was = _loading(old, path)
        fixes = {each.fix for each in findings if bisect_left(was, each.span.start) == bisect_left(was, each.span.end)}
        if len(_loading(new, path)) < len(was) + len(fixes):
            return Objection("what an import would become does not load", path)
    return None


def _loading(project: Project, path: str) -> list[int]:
    """Return where the imports in the file at ``path`` start that lead to a file."""
    document = project.documents.get(path)
    states = {edge.node.path: edge.state for edge in project.imports(path)}
    return [each.span.start for each in document.imports if states.get(each.path) == "file"] if document else []


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
