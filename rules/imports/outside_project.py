"""imports/outside-project."""

from __future__ import annotations

import posixpath

from memlint import Document, Finding, Findings, Project, rule

from ._tokens import extension, is_meant, stripped

# Where absolute paths of people begin; "@/components/x.ts" is an alias of a bundler, not a path.
_TOPS = frozenset(
    ["Users", "home", "root", "opt", "etc", "var", "tmp", "mnt", "srv", "Volumes", "private", "Library", "usr", "data"]
)


@rule("warning")
def outside_project(document: Document, project: Project) -> Findings:
    """A shared file imports something from outside the project.

    Others do not have that file, and where it exists the agent asks once for approval: declined, or in a run where
    nobody can be asked, it never loads. An import from the home folder is the documented way to have personal notes
    in every worktree, so it is only an info. In CLAUDE.local.md and in a person's own files it is no finding.

    What to do: bring the file into the repository, or move the import into CLAUDE.local.md.

    Bad:

        ==> CLAUDE.md
        @../platform/standards.md

    Good:

        ==> CLAUDE.md
        @docs/standards.md

        ==> docs/standards.md
        # Standards

        ==> CLAUDE.local.md
        @~/.claude/my-notes.md
    """
    file = project.file(document.path)
    if file is None or file.scope != "shared":
        return
    for edge in project.imports(document.path):
        path = edge.node.path
        if not edge.outside or edge.state == "directory":
            continue
        if path.startswith("~/"):
            message = f"{path} is on one machine: others need the same file, and the agent asks once before it loads"
            yield Finding(edge.node.span, message, severity="info")
        elif path.startswith("/"):
            if path.split("/")[1] in _TOPS and extension(stripped(path)):
                yield Finding(edge.node.span, f"{path} is a place on one machine; elsewhere nothing loads here")
        elif edge.state != "missing" or is_meant(edge, project):
            real = posixpath.relpath(edge.real, project.root)  # what links lead to, the same on every machine
            message = f"{path} leads out of the project, to {real}: it loads only where that exists and was approved"
            yield Finding(edge.node.span, message)
