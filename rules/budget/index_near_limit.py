"""budget/index-near-limit."""

from __future__ import annotations

from memlint import Finding, Findings, Index, Project, Span, rule

from ._numbers import kilobytes


@rule("info")
def index_near_limit(index: Index, project: Project) -> Findings:
    """An index is close to the size at which the agent stops loading it.

    From 80 % on, the product answers each write of the index with a reminder, but only when the agent itself writes
    it: an editor or a script gets none. Past the limit the newest entries are lost.

    What to do: nothing yet. When entries are long, moving their detail into the topic files makes room.

    Bad:

        ==> memory/MEMORY.md
        - [Release notes](release-notes.md) — how the weekly release is cut
        (165 such lines)

        ==> memory/release-notes.md
        Cut it on Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Release notes](release-notes.md) — how the weekly release is cut
        (150 such lines)

        ==> memory/release-notes.md
        Cut it on Tuesdays.
    """
    facts, measured = project.facts, index.document.loaded
    lines, size = facts.number("index.max-lines"), facts.number("index.max-size")
    by_lines, by_size = measured.lines / lines, measured.utf8_bytes / size
    if max(by_lines, by_size) > 1 or max(by_lines, by_size) * 100 < facts.number("index.near-percent"):
        return
    shrink = facts.number("index.shrink-percent")
    if by_lines > by_size:
        what = f"{measured.lines} of {lines} lines ({by_lines:.0%})"
        goal = f"{lines * shrink // 100} lines"
    else:
        what = f"{measured.utf8_bytes:,} of {size:,} bytes ({kilobytes(measured.utf8_bytes)} of {kilobytes(size)}, {by_size:.0%})"
        goal = kilobytes(size * shrink // 100)
    message = f"{what} load; past the limit the last entries are lost. The product's own reminder asks for {goal}"
    yield Finding(Span(0, 0), message)
