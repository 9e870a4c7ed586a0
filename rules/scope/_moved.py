"""Where the files of a pattern that matches none have gone: a moved, misspelled or nearest folder."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from memlint import Project

_WILD = frozenset("*?[{\\")
_MOST = 20  # folders of one name that are tried


def folders_named(glob: str) -> list[str]:
    """Return the folders that a pattern names without wildcards, alternatives in braces too."""
    parts = [part for part in glob.split("/")[:-1] if part not in ("", "**")]
    return [part for part in parts if (_WILD - {"{"}).isdisjoint(part)]


def plain_start(glob: str) -> Iterator[str]:
    """Yield the names that a pattern starts with, up to its first wildcard."""
    return takewhile(_WILD.isdisjoint, glob.strip("/").split("/"))


class Folders:
    """The folders of a project by name."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._paths: set[str] = set()
        self._named: dict[str, list[str]] = {}
        self._inner: dict[str, list[str]] = {}
        for path in project.listed:
            folder = path.rpartition("/")[0]
            while folder and folder not in self._paths:
                self._paths.add(folder)
                above, _, name = folder.rpartition("/")
                self._named.setdefault(name.lower(), []).append(folder)
                self._inner.setdefault(above, []).append(name)
                folder = above

    def lack(self, glob: str, here: str) -> bool:
        """Say whether a pattern starts at a folder that is not there."""
        folder = here
        for part in plain_start(glob):
            folder = f"{folder}/{part}".lstrip("/")
            if folder not in self._paths:
                return True
        return False

    def hint(self, text: str, glob: str, here: str) -> str:
        """Return the end of a message that says what there is in place of what a pattern names, "" for nothing."""
        if "[" in glob and self._project.matched(glob.replace("[", "\\[").replace("]", "\\]"), here):
            return '; "[" begins a set of characters, and "\\[" is the character'
        local = glob.strip("/").removeprefix(f"{here}/")
        if here and self._project.matched(f"/{local}", here):
            return f'; patterns count from {here}/: "/{local}{"/**" if text.endswith("/**") else ""}" would match'
        parts = [part for part in glob.split("/") if part]
        if not parts or parts[0] == "**":
            return ""
        have, at = here, 0
        while at < len(parts) and (inner := f"{have}/{parts[at]}".lstrip("/")) in self._paths:
            have, at = inner, at + 1
        for place, name in enumerate(takewhile(_WILD.isdisjoint, parts[at:]), at):
            rest = "/".join(parts[place + 1 :])
            for folder in self._instead(name, have if place == at else None):
                local = folder[len(here) + 1 :] if here else folder
                if folder.startswith(f"{here}/" if here else "") and self._project.matched(f"/{local}/{rest}", here):
                    moved = "/".join(part for part in (local, rest) if part)
                    return f'; "{moved}{"/**" if text.endswith("/**") else ""}" would match'
        return f"; the nearest folder there is {have}/" if have != here and at < len(parts) else ""

    def _instead(self, name: str, above: str | None) -> Iterator[str]:
        yield from sorted(self._named.get(name.lower(), ()), key=lambda path: (path.count("/"), path))[:_MOST]
        from difflib import get_close_matches

        inner = self._inner.get(above, ()) if above is not None else ()
        for near in get_close_matches(name, inner, n=2, cutoff=0.8):
            yield f"{above}/{near}".lstrip("/")
