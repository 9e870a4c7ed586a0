"""Which rules find nothing in a small project, told from its words: they are neither imported nor called."""

from __future__ import annotations

from memlint.engine.rule import Rule
from memlint.project.project import Project

_MOST = 100_000  # characters of all texts, from which on looking for the words takes longer than to import the rules
# What patterns take for these letters when case does not count, and ``lower`` does not.
_LIKE = {ord("İ"): "i", ord("ı"): "i", ord("ſ"): "s"}


def may_find(rule: Rule, project: Project) -> bool:
    """Say whether ``project`` has one of the words without which ``rule`` has no finding."""
    if not rule.needs:
        return True
    text = project.once(_text)
    return text is None or any(word in text for word in rule.needs)


def _text(project: Project) -> str | None:
    """Return all that rules read of a project's own files in small letters, None for a large one."""
    texts = [
        *(document.text for document in project.documents.values()),
        *(agent.document.text for agent in project.agents),
        *(settings.text for settings in project.agent_settings),
    ]
    return folded("\n".join(texts)) if sum(map(len, texts)) < _MOST else None


def folded(text: str) -> str:
    """Return ``text`` in small letters, as far as patterns that ignore case tell them apart."""
    return (text if text.isascii() else text.translate(_LIKE)).lower()
