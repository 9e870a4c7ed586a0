"""imports/already-loaded."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._sessions import loads_anyway
from .cycle import circles


@rule("info", where="import_edge")
def already_loaded(project: Project) -> Findings:
    """An import of a file that loads by itself in the same session.

    Rule files without `paths`, CLAUDE.md, `.claude/CLAUDE.md` and CLAUDE.local.md load by themselves, and so does
    AGENTS.md where no CLAUDE file is beside or above it. The agent loads each file once, so nothing is doubled: the
    import adds nothing. What is read only below a folder (`apps/web/CLAUDE.md`) is another matter for a file that is
    read everywhere, and the usual `@AGENTS.md` in CLAUDE.md is no finding: there AGENTS.md does not load by itself.

    What to do: nothing, or name the file without `@`.

    Bad:

        ==> CLAUDE.md
        @.claude/rules/style.md

        ==> .claude/rules/style.md
        # Style

    Good:

        ==> CLAUDE.md
        @AGENTS.md and @apps/web/CLAUDE.md

        ==> AGENTS.md
        # Kiln

        ==> apps/web/CLAUDE.md
        # Web

        ==> .claude/rules/style.md
        # Style
    """
    in_circles = {pair for _, circle in circles(project) for pair in zip(circle, (*circle[1:], circle[0]), strict=True)}
    for edge in project.import_edges():
        if (edge.source, edge.target) in in_circles or not loads_anyway(project, edge):
            continue
        file = project.file(edge.target)
        what = "a rule file without paths" if file and file.kind == "rule_file" else "an instruction file"
        message = f"{edge.target} is {what} and loads by itself, once: this import adds nothing"
        yield Finding(edge.node.span, message, edge.source)
