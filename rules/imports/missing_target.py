"""imports/missing-target."""

from __future__ import annotations

import posixpath

from memlint import Document, Edit, Finding, Findings, Fix, ImportEdge, Project, rule

from ._lost import lost
from ._tokens import beside, file_beside, is_listed, stripped, written

_COMMON = ("agents.md", "claude.md", "index.md", "memory.md", "readme.md", "skill.md")  # in many folders


@rule("error", where="import_edge")
def missing_target(document: Document, project: Project) -> Findings:
    """An import whose target does not exist.

    The agent loads nothing, and says so in no place. A path is meant from the folder of the file that it stands in: in
    `.claude/CLAUDE.md`, `@docs/release.md` is `.claude/docs/release.md`, and `@/docs/release.md` is at the top of the
    machine. Package names, handles and decorators are no imports and are let pass, as are targets that git ignores and
    paths on one machine (`~/…`). Where the way the path is written is the reason (punctuation, blanks, backslashes,
    upper case, a keyword), another rule says so. `%20` is no blank here, as it is in a link: blanks are written `\\ `.
    Where one file alone can be meant, the unsafe fix writes its path.

    What to do: write the path from this file's folder.

    Bad:

        ==> CLAUDE.md
        The steps are in @docs/release.md

    Bad:

        ==> .claude/CLAUDE.md
        The steps are in @docs/release.md

        ==> docs/release.md
        # Release

    Good:

        ==> CLAUDE.md
        See @docs/release.md for the steps, use @acme/ui, ask @dana.

        ==> docs/release.md
        # Release

        ==> .claude/rules/release.md
        @../../docs/release.md
    """
    for found in lost(document, project, "markup"):
        path, rest = found.edge.node.path, document.text[found.edge.node.span.end : found.span.end]
        message = f'Markdown takes "{rest}" for markup, so the path ends at "{path}" and {found.meant} does not load'
        yield Finding(found.span, message)
    for found in lost(document, project, "missing"):
        edge = found.edge
        if not edge.outside and project.ignored(edge.target):
            continue
        target = edge.node.path if edge.outside else edge.target  # outside, it would be a path of this machine
        message = f"{target} does not exist: the agent loads nothing here{_way(edge, project)}"
        intro, path = _candidate(edge, found.meant, project)
        if "#" in path:  # the loader would cut it there
            path = ""
        hint = f'{intro}id you mean "{path}"?' if path else ""
        yield Finding(found.span, message + hint, fix=_fix(document, edge, path))


def _way(edge: ImportEdge, project: Project) -> str:
    """Return where the path starts, when that is not the root, and which imports led to the file it stands in."""
    chain = project.chain(edge.source)
    folder = posixpath.dirname(edge.source)
    base = f" (paths start at this file's folder, {folder}/)" if folder and not edge.outside else ""
    return base + (f" ({' → '.join((*chain, edge.node.path))})" if len(chain) > 1 else "")


def _candidate(edge: ImportEdge, meant: str, project: Project) -> tuple[str, str]:
    """Return the words before the question and the one import that was probably meant, "" for none."""
    if posixpath.isabs(edge.source):
        return "", ""  # a person's own file
    if meant:
        return '. "/" is the top of the machine: d', written(meant, edge.source)
    path = posixpath.normpath(stripped(edge.node.path))
    if is_listed(path, project):
        return f". {path} exists from the root on: d", written(path, edge.source)
    if "%" in path:
        from urllib.parse import unquote

        decoded = file_beside(edge.source, unquote(path), project)
        if decoded:
            return '. "%" stands for itself in an import: d', written(decoded, edge.source)
    spelled = project.spelling(beside(edge.source, path))
    near = (spelled,) if spelled else project.near(path)
    return (". D", written(near[0], edge.source)) if len(near) == 1 else ("", "")


def _fix(document: Document, edge: ImportEdge, path: str) -> Fix | None:
    """Write ``path``, but for a name that many folders have, and where more than the path was written."""
    written_path = document.text[slice(*edge.node.span)][1:].replace("\\ ", " ")
    name = posixpath.basename(path).lower()
    if not path or name in _COMMON or written_path != edge.node.path or stripped(written_path) != written_path:
        return None
    return Fix(f"write {path}", (Edit(edge.node.span, path),), "unsafe")
