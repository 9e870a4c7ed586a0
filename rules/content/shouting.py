"""content/shouting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Place, Project, Span, compile_once, rule

_PLACES = 10
_KINDS = ("instructions", "rule_file", "topic", "imported")


@rule("info", default=False)
def shouting(document: Document, project: Project, *, percent: int = 15, at_least: int = 5) -> Findings:
    """A file in which many list items are in capitals.

    Capitals set one line apart from others; where every sixth line has them they set none apart, and reports from long
    files say that adding more changed nothing. This is a matter of opinion, so the rule is off. List items count that
    have MUST, NEVER, ALWAYS, CRITICAL or the like, two exclamation marks, or three words in capitals; code does not.
    One finding for each file, from `at-least` such items on if they are more than `percent` of all.

    What to do: keep capitals for the few lines where the damage is great, and let a hook or permissions hold those.

    Bad:

        ==> CLAUDE.md
        - ALWAYS weigh the clay.
        - NEVER fire wet pots.
        - The kiln MUST be cold.
        - CRITICAL: log each firing.
        - DO NOT mix cones.
        - Glazes are in `glazes/`.

    Good:

        ==> CLAUDE.md
        - Weigh the clay.
        - NEVER fire wet pots.
        - Log each firing.
        - Glazes are in `glazes/`.
    """
    file = project.file(document.path)
    if file is None or file.kind not in _KINDS:
        return
    items = [item.content for item in document.items if item.content.end > item.content.start]
    loud = list(_loud(document, items))
    if len(loud) >= at_least and len(loud) * 100 > percent * len(items):
        share = len(loud) * 100 // len(items)
        message = f"{len(loud):,} of {len(items):,} list items ({share} %) are in capitals: none of them stands out"
        related = tuple(Place(document.path, span, "in capitals too") for span in loud[1 : _PLACES + 1])
        yield Finding(loud[0], message, related=related)


@cache
def _capitals() -> re.Pattern[str]:
    words = (
        "MUST|NEVER|ALWAYS|CRITICAL|IMPORTANT|MANDATORY|FORBIDDEN|STRICTLY|DO NOT|DON['’]T|HARD RULE|WARNING|REQUIRED"
    )
    other = "NIEMALS|IMMER|NUNCA|SIEMPRE|JAMAIS|TOUJOURS|SEMPRE|НИКОГДА|ВСЕГДА|НЕЛЬЗЯ"
    return compile_once(rf"\b(?:{words}|{other})\b|[!！]{{2,}}|\b[^\W\d_a-z]{{2,}}(?:\s+[^\W\d_a-z]{{2,}}){{2,}}(?!\w)")


@cache
def _upper() -> re.Pattern[str]:
    return compile_once(r"[A-ZА-ЯÀ-Þ]|[!！]{2}")


def _loud(document: Document, items: list[Span]) -> Iterator[Span]:
    for span in items:
        for found in _capitals().finditer(document.text, *span):
            if not document.in_code(found.start()) and _upper().search(found[0]):
                yield span
                break
