"""imports/backslash-path."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Project, rule

from ._lost import lost


@rule("warning", where="import_edge", needs=("\\",))
def backslash_path(document: Document, project: Project) -> Findings:
    """An import whose path has a backslash in it, which ends the path.

    The agent reads a path up to the first backslash: `@docs\\style.md` is an import of `docs`. So it loads nothing, or
    the wrong thing, on Windows too, and says nothing. The same happens where an editor has escaped an underscore
    (`@docs/kiln\\_style.md`). Only a backslash before a blank is a part of the path. Paths with a drive letter are
    machine-path's.

    What to do: write the path with `/`, and underscores as they are. Where the file exists, the unsafe fix does.

    Bad:

        ==> CLAUDE.md
        @docs\\style.md

        ==> docs/style.md
        # Style

    Good:

        ==> CLAUDE.md
        @docs/style.md and @Kiln\\ Docs/firing.md

        ==> docs/style.md
        # Style

        ==> Kiln Docs/firing.md
        # Firing
    """
    for found in lost(document, project, "backslash"):
        path = found.edge.node.path
        message = f'this path ends at the backslash, so the agent looks for "{path}"'
        fix = Fix(f"write @{found.text}", (Edit(found.span, f"@{found.text}"),), "unsafe") if found.meant else None
        yield Finding(found.span, f'{message}; it reads all of it when it is written "@{found.text}"', fix=fix)
