"""A memory directory as a new topic finds it: which one is meant, what its memories are called, what may not clash."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator

from memlint.errors import RefusedError, UsageError
from memlint.harness.facts import Facts
from memlint.project import memory
from memlint.project.discovery import NOT_TOPICS, is_store
from memlint.project.listing import walk
from memlint.source import frontmatter
from memlint.source.records import NamedTuple

_LEVELS = 4  # folders up from the working directory among which its memory directory is looked for


class Memory(NamedTuple):
    """What recall and links know of a topic file; ``path`` is relative to the memory directory, with ``/``."""

    path: str
    name: str
    description: str


def memories(folder: str, facts: Facts) -> tuple[Memory, ...]:
    """Return the topic files below the absolute ``folder``, without those of memory directories inside of it."""
    index = facts.text("names.index")
    paths = sorted(walk(folder))
    inner = tuple(path.removesuffix(index) for path in paths if path.endswith(f"/{index}"))
    size = facts.number("topic.header-bytes")
    return tuple(
        _memory(folder, path, size)
        for path in paths
        if path.endswith(".md") and path != index and not path.startswith(inner)
    )


def _memory(folder: str, path: str, size: int) -> Memory:
    place = os.path.join(folder, path)
    try:
        if not stat.S_ISREG(os.stat(place).st_mode):  # a named pipe would be waited for
            return Memory(path, "", "")
        with open(place, "rb") as stream:
            text = stream.read(size).decode("utf-8-sig", "ignore")
    except OSError:
        return Memory(path, "", "")
    header = frontmatter.find(text)
    fields = [header.get(key) if header else None for key in ("name", "description")]
    return Memory(path, *(field.text.strip() if field else "" for field in fields))


def file_name(type_: str, name: str, known: Iterable[Memory], types: tuple[str, ...]) -> str:
    """Return the file for the memory ``name`` as most files of its directory are named: ``<name>.md`` by default.

    They may have a type before the name, and ``_`` in place of ``-``.
    """
    stems = [memory.stem(each.path) for each in known if "/" not in each.path]
    stems = [stem for stem in stems if stem.lower() not in NOT_TOPICS]
    underlined = sum("_" in stem for stem in stems)
    between = "_" if underlined > sum("-" in stem for stem in stems) else "-"
    typed = sum(stem.startswith(tuple(f"{each}{between}" for each in types)) for stem in stems)
    stem = name.replace("-", between)
    prefix = f"{type_}{between}"
    return f"{prefix}{stem}.md" if typed * 2 > len(stems) and not stem.startswith(prefix) else f"{stem}.md"


def check_new(folder: str, file: str, wish: tuple[str, str, str], known: Iterable[Memory], shown: str) -> None:
    """Raise RefusedError when ``folder`` has something of the name ``file`` or a memory like ``wish``.

    ``wish`` is type, name and description; ``shown`` is how people know the folder.
    """
    try:
        present = os.listdir(folder)
    except OSError as error:
        raise RefusedError(f"{shown}: {error.strerror or error}") from None
    for other in present:
        if other.casefold() == file.casefold():
            raise RefusedError(f"{os.path.join(shown, other)} exists already")
    type_, name, description = wish
    names = {
        memory.folded(each) for each in (name, memory.stem(file), f"{type_}-{name}", name.removeprefix(f"{type_}-"))
    }
    for each in known:
        place = os.path.join(shown, each.path)
        for other in (each.name, memory.stem(each.path)):
            if other and memory.folded(other) in names:
                raise RefusedError(f'{place} is that memory already: it is named "{other}"')
        if description and _same(each.description) == _same(description):
            raise RefusedError(f"{place} has the same description, and recall goes by it")


def _same(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def current(cwd: str, root: str, known: Iterable[str], facts: Facts) -> str:
    """Return the memory directory that ``cwd`` is or lies in, else the project's only one; all paths are absolute.

    ``known`` are those of the project at ``root``. Raises UsageError, which names them, when there is not one alone.
    """
    places = tuple(known)
    index = facts.text("names.index")
    for folder in _upwards(cwd, root):
        if folder in places or (
            is_store(folder)
            and not os.path.lexists(os.path.join(folder, ".git"))  # a repository that happens to have that name
            and (folder == cwd or os.path.lexists(os.path.join(folder, index)))
        ):
            return folder
    if len(places) == 1:
        return places[0]
    if not places:
        raise UsageError(f"{root} has no memory directory: name a folder with --dir, or your own memory with --user")
    names = ", ".join(os.path.relpath(place, cwd) for place in places)
    raise UsageError(f"{root} has {len(places)} memory directories: name one with --dir ({names})")


def _upwards(folder: str, root: str) -> Iterator[str]:
    for _ in range(_LEVELS):
        yield folder
        if folder in (root, os.path.dirname(folder)):
            return
        folder = os.path.dirname(folder)
