"""Which feedback and project memories lack what the agent writes below the fact: why, and how to apply it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlint import Finding, Project, Topic

from ._headers import filled, text_of

_CUSTOM = 2  # so many memories of a directory, and half of its others, make it the custom there
_RETIRED = ("archive", "_archive", "archived")


def lacking(project: Project, which: int, other_words: re.Pattern[str]) -> Iterator[Finding]:
    """Yield a finding for each memory that lacks the mark number ``which``, in a directory where most others have it.

    ``other_words`` are the other ways to say it, in small letters. A directory whose memories do without is let pass:
    its people write in another form.
    """
    mark = project.facts.words("topic.reason-marks")[which]
    word = mark.strip("*: ").lower()
    kinds = project.facts.words("topic.reasoned-types")
    directories: dict[str, list[Topic]] = {}
    for topic in project.memories.topics:
        if text_of(topic, "type").lower() in kinds:
            directories.setdefault(topic.directory.path, []).append(topic)
    for topics in directories.values():
        bodies = [_body(topic) for topic in topics]
        having = sum(f"**{word}" in body for body in bodies)
        if having < _CUSTOM or having * 2 < len(topics) - 1:
            continue
        names = " and ".join(kinds)
        share = f"which {having} of the {len(topics)} {names} memories here have"
        for topic, body in zip(topics, bodies, strict=True):
            field = filled(topic, "type")
            if field is None or not body.strip() or _retired(topic, body) or word in body or other_words.search(body):
                continue
            yield Finding(field.span, f'no "{mark}" line, {share}', topic.document.path)


def _body(topic: Topic) -> str:
    header = topic.document.frontmatter
    return topic.document.text[header.span.end if header else 0 :].lower()


def _retired(topic: Topic, body: str) -> bool:
    folders = topic.document.path.lower().split("/")[:-1]
    return "superseded" in body[:300] or any(folder in _RETIRED for folder in folders)
