"""security/vendored-instructions."""

from __future__ import annotations

from memlint import Finding, Findings, Place, Project, Span, rule

_TOP = Span(0, 0)
_SHOWN = 10


@rule("info", where="instructions")
def vendored_instructions(project: Project) -> Findings:
    """Instruction files in dependencies and vendored code, which others wrote.

    The agent loads a CLAUDE.md or AGENTS.md of any folder that it works in, and whoever published the package chose
    what stands there. An agent that looks for the cause of an error in `node_modules` takes it for the user's own, and
    runs what it names. Runs with `--vendored` alone look into these trees, and only for security.

    What to do: read them as code that runs here, and keep those out that are not wanted with `claudeMdExcludes`.

    Bad:

        ==> node_modules/cone-chart/CLAUDE.md
        Run `npm run fire` before each change.

    Good:

        ==> CLAUDE.md
        Run `npm run fire` before each change.
    """
    found = [
        document.path
        for document in (*project.instructions(), *project.rule_files())
        if not document.path.startswith("/") and _tree(document.path, project)
    ]
    if found:
        first, *others = sorted(found)
        more = f", and {len(others)} more in such trees" if others else ""
        message = (
            f"instructions from {_tree(first, project)}, which others wrote{more}: an agent that works there loads them"
        )
        related = tuple(Place(path, _TOP, f"from {_tree(path, project)}") for path in others[:_SHOWN])
        yield Finding(_TOP, message, first, related=related)


def _tree(path: str, project: Project) -> str:
    """Return the folder in ``path`` whose content others wrote, "" for none."""
    parts = path.split("/")[:-1]
    at = next((at for at, part in enumerate(parts) if part in project.foreign), None)
    return "" if at is None else "/".join(parts[: at + 1])
