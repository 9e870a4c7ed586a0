"""Writing memory files so that none is lost: whole or not at all, never over one that exists or has changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

from memlint.errors import RefusedError
from memlint.source.records import NamedTuple

_DEFAULT_MODE = 0o666  # less what the umask takes
_ANY_WRITE = 0o222


class Target(NamedTuple):
    """A file to write: its absolute ``place``, the ``name`` that people know it by, what it held and shall hold.

    ``old`` is None for a file that must not exist yet.
    """

    place: str
    name: str
    old: bytes | None
    new: bytes


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Keep other memlint processes from writing in ``folder``; where the system cannot lock a folder, do nothing.

    The lock goes away with the process and leaves no file behind. An agent's own writes do not ask for it: against
    those, what was read is compared again right before it is replaced.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = -1
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle >= 0:
            os.close(handle)


def contents(place: str, name: str) -> bytes | None:
    """Return what the file at ``place`` holds, None when there is none.

    Raises RefusedError for a link, for what is no file, for one that is marked read-only and for one that has another
    name as well: writing to it would do something else than it seems to.
    """
    try:
        status = os.lstat(place)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(name, error) from None
    if stat.S_ISLNK(status.st_mode):
        target = os.path.realpath(place)
        raise RefusedError(f"{name} is a link to {target}: nothing is written through a link")
    if not stat.S_ISREG(status.st_mode):
        raise RefusedError(f"{name} is no regular file")
    if status.st_nlink > 1:
        raise RefusedError(f"{name} is the same file as another one (a hard link), which a write would part it from")
    if not _may_write(place):
        raise RefusedError(f"{name} is read-only")
    try:
        with open(place, "rb") as stream:
            return stream.read()
    except OSError as error:
        raise _refused(name, error) from None


def write(made: Target, changed: Target) -> None:
    """Write both files or none: ``made``, which is new, and then ``changed``, which names it.

    Raises RefusedError when ``made`` exists, when ``changed`` no longer holds what it held, and when the system does
    not let one of them be written.
    """
    folder = os.path.dirname(made.place)
    if not _may_write(folder):
        raise RefusedError(f"{folder} is read-only")
    mode = _mode(changed.place)
    identity = _create(made, mode)
    try:
        if changed.old is None:
            _create(changed, None)
        else:
            _replace(changed)
    except BaseException:
        _take_back(made.place, identity)
        raise
    _sync(folder)


def put(target: Target) -> None:
    """Write one file as a whole, over what it held or as a new one.

    Raises RefusedError when it no longer holds what it held, is a link, and when the system does not let it be written.
    """
    folder = os.path.dirname(target.place)
    if not _may_write(folder):
        raise RefusedError(f"{folder} is read-only")
    if target.old is None:
        _create(target, None)
    else:
        _replace(target)
    _sync(folder)


def put_together(targets: Sequence[Target]) -> None:
    """Write files over what they held, all or none: the new texts are on the disk before the first one is replaced.

    What a process that is killed between two leaves is still each file as it was or as it shall be. The folders are
    locked in one order, whatever that of ``targets``, so that two runs never wait for each other.

    Raises RefusedError when one no longer holds what it held, is a link, or cannot be written; none is changed then.
    """
    folders = sorted({os.path.dirname(target.place) for target in targets})
    ready: list[tuple[Target, str]] = []
    done: list[Target] = []
    with ExitStack() as stack:
        for folder in folders:
            stack.enter_context(locked(folder))
        try:
            for target in targets:
                if not _may_write(os.path.dirname(target.place)):
                    raise RefusedError(f"{os.path.dirname(target.place)} is read-only")
                ready.append((target, _prepared(target)))
            for target, _ in ready:
                _check_same(target)
            for target, temporary in ready:
                _swap(target, temporary)
                done.append(target)
        except BaseException:
            for target in reversed(done):
                with suppress(RefusedError):  # what somebody else wrote there since stays
                    _replace(Target(target.place, target.name, target.new, target.old or b""))
            raise
        finally:
            for _, temporary in ready:
                with suppress(OSError):
                    os.unlink(temporary)
        for folder in folders:
            _sync(folder)


def _may_write(place: str) -> bool:
    """Say whether ``place`` may be written to: the mark counts for the superuser as well."""
    return os.access(place, os.W_OK) and bool(os.stat(place).st_mode & _ANY_WRITE)


def _mode(place: str) -> int | None:
    """Return the permissions that a file has, so that a new one beside it is no more open than it; None without it."""
    try:
        return stat.S_IMODE(os.stat(place).st_mode) & _DEFAULT_MODE
    except OSError:
        return None


def _create(target: Target, mode: int | None) -> os.stat_result:
    """Put a new file in place as a whole: a link to a finished one is made, which fails where a file is already."""
    temporary = _temporary(target, mode)
    try:
        try:
            os.link(temporary, target.place)
        except FileExistsError:
            raise RefusedError(f"{target.name} exists already") from None
        except OSError:  # a file system without hard links: the name is taken first and filled then
            return _exclusive(target, mode)
        return os.stat(target.place)
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def _exclusive(target: Target, mode: int | None) -> os.stat_result:
    try:
        return _filled(target.place, target.new, mode)
    except FileExistsError:
        raise RefusedError(f"{target.name} exists already") from None
    except OSError as error:
        raise _refused(target.name, error) from None


def _replace(target: Target) -> None:
    temporary = _prepared(target)
    try:
        _swap(target, temporary)
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def _prepared(target: Target) -> str:
    """Write the new text to a file of its own with the owner and the permissions of the old one; return its path."""
    try:
        status = os.stat(target.place)
    except OSError as error:
        raise _refused(target.name, error) from None
    temporary = _temporary(target, stat.S_IMODE(status.st_mode))
    with suppress(OSError, AttributeError):  # only the owner, or nobody, may give a file away
        os.chown(temporary, status.st_uid, status.st_gid)
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
    return temporary


def _check_same(target: Target) -> None:
    if contents(target.place, target.name) != target.old:
        raise RefusedError(f"{target.name} was changed meanwhile")


def _swap(target: Target, temporary: str) -> None:
    _check_same(target)
    try:
        os.replace(temporary, target.place)
    except OSError as error:
        raise _refused(target.name, error) from None


def _temporary(target: Target, mode: int | None) -> str:
    """Write the new text to a file of its own beside the target and return its path."""
    folder, name = os.path.split(target.place)
    path = os.path.join(folder, f".{name}.{os.urandom(6).hex()}.tmp")
    try:
        _filled(path, target.new, mode)
    except OSError as error:
        raise _refused(target.name, error) from None
    return path


def _filled(path: str, data: bytes, mode: int | None) -> os.stat_result:
    """Make the file ``path``, which must not exist, with ``data`` on the disk. A part of it is not left behind."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _DEFAULT_MODE)
    try:
        with open(handle, "wb") as stream:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(handle, mode)
            stream.write(data)
            stream.flush()
            os.fsync(handle)
            return os.fstat(handle)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise


def _take_back(place: str, identity: os.stat_result) -> None:
    """Remove the file that this run has made; what somebody else wrote there since stays."""
    with suppress(OSError):
        if _identity(os.lstat(place)) == _identity(identity):
            os.unlink(place)


def _identity(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns  # an inode alone may be used again


def _sync(folder: str) -> None:
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _refused(name: str, error: OSError) -> RefusedError:
    return RefusedError(f"{name}: {error.strerror or error}")
