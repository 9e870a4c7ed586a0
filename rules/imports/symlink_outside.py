"""imports/symlink-outside."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._targets import brings_credentials, real_place, way_out


@rule("warning", where="import_edge")
def symlink_outside(document: Document, project: Project) -> Findings:
    """An import whose path stays inside the project, but whose file lies outside, behind a link.

    The agent follows the link and takes the import for an external one, which needs approval. But the dialog that asks
    for it looks at the path as it is written and never appears: the file never loads, and nothing says so. A person's
    own files may import from anywhere.

    What to do: import the file by its real path, which the agent asks about, or keep the file in the repository.

    Bad:

        ==> ../common/firing.md
        # Firing

        ==> docs/shared -> ../../common

        ==> CLAUDE.md
        @docs/shared/firing.md

    Good:

        ==> common/firing.md
        # Firing

        ==> docs/shared -> ../common

        ==> CLAUDE.md
        @docs/shared/firing.md
    """
    file = project.file(document.path)
    if file is None or file.scope == "user":
        return
    for edge in project.imports(document.path):
        if way_out(edge) != "link" or brings_credentials(edge, project):
            continue
        place = real_place(edge, project)
        if edge.state == "file":
            message = (
                f"{edge.target} is a path in the project, but a link leads to {place}: the agent refuses it as "
                "external and never asks for approval, so nothing loads here"
            )
            yield Finding(edge.node.span, message)
        elif file.scope == "shared" and (edge.state == "extension" or project.meant(edge)):
            message = (
                f"a link leads {edge.target} to {place}, outside, and no file that loads is there: nothing loads here"
            )
            yield Finding(edge.node.span, message)
