"""scope/brace-budget."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._patterns import found


@rule("warning", needs=("{", "\\"))
def brace_budget(rule_file: Document, project: Project) -> Findings:
    """The braces of a rule's `paths` expand to more patterns than the agent takes.

    Braces multiply: `{a,b}/{c,d}` is four patterns. The agent expands a rule's list up to a budget; a pattern that does not
    fit is used as it is written, braces and all, and matches nothing.

    What to do: split the pattern, write a wildcard in place of the longest list, or spread the list over two rules.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: "{1,2,3,4,5,6,7,8,9,0}/{1,2,3,4,5,6,7,8,9,0}/{1,2,3,4,5,6,7,8,9,0}/*.{md,txt}"
        ---
        Name every glaze after its recipe.

        ==> 1/2/3/blue.md
        Cobalt.

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: "[0-9]/[0-9]/[0-9]/*.{md,txt}"
        ---
        Name every glaze after its recipe.

        ==> 1/2/3/blue.md
        Cobalt.
    """
    limit = project.facts.number("rules.max-patterns")
    for pattern in found(rule_file, project, "budget"):
        shown = pattern.text if len(pattern.text) <= 60 else f"{pattern.text[:59]}…"
        yield Finding(
            pattern.span,
            f'the braces of "{shown}" do not fit into what a rule may expand to ({limit:,} patterns): it matches nothing',
        )
