"""Which files load by themselves, in the sessions of which folders: the load plan, as these rules ask it."""

from __future__ import annotations

from memlint import ImportEdge, Load, Project, rule_patterns

_ANY = frozenset(("*", "**", "**/*", "/**/*"))  # patterns that every file matches
_BY_ITSELF = ("launch", "directory", "glob")
_LOADS = ("", "cut", "duplicate", "empty")  # "duplicate": it came in before, by an import of another file


def own_loads(project: Project, path: str) -> list[Load]:
    """Return how the file at ``path`` comes in by itself, somewhere and at some time."""
    found = (load for load in project.loads(path) if not load.imported_by)
    return [load for load in found if load.moment in _BY_ITSELF and load.why_not in _LOADS]


def paths(project: Project, path: str) -> tuple[str, ...]:
    """Return the patterns that the file at ``path`` waits for if it is a rule file, () for one that does not."""
    file, document = project.file(path), project.documents.get(path)
    if file is None or file.kind != "rule_file" or document is None:
        return ()
    return rule_patterns(document.frontmatter, project.facts)


def is_scoped(project: Project, path: str) -> bool:
    """Say whether the file at ``path`` is a rule for some files only; ``**/*`` means any."""
    found = paths(project, path)
    return bool(found) and _ANY.isdisjoint(found)


def loads_anyway(project: Project, edge: ImportEdge) -> bool:
    """Say whether the target of ``edge`` has loaded by itself wherever the importing file is loaded."""
    if edge.state != "file" or edge.target == edge.source or edge.outside or paths(project, edge.target):
        return False
    own, wanted = own_loads(project, edge.target), own_loads(project, project.chain(edge.source)[0])
    at_launch = any(load.moment == "launch" for load in own)
    return bool(wanted) and all(at_launch or any(_is_above(load.scope, each.scope) for load in own) for each in wanted)


def _is_above(folder: str, other: str) -> bool:
    return folder in (".", other) or other.startswith(f"{folder}/")
