"""index/dangling-entry."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

from memlint import Edit, Finding, Findings, Fix, Index, Project, Span, compile_once, is_placeholder, rule

from .._names import nearest
from ._entries import entries, is_sample
from ._outside import way_out, written

_POINTERS = 5  # names without a link in one list item; more of them are a list of something else
_WORK = 60_000  # comparisons of names that one index may cost: of 200 lines that load, with 300 topics


@cache
def _pointer() -> re.Pattern[str]:
    # "- router limits: see router-limits.md" and "- router-limits.md — requests a minute"
    name = r"([\w-][\w.-]*\.md)"
    return compile_once(
        rf"(?:(?<=\b[Ss]ee )|(?<=→ )|(?<=-> )){name}(?=[\s.,;)]|$)|\A[*_]{{0,2}}{name}[*_]{{0,2}}(?=\s*(?:[—–:-]\s|$))"
    )


@cache
def _past_or_planned() -> re.Pattern[str]:
    return compile_once(
        r"(?i)\b(?:was|were|removed?|deleted?|renamed|moved|merged|dropped|archived|gone|old|former(?:ly)?|no longer"
        r"|missing|todo|planned|to be written|not yet)\b"
    )


@rule("error", where="index")
def dangling_entry(project: Project) -> Findings:
    """An index entry whose file does not exist.

    The index promises a memory that was never written, or was moved or lost. The agent believes the line and finds
    nothing behind it. Entries are links, and list items such as `- limits: see router-limits.md`. Samples (`file.md`,
    `<name>.md`, after "Format:"), other schemes, paths of one machine, files that git ignores, and links in comments
    or code are let pass.

    What to do: point the entry to the file that is meant, or write the memory. Where the directory has one file of that
    name in another folder, the unsafe fix points to it.

    Bad:

        ==> memory/MEMORY.md
        - [Router limits](router-limits.md) — requests a minute

        ==> memory/router-timeouts.md
        Thirty seconds.

    Good:

        ==> memory/MEMORY.md
        Format: `- [Title](file.md) — hook`
        - [Router limits](./router%20limits.md#per-minute) — requests a minute

        ==> memory/router limits.md
        Sixty.
    """
    found = {
        index.document.path: (index, dangling)
        for index in project.memories.indexes
        if (dangling := [*_links(index), *_pointers(index, project)])
    }
    wanted = {path for _, dangling in found.values() for _, path in dangling}
    ignored = project.git.ignored(wanted)  # one process answers for all
    for place, (index, dangling) in found.items():
        topics = {posixpath.basename(path): path for path in index.directory.topics}
        once = Counter(map(posixpath.basename, index.directory.topics))
        targets = {link.span: link.target_span for link in index.document.links}
        for at, (span, path) in enumerate(dangling):
            if path not in ignored:
                name = posixpath.basename(path)
                near = name if name in topics else nearest(name, topics if at * len(topics) < _WORK else ())
                hint = f"; {topics[near]} is the nearest name" if near else ""
                moved = near == name and once[near] == 1 and span in targets
                fix = _fix(index, targets[span], topics[near]) if moved else None
                yield Finding(span, f"{path} does not exist{hint}", place, fix=fix)


def _fix(index: Index, target: Span, path: str) -> Fix | None:
    """Write the way to ``path`` where the target is a plain path."""
    way = posixpath.relpath(path, posixpath.dirname(index.document.path) or ".")
    plain = "/._-"
    if not all(ch.isalnum() or ch in plain for ch in way + index.document.text[slice(*target)]):
        return None
    return Fix(f"write {way}", (Edit(target, way),), "unsafe")


def _links(index: Index) -> Iterator[tuple[Span, str]]:
    targets = written(index)
    for entry in entries(index):
        if entry.exists or not entry.target.endswith(".md"):
            continue
        if not way_out(index, entry, targets.get(entry.span.start, "")):
            yield entry.span, entry.target


def _pointers(index: Index, project: Project) -> Iterator[tuple[Span, str]]:
    """Names of files in list items without a link, where no file of the project is called so."""
    document = index.document
    linked = [link.span.start for link in document.links]
    at = 0
    for item in document.items:
        while at < len(linked) and linked[at] < item.content.start:
            at += 1
        if at < len(linked) and linked[at] < item.content.end:
            continue
        text = document.text[slice(*item.content)]
        if ".md" not in text or _past_or_planned().search(text):
            continue
        for match in islice(_pointer().finditer(text), _POINTERS):
            name, start = match[1] or match[2], item.content.start + match.start(match.lastindex or 0)
            path = posixpath.normpath(posixpath.join(posixpath.dirname(document.path), name))
            if not (_is_masked(index, name, start) or _is_known(path, index, project)):
                yield Span(start, start + len(name)), path


def _is_masked(index: Index, name: str, at: int) -> bool:
    """Say whether a name is no pointer to a memory: in code, quoted, a sample, or in capitals like README.md."""
    document = index.document
    if document.in_code(at) or document.in_comment(at) or document.in_quotes(at):
        return True
    return name[:-3].isupper() or is_placeholder(name) or is_sample(document, at)


def _is_known(path: str, index: Index, project: Project) -> bool:
    name = posixpath.basename(path)
    return project.exists(path) or bool(project.near(path) or project.memories.named(name, index.directory))
