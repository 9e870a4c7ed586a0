"""What is worked out for one memory file, kept for the next run with all that was asked of the project for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from memlint import disk
from memlint.project.files import LINTED
from memlint.project.making import AROUND, GIVEN
from memlint.source.records import NamedTuple

if TYPE_CHECKING:
    from datetime import date

    from memlint.project.project import Project
    from memlint.source.document import Document
    from memlint.source.sentences import Sentence

_T = TypeVar("_T")

#: A method of the project and its arguments.
Question: TypeAlias = tuple[str, tuple[Any, ...]]

#: Methods that are asked again, with plain answers.
_ANSWERS = frozenset(("chain", "file", "hops", "importers", "imports", "loads", "meant", "named"))
#: Of these, those that have the same answers where the same files are.
_OF_FILES = ("file", "named")


class Part(NamedTuple):
    """What was worked out for one memory file: ``made`` by name, and the names of what came to an empty tuple.

    It holds while the file is the same and all that was ``asked`` of the project has an answer with the same digest.
    What is named in ``around`` also needs that nothing but texts of memory files has changed.
    """

    made: dict[str, Any]
    empty: frozenset[str]
    asked: dict[Question, bytes]
    around: frozenset[str]

    def joined(self, other: Part | None) -> Part:
        """Return what both are, of one file."""
        if other is None:
            return self
        empty, around = other.empty | self.empty, other.around | self.around
        return Part(other.made | self.made, empty, other.asked | self.asked, around)

    def without_around(self) -> Part:
        """Return what needs nothing else than the file."""
        made = {name: value for name, value in self.made.items() if name not in self.around}
        return Part(made, self.empty - self.around, self.asked, frozenset())


_NOTHING = Part({}, frozenset(), {}, frozenset())


class Beyond(BaseException):
    """More than one memory file was asked for."""


class Parts:
    """The parts of ``project``: those that are ``known`` of files that are as they were, and new ones.

    ``stands`` says that nothing but texts of memory files has changed since those were made. While they are
    ``narrow``, what asks for other files than its own raises Beyond.
    """

    narrow = False

    def __init__(self, project: Project, known: Mapping[str, Part] | None = None, *, stands: bool = False) -> None:
        self._project, self._known, self._stands = project, known or {}, stands
        self._holding: dict[str, Part] = {}
        self._sets: dict[frozenset[str], frozenset[str]] = {}  # most files have the same names
        self._views: dict[str, _View] = {}
        self._real = {file.path: file.real for file in project.files if file.kind in LINTED}
        self._texts = frozenset(self._real.values())

    def is_empty(self, name: str, path: str) -> bool:
        """Say whether what is made under ``name`` for the file at ``path`` is known to be an empty tuple."""
        return name in self._part(path).empty

    def of(self, name: str, path: str, make: Callable[[Project], _T], *, around: bool = False) -> _T:
        """Return what ``make`` makes for the memory file at ``path``, or what it made in an earlier run.

        ``name`` tells it from all else that is made for a file. ``make`` gets the project and depends on that, on the
        file's document and on the files that it opens; what it returns is plain and nobody changes it. ``around``: it
        depends on what lies around the memory files beside that.
        """
        part = self._part(path)
        if name in part.empty:
            return cast("_T", ())
        if name in part.made:
            known: _T = part.made[name]
            return known
        view = self._views.get(path)
        if view is None:
            view = self._views[path] = _View(self._project, path)
        elif name in view.made:
            made: _T = view.made[name]
            return made
        view.beyond, view.is_around = False, around
        with disk.traced() as asked:
            found = make(cast("Project", view))
        if asked:
            disk.note(asked)
            view.is_around = True
            view.beyond = view.beyond or self._is_of_others(asked, path)
        if not view.beyond:
            view.made[name] = found
            if view.is_around:
                view.around_names.add(name)
        return found

    def has_some(self, path: str) -> bool:
        """Say whether anything is known of the file at ``path``."""
        part = self._part(path)
        return bool(part.made or part.empty)

    def taken(self) -> dict[str, Part]:
        """Return the parts that were made in this process since the last call."""
        found = {path: view.part() for path, view in self._views.items() if view.made}
        self._views.clear()
        return found

    def given(self, parts: Mapping[str, Part]) -> None:
        """Take over what another process of this run has made."""
        for path, part in parts.items():
            self._holding[path] = self._slim(part.joined(self._part(path)))

    def all(self) -> dict[str, Part]:
        """Return the parts that the next run may use: those of before that hold, and all new ones.

        What is no document now is not among them: were it one again, nobody would know whether it is the same.
        """
        self.given(self.taken())
        return {path: self._part(path) for path in self._project.documents if self.has_some(path)}

    def _part(self, path: str) -> Part:
        """Return what is known of the file at ``path`` and holds."""
        found = self._holding.get(path)
        if found is None:
            part = self._known.get(path)
            found = part if part and self._holds(part) else _NOTHING
            found = self._holding[path] = found if self._stands else found.without_around()
        return found

    def _slim(self, part: Part) -> Part:
        empty, around = (self._sets.setdefault(names, names) for names in (part.empty, part.around))
        return part._replace(empty=empty, around=around)

    def _holds(self, part: Part) -> bool:
        return all(
            (self._stands and question[0] in _OF_FILES) or _answered(self._project, question) == answer
            for question, answer in part.asked.items()
        )

    def _is_of_others(self, asked: disk.Trace, path: str) -> bool:
        """Say whether other memory files have been looked into."""
        own = self._real.get(path)
        return any(name in disk.OF_TEXTS and each[0] != own and each[0] in self._texts for name, each in asked)


class _View:
    """The project as the part of the memory file at ``path`` sees it: writes down what is asked of it.

    ``beyond``: something was asked that follows from the texts of other memory files, and is not asked again.
    """

    def __init__(self, project: Project, path: str) -> None:
        self.asked: dict[Question, bytes] = {}
        self.is_around = self.beyond = False
        self.made: dict[str, Any] = {}
        self.around_names = set[str]()
        self._project, self._path = project, path
        self._once: dict[Callable[[Project], Any], tuple[Any, bool, bool]] = {}
        for name in GIVEN:
            setattr(self, name, getattr(project, name))

    def part(self) -> Part:
        """Return what was made."""
        empty = frozenset(name for name, value in self.made.items() if value == ())
        made = {name: value for name, value in self.made.items() if name not in empty}
        return Part(made, empty, self.asked, frozenset(self.around_names))

    def __getattr__(self, name: str) -> Any:
        if name in _ANSWERS:
            return partial(self._answer, name)
        if name in AROUND:
            self.is_around = True
        else:
            self.go_beyond()
        return getattr(self._project, name)

    def go_beyond(self) -> None:
        """Note that something was asked that follows from other texts, and that nobody asks again."""
        self.beyond = True
        if self._project.parts is not None and self._project.parts.narrow:
            raise Beyond

    def _answer(self, name: str, *arguments: Any) -> Any:
        found = getattr(self._project, name)(*arguments)
        if (name, arguments) not in self.asked:
            self.asked[name, arguments] = _digest(found)
        return found

    @property
    def today(self) -> date:
        self.asked["today", ()] = _digest(self._project.today)
        return self._project.today

    @property
    def documents(self) -> Mapping[str, Document]:
        return _Documents(self)

    def document(self, path: str) -> Document:
        """Return the document at ``path``."""
        if path != self._path:
            self.go_beyond()
        return self._project.documents[path]

    def sentences(self, path: str) -> tuple[Sentence, ...]:
        if path != self._path:
            self.go_beyond()
        return self._project.sentences(path)

    def text(self, path: str) -> str:
        if path in self._project.documents:
            return self.document(path).text
        self.is_around = True
        return self._project.text(path)

    def around(self, make: Callable[[Project], _T]) -> _T:
        self.is_around = True
        return self._project.around(make)

    def once(self, make: Callable[[Project], _T]) -> _T:
        """As the project's; what is made here is for this file alone."""
        if make not in self._once:
            before = self.beyond, self.is_around
            self.beyond = self.is_around = False
            made = make(cast("Project", self))
            self._once[make] = made, self.beyond, self.is_around
            self.beyond, self.is_around = before
        found: _T
        found, beyond, is_around = self._once[make]
        self.beyond, self.is_around = self.beyond or beyond, self.is_around or is_around
        return found


class _Documents(Mapping[str, "Document"]):
    """The documents, as a view lets see them."""

    def __init__(self, view: _View) -> None:
        self._view = view

    def __getitem__(self, path: str) -> Document:
        return self._view.document(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @property
    def _all(self) -> Mapping[str, Document]:
        self._view.go_beyond()
        found: Mapping[str, Document] = self._view._project.documents
        return found


def _answered(project: Project, question: Question) -> bytes:
    name, arguments = question
    found = getattr(project, name)
    return _digest(found(*arguments) if callable(found) else found)


def _digest(value: Any) -> bytes:
    return disk.digest(repr(value).encode("utf-8", "surrogatepass"))
