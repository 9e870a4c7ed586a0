"""loading/agents-md-not-loaded."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._agents import group
from ._places import TOP


@rule("warning")
def agents_md_not_loaded(project: Project) -> Findings:
    """An AGENTS.md that a CLAUDE.md keeps the agent from reading.

    The agent reads AGENTS.md only where no CLAUDE file counts. One in the root, or beside the AGENTS.md, is enough to
    switch that off, in the folders below too, and nobody is told. When CLAUDE.md names AGENTS.md in words, the agent
    may still open it, or not: then it is an info. Older versions read no AGENTS.md at all, which is an info as well
    where nobody wrote a CLAUDE.md, and it is one where CLAUDE.md is long and no shorter than AGENTS.md: two sets for two
    agents. Copies of what loads, and files that only point to CLAUDE.md, are let pass.

    What to do: a line `@AGENTS.md` in CLAUDE.md, or a link between the two, lets every agent read the same text.

    Bad:

        ==> CLAUDE.md
        Ask before you change the firing curve.

        ==> AGENTS.md
        Run the tests with `make check`.

    Good:

        ==> CLAUDE.md
        @AGENTS.md
        Ask before you change the firing curve.

        ==> AGENTS.md
        Run the tests with `make check`.
    """
    found = group(project, ("shared", "version"))
    if found is None:
        return
    first = found.first
    if first.reason == "version":
        cause = f"version {project.facts.version} reads no AGENTS.md"
    else:
        cause = f"{first.by} counts here, so the agent reads no AGENTS.md by itself"
    if found.mention:
        message = f"{cause}; {found.lines} read only if the agent opens it, since {found.mention} names AGENTS.md"
    elif found.apart:
        message = f"{cause}: {found.lines} in no session, {found.apart:,} lines of other files are"
    else:
        message = f"{cause}: {found.lines} in no session"
    certain = first.by and not found.mention and not found.apart
    yield Finding(TOP, message, first.path, None if certain else "info", found.others)
