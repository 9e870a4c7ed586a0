"""scope/wider-than-it-looks."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._patterns import EVERYTHING, base, found


@rule("info")
def wider_than_it_looks(rule_file: Document, project: Project) -> Findings:
    """A pattern of `paths` of one name matches at the top and in folders below as well.

    Patterns are matched as those of a `.gitignore`: `*.md` and `src/**` match at any depth. The agent's documentation calls
    `*.md` the Markdown files of the root. Where such files or folders are both at the top and further down, the rule loads
    for all of them.

    What to do: start the pattern with `/` where only the top is meant, with `**/` where any depth is.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: "src/**"
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass

        ==> tools/wheel/src/red.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: ["/src/**", "**/*.py"]
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass

        ==> tools/wheel/src/red.py
        pass
    """
    here = base(rule_file, project)
    for pattern in found(rule_file, project, "") if here is not None else ():
        name, sign = pattern.glob.rstrip("/"), pattern.text
        if "/" in name or sign in EVERYTHING or not (sign.startswith("*.") or sign.endswith("/**")):
            continue
        tail = "/" if sign.endswith("/**") else ""
        top, deep = (project.matched(f"{start}{name}{tail}", here or "") for start in ("/", "*/**/"))
        if top and deep:
            yield Finding(pattern.span, f'"{sign}" matches at any depth: not only {top}, but also {deep}')
