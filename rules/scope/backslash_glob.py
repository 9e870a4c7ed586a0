"""scope/backslash-glob."""

from __future__ import annotations

import re

from memlint import Document, Edit, Finding, Findings, Fix, Project, rule

from ._patterns import found, is_literal, matching


@rule("warning", needs=("\\",))
def backslash_glob(rule_file: Document, project: Project) -> Findings:
    r"""A pattern of `paths` has backslashes between its folders.

    A backslash takes the next character literally, as in `\[id\]`; it separates nothing. `src\api\*.ts` is one name, and no
    file has it, on Windows as elsewhere: paths are compared with forward slashes.

    What to do: put forward slashes between folders.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: 'src\glazes\*.py'
        ---
        Name every glaze after its recipe.

        ==> src/glazes/blue.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: 'src/glazes/*.py'
        ---
        Name every glaze after its recipe.

        ==> src/glazes/blue.py
        pass
    """
    for pattern in found(rule_file, project, "backslash"):
        slashed = re.sub(r"\\+", "/", pattern.text)
        also = matching((slashed,), pattern, rule_file, project)
        likely = also and is_literal(pattern, rule_file)
        fix = Fix("write forward slashes", (Edit(pattern.span, slashed),), "unsafe") if likely else None
        message = f'"{pattern.text}" matches nothing: a backslash separates no folders, it is an escape{also}'
        yield Finding(pattern.span, message, fix=fix)
