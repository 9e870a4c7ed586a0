"""Wiki links between memories: which are meant, and which lead nowhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Project, WikiLink, is_placeholder

_SAMPLES = frozenset(
    "another-memory another-note double-brackets entry file-name filename foo id key link links memory memory-name"
    " name names note note-name notes other other-memory other-name other-note other-slug page page-name"
    " related related-memory related-name related-note related-slug slug slugs some-name some-note target"
    " that-name their-name the-name title topic topic-name wiki-link wiki-links wikilink wikilinks x y".split()
)


@cache
def _later() -> re.Pattern[str]:
    return re.compile(r"not (?:yet )?(?:written|there)|to be written|to[- ]?do\b|\btbd\b|\bplanned\b", re.IGNORECASE)


def wiki_links(document: Document, project: Project) -> Iterator[WikiLink]:
    """Yield the wiki links that stand for a memory: none of a comment, a quotation, a tool's region; no samples."""
    for link in document.wiki_links:
        start = link.span.start
        if document.in_comment(start) or document.in_generated(start) or document.in_quotes(start):
            continue
        known = project.memories.answers(link.target, project.directory(document.path))
        if known or not _is_sample(link.target):
            yield link


def _is_sample(name: str) -> bool:
    folded = name.lower().removesuffix(".md").replace("_", "-").replace(" ", "-")
    return folded in _SAMPLES or folded.startswith("your-") or is_placeholder(name)


def unresolved(document: Document, project: Project) -> Iterator[tuple[WikiLink, tuple[str, ...]]]:
    """Yield each wiki link that no memory and no file answers to, with the names that are almost the same.

    In instructions they count only where the project has memories, which they then name.
    """
    if not document.wiki_links or not is_read_with_memories(document, project):
        return
    directory = project.directory(document.path)
    for link in wiki_links(document, project):
        if project.memories.answers(link.target, directory) or _is_file(document, link.target, project):
            continue
        if not _later().search(line_of(document, link.span.start)):
            yield link, project.memories.spellings.near(link.target)


def is_read_with_memories(document: Document, project: Project) -> bool:
    """Say whether ``document`` is a memory, or instructions beside memories."""
    file = project.file(document.path)
    if file is None or file.kind not in ("index", "topic", "instructions", "rule_file"):
        return False
    return project.directory(document.path) is not None or bool(project.memories.topic_at)


def line_of(document: Document, offset: int) -> str:
    """Return the line that ``offset`` stands on."""
    text = document.text
    end = text.find("\n", offset)
    return text[text.rfind("\n", 0, offset) + 1 : end if end >= 0 else len(text)]


def _is_file(document: Document, target: str, project: Project) -> bool:
    beside = posixpath.join(posixpath.dirname(document.path), target)
    paths = {posixpath.normpath(path) for path in (target, beside)}
    if any(project.exists(path + end) for path in paths for end in ("", ".md")):
        return True
    return bool(project.near(target) or project.near(f"{target}.md"))  # a note of a vault, which need no folder
