"""imports/too-deep."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule


@rule("warning")
def too_deep(document: Document, project: Project) -> Findings:
    """An import that lies more hops below its root file than the agent follows.

    Four hops load. The file that the fifth one names exists, and is in no session. A file that a shorter way reaches
    as well is loaded.

    What to do: import it from a file nearer to the top.

    Bad:

        ==> CLAUDE.md
        @one.md

        ==> one.md
        @two.md

        ==> two.md
        @three.md

        ==> three.md
        @four.md

        ==> four.md
        @five.md

        ==> five.md
        Never seen.

    Good:

        ==> CLAUDE.md
        @one.md

        ==> one.md
        @two.md

        ==> two.md
        @three.md

        ==> three.md
        @four.md

        ==> four.md
        Seen.
    """
    limit = project.facts.number("imports.max-hops")
    for edge in project.imports(document.path):
        reached = project.hops(edge.target)
        if edge.state == "file" and edge.hop == limit + 1 and (reached is None or reached > limit):
            chain = " → ".join((*project.chain(document.path), edge.target))
            yield Finding(edge.node.span, f"hop {edge.hop} of at most {limit}: {edge.target} does not load ({chain})")
