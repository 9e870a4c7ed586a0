"""Answers about plain texts that are looked up instead of being worked out again: in a run, and with a cache in the next.

What is asked of each sentence of a project is asked again in every run, and of equal sentences many times.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from memlint.disk import digest

_P = ParamSpec("_P")
_T = TypeVar("_T")

#: By function, its answers by what it was asked.
Answers = dict[str, dict[Hashable, Any]]

_MOST = 400_000  # answers of one function that are kept; those of older runs go when there are more


class Memory(dict[Hashable, Any]):
    """The answers of one function; ``new`` are those that no earlier run had."""

    def __init__(self) -> None:
        super().__init__()
        self.new: dict[Hashable, Any] = {}

    def note(self, question: Hashable, answer: Any) -> None:
        """Remember an answer. Both are plain values that nobody changes."""
        self[question] = self.new[question] = answer


_memories: dict[str, Memory] = {}


def memory(name: str) -> Memory:
    """Return the memory called ``name``, a function's."""
    if name not in _memories:
        _memories[name] = Memory()
    return _memories[name]


def remembered(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Make ``function`` one that remembers: it depends on its arguments alone, which are given by place."""
    known = memory(f"{function.__module__}.{function.__qualname__}")

    @wraps(function)
    def ask(*arguments: _P.args, **named: _P.kwargs) -> _T:
        assert not named, "what is remembered has its arguments by place"
        if arguments in known:
            answer: _T = known[arguments]
            return answer
        answer = function(*arguments, **named)
        known.note(arguments, answer)
        return answer

    return ask


def remembered_of_file(function: Callable[[str], _T]) -> Callable[[str], _T]:
    """The same for a question about the text of a whole file, of which a digest is kept."""
    known = memory(f"{function.__module__}.{function.__qualname__}")

    @wraps(function)
    def ask(text: str) -> _T:
        key = digest(text.encode("utf-8", "surrogatepass"))
        if key in known:
            answer: _T = known[key]
            return answer
        answer = function(text)
        known.note(key, answer)
        return answer

    return ask


def given(answers: Answers, *, new: bool = False) -> None:
    """Take over what an earlier run has answered or, ``new``, another process of this one."""
    for name, table in answers.items():
        memory(name).update(table)
        if new:
            memory(name).new.update(table)


def taken() -> Answers:
    """Return what was answered since the last call and was not known before."""
    found = {name: dict(each.new) for name, each in _memories.items() if each.new}
    for each in _memories.values():
        each.new.clear()
    return found


def everything() -> Answers:
    """Return all that is known, by function."""
    return {name: dict(each) for name, each in _memories.items() if each}


def forget() -> None:
    """Forget all answers."""
    for each in _memories.values():
        each.clear()
        each.new.clear()


def share_of_new() -> float:
    """Return how many of the answers were not known before, from 0 to 1; 0 without any."""
    known = sum(map(len, _memories.values()))
    return sum(len(each.new) for each in _memories.values()) / known if known else 0.0


def shrink(most: int = _MOST) -> None:
    """Forget the answers of a function that has more than ``most``: those of today come back soon."""
    for each in _memories.values():
        if len(each) > most:
            each.clear()
            each.new.clear()
