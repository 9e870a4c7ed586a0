"""frontmatter/description-is-name."""

from __future__ import annotations

import re
from functools import cache

from memlint import Finding, Findings, Topic, compile_once, rule

from ._headers import filled, text_of

_SAYS_NOTHING = frozenset(
    (
        "a",
        "about",
        "an",
        "and",
        "details",
        "for",
        "in",
        "info",
        "information",
        "memories",
        "memory",
        "note",
        "notes",
        "of",
    )
).union(("on", "our", "overview", "summary", "the", "this", "to"))


@cache
def _word() -> re.Pattern[str]:
    return compile_once(r"[^\W_]+")


@rule("info")
def description_is_name(topic: Topic) -> Findings:
    """A topic file's description says nothing more than its name.

    Recall chooses memories by name and description: a description with the words of the name gives it nothing more to
    go by.

    What to do: say when the memory matters, or what it says.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploy-windows.md) — when we deploy

        ==> memory/deploy-windows.md
        ---
        name: deploy-windows
        description: Notes on deploy windows
        metadata:
          type: project
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    field, name = filled(topic, "description"), text_of(topic, "name")
    if field is None or not name:
        return
    said = set(_word().findall(field.text.casefold())) - _SAYS_NOTHING
    if said <= set(_word().findall(name.casefold())) and (said or _word().search(field.text)):
        yield Finding(field.span, "the description says nothing that the name does not say")
