"""loading/paths-in-instructions."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._excludes import excluded
from ._places import folder_of, inner_name


@rule("info")
def paths_in_instructions(instructions: Document, project: Project) -> Findings:
    """A CLAUDE.md whose header has `paths`, which belongs to rule files.

    In `.claude/rules` the key says for which files a text loads. For CLAUDE.md no effect is documented: count on it
    that all of the file is in every session, for every file.

    What to do: move the text into a rule file, with the same header.

    Bad:

        ==> CLAUDE.md
        ---
        paths: "src/**/*.py"
        ---
        Prefer small functions.

    Good:

        ==> .claude/rules/python.md
        ---
        paths: "src/**/*.py"
        ---
        Prefer small functions.
    """
    header = instructions.frontmatter
    field = header.get("paths") if header else None
    if field is not None and instructions.path not in excluded(project):
        where = folder_of(instructions.path) or "the root"
        message = (
            f"paths has no documented effect here: {inner_name(instructions.path)} is taken to load for all of {where}"
        )
        yield Finding(field.key_span, message)
