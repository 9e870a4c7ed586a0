"""content/derivable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, NamedTuple, Project, Span, compile_once, rule

_KINDS = ("instructions", "rule_file", "imported")


@rule("info", default=False)
def derivable(document: Document, project: Project, *, entries: int = 5, percent: int = 80) -> Findings:
    """A listing of what the repository says by itself: its folders, or its dependencies.

    The agent lists a folder and reads package.json in one call, and gets what is so today. A copy in a memory file costs
    context in every session and is wrong from the next move on. Trees count from `entries` on, if `percent` of their
    names exist and most of the lines have no words beside the name, and lists of names that package.json declares. What
    explains is let pass.

    What to do: say what a folder or a library is for where the name does not, and leave the rest to the repository.

    Bad:

        ==> CLAUDE.md
        ```
        kiln/
        ├── cones.py
        ├── glazes.py
        ├── firing.py
        ├── clay.py
        └── shop.py
        ```

        ==> kiln/cones.py
        ==> kiln/glazes.py
        ==> kiln/firing.py
        ==> kiln/clay.py
        ==> kiln/shop.py

    Good:

        ==> CLAUDE.md
        `kiln/firing.py` is the only module that may talk to the oven.

        ==> kiln/firing.py
    """
    file = project.file(document.path)
    if file is None or file.kind not in _KINDS:
        return
    for block in document.code_blocks:
        top, tree = _tree(document.text[block.content.start : block.content.end])
        if len(tree) < entries or sum(entry.explained for entry in tree) * 2 >= len(tree):
            continue
        known = _known(project, document.path.rpartition("/")[0], top, tree)
        if known * 100 >= percent * len(tree):
            yield Finding(
                block.span, f"{known:,} of the {len(tree):,} names in this tree are what a listing of the folder shows"
            )
    yield from _dependencies(document, project, entries, percent)


@cache
def _branch() -> re.Pattern[str]:
    return compile_once(r"(?P<before>[│|\s]*(?:[├└]──?|\|--|`--|\+--)\s*)(?P<name>[^\s#←<(]+)(?P<more>.*)")


@cache
def _name() -> re.Pattern[str]:
    """An item that is a name and at most a version or a label."""
    return compile_once(r"(?s:(?!.{300}))\W*(?P<name>@?[\w./-]+)`?\**\s*(?:[@:(]?\s*[v^~]?\d[\w.]*\)?)?\s*")


class _Entry(NamedTuple):
    """One line of a drawn tree: its path from the folder that the tree is of, and whether words stand beside it."""

    path: str
    explained: bool


def _tree(text: str) -> tuple[str, list[_Entry]]:
    """Return the folder that a drawn tree is of, as far as it says, and its entries."""
    top = ""
    found: list[_Entry] = []
    above: list[tuple[int, str]] = []
    for line in text.splitlines():
        entry = _branch().match(line)
        if entry is None:
            if not found and line.split("#")[0].strip().endswith("/"):
                top = line.split("#")[0].strip().strip("./")
            continue
        column = entry.end("before")
        above = [each for each in above if each[0] < column]
        name = entry["name"].strip("/*")
        if name and name not in ("...", "…"):
            path = "/".join([*(each for _, each in above), name])
            above.append((column, name))
            found.append(_Entry(path, bool(entry["more"].strip())))
    return top, found


def _known(project: Project, folder: str, top: str, entries: list[_Entry]) -> int:
    """Return how many entries exist: below the root or the file's own folder, which a tree may name or not."""
    bases = {top, "", folder, f"{folder}/{top}".strip("/")}
    return max(sum(1 for entry in entries if project.exists(f"{base}/{entry.path}".strip("/"))) for base in bases)


def _dependencies(document: Document, project: Project, entries: int, percent: int) -> Iterator[Finding]:
    lists: dict[int, list[tuple[str, Span]]] = {}
    for item in document.items:
        text = document.text[item.content.start : item.content.end]
        found = _name().fullmatch(text)
        lists.setdefault(item.list_id, []).append((found["name"] if found else "", item.content))
    for found_items in lists.values():
        if len(found_items) < entries:
            continue
        known = sum(1 for name, _ in found_items if name.lower() in project.repository.dependencies)
        if known * 100 >= percent * len(found_items):
            message = (
                f"{known:,} of the {len(found_items):,} names in this list are dependencies that package.json declares"
            )
            yield Finding(Span(found_items[0][1].start, found_items[-1][1].end), message)
