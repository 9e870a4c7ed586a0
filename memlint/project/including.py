"""One file and its imports on their way into a load plan: what of them reaches the agent, and what keeps the rest away."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from memlint import disk
from memlint.project.files import MemoryFile, display
from memlint.project.folders import Named, is_inside
from memlint.project.plan import MOMENTS, Load, Moment, Reason, Tier, WhyNot
from memlint.source.document import Document, Unread
from memlint.source.measure import Measure, loaded, measure
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

_OF_THE_WAY = ("too-deep", "needs-approval")  # what keeps an import away on one way and need not on another
_EXCERPT = 50  # characters of the first lost line that a message shows

if TYPE_CHECKING:
    from memlint.project.imports import ImportEdge
    from memlint.project.project import Project


class Way(NamedTuple):
    """How a file comes in: the fields of its Load, and the ``group`` of files that come together, "" at launch."""

    tier: Tier
    moment: Moment
    reason: Reason
    group: str = ""
    scope: str = ""
    globs: tuple[str, ...] = ()
    imported_by: str = ""
    hop: int = 0

    def imported(self, source: str) -> Way:
        """Return the way of what ``source`` imports, which comes in this way."""
        return self._replace(reason="include", globs=(), imported_by=source, hop=self.hop + 1)


class Barred(NamedTuple):
    """Why a file does not load, for programs and for people."""

    why: WhyNot
    detail: str


class _Seen(NamedTuple):
    hop: int
    group: str


_EMPTY = Barred("empty", "has no text that loads")
Bars: TypeAlias = Callable[[Named, Way], Barred | None]


class Including:
    """Collects loads. A real file comes in once; reached again on a shorter way it is followed further (case 31).

    Files of folders that need not be used together come in once for each (SPEC 1.2). ``bars`` tells what the session
    keeps away before a file is looked at.
    """

    def __init__(self, project: Project, cwd: str, bars: Bars) -> None:
        self._project, self._cwd, self._bars = project, disk.realpath(cwd), bars
        self._limit = project.facts.number("imports.max-hops")
        self._root = disk.realpath(project.root)
        self._seen: dict[str, list[_Seen]] = {}
        self._loads: list[tuple[str, Load]] = []
        self._imports_noted: set[tuple[str, str, str, str]] = set()

    def finished(self) -> tuple[Load, ...]:
        """Return the loads, numbered in load order; what did not come in on one way and did on another is no loss."""
        kept = [load for key, load in self._loads if load.why_not not in _OF_THE_WAY or key not in self._seen]
        kept.sort(key=lambda load: MOMENTS.index(load.moment))
        return tuple(load._replace(order=number) for number, load in enumerate(kept, 1))

    def has(self, file: MemoryFile, group: str | None = None) -> bool:
        """Say whether ``file`` came in; with a ``group``, whether it is in context when that comes."""
        return self._key(file) in self._seen if group is None else self._known(file, group) is not None

    def enter(self, named: Named, way: Way, *, follow: bool = True) -> None:
        """Bring a file in, with what it imports, unless something keeps it away; that is recorded."""
        file = named.file
        known = self._known(file, way.group)
        barred = self._bars(named, way)
        value = self._project.outcome(file)
        if barred is None and known is not None:
            if way.imported_by or known.hop:
                self._note(file, way, Barred("duplicate", "is in context already"), value, "")
            self._shorten(file, known, way, follow=follow)
            return
        barred = barred or _unusable(value)
        self._note(file, way, barred, value, _through(named, self._project.root))
        if barred is None:
            self._seen.setdefault(self._key(file), []).append(_Seen(way.hop, way.group))
            if follow:
                self.follow(file, way, loud=True)

    def note(self, named: Named, way: Way, barred: Barred | None = None) -> None:
        """Record a file without following its imports; ``barred`` tells why it does not load."""
        value = self._project.outcome(named.file)
        self._note(named.file, way, barred or _unusable(value), value, _through(named, self._project.root))

    def note_text(self, path: str, text: str, way: Way, barred: Barred | None = None) -> None:
        """Record text that a settings file holds."""
        barred = barred or (None if text.strip() else _EMPTY)
        size = measure(text)
        load = Load(path, "settings", way.tier, way.moment, way.reason, raw=size, outside_project=os.path.isabs(path))
        if barred is not None:
            load = load._replace(why_not=barred.why, detail=barred.detail)
        else:
            load = load._replace(loaded=size, contributes=True)
        self._loads.append(("", load))

    def follow(self, file: MemoryFile, way: Way, *, loud: bool) -> None:
        """Bring in the imports of ``file``. Not ``loud``: only what a longer way could not bring in."""
        below = way.imported(file.path)
        for edge in self._project.imports(file.path):
            barred = self._barred(edge, below)
            target = self._project.file(edge.target) or MemoryFile(edge.target, edge.real, "imported")
            if barred is not None:
                if loud and barred.why:
                    self._note(target, below, barred, None, "")
                continue
            known = self._known(target, way.group)
            if loud or known is None:
                self.enter(Named(edge.real, target), below)
            else:
                self._shorten(target, known, below)

    # --- inside

    def _key(self, file: MemoryFile) -> str:
        inside = file.real in (f"{self._project.root}/{file.path}", f"{self._root}/{file.path}")
        return file.path if inside else file.real

    def _known(self, file: MemoryFile, group: str) -> _Seen | None:
        """Return the shortest way that ``file`` came in by at launch, in ``group`` or in a folder above that."""
        ways = self._seen.get(self._key(file), ())
        return min((seen for seen in ways if seen.group in ("", group) or is_inside(group, seen.group)), default=None)

    def _shorten(self, file: MemoryFile, known: _Seen, way: Way, *, follow: bool = True) -> None:
        """Follow ``file``, which is in, further than the longer way did that it came in by."""
        if way.hop < known.hop:
            self._seen[self._key(file)].append(_Seen(way.hop, way.group))
            if follow:
                self.follow(file, way, loud=False)

    def _barred(self, edge: ImportEdge, way: Way) -> Barred | None:
        """Say why an import does not load; a Barred without a reason is for tokens that nobody meant."""
        if edge.state == "missing":
            return Barred("missing", "does not exist") if self._project.meant(edge) else Barred("", "")
        if edge.state == "directory":
            meant = edge.node.path.endswith("/") or self._project.meant(edge)
            return Barred("directory", "is a folder; nothing is read from it") if meant else Barred("", "")
        if edge.state == "extension":
            return Barred("extension", "has an ending that is not imported")
        if way.hop > self._limit:
            return Barred("too-deep", f"is {way.hop} hops down; {self._limit} load")
        if way.tier != "user" and not is_inside(edge.real, self._cwd):
            return Barred("needs-approval", "is outside the working directory: the agent asks once before it loads")
        return None

    def _note(
        self, file: MemoryFile, way: Way, barred: Barred | None, value: Document | Unread | None, detail: str
    ) -> None:
        key = self._key(file)
        if way.imported_by:
            noted = (key, way.imported_by, way.group, barred.why if barred else "")
            if noted in self._imports_noted:
                return
            self._imports_noted.add(noted)
        raw = value.raw if isinstance(value, Document) else None
        size, cut = None, ""
        if barred is None and isinstance(value, Document):
            size, cut = self._size(value, is_index=file.kind == "index" and not way.imported_by)
        load = Load(
            path=file.path,
            kind=file.kind,
            tier=way.tier,
            moment=way.moment,
            reason=way.reason,
            scope=way.scope,
            globs=way.globs,
            imported_by=way.imported_by,
            hop=way.hop,
            raw=raw,
            loaded=size,
            contributes=size is not None and way.moment != "never",
            why_not=barred.why if barred else "cut" if cut else "",
            detail=barred.detail if barred else cut or detail,
            outside_project=os.path.isabs(file.path),
        )
        self._loads.append((key, load))

    def _size(self, document: Document, *, is_index: bool) -> tuple[Measure, str]:
        """Return what of ``document`` loads, and where an index is cut."""
        facts = self._project.facts
        if not is_index:
            return document.loaded, ""
        cut = document.cut(
            max_lines=facts.number("index.max-lines"), max_size=facts.number("index.max-size"), unit="utf-16"
        )
        if cut is None:
            return document.loaded, ""
        # The loader joins the lines that it keeps: the newline behind the last one is not among them.
        head = loaded(document.text, tuple(within(document.kept, cut.offset))).removesuffix("\n")
        size = measure(head)._replace(lines=head.count("\n") + 1)
        lost = document.loaded.lines - size.lines
        rest = document.text[cut.offset :].lstrip("\r\n")
        where = document.line(len(document.text) - len(rest))
        lines = "1 line never loads" if lost == 1 else f"{lost} lines never load"
        return size, f'cut at line {where}: {lines}, from "{_start(rest.partition(chr(10))[0])}" on'


def _start(line: str) -> str:
    """Return the first words of ``line``: whole ones, since half a credential is not recognised as one."""
    shown = ""
    for word in line.split():
        if len(shown) + len(word) > _EXCERPT:
            return f"{shown}…"
        shown += f"{word} "
    return shown.rstrip()


def within(kept: tuple[Span, ...], stop: int) -> Iterator[Span]:
    """Yield the parts of ``kept`` before the offset ``stop``."""
    return (Span(start, min(end, stop)) for start, end in kept if start < stop)


def _unusable(value: Document | Unread | None) -> Barred | None:
    if value is None:
        return Barred("unreadable", "was not read")
    if isinstance(value, Unread):
        large = f"is skipped whole for its {value.size:,} bytes"
        return Barred(value.reason, large if value.reason == "too-large" else value.detail)
    return None if value.loaded.characters else _EMPTY


def _through(named: Named, root: str) -> str:
    """Name the link that a file is found by."""
    name = display(named.place, root)
    return f"through the link {name}" if name in named.file.twins else ""
