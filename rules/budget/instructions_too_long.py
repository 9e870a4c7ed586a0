"""budget/instructions-too-long."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, Span, rule

from ._advice import beyond, sections, sizes


@rule("info")
def instructions_too_long(
    instructions: Document, project: Project, *, max_lines: int = 0, max_units: int = 0
) -> Findings:
    """An instruction file is longer than what the product's makers advise.

    It loads in full all the same and costs context each time; long files are also followed less.
    Counted is what loads: without frontmatter and comment blocks. Moving text into imports does not reduce the cost.
    A generated file costs the same as one that somebody wrote. The largest sections are named.
    The options set other limits; 0 is the product's own, 200 lines and 40,000 UTF-16 units.

    What to do: text for a part of the repository can go into a rule file with `paths`, a procedure into a skill.

    Bad:

        ==> CLAUDE.md
        # Project
        - Keep the parser and its tests in one change.
        (201 such lines)

    Good:

        ==> CLAUDE.md
        # Project
        - Keep the parser and its tests in one change.
        (150 such lines)
    """
    over = beyond(instructions, project.facts, max_lines, max_units)
    if over:
        tokens = f"about {instructions.loaded.tokens:,} tokens by estimate"
        message = f"{over} are in context whenever this file loads, {tokens}"
        measured = sizes(instructions, project.facts, max_lines, max_units)
        yield Finding(Span(0, 0), message, related=sections(instructions), sizes=measured)
