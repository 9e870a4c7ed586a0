"""links/broken-fragment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Project, compile_once, rule

from ._targets import targets_in


@cache
def _anchor() -> re.Pattern[str]:
    return compile_once(r"(?:\b(?:id|name)\s*=\s*[\"']?|\{#)([\w.:-]+)")


@cache
def _line() -> re.Pattern[str]:
    return compile_once(r"L?\d+|L\d+(?:C\d+)?-L?\d+(?:C\d+)?|:~:.*|top|page=\d+")


@rule("info", parts=lambda: (targets_in,))
def broken_fragment(project: Project) -> Findings:
    """A link to a heading that its memory file does not have.

    The file exists and the agent reads it, but does not find the part that was meant: most often the heading was
    changed. Headings are compared as GitHub names them, without punctuation and with `-` for blanks. A file that has no headings is let pass.

    What to do: write the heading's name as it is now.

    Bad:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one
        - [Glazes](glazes.md) — how they are named

        ==> memory/clay.md
        The red one, see [the blue glaze](glazes.md#blue).

        ==> memory/glazes.md
        # Green

    Good:

        ==> memory/MEMORY.md
        - [Clay](clay.md) — which one
        - [Glazes](glazes.md) — how they are named

        ==> memory/clay.md
        The red one, see [the green glaze](glazes.md#green--old), the [first line](glazes.md#L1).

        ==> memory/glazes.md
        # Green & old
    """
    known: dict[str, frozenset[str]] = {}
    for path in project.documents:
        for target in project.part(targets_in, path):
            aim = project.documents.get(target.path)
            if aim is None or not target.fragment or _line().fullmatch(target.fragment):
                continue
            if target.path not in known:
                known[target.path] = frozenset(_slugs(aim))
            if known[target.path] and _bare(_decoded(target.fragment)) not in known[target.path]:
                yield Finding(target.span, f"{target.path} has no heading #{target.fragment}", path)


def _slugs(document: Document) -> Iterator[str]:
    """Yield what fragments can name: headings, also the second and third of a name, and anchors."""
    counts: dict[str, int] = {}
    for heading in document.headings:
        slug = _bare(heading.text)
        count = counts[slug] = counts.get(slug, -1) + 1
        yield f"{slug}{count or ''}"
    if "=" in document.text or "{#" in document.text:
        for found in _anchor().finditer(document.text):
            yield _bare(found[1])


def _bare(text: str) -> str:
    """Return the letters and digits of a heading or its slug: tools differ in all the rest."""
    return "".join(filter(str.isalnum, text.lower().removeprefix("user-content-")))


def _decoded(fragment: str) -> str:
    if "%" not in fragment:
        return fragment
    from urllib.parse import unquote

    return unquote(fragment)
