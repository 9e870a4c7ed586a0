"""What is made of a project once for all that ask, and what is made of single memory files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from memlint.source.records import NamedTuple

if TYPE_CHECKING:
    from memlint.project.parts import Parts
    from memlint.project.project import Project

_T = TypeVar("_T")

#: What of a project is the same in each run that was told the same.
GIVEN = ("config", "facts", "foreign", "home", "root", "slots")
#: What follows from all files but the texts of memory files.
AROUND = frozenset(
    (
        "agent_settings",
        "directories",
        "directory",
        "excluded",
        "exists",
        "files",
        "git",
        "ignored",
        "linked",
        "listed",
        "matched",
        "near",
        "repository",
        "samples",
        "schemas",
        "session",
        "spelling",
    )
)


class Making:
    """The side of a project that remembers. ``parts`` has what was made of single files, None where nothing is kept."""

    parts: Parts | None = None

    @cached_property
    def _made(self) -> dict[Callable[[Project], Any], Any]:
        return {}

    def once(self, make: Callable[[Project], _T]) -> _T:
        """Return ``make(project)``, made once for all that ask."""
        if make not in self._made:
            self._made[make] = make(cast("Project", self))
        found: _T = self._made[make]
        return found

    def around(self, make: Callable[[Project], _T]) -> _T:
        """Return ``make(project)``, made once for all that ask, of what lies around the texts of memory files.

        It lasts longer than what these hold: a project that is asked for one of them raises AttributeError.
        """
        return self.once(cast("Callable[[Project], _T]", _Around(make)))

    def part(self, make: Callable[[Project, str], _T], path: str) -> _T:
        """Return ``make(project, path)`` for the memory file at ``path``, or what an earlier run made of it.

        ``make`` is a function of a module. It depends on the file and on what it asks of the project that it is given;
        what it returns is plain and nobody changes it.
        """
        if self.parts is None:
            return make(cast("Project", self), path)
        return self.parts.of(_name(make), path, lambda project: make(project, path))

    @cached_property
    def texts_around(self) -> set[str]:
        """The memory files whose texts were read as those of the repository, by path."""
        return set()

    def text_around(self, path: str) -> str:
        """Return the text of a listed file for what is known of the repository."""
        project = cast("Project", self)
        if path in project.documents:
            self.texts_around.add(path)
        return project.text(path)


def _name(make: Callable[..., Any]) -> str:
    return f"{make.__module__}.{make.__qualname__}"


class _Around(NamedTuple):
    """Makes something of a project without the texts of memory files."""

    make: Callable[[Project], Any]

    def __call__(self, project: Project) -> Any:
        return self.make(cast("Project", _Repository(project)))


class _Repository:
    """A project without the texts of its memory files."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def __getattr__(self, name: str) -> Any:
        if name not in AROUND and name not in GIVEN:
            raise AttributeError(f"{name} follows from the texts of memory files")
        return getattr(self._project, name)
