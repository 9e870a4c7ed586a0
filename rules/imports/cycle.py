"""imports/cycle."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Finding, Findings, ImportEdge, Project, rule


@rule("info", where="import_edge")
def cycle(project: Project) -> Findings:
    """Files that import one another in a circle.

    Each of them loads once and the circle ends in silence, so nothing is lost. But which one comes first depends on
    where it is entered.

    What to do: nothing, or take out the import that leads back.

    Bad:

        ==> CLAUDE.md
        @style.md

        ==> style.md
        @naming.md

        ==> naming.md
        Back to @style.md

    Good:

        ==> CLAUDE.md
        @style.md and @naming.md

        ==> style.md
        @naming.md

        ==> naming.md
        # Names
    """
    reported: set[frozenset[str]] = set()
    for closing, circle in circles(project):
        if frozenset(circle) not in reported:
            reported.add(frozenset(circle))
            way = " → ".join((*circle, circle[0]))
            yield Finding(closing.node.span, f"this import closes a circle: {way}", closing.source)


def circles(project: Project) -> Iterator[tuple[ImportEdge, tuple[str, ...]]]:
    """Yield the circles, each with the import that closes it, from a walk of the graph, depth first."""
    done: set[str] = set()
    for root in sorted({edge.source for edge in project.import_edges()}):
        way: dict[str, int] = {}  # the files from the root to here, and how deep each lies
        stack: list[tuple[str, Iterator[ImportEdge]]] = []
        here: str | None = root if root not in done else None
        while here is not None or stack:
            if here is not None:
                way[here] = len(way)
                stack.append((here, iter(project.imports(here))))
                here = None
            path, edges = stack[-1]
            for edge in edges:
                if edge.target in way:
                    yield edge, tuple(way)[way[edge.target] :]
                elif edge.state == "file" and edge.target not in done:
                    here = edge.target
                    break
            else:
                stack.pop()
                way.popitem()
                done.add(path)
