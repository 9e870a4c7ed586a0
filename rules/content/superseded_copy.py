"""content/superseded-copy."""

from __future__ import annotations

from memlint import Finding, Findings, Place, Project, rule


@rule("warning", where="topic")
def superseded_copy(project: Project) -> Findings:
    """A memory that was taken back, and whose text stands in another file as if it held.

    The note says that it is superseded, refuted or obsolete; a copy of it does not. The agent recalls the copy, finds no
    word against it, and acts on a verdict that is known to be wrong. Said where most of the words of the note stand in
    the other file as they are. The note that came in its place, and text that itself speaks of the past, are let pass.

    What to do: say in the copy too that it no longer holds, or keep one of the two.

    Bad:

        ==> memory/MEMORY.md
        - [Cobalt](cobalt.md) — superseded: does it craze
        - [Blue glazes](blue.md) — what they do

        ==> memory/cobalt.md
        ---
        name: cobalt
        description: Whether cobalt glazes craze
        metadata:
          type: project
          status: superseded
        ---
        Cobalt glazes craze above cone 6, so all blue pots are fired at cone 5.

        ==> memory/blue.md
        ---
        name: blue
        description: What blue glazes do
        metadata:
          type: project
        ---
        Cobalt glazes craze above cone 6, so all blue pots are fired at cone 5.

    Good:

        ==> memory/MEMORY.md
        - [Cobalt](cobalt.md) — superseded: does it craze
        - [Blue glazes](blue.md) — what they do

        ==> memory/cobalt.md
        ---
        name: cobalt
        description: Whether cobalt glazes craze
        metadata:
          type: project
          status: superseded
        ---
        Cobalt glazes craze above cone 6, so all blue pots are fired at cone 5.

        ==> memory/blue.md
        ---
        name: blue
        description: What blue glazes do
        metadata:
          type: project
        ---
        Cobalt is stable up to cone 10.
    """
    from ._duplicates import repeats
    from ._pairs import MOST_OF_A_NOTE, is_replacement, no_longer_holds, of_the_past

    for repeat in repeats(project):
        pair = repeat.first, repeat.second
        verdicts = [no_longer_holds(project, path) for path in pair]
        if bool(verdicts[0]) == bool(verdicts[1]):
            continue
        at = 0 if verdicts[0] else 1
        note, copy, verdict = pair[at], pair[1 - at], verdicts[at]
        match = next(iter(repeat.long), None)
        if match is None or verdict is None or repeat.shares[at] < MOST_OF_A_NOTE:
            continue
        span = match.side(1 - at).sentence.span
        document = project.documents[copy]
        if is_replacement(project, note, copy, verdict) or of_the_past(document, span.start):
            continue
        said = project.documents[note].text[slice(*verdict)].strip()
        message = (
            f"{round(repeat.shares[at] * 100)} % of the words of {note} stand here, which says that it no longer holds"
        )
        yield Finding(span, message, copy, related=(Place(note, verdict, f"it says: {said}"),))
