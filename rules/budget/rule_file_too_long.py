"""budget/rule-file-too-long."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, Span, rule

from ._advice import beyond, sections, sizes


@rule("info")
def rule_file_too_long(rule_file: Document, project: Project, *, max_lines: int = 0, max_units: int = 0) -> Findings:
    """A rule file is longer than what the product's makers advise for instructions.

    A rule file loads in full like CLAUDE.md: without `paths` in every session, with them once a file matches. Long
    files are followed less. Counted is what loads: without header and comment blocks. The options set other limits; 0
    is the product's own, 200 lines and 40,000 UTF-16 units.

    What to do: a rule file holds one topic; two topics can be two files, each with the `paths` that it is about.

    Bad:

        ==> .claude/rules/glazes.md
        # Glazes
        - Note the firing curve of each glaze beside its recipe.
        (201 such lines)

    Good:

        ==> .claude/rules/glazes.md
        # Glazes
        - Note the firing curve of each glaze beside its recipe.
        (120 such lines)
    """
    over = beyond(rule_file, project.facts, max_lines, max_units)
    if over:
        when = "in every session" if _always(rule_file, project) else "once this rule applies"
        tokens = f"about {rule_file.loaded.tokens:,} tokens by estimate"
        message = f"{over} are in context {when}, {tokens}"
        measured = sizes(rule_file, project.facts, max_lines, max_units)
        yield Finding(Span(0, 0), message, related=sections(rule_file), sizes=measured)


def _always(rule_file: Document, project: Project) -> bool:
    return any(load.moment == "launch" and load.contributes for load in project.loads(rule_file.path))
