"""The one door to what lies outside of a run: files, links, folders, git, the environment, the day.

Every question can be written down together with its answer (:class:`Trace`). When all of them are answered alike once
more, a run that depends on nothing else comes to the same result: that is what the cache of results stands on.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

from memlint.hashing import blake2b

_P = ParamSpec("_P")
_T = TypeVar("_T")

#: A question, ``(name, arguments)``, and what is kept of its answer: plain values that marshal can write.
Question: TypeAlias = tuple[str, tuple[Any, ...]]

_RACE = 2_000_000_000  # nanoseconds; a file that changed so shortly before it was read may change again unseen
_DIGEST = 16  # bytes of a digest


class Trace(dict[Question, Any]):
    """The questions of a run, each with what is kept of its answer."""

    def changed(self) -> set[Question]:
        """Ask everything again, which is not written down, and return what is answered in another way now."""
        global _folders
        _just_now.clear()
        with unwritten():
            _folders = {}
            try:
                read = {each[0]: answer[1] for (name, each), answer in self.items() if name == "data" and answer[1]}
                steady = {path: state for path, state in read.items() if state == _now(path)}
                left = [each for each in self.items() if not _follows(*each[0], each[1], steady)]
                found = {(name, each) for (name, each), answer in left if not _CHECKS[name](answer, *each)}
            finally:
                _folders = None
        if not found:  # no run follows
            _just_now.clear()
        return found


#: The questions whose answers tell what a text file holds, each with the path as its first argument.
OF_TEXTS = frozenset(("data", f"{__name__}.stat", f"{__name__}.lstat"))
#: The question what day it is.
TODAY = f"{__name__}.today"

#: The questions about a path that a file's state answers.
_OF_STATE = frozenset(f"{__name__}.{name}" for name in ("stat", "exists", "lexists", "isfile"))

_trace: Trace | None = None
_just_now: dict[Question, Any] = {}  # dear answers from checking a trace, for the run that follows
_folders: dict[str, str] | None = None  # where folders really are, while thousands of files in them are asked about
_CHECKS: dict[str, Callable[..., bool]] = {}


@contextmanager
def traced() -> Iterator[Trace]:
    """Write down what is asked meanwhile."""
    global _trace
    before, _trace = _trace, Trace()
    try:
        yield _trace
    finally:
        _trace = before
        if before is None:
            _just_now.clear()


@contextmanager
def unwritten() -> Iterator[None]:
    """Write nothing down meanwhile: what is asked can be answered in one way only, or is part of another question."""
    global _trace
    before, _trace = _trace, None
    try:
        yield
    finally:
        _trace = before


def note(answers: Mapping[Question, Any]) -> None:
    """Write down what another process asked for this one."""
    if _trace is not None:
        _trace.update(answers)


def asked(kept: Callable[[Any], Any], *, dear: bool = False) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Make a function one whose answers are written down as ``kept`` makes them: plain values, equal when it is equal.

    Its arguments are plain values too. What it asks in turn is not written down. An OSError is an answer. A ``dear``
    one is not asked again by the run that follows the check of a trace.
    """

    def door(ask: Callable[_P, _T]) -> Callable[_P, _T]:
        name = f"{ask.__module__}.{ask.__qualname__}"

        def again(answer: Any, *arguments: Any) -> bool:
            try:
                found = again_now(*arguments) if dear else ask(*arguments)  # type: ignore[call-arg]  # all by place
            except OSError as error:
                return bool(_failure(error) == answer)
            return bool(kept(found) == answer)

        _CHECKS[name] = again

        def again_now(*arguments: Any) -> _T:
            """Ask once for all that is checked."""
            if (name, arguments) not in _just_now:
                _just_now[name, arguments] = ask(*arguments)  # type: ignore[call-arg]
            found: _T = _just_now[name, arguments]
            return found

        @wraps(ask)
        def answer(*arguments: _P.args, **named: _P.kwargs) -> _T:
            trace = _trace
            if trace is None:
                return again_now(*arguments) if dear and _folders is not None else ask(*arguments, **named)
            assert not named, "what is written down has its arguments by place"
            with unwritten():
                try:
                    known = dear and (name, arguments) in _just_now
                    found = _just_now.pop((name, arguments)) if known else ask(*arguments)  # type: ignore[call-arg]
                except OSError as error:
                    trace[name, arguments] = _failure(error)
                    raise
            trace[name, arguments] = kept(found)
            return found

        return answer

    return door


def _failure(error: OSError) -> tuple[str, int]:
    return "error", error.errno or 0


def digest(data: bytes) -> bytes:
    """Return what stands for ``data`` in a trace."""
    return blake2b(data, digest_size=_DIGEST).digest()


def same(answer: Any) -> Any:
    """Keep an answer as it is."""
    return answer


def _simple(ask: Callable[[str], _T]) -> Callable[[str], _T]:
    """A question about one path with a plain answer, which is asked thousands of times."""
    name = f"{__name__}.{ask.__name__}"
    _CHECKS[name] = lambda answer, path: ask(path) == answer

    def simple(path: str) -> _T:
        found = ask(path)
        if _trace is not None:
            _trace[name, (path,)] = found
        return found

    simple.__name__ = simple.__qualname__ = ask.__name__
    simple.__doc__ = f"As ``os.path.{ask.__name__}``."
    return simple


exists = _simple(os.path.exists)
lexists = _simple(os.path.lexists)
isfile = _simple(os.path.isfile)
isdir = _simple(os.path.isdir)
islink = _simple(os.path.islink)


@asked(same)
def realpath(path: str) -> str:
    """As ``os.path.realpath``."""
    folder, name = os.path.split(path)
    if _folders is None or os.name != "posix" or not os.path.isabs(path) or name in ("", ".", ".."):
        return os.path.realpath(path)
    if folder not in _folders:
        _folders[folder] = realpath.__wrapped__(folder)  # type: ignore[attr-defined]  # its own folder is known then
    place = os.path.join(_folders[folder], name)
    return os.path.realpath(path) if os.path.islink(place) else place


@asked(same)
def readlink(path: str) -> str:
    """As ``os.readlink``. Raises OSError."""
    return os.readlink(path)


@asked(same)
def listdir(folder: str) -> list[str]:
    """As ``os.listdir``, sorted. Raises OSError."""
    return sorted(os.listdir(folder))


@asked(lambda status: (status.st_mode, status.st_size, status.st_uid, status.st_gid))
def stat(path: str) -> os.stat_result:
    """As ``os.stat``; a trace keeps the mode, the size and the owner. Raises OSError."""
    return os.stat(path)


@asked(lambda status: status.st_mode)
def lstat(path: str) -> os.stat_result:
    """As ``os.lstat``; a trace keeps the mode. Raises OSError."""
    return os.lstat(path)


@asked(lambda entries: [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries])
def entries(folder: str) -> list[os.DirEntry[str]]:
    """Return what ``os.scandir`` finds in ``folder``, sorted by name. Raises OSError."""
    with os.scandir(folder) as found:
        return sorted(found, key=lambda entry: entry.name)


def data(path: str, size: int = -1) -> bytes:
    """Return what the file at ``path`` holds, only the first ``size`` bytes with one. Raises OSError.

    A trace keeps a digest, and the state of the file: while that is the same it is not read again.
    """
    try:
        with open(path, "rb") as stream:
            found = stream.read(size)
            if _trace is not None:
                state = _state(os.fstat(stream.fileno()))
                _trace["data", (path, size)] = digest(found), state if _is_old(state) else None
    except OSError as error:
        if _trace is not None:
            _trace["data", (path, size)] = _failure(error), None
        raise
    return found


def _now(path: str) -> tuple[int, ...] | None:
    try:
        return _state(os.stat(path))
    except OSError:
        return None


def _follows(name: str, arguments: tuple[Any, ...], answer: Any, steady: Mapping[str, Any]) -> bool:
    """Say whether an answer is that of a file which is in the state that it was read in: its mode and owner are, too."""
    if name == "data":
        return answer[1] is not None and bool(answer[1] == steady.get(arguments[0]))
    if name not in _OF_STATE or arguments[0] not in steady:
        return False
    return answer is True or (answer is not False and answer[0] != "error")


def _check_data(answer: tuple[Any, Any], path: str, size: int) -> bool:
    try:
        with open(path, "rb") as stream:
            return bool(digest(stream.read(size)) == answer[0])
    except OSError as error:
        return bool(_failure(error) == answer[0])


_CHECKS["data"] = _check_data


def _state(status: os.stat_result) -> tuple[int, ...]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev


def _is_old(state: tuple[int, ...]) -> bool:
    """Say whether a change from now on would show in the times of a file, which some systems count in seconds."""
    return time.time_ns() - max(state[1:3]) > _RACE


@asked(same)
def variable(name: str) -> str | None:
    """Return the environment variable ``name``."""
    return os.environ.get(name)


class Environment(Mapping[str, str]):
    """The environment of the process, one variable at a time."""

    def __getitem__(self, name: str) -> str:
        found = variable(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(os.environ)

    def __len__(self) -> int:
        return len(os.environ)


@asked(same)
def today() -> str:
    """Return the day, in UTC, like 2026-11-30."""
    return time.strftime("%Y-%m-%d", time.gmtime())
