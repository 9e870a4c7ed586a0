"""What a repository says about itself: scripts, managers, tools. Read once, lazily, never executed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property


class Repository:
    """Facts about the files of a repository.

    ``listed`` are its paths, sorted, relative to the root with ``/``; ``text`` gives the text of one of them, "" for
    what is larger than 1 MiB or cannot be read.
    """

    def __init__(self, listed: tuple[str, ...], text: Callable[[str], str]) -> None:
        self.listed, self.text = listed, text

    def named(self, name: str) -> tuple[str, ...]:
        """Return the listed paths whose last part is ``name``, the outermost first."""
        return self._by_name.get(name, ())

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for path in self.listed:
            found.setdefault(path.rsplit("/", 1)[-1], []).append(path)
        return {name: tuple(sorted(paths, key=lambda path: (path.count("/"), path))) for name, paths in found.items()}
