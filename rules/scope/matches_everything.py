"""scope/matches-everything."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule, rule_patterns

from ._patterns import EVERYTHING, written


@rule("info")
def matches_everything(rule_file: Document, project: Project) -> Findings:
    """A pattern of `paths` that every file matches.

    A rule with `**/*` or `*` looks scoped and is for all files: it loads with the first file that the agent opens, whichever
    that is, and not before. A rule whose only patterns are `**` or `/**` has no scope at all and loads at the start.

    What to do: leave `paths` out where the rule is for everything, or name the files that it is for.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: ["**/*"]
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        Name every glaze after its recipe.

        ==> .claude/rules/clay.md
        ---
        paths: ["clay/**"]
        ---
        Weigh it wet.

        ==> clay/red.py
        pass
    """
    scoped = rule_patterns(rule_file.frontmatter, project.facts)
    for pattern in written(rule_file, project):
        if pattern.text in EVERYTHING:
            when = "the rule loads with the first file that is opened, not at the start"
            without = "the agent takes it for no scope, so the rule loads at the start"
            yield Finding(pattern.span, f'every file matches "{pattern.text}": {when if scoped else without}')
            return
