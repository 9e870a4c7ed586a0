"""content/relative-date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlint import Document, Edit, Finding, Findings, Fix, Project, Severity, rule, time_hints

if TYPE_CHECKING:
    from datetime import date

    from ._dates import Told


@rule("warning")
def relative_date(document: Document, project: Project) -> Findings:
    """A date that counts from the day of writing.

    "We switched to Vite last week" is read in every later session, and each takes it for the week before its own. Only
    sentences that tell of an event count: habits, instructions, quotes and names of buttons are let pass, and so is
    a date beside a day that the sentence, its paragraph, a heading or the file's name tells. In instructions, rule
    files and indexes it is an info.

    What to do: write the day. Where the header's `modified`, or the commit of the line, tells when it was written, the
    unsafe fix puts the day, the week (2026-W11), the month or the year in place of the words, where these say no more.

    Bad:

        ==> memory/MEMORY.md
        - [Kiln](kiln.md) — which one fires

        ==> memory/kiln.md
        ---
        name: kiln
        description: Which kiln fires
        metadata:
          type: project
          modified: 2026-03-18T09:00:00.000Z
        ---
        We moved all firings to the small kiln last week.

    Good:

        ==> memory/MEMORY.md
        - [Kiln](kiln.md) — which one fires

        ==> memory/kiln.md
        ---
        name: kiln
        description: Which kiln fires
        metadata:
          type: project
          modified: 2026-03-18T09:00:00.000Z
        ---
        We moved all firings to the small kiln on 2026-03-10. The report shows the firings of the last 7 days.
    """
    if not time_hints(document.text):
        return
    from ._dates import replaceable, told, written  # most files have no such words, and these bring the tables

    found = list(told(document, project))
    if not found:
        return
    file = project.file(document.path)
    severity: Severity = "warning" if file is not None and file.kind == "topic" else "info"
    alone = replaceable(document.text, found)
    for each, day in zip(found, written(document, project, [each.span.start for each in found]), strict=True):
        value = each.found.on(day) if day is not None and each in alone else ""
        fix = Fix(f"write {value}", (Edit(each.span, value),), "unsafe") if value else None
        yield Finding(each.span, _message(each, day, project.today), severity=severity, fix=fix)


def _message(each: Told, day: date | None, today: date) -> str:
    words = f'"{each.found.words}"'
    read = each.found.on(today)
    if day is None:
        now = f"is read as {read} today and as another time later" if read else "names no day"
        return f"{words} {now}, and nothing tells when it was written"
    meant, age = each.found.on(day), max((today - day).days, 0)
    then = f"written on {day}, {age:,} {'day' if age == 1 else 'days'} ago"
    if not read:
        return f"{words} names no day: it was {then}, and each session reads it as of its own"
    if read == meant:
        return f"{words} means {meant} only as long as it is new: {then}, it is read as another time later"
    return f"{words} is read as {read} today; {then}, it meant {meant}"
