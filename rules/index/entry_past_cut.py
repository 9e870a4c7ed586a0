"""index/entry-past-cut."""

from __future__ import annotations

from itertools import islice

from memlint import Finding, Findings, Index, Place, Project, Span, rule

from ._entries import SHOWN, counted
from ._reach import Reach


@rule("warning")
def entry_past_cut(index: Index, project: Project) -> Findings:
    """A topic file that its index names only below the part that loads.

    The file is in the index, so a search finds its name there, but the session never saw the line: for the agent the
    memory does not exist. A file that is also named in the loaded part, or by a memory that this part leads to, is
    let pass.

    What to do: move entries up, or shorten the index so that all of it loads.

    Bad:

        ==> memory/MEMORY.md
        - [Release notes](release-notes.md) — how the weekly release is cut
        (200 such lines)
        - [On call](on-call.md) — who answers at night

        ==> memory/release-notes.md
        Cut it on Tuesdays.

        ==> memory/on-call.md
        Dana.

    Good:

        ==> memory/MEMORY.md
        - [On call](on-call.md) — who answers at night
        - [Release notes](release-notes.md) — how the weekly release is cut
        (199 such lines)

        ==> memory/release-notes.md
        Cut it on Tuesdays.

        ==> memory/on-call.md
        Dana.
    """
    facts, document = project.facts, index.document
    cut = document.cut(
        max_lines=facts.number("index.max-lines"), max_size=facts.number("index.max-size"), unit="utf-16"
    )
    if cut is None:
        return
    reach = Reach(index.directory, project)
    mentions = sorted(reach.mentioned(document, index=True))
    reached = reach.closure(path for at, path in mentions if at < cut.offset)
    lost: dict[str, int] = {}
    for at, path in mentions:
        if path not in reached:
            lost.setdefault(path, at)
    if not lost:
        return
    first, start = next(iter(lost.items()))
    what = f"{first} is" if len(lost) == 1 else f"{counted(len(lost), 'topic file')}, the first of them {first}, are"
    lines = f"only at line {document.line(start)}" if len(lost) == 1 else f"only from line {document.line(start)} on"
    message = f"{what} named {lines}, past the {counted(cut.lines, 'line')} that load: no session sees the entry"
    stop = document.text.find("\n", start)
    shown = islice(lost.items(), SHOWN)
    related = tuple(Place(path, Span(0, 0), f"named at line {document.line(at)}") for path, at in shown)
    shown_line = document.text[start : stop if stop > 0 else None].rstrip("\r")
    yield Finding(Span(start, start + len(shown_line)), message, related=related)
