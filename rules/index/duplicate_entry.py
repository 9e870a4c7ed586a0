"""index/duplicate-entry."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Index, Span, rule

from ._entries import Item, items, places, section
from ._outside import written


@rule("info")
def duplicate_entry(index: Index) -> Findings:
    """Two entries of one section that lead to the same file under the same title.

    The second one is mostly what a later session wrote where it should have changed the first: both load, and where
    their hooks differ the agent cannot tell which one holds. Entries under different headings, lead-ins or items, or with
    different titles, give a memory two occasions on purpose and are let pass, and so are links to places in one file.

    What to do: keep the hook that holds, in one line. Where the lines are the same to the letter, the fix keeps the first.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — on Fridays
        - [Deploys](deploys.md) — on Tuesdays

        ==> memory/deploys.md
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — on Tuesdays
        - [Before a release](deploys.md) — read the steps

        ==> memory/deploys.md
        On Tuesdays.
    """
    document, targets = index.document, written(index)
    found: dict[tuple[object, ...], list[Item]] = {}
    occasions = _occasions(document)
    for item in items(index):
        start = item.entry.span.start
        fragment = targets.get(start, "").partition("#")[2]
        title = " ".join(item.entry.text.lower().split())
        place = section(document, start), occasions[item.span]
        found.setdefault((item.entry.target, fragment, title, place), []).append(item)
    for same in found.values():
        if len(same) < 2:
            continue
        first, *others = same
        second = document.line(others[0].entry.span.start)
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        yield Finding(
            first.entry.span,
            f"{first.entry.target} has the same entry {len(same)} times, again at line {second}{more}: all of them load",
            related=places(document, [other.entry.span for other in others], "again here"),
            fix=_fix(document, same),
        )


def _occasions(document: Document) -> dict[Span, tuple[Span | None, ...]]:
    """Return for each list item the paragraph that introduces its list, and the item that the list stands in."""
    found: dict[Span, tuple[Span | None, ...]] = {}
    around: list[Span] = []
    for item in document.items:
        del around[item.depth - 1 :]
        found[item.span] = item.lead_in, (around[-1] if around else None)
        around.append(item.span)
    return found


def _fix(document: Document, same: list[Item]) -> Fix | None:
    """Keep the first of items that are one and the same line."""
    lines = [_line(document.text, item.entry.span.start) for item in same]
    first = document.text[slice(*lines[0])].rstrip("\r\n")
    for item, line in zip(same, lines, strict=True):
        if (
            document.text[slice(*line)].rstrip("\r\n") != first
            or document.text[item.span.start : item.span.end].strip() not in first
        ):
            return None
    gone = [_removed(document.text, line) for line in lines[1:]]
    return Fix("keep the first of these lines", tuple(Edit(line, "") for line in gone))


def _line(text: str, at: int) -> Span:
    end = text.find("\n", at) + 1
    return Span(text.rfind("\n", 0, at) + 1, end or len(text))


def _removed(text: str, line: Span) -> Span:
    """Return a line with the newline before it where the text ends without one, and shall do so still."""
    if text.endswith("\n"):
        return line
    start = len(text[: line.start].removesuffix("\n").removesuffix("\r"))
    return Span(start, len(text[: line.end].removesuffix("\n").removesuffix("\r")))
