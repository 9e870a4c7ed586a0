"""scope/unquoted-glob."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Project, Span, rule

from ._patterns import found


@rule("warning")
def unquoted_glob(rule_file: Document, project: Project) -> Findings:
    """A pattern of `paths` starts with a character that means something to YAML, and has no quotes.

    `paths: **/*.ts` is not YAML. The agent's second try quotes such a one-line value, so the rule does load; other tools
    drop the whole header or refuse the file, and as an item of a list the same pattern costs the rule its scope. A list in
    brackets becomes one text, brackets and all, and `!src/**` without quotes is a tag: that pattern is lost.

    What to do: put the pattern in quotes.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: **/*.py
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: "**/*.py"
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass
    """
    for pattern in found(rule_file, project, "unquoted"):
        sign = rule_file.text[pattern.span.start]
        if not pattern.text:
            lost = rule_file.text[slice(*pattern.span)]
            yield Finding(pattern.span, f'YAML takes "{lost}" without quotes for a tag: the agent sees no pattern here')
        elif sign == "[":
            yield Finding(
                pattern.span,
                "not YAML without quotes around each pattern: the agent's second try makes one text of the list, "
                f'and its first pattern is "{pattern.text}"',
            )
        else:
            yield Finding(
                pattern.span,
                f'"{pattern.text}" starts with "{sign}" and has no quotes, which is not YAML: only the agent\'s second '
                "try reads it, other tools lose the whole header",
                fix=_quoted(rule_file),
            )


def _quoted(document: Document) -> Fix | None:
    field = document.frontmatter.get("paths") if document.frontmatter else None
    if field is None:
        return None
    sign = "'" if {'"', "\\"} & set(field.text) else '"'
    ends = (Edit(Span(at, at), sign) for at in field.span)
    if sign in field.text or "\n" in document.text[slice(*field.span)]:
        return None
    return Fix("put the value in quotes", tuple(ends))
