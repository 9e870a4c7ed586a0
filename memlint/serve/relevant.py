"""Whether an agent reads a file as memory, told without the engine: most writes are of other files.

Too much may be let through, since the engine knows better; what is not is never looked at.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from memlint.harness.facts import Facts
from memlint.serve.place import config_directory, is_below

#: Folders whose files, or whose folders' files, are memories; the engine tells them from others of that name.
STORES = ("memory", "memories", "agent-memory", "agent-memory-local")
_STORE_DEPTH = 4  # folders up from a topic file among which its index is looked for
_LARGEST = 1_048_576  # bytes of a file whose imports are looked for
_TRAILING = "`\"'.,;:!?)]}>*_"


def is_memory(path: str, root: str, known: Collection[str], facts: Facts) -> bool:
    """Say whether the absolute ``path`` may be a memory file, or be imported by one of the project at ``root``.

    ``known`` are the absolute paths of files that this session is known to read.
    """
    full = path.replace(os.sep, "/")
    name = full.rpartition("/")[2]
    if name.casefold() in {named.rpartition("/")[2].casefold() for named in _instructions(facts)} or path in known:
        return True
    if name.endswith(".md") and (_in_agents_folder(full, facts) or _in_store(path, facts)):
        return True
    if full.endswith(tuple(f"/{settings}" for settings in facts.words("names.settings"))):
        return True
    return _may_be_imported(name, facts) and _is_imported(path, root, facts)


def _instructions(facts: Facts) -> tuple[str, ...]:
    return (*facts.words("names.instructions"), *facts.words("names.agents"))


def _in_agents_folder(full: str, facts: Facts) -> bool:
    folders = (facts.text("names.rules"), facts.text("names.agents-folder"), *facts.words("names.agent-memory"))
    if any(f"/{folder}/" in full for folder in folders if folder):
        return True
    config = config_directory().replace(os.sep, "/")
    own = ("names.user-rules", "names.user-agents-folder", "names.user-agent-memory")
    return any(full.startswith(f"{config}/{folder}/") for name in own if (folder := facts.text(name)))


def _in_store(path: str, facts: Facts) -> bool:
    """Say whether ``path`` lies in a folder that is a memory directory by its name, or by an index in it."""
    index = facts.text("names.index")
    folder, name = os.path.split(path)
    if name == index:
        return True
    for _ in range(_STORE_DEPTH):
        if os.path.basename(folder) in STORES or os.path.lexists(os.path.join(folder, index)):
            return True
        folder = os.path.dirname(folder)
    return False


def _may_be_imported(name: str, facts: Facts) -> bool:
    from memlint.harness.claude import may_import

    return may_import(name, facts)


def _is_imported(path: str, root: str, facts: Facts) -> bool:
    """Say whether an instruction or rule file at, above or beside ``path`` imports it, over as many hops as load."""
    name = os.path.basename(path)
    pending = [(place, 0) for place in _roots(path, root, facts)]
    seen = {place for place, _ in pending}
    wanted = os.path.normcase(path)
    while pending:
        place, hops = pending.pop()
        for target in _targets(place):
            if os.path.normcase(target) == wanted:
                return True
            if target not in seen and hops + 1 < facts.number("imports.max-hops") and target.endswith(".md"):
                seen.add(target)
                pending.append((target, hops + 1))
    return bool(name) and wanted in {os.path.normcase(os.path.realpath(place)) for place in seen}


def _roots(path: str, root: str, facts: Facts) -> Iterator[str]:
    """Yield the files of the folders from that of ``path`` up to ``root`` that load, existing or not."""
    folder = os.path.dirname(path)
    folders = [folder]
    while is_below(folder, root) and folder != root and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        folders.append(folder)
    for folder in dict.fromkeys((*folders, root)):
        yield from (os.path.join(folder, *named.split("/")) for named in _instructions(facts))
        rules = os.path.join(folder, *facts.text("names.rules").split("/"))
        for below, _, names in os.walk(rules):
            yield from (os.path.join(below, found) for found in sorted(names) if found.endswith(".md"))
    yield os.path.join(config_directory(), facts.text("names.user-instructions"))


def _targets(place: str) -> Iterator[str]:
    """Yield the absolute paths of what may be imports of the file at ``place``."""
    try:
        if not os.path.isfile(place):
            return
        with open(place, "rb") as stream:
            text = stream.read(_LARGEST).decode("utf-8", "ignore")
    except (OSError, ValueError):
        return
    folder = os.path.dirname(place)
    for word in text.replace("\\ ", "\0").split() if "@" in text else ():
        start = word.find("@") + 1
        if not start or start == len(word):
            continue
        target = word[start:].partition("#")[0].replace("\0", " ")
        for spelled in {target, target.rstrip(_TRAILING)} - {""}:
            expanded = os.path.expanduser(spelled) if spelled.startswith("~/") else spelled
            yield os.path.normpath(os.path.join(folder, expanded))
