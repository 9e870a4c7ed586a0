"""grounding/missing-script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlint import Document, Edit, Finding, Findings, Fix, Place, Project, Span, is_placeholder, rule

from .._names import nearest
from ._commands import commands

if TYPE_CHECKING:
    from ._asked import Asked
    from ._scripts import Missing

_PLACES = 10
_JUDGED = 300  # commands of one file that are looked at closely; a longer list is no instruction


@rule("error")
def missing_script(document: Document, project: Project) -> Findings:
    """A command that names a script, target or task that does not exist.

    The agent runs it, gets "missing script", and then repairs what was not broken. Scripts of package.json count
    (for npm, pnpm, yarn and bun, in the workspace that the command names, else in any package), the targets of make, just,
    task, poe, pdm, hatch, composer, deno, mise, turbo and nx, aliases of cargo, environments of tox, sessions of nox,
    programs that a Python project installs, and tasks of Gradle where no plug-in brings others. Commands that the text calls old, forbidden or
    still to come are let pass, and so is everything that cannot be read with certainty.

    What to do: name the script that exists, or add it.

    Bad:

        ==> CLAUDE.md
        Run `npm run typechek` before you commit.

        ==> package.json
        {"scripts": {"build": "tsc", "typecheck": "tsc --noEmit"}}

    Bad:

        ==> CLAUDE.md
        Check the glazes with `make check`.

        ==> Makefile
        glaze:
                python fire.py

    Good:

        ==> CLAUDE.md
        Run `npm run typecheck -w apps/kiln` before you commit. The script `npm run lint` was removed.

        ==> apps/kiln/package.json
        {"scripts": {"typecheck": "tsc --noEmit"}}

        ==> package.json
        {"workspaces": ["apps/*"]}
    """
    ordered = commands(document)
    file = project.file(document.path)
    if not ordered or file is None:
        return
    from ._asked import asked  # a run without commands needs none of these
    from ._context import is_denied
    from ._scripts import base_of, missing, speaks_of_project

    if not speaks_of_project(file):
        return
    base = base_of(document.path)
    found: dict[tuple[str, str, str], list[Asked]] = {}
    facts: dict[tuple[str, str, str], Missing] = {}
    judged = 0
    for command in ordered:
        if judged >= _JUDGED:
            break
        for ask in asked(command, project.facts):
            lost = None if is_placeholder(ask.word.text) else missing(ask, base, project)
            judged += lost is not None
            if lost and not is_denied(document, command.line, block=command.form in ("shell", "block")):
                key = (ask.runner.partition(":")[0], ask.word.text, lost.path)
                found.setdefault(key, []).append(ask)
                facts.setdefault(key, lost)
    for key, asks in found.items():
        name, lost = key[1], facts[key]
        alike = nearest(name, sorted(lost.names))
        instead = f'the nearest is "{alike}"' if alike else lost.has
        places = tuple(Place(document.path, ask.word.span, "named here too") for ask in asks[1 : 1 + _PLACES])
        fix = _fix(document, [ask.word.span for ask in asks], alike, lost)
        yield Finding(asks[0].word.span, f'{lost.path} has no "{name}"; {instead}', related=places, fix=fix)


def _fix(document: Document, spans: list[Span], alike: str, lost: Missing) -> Fix | None:
    """Show the name, if one alone is near. Commands stand in code, which is nobody's to change."""
    name = document.text[slice(*spans[0])]
    if not alike or nearest(name, sorted(set(lost.names) - {alike})):
        return None
    return Fix(
        f"write {alike}", tuple(Edit(span, alike) for span in spans if document.text[slice(*span)] == name), "display"
    )
