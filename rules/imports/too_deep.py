"""imports/too-deep."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._lost import elsewhere
from ._targets import brings_credentials

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@rule("error", where="import_edge")
def too_deep(document: Document, project: Project) -> Findings:
    """An import that lies more hops below its root file than the agent follows.

    The documented limit is four hops. The file that the fifth one names exists, and is in no session; what it imports
    in its turn is not either. A file that a shorter way reaches as well is loaded.

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
        if edge.state != "file" or edge.hop != limit + 1 or elsewhere(edge, project):
            continue
        if (reached is None or reached > limit) and not brings_credentials(edge, project):
            chain = " → ".join((*project.chain(document.path), edge.target))
            number = _WORDS[limit] if limit < len(_WORDS) else str(limit)
            message = (
                f"this is hop {edge.hop}, the documented limit is {number} hops: {edge.target} does not load ({chain})"
            )
            yield Finding(edge.node.span, message)
