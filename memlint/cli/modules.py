"""Takes memlint's own modules from one file: to find and read two hundred takes a start longer than to run them.

What Python compiled is kept as patterns are (``memlint.source.kept``), with the size and the time of each source: one
that changed, or that nobody imported before, comes in as ever. Programs that embed memlint import it as ever, too.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import TypeAlias

from memlint import __version__
from memlint.source import kept

#: A module's file, where Python keeps what it made of it, its folders if it is a package, the state of the file, and
#: what Python made of it.
_Row: TypeAlias = tuple[str, str | None, list[str] | None, tuple[int, int, int], CodeType]

_NAME = "modules"
_FORMAT = marshal.version  # the parts of a module's code have many names in common
_PACKAGE = __name__.partition(".")[0]
_BROKEN = (OSError, EOFError, ValueError, TypeError)


class _Loader(SourceFileLoader):
    """Runs the code that was kept; all else that is asked of a module's source is answered from its file."""

    code: CodeType

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class _Finder:
    def __init__(self) -> None:
        self._before = frozenset(sys.modules)
        self._shelf = kept.Shelf(_NAME, _stamp())

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the module is, None where another finder has to look for it."""
        row = _kept(self._shelf, name)
        if row is None:
            return None
        file, cached, folders, _, code = row
        loader = _Loader(name, file)
        loader.code = code
        spec = ModuleSpec(name, loader, origin=file)
        spec.submodule_search_locations = folders
        spec.cached, spec.has_location = cached, True
        return spec

    def keep(self) -> None:
        modules = [(name, sys.modules[name]) for name in sys.modules.keys() - self._before]
        specs = {name: module.__spec__ for name, module in modules if name.partition(".")[0] == _PACKAGE}
        new = {name: row for name, spec in specs.items() if (row := _new(spec)) is not None}
        if new and kept.can_save():
            shelf = kept.Shelf(_NAME, _stamp())  # another run may have written others meanwhile
            known = {name: row for name in shelf.places if (row := _kept(shelf, name)) is not None}
            kept.save_shelf(_NAME, _stamp(), known | new, _FORMAT)
        self._before |= specs.keys()


def _kept(shelf: kept.Shelf, name: str) -> _Row | None:
    """Return what ``shelf`` has of a module, None where that is nothing, or old."""
    if name not in shelf.places:
        return None
    try:
        row: _Row = shelf[name]
        return row if row[3] == _state(row[0]) else None
    except _BROKEN:
        return None


def _new(spec: ModuleSpec | None) -> _Row | None:
    """Return what to keep of a module; None for one that was kept, or has no file of its own."""
    if spec is None or type(spec.loader) is not SourceFileLoader or spec.origin is None:
        return None
    folders = spec.submodule_search_locations
    try:
        state = _state(spec.origin)  # before the code: when the file changes meanwhile, this is the older
        code = spec.loader.get_code(spec.name)
    except (*_BROKEN, ImportError, SyntaxError):
        return None
    return code and (spec.origin, spec.cached, folders and [*folders], state, code)


def _state(file: str) -> tuple[int, int, int]:
    status = os.stat(file)
    return status.st_size, status.st_mtime_ns, status.st_ino


def _stamp() -> tuple[str, str, int]:
    return __version__, os.path.dirname(__file__), sys.flags.optimize


@cache
def install() -> _Finder:
    """Let modules come from that file from now on."""
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    return finder


def keep() -> None:
    """Leave to the next run the modules that this one was the first to need, if that can be done."""
    install().keep()
