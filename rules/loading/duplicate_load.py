"""loading/duplicate-load."""

from __future__ import annotations

from memlint import Finding, Findings, Load, LoadPlan, Project, rule

from ._places import TOP, are, places, prose

_MIN = 100  # characters: shorter texts agree by chance


@rule("warning")
def duplicate_load(plan: LoadPlan, project: Project) -> Findings:
    """Two files with the same text load in one session.

    The agent loads each real file once, but a copy is another file: its text is in context twice and costs twice, and
    whoever changes one of them leaves the agent with two versions. CLAUDE.md and .claude/CLAUDE.md both load, as do
    rules without `paths` and imports. Blanks and line breaks do not count, nor do texts below 100 characters.

    What to do: keep the text in one file; the other can import it, or be a link to it.

    Bad:

        ==> CLAUDE.md
        Run the tests with `make check` before each commit, and the firing curves with `make curves` when one changes.

        ==> .claude/CLAUDE.md
        Run the tests with `make check` before each commit, and the firing curves with `make curves` when one changes.

    Good:

        ==> CLAUDE.md
        Run the tests with `make check` before each commit, and the firing curves with `make curves` when one changes.

        ==> .claude/CLAUDE.md -> ../CLAUDE.md
    """
    groups: dict[tuple[str, str], list[Load]] = {}
    for load in plan.loads:
        document = project.documents.get(load.path)
        if document is not None and load.contributes and load.moment in ("launch", "directory"):
            words = " ".join(prose(document).split())
            if len(words) >= _MIN:
                groups.setdefault((load.scope if load.moment == "directory" else "", words), []).append(load)
    for (folder, _), loads in groups.items():
        paths = list(dict.fromkeys(load.path for load in sorted(loads, key=lambda load: load.order)))
        if len(paths) > 1:
            when = f"in sessions that work in {folder}" if folder else "in every session"
            times = "twice" if len(paths) == 2 else f"{len(paths)} times"
            size = are(project.documents[paths[0]].loaded.lines, "line")
            message = f"the same text as {paths[0]}: {size} in context {times} {when}"
            yield Finding(TOP, message, paths[-1], related=places(paths[:-1], "the same text"))
