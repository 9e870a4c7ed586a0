"""grounding/missing-path."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cached_property

from memlint import Document, Finding, Findings, NamedTuple, Place, Project, Severity, Span, rule

from ._paths import Named, is_other_name, is_to_come_or_gone, named
from ._tree import Tree

_OWN = (".github", ".claude", ".agents")


@rule("warning", parts=lambda: (_missing_in,))
def missing_path(project: Project) -> Findings:
    """A path that the repository no longer has.

    The agent is told to look at, or to change, a file that was moved or renamed. It searches, guesses, or makes the old
    one anew. Said where a file of the same name stands elsewhere, or where files of that kind stand in the named
    folder; patterns, samples, what git ignores, what is to be written, what is told to be gone, and code in fences are
    let pass.

    What to do: write the path that the file has now.

    Bad:

        ==> CLAUDE.md
        The frames are cut in `src/ipc/framing.ts`.

        ==> src/main.ts
        start();

        ==> packages/wire/framing.ts
        cut();

    Good:

        ==> CLAUDE.md
        The frames are cut in `packages/wire/framing.ts`; the report is written to `reports/frames.html`.

        ==> src/main.ts
        start();

        ==> packages/wire/framing.ts
        cut();
    """
    found = [each for path in project.documents for each in project.part(_missing_in, path)]
    ignored = project.git.ignored({each.path for each in found})
    yield from (each.finding for each in found if each.path not in ignored)


class _Missing(NamedTuple):
    path: str
    finding: Finding


class _Trees:
    def __init__(self, project: Project) -> None:
        self._project = project
        self.near = Tree(project.repository)

    @cached_property
    def _whole(self) -> Tree:
        return Tree(self._project.repository.whole)

    def of(self, path: Named) -> Tree:
        """Return the tree that has the folder of ``path``: templates and fixtures are listed apart."""
        folder = posixpath.dirname(path.path)
        return self.near if folder in self.near.folders or not self._project.exists(folder) else self._whole


def _missing_in(project: Project, path: str) -> tuple[_Missing, ...]:
    """Return what one memory file names and the repository lacks, each path once."""
    trees, found = project.around(_Trees), dict[str, _Missing]()
    for each in _missing(project, project.documents[path], trees.near):
        tree = trees.of(each)
        severity = _severity(each, tree)
        if severity:
            found.setdefault(each.path, _Missing(each.path, _finding(each, severity, tree)))
    return tuple(found.values())


def _missing(project: Project, document: Document, tree: Tree) -> Iterator[Named]:
    """Yield what leads nowhere from the root, from the file's folder or one above it, and ends no other path."""
    for path in named(document):
        if tree.has(path.path) or tree.ends_with(path.path) or any(project.exists(place) for place in _places(path)):
            continue
        if not is_to_come_or_gone(path):
            yield path


def _places(path: Named) -> Iterator[str]:
    folder = "" if posixpath.isabs(path.document.path) else posixpath.dirname(path.document.path)
    yield path.path
    while folder:
        yield posixpath.join(folder, path.path)
        folder = posixpath.dirname(folder)


def _severity(path: Named, tree: Tree) -> Severity | None:
    """Return how sure it is that a file of this repository is meant, None where it is not."""
    folder, name = posixpath.split(path.path)
    extension = posixpath.splitext(name)[1]
    inside = folder in tree.folders
    first = path.path.split("/", 1)[0]
    own = not first.startswith(".") or first in _OWN  # other dot folders hold what tools keep
    alike = tree.alike(path.path)
    moved = bool(alike) and (first in tree.folders or _share(path.path, alike[0]))
    if extension:
        if moved or (inside and tree.siblings(path.path)):
            return "warning"
        return "info" if inside and own and extension in tree.extensions else None
    if not inside or name.startswith(".") or not (path.in_code or path.folder):
        return None
    if moved and tree.was(path.path, alike[0]):
        return "warning"
    deep = path.folder or path.path.count("/") > 1 or not is_other_name(path)
    return "info" if deep and own and tree.siblings(path.path) else None


def _share(path: str, other: str) -> bool:
    """Say whether two paths have a folder's name in common."""
    return not set(path.split("/")[:-1]).isdisjoint(other.split("/")[:-1])


def _finding(path: Named, severity: Severity, tree: Tree) -> Finding:
    others = tree.alike(path.path)
    folder = posixpath.dirname(path.path)
    what = "folder" if path.folder else "file"
    if others:
        rest = f" and {len(others) - 1} more" if len(others) > 1 else ""
        message = f"the repository has no {path.path}; a {what} of that name is {others[0]}{rest}"
    elif folder in tree.folders:
        number = tree.siblings(path.path)
        message = f"the repository has no {path.path}; {folder} has {number:,} of that kind"
    else:
        message = f"the repository has no {path.path}, nor a folder {folder}"
    related = tuple(Place(other, Span(0, 0), "has the same name") for other in others if other in tree.files)
    return Finding(path.span, message, severity=severity, path=path.document.path, related=related)
