"""budget/too-deep-folder."""

from __future__ import annotations

from memlint import Finding, Findings, MemoryDirectory, Place, Project, Span, rule

from ._numbers import counted

_LISTED = 9  # other files that are named one by one
_TOP = Span(0, 0)


@rule("info", where="topic")
def too_deep_folder(project: Project) -> Findings:
    """A topic file lies so deep in its memory directory that recall does not look there.

    Recall seeks memories by name and description down to three folders below the memory directory. What lies deeper is
    found only through the index or a link.

    What to do: move it up; three levels of folders are seen.

    Bad:

        ==> memory/MEMORY.md
        - [Blue](glazes/blue/cone6/tests/run.md) — how the blue glaze ran

        ==> memory/glazes/blue/cone6/tests/run.md
        It ran at cone seven.

    Good:

        ==> memory/MEMORY.md
        - [Blue](glazes/blue/cone6/run.md) — how the blue glaze ran

        ==> memory/glazes/blue/cone6/run.md
        It ran at cone seven.
    """
    limit = project.facts.number("recall.max-depth")
    for directory in project.directories:
        deep = [path for path in directory.topics if _depth(path, directory) > limit]
        if not deep:
            continue
        first, *others = deep
        also = f", and {counted(len(others), 'more file')} like it" if others else ""
        message = (
            f"{_depth(first, directory)} folders below {directory.path}{also}: recall looks {limit} deep, so "
            f"{'they are' if others else 'it is'} never offered by name and description"
        )
        related = [Place(path, _TOP, f"{_depth(path, directory)} folders below") for path in others[:_LISTED]]
        if len(others) > _LISTED:
            related.append(Place(others[_LISTED], _TOP, f"and {counted(len(others) - _LISTED, 'more file')}"))
        yield Finding(_TOP, message, first, related=tuple(related))


def _depth(path: str, directory: MemoryDirectory) -> int:
    """Count the folders between ``directory`` and the file at ``path``; none for a link to elsewhere."""
    start = "" if directory.path == "." else f"{directory.path}/"
    return path.removeprefix(start).count("/") if path.startswith(start) else 0
