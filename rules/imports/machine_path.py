"""imports/machine-path."""

from __future__ import annotations

from memlint import Document, Finding, Findings, ImportEdge, Project, is_placeholder, rule

from ._targets import brings_credentials, is_shared, way_out
from ._tokens import TOPS, extension, is_listed, is_prose, stripped


@rule("warning", where="import_edge")
def machine_path(document: Document, project: Project) -> Findings:
    r"""A shared file imports an absolute path, which is a place on one machine.

    For everybody else, and in CI, nothing is there: nothing loads and nothing says so. Even where the file exists, the
    agent takes it for an import from outside and asks once for approval. A path with backslashes ends at the first of
    them, so `@c:\work\core.md` names a file `c:` and loads nowhere. In CLAUDE.local.md and in a person's own files
    it is no finding.

    What to do: write the path from this file's folder, or move the import into CLAUDE.local.md.

    Bad:

        ==> CLAUDE.md
        @/Users/dana/kiln/rules/core.md

    Bad:

        ==> CLAUDE.md
        @c:\kiln\rules\\core.md

    Good:

        ==> CLAUDE.md
        @rules/core.md, and components come from @/components/Card.tsx

        ==> rules/core.md
        # Core

        ==> CLAUDE.local.md
        @/Users/dana/kiln/rules/core.md
    """
    if not is_shared(document.path, project):
        return
    for edge in project.imports(document.path):
        path = edge.node.path
        if way_out(edge) != "machine" or is_placeholder(path) or brings_credentials(edge, project):
            continue
        cut = document.text[edge.node.span.end : edge.node.span.end + 1] == "\\"
        if path.startswith("/"):
            if edge.state == "file" or _is_path(edge, project):
                message = f"{stripped(path)} is a place on one machine: nothing loads here where that file is not"
                yield Finding(edge.node.span, message)
        elif not cut and extension(stripped(path)):
            message = f"{stripped(path)} is a place on one Windows machine: nothing loads here on any other"
            yield Finding(edge.node.span, message)
        elif cut and path.endswith(":"):
            message = f'a path ends at a backslash, so "{path}" is all that this import names: nothing loads here'
            yield Finding(edge.node.span, message)


def _is_path(edge: ImportEdge, project: Project) -> bool:
    """Say whether an absolute path that is not on this machine is one at all, and no alias of a folder here."""
    path = stripped(edge.node.path)
    top, ending = path.split("/")[1], extension(path)
    if top not in TOPS or not ending or edge.state != "missing":
        return False
    if is_prose(path):
        return not is_listed(path[1:], project)  # imports/missing-target tells that it was meant from the root
    return not any(f"/{top}/" in f"/{listed}" for listed in project.listed)
