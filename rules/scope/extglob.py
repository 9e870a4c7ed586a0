"""scope/extglob."""

from __future__ import annotations

import re

from memlint import Document, Finding, Findings, Project, rule

from ._patterns import found, matching


@rule("warning")
def extglob(rule_file: Document, project: Project) -> Findings:
    """A pattern of `paths` is written as a shell's extended glob.

    In `+(a|b)`, `@(a|b)` and `!(a)` the signs and brackets are characters of the name to the agent. No file has such a name,
    so the pattern matches nothing.

    What to do: write alternatives in braces: `{a,b}`.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: "src/+(blue|red)/*.py"
        ---
        Name every glaze after its recipe.

        ==> src/blue/matte.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: "src/{blue,red}/*.py"
        ---
        Name every glaze after its recipe.

        ==> src/blue/matte.py
        pass
    """
    for pattern in found(rule_file, project, "extglob"):
        braces = re.sub(r"[+@?*]\(([^()]*)\)", lambda group: "{" + group[1].replace("|", ",") + "}", pattern.text)
        also = matching((braces,), pattern, rule_file, project)
        yield Finding(
            pattern.span, f'"{pattern.text}" matches nothing: the agent takes "(", "|" and ")" literally{also}'
        )
