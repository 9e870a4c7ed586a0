"""Which files of a tree an agent reads as memory, and as what."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator

from memlint import disk
from memlint.harness.facts import Facts
from memlint.project.files import Contents, Kind, MemoryDirectory, MemoryFile, Scope, display
from memlint.project.listing import walk
from memlint.source import frontmatter
from memlint.source.records import NamedTuple

_HEADER_BYTES = 65_536  # recall reads a header from the first 64 KB (SPEC 4.6)
# Files and folders of a memory directory that hold no memories (SPEC 4.2, case 157).
NOT_TOPICS = frozenset(["readme", "schema", "contributing", "license", "changelog", "claude", "agents", "skill"])
_NOT_TOPIC_FOLDERS = frozenset(("logs", "sessions"))


class Tree(NamedTuple):
    """Paths to look at, relative to the absolute folder ``base``, sorted, with ``/``."""

    base: str
    paths: tuple[str, ...]


class Found(NamedTuple):
    """What discovery found: files (each real file once) and the memory directories they form."""

    files: tuple[MemoryFile, ...]
    directories: tuple[MemoryDirectory, ...]


def discover(trees: list[Tree], root: str, config: str, facts: Facts, given: Contents | None = None) -> Found:
    """Classify the paths of ``trees``. ``root`` names the files; ``config`` is the person's ``.claude``.

    Paths where nothing is (git lists deleted files) are left out, and those that are ``given`` without one count.
    """
    finder = _Finder(root, config, facts, given or {})
    for tree in trees:
        for kind, path in finder.named(tree):
            if finder.present(tree.base, path):
                finder.add(tree.base, path, kind)
        for directory in finder.directories(tree):
            finder.add_directory(tree, directory)
    files = tuple(sorted(finder.files.values()))
    return Found(files, tuple(finder.found[path] for path in sorted(finder.found)))


class _Finder:
    def __init__(self, root: str, config: str, facts: Facts, given: Contents) -> None:
        self.root, self.config, self.real_root, self.given = root, config, disk.realpath(root), given
        self.rules = facts.text("names.rules")
        self.own_rules = f"{config}/rules/"
        self.index = facts.text("names.index")
        self.stores = facts.words("names.agent-memory")
        self.types = frozenset(facts.words("topic.types"))
        self.instructions = {*facts.words("names.instructions"), *facts.words("names.agents")}
        self.files: dict[str, MemoryFile] = {}
        self.found: dict[str, MemoryDirectory] = {}

    def named(self, tree: Tree) -> Iterator[tuple[Kind, str]]:
        """Yield what its place alone tells: instructions, rule files, agents and settings."""
        outside = self._says_nothing(tree.base)
        for path in tree.paths:
            name = path.rpartition("/")[2]
            if outside and ".claude" not in path and name not in self.instructions:
                continue
            full = f"{tree.base}/{path}"
            if name in self.instructions or (".claude/" in full and self._nested(full) in self.instructions):
                yield "instructions", path
            elif self.rules and (f"/{self.rules}" in full or name == ".claude" or full.startswith(self.own_rules)):
                for found in self._linked(tree, path):
                    place = f"{tree.base}/{found}"
                    if found.endswith(".md") and (f"/{self.rules}/" in place or place.startswith(self.own_rules)):
                        yield "rule_file", found
            elif "/.claude/agents/" in full and name.endswith(".md"):
                yield "agent", path
            elif full.endswith(("/.claude/settings.json", "/.claude/settings.local.json")):
                yield "settings", path

    def _says_nothing(self, base: str) -> bool:
        """Say whether a path below ``base`` must itself name a folder of the agent to be a file of one."""
        own = not self.own_rules.startswith(f"{base}/") and not f"{base}/".startswith(self.own_rules)
        return own and ".claude" not in base and (".claude" in self.rules or not self.rules)

    def _nested(self, full: str) -> str:
        return "/".join(full.rsplit("/", 2)[-2:])

    def _linked(self, tree: Tree, path: str) -> Iterator[str]:
        """A linked folder of rules stands for the files in it (SPEC 3.1)."""
        full = os.path.join(tree.base, path)
        if not path.endswith(".md") and disk.islink(full) and disk.isdir(full):
            yield from walk(tree.base, below=path, follow=True)
        else:
            yield path

    def present(self, base: str, path: str) -> bool:
        place = os.path.join(base, path)
        return self.given[place] is not None if place in self.given else disk.lexists(place)

    def add(self, base: str, path: str, kind: Kind) -> str:
        """Record a file and return its display path: a link counts as its target, which is one file."""
        place = os.path.join(base, path)
        name = display(place, self.root)
        real = disk.realpath(place)
        inside = display(real, self.real_root)
        # Outside the project, and for what is no file, the link's own name is the one that a reader knows.
        if inside == name or os.path.isabs(inside) or not disk.isfile(real):
            inside, real = name, real if disk.islink(place) and disk.exists(real) else place
        known = self.files.get(inside)
        twins = {*(known.twins if known else ()), *((name,) if name != inside else ())}
        if known is not None and (name != inside or not known.twins):  # its own place says more than a link's
            kind, scope = known.kind, known.scope
        else:
            scope = self._scope(place)
        self.files[inside] = MemoryFile(inside, real, kind, scope, tuple(sorted(twins)))
        return inside

    def _scope(self, real: str) -> Scope:
        if real.startswith(self.config + os.sep):
            return "user"
        return "local" if real.endswith(".local.md") else "shared"

    def directories(self, tree: Tree) -> Iterator[str]:
        """Yield the folders of ``tree`` that are memory directories, inner ones first."""
        ended = (path for path in tree.paths if path.endswith(self.index))
        folders = {path.rpartition("/")[0] for path in ended if path.rpartition("/")[2] == self.index}
        for path in tree.paths:
            if path.endswith(".md"):
                store = self._store(tree.base, path)
                if store is not None:
                    folders.add(store)
                elif self._is_named_as_memory(path):
                    folders.add(path.rpartition("/")[0])
        if tree.base != self.root and is_store(tree.base):
            folders.add("")  # one that was asked for, without an index
        for folder in sorted(folders, key=lambda f: (-len(f.split("/")) if f else 0, f)):
            if self._is_memory(tree, folder):
                yield folder

    def _store(self, base: str, path: str) -> str | None:
        """Return the folder of a fixed place, such as ``.claude/agent-memory/NAME``, that ``path`` lies in."""
        full = f"{base}/{path}"
        for store in self.stores:
            at = full.find(f"/{store}/")
            if at >= 0:
                stop = full.find("/", at + len(store) + 2)
                return full[len(base) + 1 : stop] if stop > 0 else None
        at = full.find("/.claude/memory/")
        return full[len(base) + 1 : at + len("/.claude/memory")] if at >= len(base) - 1 and at >= 0 else None

    def _is_named_as_memory(self, path: str) -> bool:
        """Say whether a file has the agent's way of naming memories: ``memory/feedback_glazes.md``."""
        folder, _, name = path.rpartition("/")
        kind = name.removesuffix(".md").replace("-", "_").partition("_")[0]
        return folder.rpartition("/")[2] == "memory" and kind in self.types

    def _is_memory(self, tree: Tree, folder: str) -> bool:
        full = f"{tree.base}/{folder}".rstrip("/")
        if is_store(full):
            return True
        return any(_topic_shaped(os.path.join(tree.base, path)) for path in self._members(tree, folder, deep=False))

    def _members(self, tree: Tree, folder: str, *, deep: bool) -> Iterator[str]:
        prefix = f"{folder}/" if folder else ""
        for at in range(bisect_left(tree.paths, prefix), len(tree.paths)):
            path = tree.paths[at]
            if not path.startswith(prefix):
                break
            inner = path[len(prefix) :]
            stem, dot, ending = inner.rsplit("/", 1)[-1].rpartition(".")
            if ending != "md" or not dot or (not deep and "/" in inner):
                continue
            if stem.lower() in NOT_TOPICS or not _NOT_TOPIC_FOLDERS.isdisjoint(inner.split("/")[:-1]):
                continue
            yield path

    def add_directory(self, tree: Tree, folder: str) -> None:
        base = tree.base
        full = os.path.join(base, folder) if folder else base
        named = is_store(full) or self._store(base, f"{folder}/x.md") == folder
        index, topics = None, []
        for path in self._members(tree, folder, deep=named):
            inner = display(os.path.join(base, path), self.root)
            known = self.files.get(inner)
            if (known and known.kind in ("index", "topic")) or not self.present(base, path):
                continue  # of a memory directory inside this one, or deleted
            if path == (f"{folder}/{self.index}" if folder else self.index):
                index = self.add(base, path, "index")
            elif not known and (named or _topic_shaped(os.path.join(base, path))):
                topics.append(self.add(base, path, "topic"))
        if index or topics:
            taken = {index, *topics}
            others = self._others(tree, folder, taken) if named else ()
            self._join(MemoryDirectory(display(full, self.root), index, tuple(sorted(set(topics))), others))

    def _join(self, directory: MemoryDirectory) -> None:
        """Record a directory, with what another tree has of it: a file may be asked for that the project's list lacks."""
        known = self.found.get(directory.path)
        if known is not None:
            topics = tuple(sorted({*known.topics, *directory.topics}))
            others = tuple(sorted({*known.others, *directory.others} - set(topics)))
            directory = MemoryDirectory(directory.path, known.index_file or directory.index_file, topics, others)
        self.found[directory.path] = directory

    def _others(self, tree: Tree, folder: str, taken: set[str | None]) -> tuple[str, ...]:
        """Return what else lies in a memory directory, and in no other one inside it."""
        prefix = f"{folder}/" if folder else ""
        found = []
        for at in range(bisect_left(tree.paths, prefix), len(tree.paths)):
            path = tree.paths[at]
            if not path.startswith(prefix):
                break
            name = display(os.path.join(tree.base, path), self.root)
            if name not in taken and name not in self.files and self.present(tree.base, path):
                found.append(name)
        return tuple(found)


def is_store(folder: str) -> bool:
    """Say whether the absolute ``folder`` is a memory directory by its name and that of the folder above it."""
    above, name = folder.split("/")[-2:]
    return (
        name in ("memory", "memories")
        or above in ("agent-memory", "agent-memory-local")
        or (name, above) == ("team", "memory")
    )


def _topic_shaped(path: str) -> bool:
    """Say whether the header of a file is that of a memory: it tells a type."""
    try:
        if not disk.isfile(path):
            return False
        text = disk.data(path, _HEADER_BYTES).decode("utf-8-sig", "ignore")
    except OSError:
        return False
    header = frontmatter.find(text)
    return header is not None and any(
        header.get(*key) for key in (("type",), ("metadata", "type"), ("metadata", "node_type"))
    )


def without(found: Found, excluded: tuple[str, ...]) -> Found:
    """Return ``found`` but for the files that the globs ``excluded``, as in .gitignore, name."""
    if not excluded:
        return found
    from memlint.harness.ignore import ignore_spec

    spec = ignore_spec(excluded)
    files = tuple(file for file in found.files if not spec.match_file(file.path))
    kept = {file.path for file in files}
    directories = (
        d._replace(
            index_file=d.index_file if d.index_file in kept else None, topics=tuple(t for t in d.topics if t in kept)
        )
        for d in found.directories
    )
    return Found(files, tuple(d for d in directories if d.index_file or d.topics))
