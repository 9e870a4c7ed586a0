"""loading/empty-file."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, Span, rule

from ._agents import claude_files, hidden_files
from ._excludes import is_excluded
from ._places import TOP, counted, folder_of


@rule("info")
def empty_file(document: Document, project: Project) -> Findings:
    """An instruction or rule file of which nothing loads.

    The agent gets no word of it. Where the file has a header or comments, somebody believes that they are read: then
    it is a warning, since the loader takes both away. An empty CLAUDE.md also keeps the agent from reading AGENTS.md.
    A file that only imports others is not empty.

    What to do: write the text outside of the comment, or say in it what the agent should know.

    Bad:

        ==> CLAUDE.md
        <!-- Run the tests with `make check`. -->

    Good:

        ==> CLAUDE.md
        <!-- Kept short on purpose. -->
        Run the tests with `make check`.
    """
    file = project.file(document.path)
    if file is None or file.kind not in ("instructions", "rule_file") or document.loaded.characters:
        return
    if is_excluded(project, document.path):
        return
    hidden = _hidden(document, project)
    also = f", and while it is there {hidden} is not read" if hidden else ""
    if not document.text.strip():
        yield Finding(TOP, f"an empty file: it adds nothing to a session{also}")
        return
    what = "comments" if document.comments else "a header"
    if document.comments and document.frontmatter:
        what = "a header and comments"
    message = f"only {what}, which the loader takes away: none of {counted(document.raw.lines, 'line')} loads{also}"
    yield Finding(Span(0, len(document.text.rstrip())), message, severity="warning")


def _hidden(document: Document, project: Project) -> str:
    """Return an AGENTS.md that this file alone hides, or ""."""
    claude = claude_files(project)
    for hidden in hidden_files(project):
        folders = ("", folder_of(hidden.path))
        if {path for name, path in claude.items() if folder_of(name) in folders} == {document.path}:
            return hidden.path
    return ""
