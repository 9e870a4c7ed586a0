"""Which AGENTS.md files no session reads by itself, and which CLAUDE file keeps the agent from them (SPEC 1.9)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from memlint import Document, NamedTuple, Place, Project

from ._excludes import excluded
from ._links import text_link
from ._places import are, folder_of, inner_name, is_sample, places, prose

NAME = "AGENTS.md"  # a convention of many agents, so that older versions of this one have it as well
_COPIED = 0.9  # of the lines: tools that keep a copy put another name into a few of them
_POINTER_WORDS = 60  # "the instructions are in CLAUDE.md" and the like
_APART_LINES = 50  # so long a CLAUDE.md, and no shorter than AGENTS.md, is a set of instructions of its own

Reason: TypeAlias = Literal["version", "shared", "local", "above"]


class Hidden(NamedTuple):
    """An AGENTS.md that is not read, why, and the CLAUDE file that hides it ("" where none does)."""

    path: str
    reason: Reason
    by: str


class Group(NamedTuple):
    """What one finding tells: the topmost of the hidden files, the others, and how many lines are not read.

    ``mention`` is the loaded file that names AGENTS.md in words. ``apart`` is the number of lines that load instead
    where they are no fewer: then the two are evidently kept for two agents.
    """

    first: Hidden
    others: tuple[Place, ...]
    lines: str
    mention: str
    apart: int


def group(project: Project, reasons: Iterable[Reason]) -> Group | None:
    """Return the AGENTS.md files that are hidden for one of ``reasons``, None when there are none."""
    names = agents_files(project)
    if not names:
        return None
    claude = Claude(project)
    found = [hidden for hidden in hidden_files(project, names, claude) if hidden.reason in reasons]
    found.sort(key=lambda hidden: (hidden.path.count("/"), hidden.path))
    if not found:
        return None
    first = found[0]
    others = places([hidden.path for hidden in found[1:]], "not read either")
    total = sum(_lines(project, names[hidden.path]) for hidden in found)
    lines = f"its {are(total, 'line')}"
    if len(found) > 1:
        lines = f"this file and {len(found) - 1} more, {total:,} lines in all, are"
    starts = [claude.files[name] for name in claude.of("", folder_of(first.by))]
    loaded = sum(_lines(project, path) for path in loaded_from(project, starts))
    told = mentioned(project, [*starts, *(document.path for document in project.rule_files())])
    return Group(first, others, lines, told, loaded if loaded >= max(total, _APART_LINES) else 0)


def agents_files(project: Project) -> dict[str, str]:
    """Return the AGENTS.md files, by name, that this version reads or would never read; each real file once."""
    found: dict[str, str] = {}
    for name in project.listed:
        if name.endswith(NAME) and inner_name(name) in (NAME, f".claude/{NAME}") and project.exists(name):
            file = project.named(name)
            found.setdefault(file.path if file else name, name)
    return {name: path for path, name in found.items()}


class Claude:
    """The CLAUDE files that count, and what loads through them.

    ``files`` has them by name: a link counts where it stands; the values are the real files. ``lines`` are all lines
    that load, ``links`` what a CLAUDE file names that is a link as text, and ``meant`` (in lower case) what imports
    that lead nowhere mean: other rules tell of those.
    """

    def __init__(self, project: Project) -> None:
        names = project.facts.words("names.instructions")
        self.excluded = excluded(project)
        self.files = {
            name: file.path
            for file in project.files
            for name in (file.path, *file.twins)
            if name.endswith(names) and inner_name(name) in names and not posixpath.isabs(name)
            if file.path in project.documents and file.path not in self.excluded
        }
        self._in: dict[str, list[str]] = {}
        for name in sorted(self.files, key=lambda name: (is_local(name), name)):
            self._in.setdefault(folder_of(name), []).append(name)
        rules = (document.path for document in project.rule_files())
        self.reached = loaded_from(project, [*self.files.values(), *rules])
        documents = [project.documents[path] for path in self.reached if path in project.documents]
        self.lines = {line for document in documents for line in _own_lines(document)}
        self.meant = {path for source in self.reached for path in _misspelled(project, source)}
        self.links = {text_link(project, project.documents[path]) for path in self.files.values()}

    def of(self, *folders: str) -> list[str]:
        """Return the files of ``folders``, those of one person last."""
        found = [name for folder in dict.fromkeys(folders) for name in self._in.get(folder, ())]
        return sorted(found, key=lambda name: (is_local(name), name))


def hidden_files(project: Project, names: dict[str, str], claude: Claude) -> Iterator[Hidden]:
    """Yield those AGENTS.md files that are not read and that nothing loads in another way."""
    for name, path in names.items():
        if path in claude.reached or name.lower() in claude.meant or is_sample(name) or path in claude.excluded:
            continue
        hidden = _hidden(project, name, claude)
        if hidden is not None and not _spared(project, path, claude):
            yield hidden


def loaded_from(project: Project, starts: Iterable[str]) -> dict[str, int]:
    """Return what loads with ``starts``: themselves and what they import, with the number of hops."""
    limit = project.facts.number("imports.max-hops")
    reached = dict.fromkeys(starts, 0)
    pending = list(reached)
    for path in pending:  # grows
        if reached[path] >= limit:
            continue
        for edge in project.imports(path):
            if edge.state == "file" and edge.target not in reached:
                reached[edge.target] = reached[path] + 1
                pending.append(edge.target)
    return reached


def mentioned(project: Project, starts: Iterable[str]) -> str:
    """Return the file, among ``starts`` and what they import, that names AGENTS.md other than by an import, or ""."""
    for path in loaded_from(project, starts):
        document = project.documents.get(path)
        if document is not None:
            lines = prose(document).lower().split("\n")  # a title is no mention: "# AGENTS.md"
            if any(NAME.lower() in line for line in lines if not line.startswith("#")):
                return path
    return ""


def is_local(name: str) -> bool:
    """Say whether a CLAUDE file is one person's, such as CLAUDE.local.md."""
    return name.endswith(".local.md")


def _hidden(project: Project, path: str, claude: Claude) -> Hidden | None:
    """Say what hides an AGENTS.md from a session in the root, or from one below it."""
    folder = folder_of(path)
    here = claude.of("", folder)
    if not project.facts.words("names.agents"):
        return Hidden(path, "version", here[0] if here else "")
    if here:
        return Hidden(path, "local" if is_local(here[0]) else "shared", here[0])
    while folder:
        folder = posixpath.dirname(folder)
        above = claude.of(folder)
        if above:
            return Hidden(path, "above", above[0])
    return None


def _spared(project: Project, path: str, claude: Claude) -> bool:
    """Say whether nothing is lost: the file is empty, a copy, a pointer to what loads, or one end of a link as text."""
    document = project.documents.get(path)
    if path in claude.links or (document is None and project.file(path) is not None):  # unreadable: another rule's
        return True
    lines = _own_lines(document) if document else [line for line in project.text(path).split("\n") if line.strip()]
    if not lines or (document is not None and text_link(project, document)):
        return True
    words = " ".join(lines).split()
    if len(words) <= _POINTER_WORDS and any("claude.md" in word.lower() for word in words):
        return True
    return sum(" ".join(line.split()) in claude.lines for line in lines) >= _COPIED * len(lines)


def _misspelled(project: Project, source: str) -> Iterator[str]:
    for edge in project.imports(source):
        if edge.state != "file":
            path = edge.node.path.rstrip(".,:;!?)]}'\"*")
            yield posixpath.normpath(posixpath.join(posixpath.dirname(source), path)).lower()


def _own_lines(document: Document) -> list[str]:
    text = "".join(document.text[start:end] for start, end in document.kept)
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def _lines(project: Project, path: str) -> int:
    document = project.documents.get(path)
    return document.loaded.lines if document else project.text(path).count("\n")
