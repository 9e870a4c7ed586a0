"""loading/symlink-as-text."""

from __future__ import annotations

from memlint import Edit, Finding, Findings, Fix, Place, Project, Span, rule

from ._excludes import excluded
from ._links import text_link
from ._places import SHOWN, counted


@rule("error")
def symlink_as_text(project: Project) -> Findings:
    """A memory file whose whole text is the path of another one: a link that was checked out as text.

    Git on a machine without symbolic links (Windows, unless `core.symlinks` is on) writes the link's target into a
    plain file. The agent loads that one line, and nothing of the file that it names. All such files of a checkout
    have one cause and are one finding. A real link stays quiet.

    What to do: `@AGENTS.md` in place of the link works everywhere; or turn `core.symlinks` on and check out again.

    Bad:

        ==> CLAUDE.md
        AGENTS.md

        ==> AGENTS.md
        Run the tests with `make check`.

    Good:

        ==> CLAUDE.md -> AGENTS.md

        ==> AGENTS.md
        Run the tests with `make check`.
    """
    found, out = [], excluded(project)
    for document in (*project.instructions(), *project.rule_files()):
        target = text_link(project, document)
        if target and document.path not in out:
            place = Span(0, len(document.text.rstrip()))
            found.append(Place(document.path, place, f"nothing of {target}"))
    if found:
        first, others = found[0], found[1:]
        more = f"; the same in {counted(len(others), 'more file')}" if others else ""
        message = f"a link that became text: the agent loads this one line, and {first.message}{more}"
        # By hand: where git still takes it for a link, a new text would be the path of another target.
        edits = tuple(Edit(Span(0, 0), "@", each.path) for each in found)
        fix = Fix("write @ before the path, if git has no link here", edits, "display")
        yield Finding(first.span, message, first.path, related=tuple(others[:SHOWN]), fix=fix)
