"""Which rules are called by which process, and what comes back from there besides findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from memlint import disk
from memlint.engine.pool import LostError, in_parallel, processors
from memlint.engine.rule import Rule
from memlint.engine.run import Called, lost
from memlint.project.parts import Part
from memlint.project.project import Project
from memlint.source import patterns, remembered

_WHOLE = ("project", "plan")  # what rules of one family share what they work out about


class _Answer(NamedTuple):
    """What a worker sends: the outcome of its rules, what it asked of the disk, and what is worth keeping."""

    called: list[Called]
    asked: dict[disk.Question, Any]
    compiled: dict[tuple[str, int], Any]
    remembered: remembered.Answers
    parts: dict[str, Part]
    texts_around: set[str]


def call_all(rules: Sequence[Rule], call: Callable[[Rule], Called], project: Project, workers: int) -> list[Called]:
    """Return ``call(rule)`` for each of ``rules``; ``workers`` is the number of processes, 0 for one a processor."""
    for path in project.documents:
        project.sentences(path)  # most families need them: worked out before there are copies
    groups = _groups(rules)

    def work(number: int) -> _Answer:
        with disk.traced() as trace:
            called = [call(rule) for rule in groups[number]]
        parts = project.parts.taken() if project.parts else {}
        return _Answer(called, trace, patterns.taken(), remembered.taken(), parts, project.texts_around)

    def ended(number: int, error: LostError) -> _Answer:
        return _Answer([lost(rule, str(error)) for rule in groups[number]], {}, {}, {}, {}, set())

    found: dict[str, Called] = {}
    for group, answer in zip(groups, in_parallel(work, len(groups), workers or processors(), ended), strict=True):
        found.update(zip((rule.name for rule in group), answer.called, strict=True))
        disk.note(answer.asked)
        patterns.give(answer.compiled)
        remembered.given(answer.remembered, new=True)
        project.texts_around.update(answer.texts_around)
        if project.parts:
            project.parts.given(answer.parts)
    return [found[rule.name] for rule in rules]


def _groups(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Put together the rules of a family that look at the whole project; those groups first, they take longest."""
    groups: dict[tuple[str, str], list[Rule]] = {}
    for rule in rules:
        groups.setdefault((rule.family, "" if rule.unit in _WHOLE else rule.name), []).append(rule)
    return sorted(groups.values(), key=len, reverse=True)
