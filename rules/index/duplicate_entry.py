"""index/duplicate-entry."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Index, Span, rule

from ._entries import Item, items, places, section
from ._outside import written


@rule("info")
def duplicate_entry(index: Index) -> Findings:
    """Two entries of one section that lead to the same file under the same title.

    The second one is mostly what a later session wrote where it should have changed the first: both load, and where
    their hooks differ the agent cannot tell which one holds. Entries under different headings or with different titles
    give a memory two occasions on purpose and are let pass, and so are links to different places in one file.

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
    found: dict[tuple[str, str, str, int], list[Item]] = {}
    for item in items(index):
        start = item.entry.span.start
        fragment = targets.get(start, "").partition("#")[2]
        title = " ".join(item.entry.text.lower().split())
        found.setdefault((item.entry.target, fragment, title, section(document, start)), []).append(item)
    for (path, _, _, _), same in found.items():
        if len(same) < 2:
            continue
        first, *others = same
        second = document.line(others[0].entry.span.start)
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        yield Finding(
            first.entry.span,
            f"{path} has the same entry {len(same)} times, again at line {second}{more}: all of them load",
            related=places(document, [other.entry.span for other in others], "again here"),
            fix=_fix(document, same),
        )


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
    return Fix("keep the first of these lines", tuple(Edit(line, "") for line in lines[1:]))


def _line(text: str, at: int) -> Span:
    end = text.find("\n", at) + 1
    return Span(text.rfind("\n", 0, at) + 1, end or len(text))
