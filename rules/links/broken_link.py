"""links/broken-link."""

from __future__ import annotations

import posixpath

from memlint import Document, Edit, Finding, Findings, Fix, Project, rule

from ..index._copies import original
from ..index._entries import is_sample
from ._targets import Target, is_memory_file, targets_in

_COMMON = ("agents.md", "claude.md", "index.md", "memory.md", "readme.md", "skill.md")  # in many folders, so no hint


@rule("warning", parts=lambda: (targets_in,))
def broken_link(project: Project) -> Findings:
    """A link or an image whose file does not exist.

    The agent opens the path, gets an error and goes on without what stands there. It is a warning where one memory
    names another, and where a file of that name is in another folder, since then the way is written wrong. Anything
    else is only worth knowing: the file may come from a build or lie in another repository. Links of an index are
    those of `index/dangling-entry`. Files that git ignores, other schemes, samples, site addresses (`/docs/page`)
    and paths that lead out of the project are let pass.

    What to do: write the path from the folder of the file that the link stands in. Where one file alone can be meant,
    the unsafe fix does.

    Bad:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one

        ==> memory/clay.md
        The red one, see [how glazes are named](glaze.md).

    Good:

        ==> .gitignore
        build/

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one
        - [Glazes](glazes.md) — how they are named

        ==> memory/clay.md
        The red one, see [how glazes are named](./glazes.md), [the log](../build/log.md) and [more](${ROOT}/more.md).

        ==> memory/glazes.md
        After the recipe.
    """
    found = [
        (document, target)
        for path, document in project.documents.items()
        for target in project.part(targets_in, path)
        if not target.exists and _is_inside(target.path) and not _is_entry(document, target, project)
    ]
    ignored = project.git.ignored({target.path for _, target in found})  # one process answers for all
    for document, target in found:
        if target.path not in ignored and not _is_shown(document, target, project):
            near = _meant(target.path, project)
            sure = near or (is_memory_file(document.path, project) and is_memory_file(target.path, project))
            hint = f"; {near} does" if near else ""
            message = f"{target.path} does not exist{hint}"
            yield Finding(
                target.span, message, document.path, None if sure else "info", fix=_fix(document, target, near)
            )


def _is_inside(path: str) -> bool:
    """Say whether a path is one of the project and names a file, not a page of a site or a folder."""
    return not posixpath.isabs(path) and not path.startswith("../") and bool(posixpath.splitext(path)[1])


def _is_entry(document: Document, target: Target, project: Project) -> bool:
    file = project.file(document.path)
    return file is not None and file.kind == "index" and not target.image


def _is_shown(document: Document, target: Target, project: Project) -> bool:
    """Say whether a link is quoted, a sample, or part of a copy that a file sync made."""
    start = target.span.start
    copied, _ = original(document.path, project.documents)
    return bool(copied) or document.in_quotes(start) or is_sample(document, start)


def _meant(path: str, project: Project) -> str:
    """Return the one listed file that the path is wrong for: in another folder, or in other upper and lower case."""
    spelled = project.spelling(path)
    if spelled:
        return spelled
    near = project.near(path)
    return near[0] if len(near) == 1 and posixpath.basename(path).lower() not in _COMMON else ""


def _fix(document: Document, target: Target, near: str) -> Fix | None:
    """Write the way to ``near`` where the target is a plain path."""
    way = posixpath.relpath(near, posixpath.dirname(document.path) or ".") if near else ""
    plain = "/._-"
    if not way or not all(ch.isalnum() or ch in plain for ch in way + document.text[slice(*target.written)]):
        return None
    return Fix(f"write {way}", (Edit(target.written, way),), "unsafe")
