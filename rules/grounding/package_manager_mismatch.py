"""grounding/package-manager-mismatch."""

from __future__ import annotations

import posixpath

from memlint import Document, Finding, Findings, Place, Project, Span, rule

from ._commands import Command, commands
from ._context import is_denied
from ._managers import Evidence, compares, evidence, installs_with, may_install, place_of
from ._scripts import base_of, speaks_of_project

_PLACES = 10


@rule("warning", needs=("npm", "yarn", "bun"))
def package_manager_mismatch(document: Document, project: Project) -> Findings:
    """An instruction that installs this project's dependencies with another package manager than it uses.

    The agent writes a second lockfile and gets other versions than everybody else. The `packageManager` field of
    package.json says which one is used, else its only lockfile. Only installations of the project itself count:
    `npm run`, `npx`, `npm install -g` and `yarn add` are let pass, and so are comparisons and prohibitions.

    What to do: write the installation as the lockfile wants it.

    Bad:

        ==> CLAUDE.md
        Run `yarn install` first.

        ==> package.json
        {"scripts": {"build": "tsc"}}

        ==> package-lock.json
        {"lockfileVersion": 3}

    Good:

        ==> CLAUDE.md
        Run `npm ci` first. Users of the kiln write `yarn add kiln-ui`.

        ==> package.json
        {"scripts": {"build": "tsc"}}

        ==> package-lock.json
        {"lockfileVersion": 3}
    """
    file = project.file(document.path)
    if file is None or not speaks_of_project(file) or not may_install(document.text):
        return
    base = base_of(document.path)
    found: dict[tuple[str, Evidence], list[Command]] = {}
    for command in commands(document):
        manager = installs_with(command)
        said = _evidence(command, manager, base, project) if manager else None
        if said and not compares(document, command) and not is_denied(document, command.line, block=_in_block(command)):
            found.setdefault((manager, said), []).append(command)
    for (manager, said), all_of_them in found.items():
        message = f"this installs with {manager}, but {said.why}"
        places = tuple(Place(document.path, _span(other), "and here") for other in all_of_them[1 : 1 + _PLACES])
        yield Finding(_span(all_of_them[0]), message, related=places)


def _evidence(command: Command, manager: str, base: str, project: Project) -> Evidence | None:
    """Return what speaks against ``manager``; None when nothing does, or another folder of the project uses it."""
    packages = project.repository.packages
    folder = place_of(command, base, packages)
    said = evidence(folder, packages) if folder is not None else None
    if said is None or said.manager == manager:
        return None
    if manager in project.repository.managers:
        own = posixpath.dirname(said.path)  # where a field says one, a lockfile of another is a stray
        if any(manager in (one.manager, *one.lock_managers) for one in packages.values() if one.folder != own):
            return None
    return said


def _in_block(command: Command) -> bool:
    return command.form in ("shell", "block")


def _span(command: Command) -> Span:
    return Span(command.words[0].span.start, command.words[-1].span.end)
