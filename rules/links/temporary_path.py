"""links/temporary-path."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._temporary import paths, stands_there


@rule("warning", needs=("tmp/", "/folders/", "scratchpad/", "temp%", "tmp%", "\\temp\\"))
def temporary_path(document: Document, project: Project) -> Findings:
    """A memory that points to a file in a temporary folder.

    A memory is read for months, a temporary folder is emptied at the next start, and a session's own folder has
    another name in the next session. The agent looks for what it was told to read, finds nothing and works without it.
    Only paths of one session, and reports, plans and the like that are said to be there, count. Code blocks,
    instructions, and what tools write to such folders are let pass.

    What to do: move what is still needed into the repository or the memory, and name that place.

    Bad:

        ==> memory/MEMORY.md
        - [Briefs](briefs.md) — where they are

        ==> memory/briefs.md
        The briefs are in /tmp/agent-5f2c/briefs.

    Good:

        ==> memory/MEMORY.md
        - [Briefs](briefs.md) — where they are

        ==> memory/briefs.md
        The briefs are in docs/briefs. Write scratch files to /tmp/kiln, the server logs to `/tmp/kiln.log`.
    """
    file = project.file(document.path)
    if file is None or file.kind not in ("topic", "index"):
        return
    seen = set()
    for span in paths(document):
        path = document.text[slice(*span)]
        if path not in seen and stands_there(document, span) and not _is_masked(document, span.start):
            seen.add(path)
            message = f"{path} is for temporary files: a restart empties it, and another session has another one"
            yield Finding(span, message)


def _is_masked(document: Document, offset: int) -> bool:
    """Say whether a path stands in a block of code, a comment, a quotation, or what a tool owns; code spans count."""
    if document.block_at(offset).kind not in ("paragraph", "heading", "html"):
        return True
    return document.in_comment(offset) or document.in_generated(offset) or document.in_quotes(offset)
