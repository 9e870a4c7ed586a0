"""imports/outside-project."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, is_placeholder, rule

from ._targets import brings_credentials, is_shared, way_out
from ._tokens import stripped

_APPROVED = (
    "where that file exists, after one approval for the project; a headless run without it goes on without the file"
)


@rule("warning", where="import_edge")
def outside_project(document: Document, project: Project) -> Findings:
    """A shared file imports something from outside the project.

    Others may not have that file. Where it exists, the agent asks once for approval: declined, or in a run where
    nobody can be asked, it never loads, and nothing says so. So the finding is an info, and a warning where nothing is
    at the place that `../` leads to. An import from the home folder (`~/`) is the documented way to have personal
    notes in every worktree: an info as well, and nobody looks whether it exists. In CLAUDE.local.md and in a person's
    own files it is no finding. Absolute paths are machine-path's, links that lead outside symlink-outside's.

    What to do: bring the file into the repository, or move the import into CLAUDE.local.md.

    Bad:

        ==> CLAUDE.md
        @../platform/standards.md

    Bad:

        ==> CLAUDE.md
        - @~/.claude/kiln.md

    Good:

        ==> CLAUDE.md
        @docs/standards.md

        ==> docs/standards.md
        # Standards

        ==> CLAUDE.local.md
        @~/.claude/kiln.md
        @../platform/standards.md
    """
    if not is_shared(document.path, project):
        return
    for edge in project.imports(document.path):
        path, way = stripped(edge.node.path), way_out(edge)
        if way not in ("home", "above") or not path.strip("~/.") or brings_credentials(edge, project):
            continue
        if way == "above" and edge.state == "file":
            message = f"{path} leads out of the project: it loads {_APPROVED}"
            yield Finding(edge.node.span, message, severity="info")
        elif is_placeholder(path):
            continue
        elif way == "home":
            message = f"{path} lies in the home folder of whoever runs the agent: it loads {_APPROVED}"
            yield Finding(edge.node.span, message, severity="info")
        else:
            message = f"{path} leads out of the project, and no file that loads is there: nothing loads here"
            yield Finding(edge.node.span, message)
