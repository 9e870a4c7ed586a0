"""What was worked out once is kept beside the bytecode of the package, as modules are: plain values, by version of Python.

A file has a value that is read whole, or a shelf of values that are read one by one: of some thousand patterns a run
needs some hundred.
"""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from typing import Any

# Beside the package, not in it: pip leaves there what it did not write, and the rest of a package that is gone would
# stand in the way of the next one.
_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "__pycache__")
_VERSION = 2  # of marshal's format: the later ones look for equal objects, which takes longer than it saves
_SIZE = 8  # bytes that tell how long the table of a shelf is
_LARGEST = 64_000_000  # bytes; a larger file was not written here


def _file(name: str) -> str:
    return os.path.join(_FOLDER, f"memlint-{name}.{sys.implementation.cache_tag}.bin")


def load(name: str, stamp: Any) -> Any:
    """Return what was saved under ``name`` with an equal ``stamp``, or None."""
    try:
        if os.stat(_file(name)).st_size > _LARGEST:
            return None
        with open(_file(name), "rb") as stream:
            found, value = marshal.loads(stream.read())  # reading a file itself, it asks for every few bytes
        return value if found == (sys.hexversion, stamp) else None
    except (OSError, EOFError, ValueError, TypeError):
        return None


def table(name: str, path: str) -> Any:
    """Return what the JSON file at ``path``, one of memlint's own, holds; with a copy kept, nobody imports json for it.

    Nobody changes the value. Raises OSError, and ValueError for what is no JSON.
    """
    status = os.stat(path)
    stamp = (path, status.st_size, status.st_mtime_ns)
    value = load(name, stamp)
    if value is None:
        import json

        with open(path, encoding="utf-8") as stream:
            value = json.load(stream)
        save(name, stamp, value)
    return value


def closed(value: Any) -> bytes:
    """Return ``value`` as bytes, which :func:`opened` reads when it is needed: a file of few large values loads fast."""
    return marshal.dumps(value, _VERSION)


def opened(container: Any, key: Any) -> Any:
    """Return ``container[key]``, a value that may be closed there and is left open."""
    value = container[key]
    if type(value) is bytes:
        value = container[key] = marshal.loads(value)
    return value


class Shelf:
    """The values that were saved under ``name`` with an equal ``stamp``, by key; none where there is no such file."""

    def __init__(self, name: str, stamp: Any) -> None:
        self.places: dict[Any, tuple[int, int]] = {}
        self._handle, self._values = -1, b""
        with suppress(OSError, EOFError, ValueError, TypeError):
            self._open(name, stamp)

    def _open(self, name: str, stamp: Any) -> None:
        handle = os.open(_file(name), os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            start = _SIZE + int.from_bytes(os.read(handle, _SIZE), "little")
            if start <= os.fstat(handle).st_size <= _LARGEST:
                found, places = marshal.loads(os.read(handle, start - _SIZE))
                if found == (sys.hexversion, stamp):
                    self.places = {key: (start + at, size) for key, (at, size) in places.items()}
        finally:
            if self.places and hasattr(os, "pread"):
                self._handle = handle
            else:  # where an open file cannot be replaced
                os.lseek(handle, 0, os.SEEK_SET)
                self._values = os.read(handle, _LARGEST) if self.places else b""
                os.close(handle)

    def __del__(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)

    def __getitem__(self, key: Any) -> Any:
        """Return the value of ``key``. Raises KeyError, and ValueError, EOFError, TypeError or OSError if it is broken."""
        at, size = self.places[key]
        return marshal.loads(os.pread(self._handle, size, at) if self._handle >= 0 else self._values[at : at + size])


def save_shelf(name: str, stamp: Any, values: dict[Any, Any], version: int = _VERSION) -> None:
    """Keep ``values``, as :func:`save` does, each to be read by itself. ``version`` is the format of marshal."""
    places: dict[Any, tuple[int, int]] = {}
    parts: list[bytes] = []
    at = 0
    for key, value in values.items():
        parts.append(marshal.dumps(value, version))
        places[key] = at, len(parts[-1])
        at += len(parts[-1])
    head = marshal.dumps(((sys.hexversion, stamp), places), _VERSION)
    _write(name, len(head).to_bytes(_SIZE, "little") + head + b"".join(parts))


def save(name: str, stamp: Any, value: Any) -> None:
    """Keep ``value`` (numbers, texts, bytes, tuples, lists, dicts) for later runs, if Python may keep its bytecode there."""
    _write(name, marshal.dumps(((sys.hexversion, stamp), value), _VERSION))


def can_save() -> bool:
    """Say whether it is worth while to work out what a save takes."""
    folder = _FOLDER if os.path.isdir(_FOLDER) else os.path.dirname(_FOLDER)
    return not sys.dont_write_bytecode and os.access(folder, os.W_OK)


def _write(name: str, data: bytes) -> None:
    if sys.dont_write_bytecode:
        return
    temporary = f"{_file(name)}.{os.getpid()}"
    try:
        os.makedirs(_FOLDER, exist_ok=True)
        with open(temporary, "wb") as stream:
            stream.write(data)
        os.replace(temporary, _file(name))
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
