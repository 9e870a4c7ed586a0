"""loading/empty-file."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Finding, Findings, Project, Span, rule

from ._agents import Claude, agents_files, hidden_files
from ._places import TOP, counted, folder_of


@rule("info")
def empty_file(project: Project) -> Findings:
    """An instruction file of which nothing loads.

    The agent gets no word of it. Where the file has a header or comments, somebody believes that they are read: then
    it is a warning, since the loader takes both away. An empty CLAUDE.md also keeps the agent from reading AGENTS.md.
    A file that only imports others is not empty. Rule files have `scope/empty-rule`.

    What to do: write the text outside of the comment, or say in it what the agent should know.

    Bad:

        ==> CLAUDE.md
        <!-- Run the tests with `make check`. -->

    Good:

        ==> CLAUDE.md
        <!-- Kept short on purpose. -->
        Run the tests with `make check`.
    """
    empty = [document for document in project.instructions() if not document.loaded.characters]
    if not empty:
        return
    claude = Claude(project)
    hides = dict(_hidden(project, claude))
    for document in empty:
        if document.path in claude.excluded:
            continue
        hidden = hides.get(document.path)
        also = f", and while it is there {hidden} is not read" if hidden else ""
        if not document.text.strip():
            yield Finding(TOP, f"an empty file: it adds nothing to a session{also}", document.path)
            continue
        what = "comments" if document.comments else "a header"
        if document.comments and document.frontmatter:
            what = "a header and comments"
        message = f"only {what}, which the loader takes away: none of {counted(document.raw.lines, 'line')} loads{also}"
        yield Finding(Span(0, len(document.text.rstrip())), message, document.path, "warning")


def _hidden(project: Project, claude: Claude) -> Iterator[tuple[str, str]]:
    """Yield CLAUDE files and an AGENTS.md that each of them alone hides."""
    for hidden in hidden_files(project, agents_files(project), claude):
        paths = {claude.files[name] for name in claude.of("", folder_of(hidden.path))}
        if len(paths) == 1:
            yield paths.pop(), hidden.path
