"""imports/missing-target."""

from __future__ import annotations

import posixpath

from memlint import Document, Finding, Findings, ImportEdge, Project, rule

from ._tokens import beside, is_meant, is_personal, stripped


@rule("error")
def missing_target(document: Document, project: Project) -> Findings:
    """An import whose target does not exist.

    The agent loads nothing and says nothing, in no place. Paths are meant from the folder of the importing file, and
    everything up to the next blank belongs to them: a comma or a full stop glued to a path makes it another one (a
    warning, since the text to repair is known). Package names, handles and decorators are no imports and are let
    pass, as are targets that git ignores and paths on one machine (`~/…`).

    What to do: write the path from this file's folder, and set a blank before punctuation.

    Bad:

        ==> CLAUDE.md
        The steps are in @docs/release.md

    Bad:

        ==> CLAUDE.md
        See @docs/release.md, and ask before you tag.

        ==> docs/release.md
        # Release

    Good:

        ==> CLAUDE.md
        See @docs/release.md for the steps, use @acme/ui, ask @dana.

        ==> docs/release.md
        # Release
    """
    for edge in project.imports(document.path):
        if edge.state != "missing" or is_personal(edge.node.path) or not is_meant(edge, project):
            continue
        glued = _without_punctuation(edge, project)
        if glued:
            tail = edge.node.path[len(stripped(edge.node.path)) :]
            message = f'"{tail}" is part of this path, so nothing loads; {glued} exists and is meant without it'
            yield Finding(edge.node.span, message, severity="warning")
        elif edge.outside or not project.ignored(edge.target):
            target = edge.node.path if edge.outside else edge.target  # outside, it would be a path of this machine
            message = f"{target} does not exist: the agent loads nothing here{_hint(edge, project)}"
            yield Finding(edge.node.span, message)


def _without_punctuation(edge: ImportEdge, project: Project) -> str:
    path = stripped(edge.node.path)
    target = beside(edge.source, path)
    return target if path != edge.node.path and project.exists(target) else ""


def _hint(edge: ImportEdge, project: Project) -> str:
    path = stripped(edge.node.path)
    candidates = [posixpath.normpath(path)] if project.exists(posixpath.normpath(path)) else list(project.near(path))
    if len(candidates) != 1:
        return ""
    folder = posixpath.dirname(edge.source) or "."
    return f'. Paths start at this file\'s folder: did you mean "@{posixpath.relpath(candidates[0], folder)}"?'
