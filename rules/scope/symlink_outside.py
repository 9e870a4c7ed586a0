"""scope/symlink-outside."""

from __future__ import annotations

import os
import posixpath

from memlint import Finding, Findings, Place, Project, disk, rule, rule_patterns

from ._rule_files import SHOWN, TOP, in_rules


@rule("warning")
def symlink_outside(project: Project) -> Findings:
    """A rule file that is, or lies behind, a link out of the repository.

    The agent takes it for an external import: it does not load until external imports are approved for the project,
    and a link alone never makes the dialog appear. With `paths` it does not load even then. Nothing says so. Links
    within the repository are fine, and so are links among a person's own rules.

    What to do: keep a copy of the rules in the repository, as a submodule for instance, or import the file by its real
    path from CLAUDE.md, which the agent asks about.

    Bad:

        ==> ../platform/glaze.md
        Name every glaze after its recipe.

        ==> .claude/rules/shared -> ../../../platform

    Good:

        ==> platform/glaze.md
        Name every glaze after its recipe.

        ==> .claude/rules/shared -> ../../platform
    """
    if not project.facts.holds("rules.linked-outside"):
        return
    top = disk.realpath(project.root)
    links: dict[str, list[str]] = {}
    for document in project.rule_files():
        file = project.file(document.path)
        if file is None or file.scope == "user" or posixpath.isabs(document.path) or not in_rules(file.path, project):
            continue
        if not _inside(disk.realpath(os.path.join(project.root, document.path)), top):
            links.setdefault(_link(document.path, project), []).append(document.path)
    for link, paths in links.items():
        target = posixpath.relpath(disk.realpath(os.path.join(project.root, link)), top)
        scoped = [path for path in paths if rule_patterns(project.documents[path].frontmatter, project.facts)]
        subject = "the file" if link == paths[0] else f"the folder {link}"
        message = f"{subject} is a link out of the repository, to {target}: "
        yield Finding(TOP, message + _fate(len(paths), len(scoped)), paths[0], related=_places(paths[1:]))


def _fate(count: int, scoped: int) -> str:
    """Say what becomes of ``count`` rule files of which so many are ``scoped``."""
    rest = "before external imports are approved, and no dialog asks for that"
    if scoped == count:
        return "it has paths, so it never loads" if count == 1 else f"its {count} rule files have paths and never load"
    if scoped:
        return f"of its {count} rule files {scoped} with paths never load, and the rest does not load {rest}"
    return f"it does not load {rest}" if count == 1 else f"its {count} rule files do not load {rest}"


def _places(paths: list[str]) -> tuple[Place, ...]:
    return tuple(Place(path, TOP, "behind the same link") for path in paths[:SHOWN])


def _inside(path: str, top: str) -> bool:
    return path == top or path.startswith(top.rstrip(os.sep) + os.sep)


def _link(path: str, project: Project) -> str:
    """Return the first part of ``path`` behind which the repository ends."""
    top, parts = disk.realpath(project.root), path.split("/")
    for at in range(1, len(parts)):
        folder = "/".join(parts[:at])
        if not _inside(disk.realpath(os.path.join(project.root, folder)), top):
            return folder
    return path
