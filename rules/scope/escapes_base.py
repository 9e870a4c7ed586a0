"""scope/escapes-base."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._patterns import found, matching


@rule("warning", needs=("..", "\\"))
def escapes_base(rule_file: Document, project: Project) -> Findings:
    """A pattern of `paths` holds `..`, which no path has.

    Patterns count from the folder that holds `.claude`, wherever in `.claude/rules` the rule file stands. No file outside
    of that folder can match, and `..` in the middle of a pattern is not resolved either: the pattern never matches.

    What to do: write the pattern from the folder that holds `.claude`, or put the rule into the folder above.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: "../../src/**"
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: "src/**"
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass
    """
    for pattern in found(rule_file, project, "escapes"):
        plain = pattern.text.rpartition("../")[2]
        also = matching((f"/{plain}", plain) if plain else (), pattern, rule_file, project)
        yield Finding(
            pattern.span,
            f'"{pattern.text}" never matches: patterns count from the folder that holds .claude, and ".." is not resolved{also}',
        )
