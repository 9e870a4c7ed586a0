"""content/duplicate-directive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlint import Finding, Findings, Place, Project, Severity, rule

if TYPE_CHECKING:
    from memlint import PartMaker

    from ._duplicates import Repeat

_SHOWN = 10


def _parts() -> tuple[PartMaker, ...]:
    from ._duplicates import PARTS  # not read before there are two files
    from ._in_file import repeated

    return (repeated, *PARTS)


@rule("info", parts=_parts)
def duplicate_directive(project: Project) -> Findings:
    """The same instruction in two files that are in context together.

    It costs its words twice, and it is kept in two places: whoever changes one of them leaves the agent with two
    versions, of which it takes either. Files are joined as they are, so that saying a thing twice does not make it count
    more. A directive in the same words, in other order or with other filler counts, and so does a passage of three lines
    or 25 words; a warning where both files always load together and say 8 words or more of it word for word. Said once
    for two files.

    What to do: keep it in the file whose scope it needs; the other one can name that file.

    Bad:

        ==> CLAUDE.md
        - Always run the tests before committing.

        ==> .claude/rules/testing.md
        - Run the tests before every commit.

    Good:

        ==> CLAUDE.md
        - Always run the tests before committing.

        ==> .claude/rules/testing.md
        - Name a test after what it shows.
    """
    from ._in_file import repeated

    for path in project.contexts.documents:
        for first, again in project.part(repeated, path):
            line = project.documents[path].line(first.span.start)
            message = f"stands in this file twice, word for word; the first time on line {line}"
            yield Finding(again.span, message, path, related=(Place(path, first.span, "first stated here"),))
    if len(project.contexts.documents) > 1:
        yield from _between_files(project)


def _between_files(project: Project) -> Findings:
    from ._duplicates import repeats
    from ._pairs import is_memory, told_elsewhere

    for repeat in repeats(project):
        apart = is_memory(project, repeat.first, repeat.second) or told_elsewhere(project, repeat)
        if repeat.matches and not repeat.mirrored and not apart:
            yield _finding(project, repeat)


def _finding(project: Project, repeat: Repeat) -> Finding:
    from ._duplicates import SENTENCE_WORDS
    from ._pairs import to_edit

    at = to_edit(repeat)
    here, there = (repeat.first, repeat.second)[:: 1 if at == 0 else -1]
    always = project.contexts.together_always(repeat.first, repeat.second)
    # A short line such as "Use pnpm." is soon said twice; a whole sentence word for word was copied.
    verbatim = [each for each in repeat.matches if each.verbatim]
    copied = any(each.second.claim.number >= SENTENCE_WORDS for each in verbatim)
    shown = (verbatim or repeat.matches)[0]
    severity: Severity | None = "warning" if always and copied else None
    message = f"{there} says this too{_more(len(repeat.matches) - 1)}; {repeat.when}"
    matches = [shown, *(each for each in repeat.matches if each is not shown)]
    related = tuple(Place(there, each.side(1 - at).sentence.span, "stated here") for each in matches[:_SHOWN])
    return Finding(shown.side(at).sentence.span, message, here, severity, related)


def _more(number: int) -> str:
    return f", and {number:,} other sentence{'' if number == 1 else 's'} of this file" if number else ""
