"""loading/agents-md-suppressed."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._agents import group
from ._places import TOP, folder_of


@rule("warning")
def agents_md_suppressed(project: Project) -> Findings:
    """An AGENTS.md that would load, were it not for a CLAUDE file in another place.

    CLAUDE.local.md counts as a CLAUDE file although it is one person's: with it, the agent stops reading AGENTS.md
    in that checkout, and works without the instructions that everybody else's has. A CLAUDE.md in a folder above the
    AGENTS.md does the same to sessions that start below it. Copies and mere pointers are let pass.

    What to do: a line `@AGENTS.md` in the file that counts brings the text back.

    Bad:

        ==> AGENTS.md
        Run the tests with `make check`.

        ==> CLAUDE.local.md
        My kiln is on port 8081.

    Bad:

        ==> services/CLAUDE.md
        The services talk over HTTP.

        ==> services/glaze/AGENTS.md
        Run the tests with `make check`.

    Good:

        ==> AGENTS.md
        Run the tests with `make check`.

        ==> CLAUDE.local.md
        @AGENTS.md
        My kiln is on port 8081.
    """
    for reason in ("local", "above"):
        found = group(project, (reason,))
        if found is None:
            continue
        first = found.first
        if reason == "local":
            cause = f"{first.by} counts as a CLAUDE file, so the agent reads no AGENTS.md in this checkout"
        else:
            folder = folder_of(first.path)
            cause = f"{first.by} stands above it, so a session that starts in {folder} does not read it"
        lost = "missing there" if reason == "above" else "in no session"
        if found.mention:
            lost = f"read only if the agent opens it, since {found.mention} names AGENTS.md"
        yield Finding(
            TOP, f"{cause}: {found.lines} {lost}", first.path, "info" if found.mention else None, found.others
        )
