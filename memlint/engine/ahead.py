"""What rules find in single files, made by several processes before any rule looks at the whole project.

Each process reads some files at a time and sends what came of them, not what it read: the files of a large project are
never in memory all at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from memlint import disk
from memlint.engine.calling import OF_ONE_FILE, Calling
from memlint.engine.pool import LostError, in_parallel, processors
from memlint.engine.rule import Rule
from memlint.engine.signatures import UNITS
from memlint.project.parts import Beyond, Part, Parts
from memlint.project.project import Project
from memlint.source import patterns, remembered

_ANSWERS = 5_000  # of one function that a process remembers for the next files
_AT_ONCE = 50  # files that one process reads before it sends what came of them

#: Makes what a rule asks of the file at a path.
_Make: TypeAlias = Callable[[str], object]


class _Answer(NamedTuple):
    """What a process sends: the parts by path, the seconds of each rule, what it asked of the disk, its patterns."""

    parts: dict[str, Part]
    seconds: dict[str, float]
    asked: dict[disk.Question, Any]
    compiled: dict[tuple[str, int], Any]
    texts_around: set[str]


def make_parts(
    project: Project,
    rules: Iterable[tuple[Rule, dict[str, Any]]],
    workers: int,
    least: int,
    durations: dict[str, float],
) -> dict[str, str]:
    """Make the parts of ``project`` that ``rules``, each with its options, ask for; ``durations`` gets their seconds.

    Return the paths of the files whose readers ended, with the reasons. ``workers`` is the number of processes, 0 for
    one a processor; where fewer than ``least`` files have no parts yet, nothing is made.
    """
    parts = project.parts = project.parts or Parts(project)
    unread = [path for path in project.documents if not parts.has_some(path)]
    if len(unread) < least:
        return {}
    jobs = [*_jobs(project, rules, frozenset(unread))]
    workers = workers or processors()
    size = max(1, min(_AT_ONCE, len(unread) // (workers * 2)))  # each gets some, and nobody waits long for the last one
    done = partial(_lost, project, jobs, durations, workers)
    lost = list(done([unread[at : at + size] for at in range(0, len(unread), size)]))
    alone = {path: reason for paths, reason in lost if len(paths) == 1 for path in paths}
    rest = done([[path] for paths, _ in lost if len(paths) > 1 for path in paths])  # one of them is to blame
    return alone | {path: reason for (path,), reason in rest}


def _jobs(
    project: Project, rules: Iterable[tuple[Rule, dict[str, Any]]], paths: frozenset[str]
) -> Iterator[tuple[str, _Make]]:
    """Yield what is made of each of the files at ``paths``, with the name of the rule that asks for it."""
    for rule, options in rules:
        if rule.unit in OF_ONE_FILE:
            values: dict[str, list[Any]] = {}
            for path, value in UNITS[rule.unit](project):
                if path in paths:
                    values.setdefault(path, []).append(value)
            yield rule.name, partial(_found, Calling(rule, options, project), values)
        for make in rule.parts:
            yield rule.name, partial(project.part, make)


def _found(calling: Calling, values: Mapping[str, Sequence[Any]], path: str) -> None:
    for value in values.get(path, ()):
        calling.found_in(path, value)


def _lost(
    project: Project,
    jobs: Sequence[tuple[str, _Make]],
    durations: dict[str, float],
    workers: int,
    chunks: Sequence[Sequence[str]],
) -> Iterator[tuple[Sequence[str], str]]:
    """Do ``jobs`` for the paths of each of ``chunks``; yield those whose process ended, with the reason."""

    def ended(number: int, error: LostError) -> LostError:
        return error

    work = partial(_work, project, jobs, chunks)
    for chunk, answer in zip(chunks, in_parallel(work, len(chunks), workers, ended), strict=True):
        if isinstance(answer, LostError):
            yield chunk, str(answer)
            continue
        disk.note(answer.asked)
        patterns.give(answer.compiled)
        project.texts_around.update(answer.texts_around)
        for name, seconds in answer.seconds.items():
            durations[name] = durations.get(name, 0.0) + seconds
        if project.parts is not None:
            project.parts.given(answer.parts)


def _work(
    project: Project, jobs: Sequence[tuple[str, _Make]], chunks: Sequence[Sequence[str]], number: int
) -> _Answer | LostError:
    parts, seconds = project.parts, dict[str, float]()
    assert parts is not None
    project.parsing.alone()
    parts.narrow = True
    with disk.traced() as trace:
        for name, make in jobs:  # one rule at a time is a fifth faster than one file at a time
            started = time.perf_counter()
            for path in chunks[number]:
                # It is asked again, and told of, where all files are at hand.
                with suppress(Exception, SystemExit, Beyond):
                    make(path)
            seconds[name] = seconds.get(name, 0.0) + time.perf_counter() - started
        project.parsing.drop(chunks[number])
    remembered.shrink(_ANSWERS)
    parts.narrow = False
    return _Answer(parts.taken(), seconds, trace, patterns.taken(), project.texts_around)
