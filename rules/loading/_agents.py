"""Which AGENTS.md files no session reads by itself, and which CLAUDE file keeps the agent from them (SPEC 1.9)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from memlint import Document, Place, Project

from ._excludes import is_excluded
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
    found = [hidden for hidden in hidden_files(project) if hidden.reason in reasons]
    found.sort(key=lambda hidden: (hidden.path.count("/"), hidden.path))
    if not found:
        return None
    first = found[0]
    others = places([hidden.path for hidden in found[1:]], "not read either")
    total = sum(_lines(project, hidden.path) for hidden in found)
    lines = f"its {are(total, 'line')}"
    if len(found) > 1:
        lines = f"this file and {len(found) - 1} more, {total:,} lines in all, are"
    starts = [path for name, path in claude_files(project).items() if folder_of(name) in ("", folder_of(first.by))]
    loaded = sum(_lines(project, path) for path in loaded_from(project, starts))
    told = mentioned(project, [*starts, *(document.path for document in project.rule_files())])
    return Group(first, others, lines, told, loaded if loaded >= max(total, _APART_LINES) else 0)


def hidden_files(project: Project) -> Iterator[Hidden]:
    """Yield the AGENTS.md files of the project that are not read and that nothing loads in another way."""
    claude = claude_files(project)
    reached = loaded_from(project, [*claude.values(), *(document.path for document in project.rule_files())])
    known = {line for path in reached if path in project.documents for line in _own_lines(project.documents[path])}
    meant = {path for source in reached for path in _misspelled(project, source)}
    for name, path in agents_files(project).items():
        if path in reached or name.lower() in meant or is_sample(name) or is_excluded(project, path):
            continue
        hidden = _hidden(project, name, claude)
        if hidden is not None and not _spared(project, path, known, claude):
            yield hidden


def agents_files(project: Project) -> dict[str, str]:
    """Return the AGENTS.md files, by name, that this version reads or would never read; each real file once."""
    found: dict[str, str] = {}
    for name in project.listed:
        if name.endswith(NAME) and inner_name(name) in (NAME, f".claude/{NAME}") and project.exists(name):
            file = project.named(name)
            found.setdefault(file.path if file else name, name)
    return {name: path for path, name in found.items()}


def _misspelled(project: Project, source: str) -> Iterator[str]:
    """Yield, in lower case, what the imports of a file mean that lead nowhere: other rules tell of them."""
    for edge in project.imports(source):
        if edge.state != "file":
            path = edge.node.path.rstrip(".,:;!?)]}'\"*")
            yield posixpath.normpath(posixpath.join(posixpath.dirname(source), path)).lower()


def claude_files(project: Project) -> dict[str, str]:
    """Return the CLAUDE files that count, by name: a link counts where it stands; the values are the real files."""
    names = _claude_names(project)
    return {
        name: file.path
        for file in project.files
        for name in (file.path, *file.twins)
        if inner_name(name) in names and not posixpath.isabs(name) and file.path in project.documents
        if not is_excluded(project, file.path)
    }


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


def _claude_names(project: Project) -> tuple[str, ...]:
    return project.facts.words("names.instructions")


def _hidden(project: Project, path: str, claude: dict[str, str]) -> Hidden | None:
    """Say what hides an AGENTS.md from a session in the root, or from one below it."""
    folder = folder_of(path)
    here = sorted((name for name in claude if folder_of(name) in ("", folder)), key=lambda name: (is_local(name), name))
    if not project.facts.words("names.agents"):
        return Hidden(path, "version", here[0] if here else "")
    if here:
        return Hidden(path, "local" if is_local(here[0]) else "shared", here[0])
    while folder:
        folder = posixpath.dirname(folder)
        above = sorted(name for name in claude if folder_of(name) == folder)
        if above:
            return Hidden(path, "above", above[0])
    return None


def _spared(project: Project, path: str, known: set[str], claude: dict[str, str]) -> bool:
    """Say whether nothing is lost: the file is empty, a copy, a pointer to what loads, or one end of a link as text."""
    document = project.documents.get(path)
    if document is None and project.file(path) is not None:  # unreadable, which another rule tells
        return True
    lines = _own_lines(document) if document else [line for line in project.text(path).split("\n") if line.strip()]
    if not lines or (document is not None and text_link(project, document)):
        return True
    words = " ".join(lines).split()
    if len(words) <= _POINTER_WORDS and any("claude.md" in word.lower() for word in words):
        return True
    if sum(" ".join(line.split()) in known for line in lines) >= _COPIED * len(lines):
        return True
    return any(text_link(project, project.documents[other]) == path for other in claude.values())


def _own_lines(document: Document) -> list[str]:
    text = "".join(document.text[start:end] for start, end in document.kept)
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def _lines(project: Project, path: str) -> int:
    document = project.documents.get(path)
    return document.loaded.lines if document else project.text(path).count("\n")
