"""frontmatter/missing-name."""

from __future__ import annotations

import re
from functools import cache

from memlint import Edit, Finding, Findings, Fix, Project, Span, Topic, compile_once, rule

from ._headers import links_hint, place, wiped


@rule("error")
def missing_name(topic: Topic, project: Project) -> Findings:
    """A topic file whose header has no `name` key.

    Wiki links find a memory by its `name`, and recall shows it. A header in which only keys that a tool writes are
    left has most likely been rewritten. A name that is there and blank is `frontmatter/empty-name`, a file without any
    header `frontmatter/missing`.

    What to do: give it the slug that links use. The unsafe fix takes the file's own name.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        description: When we deploy
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
    if topic.document.frontmatter is None or topic.field("name") is not None:
        return
    cause = " but keys that a tool writes: something has rewritten it" if wiped(topic) else ""
    yield Finding(place(topic), f"the header has no name{cause}{links_hint(topic, project)}", fix=_fix(topic))


@cache
def _slug() -> re.Pattern[str]:
    return compile_once(r"(?=[\w-]*[a-z])(?!(?:null|true|false|yes|no|on|off)\Z)[a-z0-9][\w-]*", re.IGNORECASE)


def _fix(topic: Topic) -> Fix | None:
    header, text = topic.document.frontmatter, topic.document.text
    if header is None or header.status != "valid" or not header.fence_alone or not _slug().fullmatch(topic.stem):
        return None
    at = header.content.start
    newline = "\r\n" if text[at - 2 : at] == "\r\n" else "\n"
    return Fix(f"write name: {topic.stem}", (Edit(Span(at, at), f"name: {topic.stem}{newline}"),), "unsafe")
