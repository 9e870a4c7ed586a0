"""scope/dot-slash-glob."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Project, rule

from ._patterns import found, is_literal, matching


@rule("warning")
def dot_slash_glob(rule_file: Document, project: Project) -> Findings:
    """A pattern of `paths` holds `./`, which no path has.

    Patterns are matched as those of a `.gitignore` are, against paths such as `src/a.ts`: without a `./` before them. The
    pattern never matches, and a rule with no other pattern never loads.

    What to do: write the pattern without the `./`; a leading `/` anchors it to the folder that holds `.claude`.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: "./src/**"
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: "/src/**"
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass
    """
    for pattern in found(rule_file, project, "dot-slash"):
        plain = "/".join(part for part in pattern.text.split("/") if part != ".")
        also = matching((f"/{plain}",), pattern, rule_file, project)
        anchored = f"/{plain.lstrip('/')}"
        likely = also and is_literal(pattern, rule_file)
        fix = Fix(f"write {anchored}", (Edit(pattern.span, anchored),), "unsafe") if likely else None
        message = f'"{pattern.text}" never matches: no path that it is compared with has "./"{also}'
        yield Finding(pattern.span, message, fix=fix)
