"""scope/unclosed-bracket."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._patterns import found, matching


@rule("warning")
def unclosed_bracket(rule_file: Document, project: Project) -> Findings:
    r"""A pattern of `paths` opens a bracket that nothing closes.

    `[` begins a set of characters, as in `[ab].md`. Without its `]` the pattern is invalid and matches nothing; older agents
    dropped the other patterns of the rule as well.

    What to do: close the bracket, or write `\[` (in single quotes) where the name has one.

    Bad:

        ==> .claude/rules/photos.md
        ---
        paths: "photos [2024/**"
        ---
        Name every photo after its kiln.

        ==> photos [2024/a.txt
        blue

    Good:

        ==> .claude/rules/photos.md
        ---
        paths: 'photos \[2024/**'
        ---
        Name every photo after its kiln.

        ==> photos [2024/a.txt
        blue
    """
    for pattern in found(rule_file, project, "bracket"):
        also = matching((pattern.text.replace("[", "\\["),), pattern, rule_file, project)
        others = "" if project.facts.holds("rules.invalid-apart") else ", and neither do the rule's other patterns"
        yield Finding(pattern.span, f'"{pattern.text}" matches nothing: its "[" is never closed{others}{also}')
