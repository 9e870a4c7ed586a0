"""scope/user-rule-with-paths."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule, rule_patterns


@rule("warning")
def user_rule_with_paths(rule_file: Document, project: Project) -> Findings:
    """A person's own rule that has `paths`.

    Rules in `~/.claude/rules` that are scoped are reported never to load: the agent says nothing, and the person
    believes that it knows. Rules without `paths` load there, in every session of every project.

    What to do: keep the rule in the project's `.claude/rules`, or let it load always, without `paths`.

    Bad:

        ==> ../home/.claude/rules/glaze.md
        ---
        paths: "glaze/*.glz"
        ---
        Name every glaze after its recipe.

    Good:

        ==> ../home/.claude/rules/brief.md
        Be brief.

        ==> .claude/rules/glaze.md
        ---
        paths: "glaze/*.glz"
        ---
        Name every glaze after its recipe.

        ==> glaze/blue.glz
        cobalt
    """
    header, file = rule_file.frontmatter, project.file(rule_file.path)
    if header is None or file is None or file.scope != "user" or not project.facts.holds("rules.user-paths-lost"):
        return
    field = header.get("paths")
    if field is not None and rule_patterns(header, project.facts):
        message = "a person's own rules with paths are reported never to load, and nothing says so"
        yield Finding(field.key_span, message)
