"""Regular expressions that are compiled once for each Python, as modules are: a run takes them from a file.

Compiling the patterns of a run takes longer than all else that it does. Like the bytecode of a module, what the
compiler made is kept in a ``__pycache__``, beside the package and by version of Python; where that cannot be written,
or must not be (``PYTHONDONTWRITEBYTECODE``), or does not fit, patterns are compiled as ever.
"""

from __future__ import annotations

import re
import re._compiler as compiler  # type: ignore[import-not-found]  # `re` has imported both
import re._parser as parser  # type: ignore[import-not-found]
import sys
from contextlib import suppress
from typing import Any

from memlint.disk import digest
from memlint.source import kept

#: What ``_sre.compile`` takes behind them: flags, code, groups, names of groups, and their order.
_Made = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]

_MOST = 12_000  # patterns that are kept; memlint has fewer, and those of a team's own slots come and go
_STAMP = (compiler._sre.MAGIC, compiler._sre.CODESIZE, "by digest")


class _Store:
    def __init__(self) -> None:
        self.patterns: dict[tuple[str, int], re.Pattern[str]] = {}
        self.new: dict[bytes, _Made] = {}
        self._shelf: kept.Shelf | None = None

    def get(self, text: str, flags: int) -> re.Pattern[str]:
        found = self.patterns.get((text, flags))
        if found is None:
            found = self.patterns[text, flags] = self._kept(text, flags) or self._compiled(text, flags)
        return found

    @property
    def shelf(self) -> kept.Shelf:
        if self._shelf is None:
            self._shelf = kept.Shelf("patterns", _STAMP)
        return self._shelf

    def _kept(self, text: str, flags: int) -> re.Pattern[str] | None:
        key = _key(text, flags)
        if key not in self.shelf.places:
            return None
        try:
            compiled, code, groups, names, order = self.shelf[key]
            numbers = memoryview(code).cast("I").tolist()
            # It refuses code that is no pattern's.
            found: re.Pattern[str] = compiler._sre.compile(text, compiled, numbers, groups, names, order)
            return found
        except (TypeError, ValueError, RuntimeError, OverflowError, EOFError, OSError):
            return None

    def _compiled(self, text: str, flags: int) -> re.Pattern[str]:
        try:
            tree = parser.parse(text, flags)
            code = compiler._code(tree, flags)
            state = tree.state
            order: list[str | None] = [None] * state.groups
            for name, number in state.groupdict.items():
                order[number] = name
            self.new[_key(text, flags)] = (
                flags | state.flags,
                b"".join(number.to_bytes(4, sys.byteorder) for number in code),
                state.groups - 1,
                dict(state.groupdict),
                tuple(order),
            )
        except (AttributeError, TypeError, ValueError, OverflowError):
            pass  # another Python's compiler; re.compile knows it
        return re.compile(text, flags)


def _key(text: str, flags: int) -> bytes:
    """Return what stands for a pattern in the file: the texts of all of them take longer to read than those of a run."""
    return digest(f"{flags} {text}".encode("utf-8", "surrogatepass"))


_STORE = _Store()


def compile_once(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return ``text`` compiled, as ``re.compile`` does. Raises re.error for what is no pattern."""
    return _STORE.get(text, int(flags))


def _kept() -> dict[bytes, _Made]:
    shelf, found = kept.Shelf("patterns", _STAMP), {}
    for key in shelf.places:
        with suppress(TypeError, ValueError, EOFError, OSError):
            found[key] = shelf[key]
    return found


def taken() -> dict[Any, _Made]:
    """Return what this process compiled, for the one that it works for, and leave nothing."""
    new, _STORE.new = _STORE.new, {}
    return new


def give(compiled: dict[Any, _Made]) -> None:
    """Take over what another process compiled for this one."""
    _STORE.new.update(compiled)


def keep() -> None:
    """Leave the patterns that this run was the first to need to the next one, if that can be done."""
    if _STORE.new and kept.can_save():
        known = _kept()  # another run may have written others meanwhile
        if len(known) < _MOST:
            kept.save_shelf("patterns", _STAMP, {**known, **_STORE.new})
        _STORE.new = {}
