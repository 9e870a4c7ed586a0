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
    by_kilobytes = f"{kilobytes(measured.utf8_bytes)} of {kilobytes(size)}"
    used = [
        (by_lines, f"{measured.lines} of {lines} lines ({by_lines:.0%})"),
        (by_size, f"{measured.utf8_bytes:,} of {size:,} bytes ({by_kilobytes}, {by_size:.0%})"),
    ]
    used.sort(key=lambda use: -use[0])  # the product speaks of the fuller one
    shrink = facts.number("index.shrink-percent")
    goal = f"{lines * shrink // 100} lines" if by_lines > by_size else kilobytes(size * shrink // 100)
    message = (
        f"{used[0][1]} load, and {used[1][1]}: all is seen, and past a limit the last entries would not be. "
        f"Detail that moves into topic files makes room; the product's own reminder names {goal} as its goal"
    )
    yield Finding(Span(0, 0), message)
