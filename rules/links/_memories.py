"""Wiki links between memories: which are meant, and which lead nowhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from memlint import Answer, Document, Project, WikiLink, compile_once, is_placeholder

_NEAR = 400  # characters; enough for a line that a person wrote


@cache
def _sample() -> re.Pattern[str]:
    what = r"memory|note|name|slug|topic|page|entry|link|file|target|title|id|key|wiki-?links?|double-brackets"
    return compile_once(
        rf"(?:(?:another|other|related|some|that|the|their|this|your|my)-)?(?:{what})s?(?:-(?:name|slug|id))?"
        r"|your-.*|other|related|foo|bar|x|y"
    )


@cache
def _later() -> re.Pattern[str]:
    return compile_once(r"not (?:yet )?(?:written|there)|to be written|to[- ]?do\b|\btbd\b|\bplanned\b", re.IGNORECASE)


def wiki_links(document: Document, project: Project) -> Iterator[tuple[WikiLink, tuple[Answer, ...]]]:
    """Yield the wiki links that stand for a memory, and which answer: none of a comment or a tool's region, no sample."""
    directory = project.directory(document.path)
    for link in document.wiki_links:
        start = link.span.start
        if document.in_comment(start) or document.in_generated(start):
            continue
        answers = project.memories.answers(link.target, directory)
        if answers or not _is_sample(link.target):
            yield link, answers


def _is_sample(name: str) -> bool:
    folded = name.lower().removesuffix(".md").replace("_", "-").replace(" ", "-")
    return bool(_sample().fullmatch(folded)) or is_placeholder(name)


def unresolved(document: Document, project: Project, *, alike: bool) -> Iterator[tuple[WikiLink, tuple[str, ...]]]:
    """Yield each wiki link that no memory and no file answers to, with the names that are almost the same.

    Those that have such names when ``alike``, else those that have none. In instructions they count only where the
    project has memories, which they then name.
    """
    if not document.wiki_links or not _is_read_with_memories(document, project):
        return
    for link, answers in wiki_links(document, project):
        near = () if answers else project.memories.spellings.near(link.target)
        if answers or bool(near) != alike or _is_file(document, link.target, project):
            continue
        start = link.span.start
        if not document.in_quotes(start) and not _later().search(line_of(document, start)):
            yield link, near


def _is_read_with_memories(document: Document, project: Project) -> bool:
    """Say whether ``document`` is a memory, or instructions beside memories."""
    file = project.file(document.path)
    if file is None or file.kind not in ("index", "topic", "instructions", "rule_file"):
        return False
    return project.directory(document.path) is not None or bool(project.memories.topic_at)


def line_of(document: Document, offset: int) -> str:
    """Return the line that ``offset`` stands on; of a very long one, what is near."""
    text, low, high = document.text, max(0, offset - _NEAR), offset + _NEAR
    start, end = text.rfind("\n", low, offset) + 1, text.find("\n", offset, high)
    return text[start or low : end if end >= 0 else high]


def _is_file(document: Document, target: str, project: Project) -> bool:
    beside = posixpath.join(posixpath.dirname(document.path), target)
    paths = {posixpath.normpath(path) for path in (target, beside)}
    if any(project.exists(path + end) for path in paths for end in ("", ".md")):
        return True
    return bool(project.near(target) or project.near(f"{target}.md"))  # a note of a vault, which need no folder
