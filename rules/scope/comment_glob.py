"""scope/comment-glob."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._patterns import comment_after, found


@rule("warning")
def comment_glob(rule_file: Document, project: Project) -> Findings:
    r"""A `#` makes a pattern of `paths`, or the rest of one, a comment.

    A pattern that starts with `#` is a comment, as in a `.gitignore`, and matches nothing. In a value without quotes YAML
    drops what stands behind ` #`: of `notes #1/**` the agent sees `notes`. A remark of words behind a pattern is fine.

    What to do: write `\#` for a name that starts with it, and quote a pattern that holds ` #`.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: "#drafts/**"
        ---
        Name every glaze after its recipe.

        ==> #drafts/blue.md
        Cobalt.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: batch #1/**
        ---
        Name every glaze after its recipe.

        ==> batch #1/blue.md
        Cobalt.

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths:
          - '\#drafts/**' # not finished
          - "batch #1/**"
        ---
        Name every glaze after its recipe.

        ==> #drafts/blue.md
        Cobalt.

        ==> batch #1/blue.md
        Cobalt.
    """
    for pattern in found(rule_file, project, "comment"):
        cut = comment_after(pattern, rule_file)
        if cut is None:
            yield Finding(
                pattern.span, f'"{pattern.text}" matches nothing: a pattern that starts with "#" is a comment'
            )
        else:
            rest = rule_file.text[slice(*cut)]
            yield Finding(cut, f'YAML takes "{rest}" for a comment: the pattern is "{pattern.text}"')
