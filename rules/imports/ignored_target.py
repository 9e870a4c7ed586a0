"""imports/ignored-target."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._handles import is_accident
from ._sessions import is_scoped, loads_anyway, paths
from ._targets import brings_credentials, is_shared, way_out
from ._tokens import is_listed


@rule("info", where="import_edge")
def ignored_target(project: Project) -> Findings:
    """A shared file imports a file that git ignores.

    The file is here, so the agent on this machine reads it. It is in no other checkout unless somebody makes it there:
    for the others, and in CI, nothing loads and nothing says so. That may be meant, for notes of one's own. Files that
    load by themselves, such as CLAUDE.local.md, are no finding here.

    What to do: commit the file if everybody should have it, or import it from CLAUDE.local.md.

    Bad:

        ==> CLAUDE.md
        @docs/glazes.md

        ==> docs/glazes.md
        # Glazes

        ==> .gitignore
        docs/glazes.md

    Good:

        ==> CLAUDE.local.md
        @docs/glazes.md

        ==> docs/glazes.md
        # Glazes

        ==> .gitignore
        docs/glazes.md
        CLAUDE.local.md
    """
    for edge in project.import_edges():
        if edge.state != "file" or way_out(edge) or not is_shared(edge.source, project):
            continue
        if is_listed(edge.target, project) or loads_anyway(project, edge) or brings_credentials(edge, project):
            continue
        if paths(project, edge.target) or is_scoped(project, edge.source):  # other rules tell what that does
            continue
        if not is_accident(edge, project.documents[edge.source]) and project.ignored(edge.target):
            message = f"git ignores {edge.target}: it loads in this checkout, and in no other where nobody made it"
            yield Finding(edge.node.span, message, edge.source)
