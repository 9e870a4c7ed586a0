"""scope/empty-rule."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Span, rule

from ._rule_files import TOP, counted


@rule("warning")
def empty_rule(rule_file: Document) -> Findings:
    """A rule file of which nothing loads.

    The loader takes the header and the comments away, and what is left is nothing: the agent gets no word of it,
    whatever its `paths` match, while its header says that somebody counts on it. A file without any text at all is
    only an info. A header with an import below it is not empty.

    What to do: write the rule below the header and outside of comments, or import the file that has it.

    Bad:

        ==> .claude/rules/glaze.md
        ---
        description: How glazes are named
        ---
        <!-- Name every glaze after its recipe. -->

    Good:

        ==> .claude/rules/glaze.md
        ---
        description: How glazes are named
        ---
        @../../docs/glaze.md

        ==> docs/glaze.md
        Name every glaze after its recipe.
    """
    if rule_file.loaded.characters:
        return
    if not rule_file.text.strip():
        yield Finding(TOP, "an empty rule file: it adds nothing to a session", severity="info")
        return
    what = "comments" if rule_file.comments else "a header"
    if rule_file.comments and rule_file.frontmatter:
        what = "a header and comments"
    scoped = rule_file.frontmatter is not None and rule_file.frontmatter.get("paths") is not None
    effect = ", whatever its paths match" if scoped else ""
    lines = counted(rule_file.raw.lines, "line")
    message = f"only {what}, which the loader takes away: none of {lines} loads{effect}"
    yield Finding(Span(0, len(rule_file.text.rstrip())), message)
