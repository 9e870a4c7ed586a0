"""loading/wrong-case-name."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._places import TOP, counted, places
from ._spelling import misspelled_files, misspelled_folders, misspelled_indexes


@rule("error")
def wrong_case_name(project: Project) -> Findings:
    """A memory file whose name differs from the real one in upper and lower case.

    It loads on the author's Mac or Windows machine and is in no session on Linux or in CI, where `claude.md` and
    `CLAUDE.md` are two names. The spelling that git has counts, so it is found on a Mac too. Pages of a documentation
    (`docs/agents.md`), imported files and files beside one with the exact name are let pass.

    What to do: rename it, in git as well: `git mv claude.md CLAUDE.md`.

    Bad:

        ==> Claude.md
        Run the tests with `make check`.

    Bad:

        ==> .claude/Rules/glaze.md
        Mix the glaze first.

    Good:

        ==> CLAUDE.md
        Run the tests with `make check`.

        ==> docs/agents.md
        # Agents
        Who sells our kilns.
    """
    lost = "on Linux and in CI nothing"
    for path, right in misspelled_files(project):
        yield Finding(TOP, f"the agent looks for {right}: {lost} of this file loads", path)
    for folder, (right, paths) in misspelled_folders(project).items():
        message = f"the agent looks for {right}: {lost} in {folder} loads ({counted(len(paths), 'file')})"
        yield Finding(TOP, message, paths[0], related=places(paths[1:], "does not load either"))
    for path in misspelled_indexes(project):
        yield Finding(TOP, f"the agent looks for {project.facts.text('names.index')}: on Linux it loads no index", path)
