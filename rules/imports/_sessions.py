"""Which instruction and rule files load by themselves, and in the sessions of which folders."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import ImportEdge, MemoryFile, Project, rule_patterns

_ANY = frozenset(("*", "**", "**/*", "/**/*"))  # patterns that every file matches
_EVERYWHERE = "*"  # the folder of the person's own files, which load in every session


class Sessions:
    """Where the files of ``project`` load by themselves: at the start in their folder or one below it, else with it.

    A rule with ``paths`` waits for its files; an AGENTS.md next to or below a CLAUDE file does not load (SPEC 1.9).
    """

    def __init__(self, project: Project) -> None:
        self._project, facts = project, project.facts
        self._rules = f"/{facts.text('names.rules')}/"
        self._claude = sorted(facts.words("names.instructions"), key=len, reverse=True)
        self._agents = sorted(facts.words("names.agents"), key=len, reverse=True)
        files = [file for file in project.files if file.kind in ("instructions", "rule_file")]
        claude = {folder for file in files if file.scope != "user" for folder in _folders(file, self._claude)}
        self._folders = {file.path: tuple(self._homes(file, claude)) for file in files}

    def _homes(self, file: MemoryFile, claude: set[str]) -> Iterator[str]:
        if file.scope == "user":
            yield _EVERYWHERE
        elif file.kind == "rule_file":
            yield from (_before(name, self._rules) for name in (file.path, *file.twins) if self._rules in f"/{name}")
        else:
            yield from _folders(file, self._claude)
            yield from (f for f in _folders(file, self._agents) if not any(_is_above(c, f) for c in claude))

    def paths(self, path: str) -> tuple[str, ...]:
        """Return the patterns that the file at ``path`` waits for if it is a rule file, () for one that does not."""
        file, document = self._project.file(path), self._project.documents.get(path)
        if file is None or file.kind != "rule_file" or document is None:
            return ()
        return rule_patterns(document.frontmatter, self._project.facts)

    def is_scoped(self, path: str) -> bool:
        """Say whether the file at ``path`` is a rule for some files only; ``**/*`` means any."""
        found = self.paths(path)
        return bool(found) and _ANY.isdisjoint(found)

    def has_own(self, path: str) -> bool:
        """Say whether the file at ``path`` loads by itself, somewhere and at some time."""
        return bool(self._folders.get(path))

    def load_anyway(self, edge: ImportEdge) -> bool:
        """Say whether the target of ``edge`` has loaded by itself wherever the importing file is loaded."""
        if edge.state != "file" or edge.target == edge.source or not self.has_own(edge.target):
            return False
        if edge.outside or self.paths(edge.target):
            return False
        own = self._folders[edge.target]
        wanted = self._folders.get(self._project.chain(edge.source)[0], ())
        return bool(wanted) and all(any(_is_above(folder, each) for folder in own) for each in wanted)


def _folders(file: MemoryFile, names: list[str]) -> Iterator[str]:
    """Yield the folders in which ``file`` stands under one of ``names``."""
    for place in (file.path, *file.twins):
        for name in names:
            if f"/{place}".endswith(f"/{name}"):
                yield place[: -len(name)].rstrip("/")
                break


def _before(path: str, part: str) -> str:
    return f"/{path}".partition(part)[0].lstrip("/")


def _is_above(folder: str, other: str) -> bool:
    if folder == _EVERYWHERE or other == _EVERYWHERE:
        return folder == _EVERYWHERE
    return not folder or other == folder or other.startswith(f"{folder}/")
