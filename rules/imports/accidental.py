"""imports/accidental."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._handles import is_accident
from ._targets import brings_credentials, sized


@rule("warning", where="import_edge")
def accidental(document: Document, project: Project) -> Findings:
    """A handle, a decorator or a scope that happens to be the path of a file.

    Every `@` after a blank is an import if a file is there, and files without an extension count. `@deploy` in a
    sentence about the team on call brings the script `deploy` into the agent's context, whole. Names that are files on
    purpose are let pass: with an extension, a dot, an upper-case letter (README, Makefile), a folder of scripts, behind
    a word such as "see" or "run", or alone in their line.

    What to do: put the word into backticks, or write it without `@`.

    Bad:

        ==> CLAUDE.md
        Ask @deploy before a release.

        ==> deploy
        #!/bin/sh

    Good:

        ==> CLAUDE.md
        Ask `@deploy` before a release; the license is in @LICENSE, the script is @scripts/deploy.

        ==> deploy
        #!/bin/sh

        ==> scripts/deploy
        #!/bin/sh

        ==> LICENSE
        Free
    """
    for edge in project.imports(document.path):
        if is_accident(edge, document) and not brings_credentials(edge, project):
            message = (
                f"@{edge.node.path} in a sentence is an import, because there is a file of that name: the agent gets "
                f"the whole of {sized(edge.target, project)}"
            )
            yield Finding(edge.node.span, message)
