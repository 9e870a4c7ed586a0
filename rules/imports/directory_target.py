"""imports/directory-target."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._lost import Lost, lost


@rule("warning", where="import_edge")
def directory_target(document: Document, project: Project) -> Findings:
    """An import of a folder.

    An import takes one file. The agent cannot read a folder as text and says nothing, so none of the files in it loads;
    in a prompt, where `@docs/` gives a list of what is in the folder, that is different. Handles and packages that
    happen to be named like a folder (`@docs`, `@acme/ui`) are let pass.

    What to do: import the files one by one, or name the folder without `@`.

    Bad:

        ==> CLAUDE.md
        Everything about firing is in @docs/firing/

        ==> docs/firing/cones.md
        # Cones

    Good:

        ==> CLAUDE.md
        Everything about firing is in @docs/firing/cones.md and below docs/; ask @docs.

        ==> docs/firing/cones.md
        # Cones
    """
    for found in lost(document, project, "directory"):
        if not _is_alias(document, found):
            message = f"{found.meant} is a folder, and an import takes one file: none of what is in it loads here"
            yield Finding(found.span, message)


def _is_alias(document: Document, found: Lost) -> bool:
    """Say whether the line speaks of a bundler's names for folders: "use the @src/ alias"."""
    start = document.text.rfind("\n", 0, found.span.start) + 1
    end = document.text.find("\n", start)
    return "alias" in document.text[start : end if end >= 0 else None].lower()
