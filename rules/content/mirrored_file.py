"""content/mirrored-file."""

from __future__ import annotations

from memlint import Finding, Findings, Place, Project, rule

_SHOWN = 10


@rule("warning")
def mirrored_file(project: Project) -> Findings:
    """Two files that are in context together and share most of their text.

    One of them was copied from the other, and both are kept by hand now. The agent reads the shared part twice, and
    where they have drifted apart it follows one or the other. Said where a file has at least 80 % of its words in
    common with a longer one, or both have 60 %, and these are at least 4 sentences and 40 words.

    What to do: keep the text in one of them; the other can import it with `@path`, be a link to it, or say only what
    differs.

    Bad:

        ==> CLAUDE.md
        - Mix the glaze for two hours before anybody dips a pot into it.
        - Never fire above 1280 degrees, whatever the recipe says.
        - Cool the kiln down slowly, by 80 degrees an hour.
        - Open it below 80 degrees only, and wear gloves.
        - Write the curve of each firing into the log.

        ==> .claude/rules/firing.md
        - Mix the glaze for two hours before anybody dips a pot into it.
        - Never fire above 1280 degrees, whatever the recipe says.
        - Cool the kiln down slowly, by 80 degrees an hour.
        - Open it below 80 degrees only, and wear gloves.
        - Clean the shelves after each firing.

    Good:

        ==> CLAUDE.md
        - Write the curve of each firing into the log.

        ==> .claude/rules/firing.md
        - Mix the glaze for two hours before anybody dips a pot into it.
        - Never fire above 1280 degrees, whatever the recipe says.
        - Cool the kiln down slowly, by 80 degrees an hour.
        - Open it below 80 degrees only, and wear gloves.
        - Clean the shelves after each firing.
    """
    if len(project.contexts.documents) < 2:
        return
    from ._duplicates import repeats
    from ._pairs import no_longer_holds, to_edit, told_elsewhere

    for repeat in repeats(project):
        if not repeat.mirrored or not repeat.long or told_elsewhere(project, repeat):
            continue
        if any(no_longer_holds(project, path) for path in (repeat.first, repeat.second)):
            continue
        at = to_edit(repeat)
        there = repeat.second if at == 0 else repeat.first
        here, beside = (round(repeat.shares[side] * 100) for side in (at, 1 - at))
        message = f"{here} % of the words here stand in {there} too, and are {beside} % of that file; {repeat.when}"
        related = tuple(Place(there, match.side(1 - at).sentence.span, "here too") for match in repeat.long[:_SHOWN])
        path = repeat.first if at == 0 else repeat.second
        yield Finding(repeat.long[0].side(at).sentence.span, message, path, related=related)
