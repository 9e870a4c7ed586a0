"""imports/scoped-rule-imported."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._sessions import is_scoped
from ._targets import sized


@rule("warning", where="import_edge")
def scoped_rule_imported(project: Project) -> Findings:
    """An import of a rule file that is meant for certain files only.

    A rule file with `paths` in its header loads when the agent works on a file that matches. An import asks for no
    paths: the rule loads with the importing file, in every session if that is CLAUDE.md, and its scope has no effect.
    A person's own rules are let pass: those with `paths` are known not to load by themselves.

    What to do: name the rule without `@`; it loads by itself where it applies.

    Bad:

        ==> CLAUDE.md
        @.claude/rules/api.md

        ==> .claude/rules/api.md
        ---
        paths: "src/api/**"
        ---
        # API

        ==> src/api/kiln.py
        pass

    Good:

        ==> CLAUDE.md
        The rules of the API are in .claude/rules/api.md

        ==> .claude/rules/api.md
        ---
        paths: "src/api/**"
        ---
        # API

        ==> src/api/kiln.py
        pass
    """
    for edge in project.import_edges():
        if edge.state != "file" or edge.outside or edge.target == edge.source or not is_scoped(project, edge.target):
            continue
        file = project.file(edge.target)
        if file is not None and not (file.scope == "user" and project.facts.holds("rules.user-paths-lost")):
            target = sized(edge.target, project)
            message = f"{target} is for the files of its paths; imported, it loads whenever {edge.source} does"
            yield Finding(edge.node.span, message, edge.source)
