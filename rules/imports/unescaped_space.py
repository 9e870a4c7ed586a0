"""imports/unescaped-space."""

from __future__ import annotations

import re

from memlint import Document, Edit, Finding, Findings, Fix, Project, rule

from ._lost import lost
from ._tokens import written


@rule("warning", where="import_edge")
def unescaped_space(document: Document, project: Project) -> Findings:
    """An import of a file with a blank in its path, which ends the path.

    The agent reads the path up to the first blank only, finds nothing there and says nothing; the words behind are
    plain text. A blank that belongs to a path needs a backslash before it, each of them. Reported where the token and
    the words behind it are the path of a file in the project; paths in the home folder (`~/…`) are not looked up.

    What to do: set a backslash before each blank, or give the file or folder a name without blanks. The
    unsafe fix sets the backslashes: then the file loads.

    Bad:

        ==> CLAUDE.md
        @Kiln Docs/firing.md

        ==> Kiln Docs/firing.md
        # Firing

    Good:

        ==> CLAUDE.md
        @Kiln\\ Docs/firing.md

        ==> Kiln Docs/firing.md
        # Firing
    """
    for found in lost(document, project, "space"):
        path, wanted = found.edge.node.path, written(found.meant, document.path)
        escaped = re.sub(r"(?<!\\) ", r"\\ ", document.text[slice(*found.span)])
        fix = Fix(f"write {escaped}", (Edit(found.span, escaped),), "unsafe")
        message = f'this path ends at the blank, so the agent looks for "{path}" and loads nothing; '
        yield Finding(found.span, f'{message}{found.meant} exists and loads as "{wanted}"', fix=fix)
