"""What a run over one project comes to, from the project itself or from what an earlier run kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memlint import disk
from memlint.config import Settings, find_file, load, schemas
from memlint.engine.finding import Finding
from memlint.engine.rule import Rule
from memlint.engine.run import run
from memlint.harness import claude
from memlint.harness.facts import asked_for
from memlint.project.files import Contents, MemoryFile
from memlint.project.project import Project
from memlint.project.reading import Parsing
from memlint.project.session import Session
from memlint.source import remembered
from memlint.source.records import NamedTuple

if TYPE_CHECKING:
    from memlint.engine.results import Kept


#: The name of a cache below the root of its project.
FOLDER = ".memlint_cache"
#: Memory files from which on what a run came to is kept: below that, it costs no more than asking.
ENOUGH = 5


class Wish(NamedTuple):
    """What the caller of :func:`memlint.check` asked for, by the same names."""

    home: str | None
    select: tuple[str, ...]
    settings: Settings | None
    user: bool
    allow_plugins: bool
    contents: Contents
    collect_only: bool
    force_exclude: bool
    cache: str | None
    workers: int
    before: Callable[[Rule], None]
    observe: Callable[[Project, list[Finding]], None] | None

    @property
    def person(self) -> str:
        return self.home if self.home is not None else os.path.expanduser("~")

    @property
    def config(self) -> str:
        return claude.config_directory(self.person) if self.home is None else os.path.join(self.person, ".claude")


class Outcome(NamedTuple):
    """What a run came to, before it is narrowed to the paths that were asked for.

    ``findings`` are sorted, ``hidden`` those that comments suppress, ``ignored`` those that the configuration does.
    ``unmet`` is by rule the input that the project has nothing of, ``ran`` names the rules that were called. ``files``
    are the memory files, ``exact`` the paths whose text is all that the file holds, ``texts`` the texts by path that
    findings have places in.
    """

    findings: list[Finding]
    hidden: list[Finding]
    ignored: list[Finding]
    unmet: dict[str, str]
    ran: tuple[str, ...]
    files: tuple[MemoryFile, ...]
    exact: frozenset[str]
    texts: dict[str, str]


def configured(root: str) -> Settings:
    """Return the settings of the configuration file of ``root``. Raises UsageError for a bad one."""
    file = find_file(root, root)
    return load(file) if file else Settings()


def reached(
    root: str,
    paths: list[str],
    wish: Wish,
    settings: Settings,
    chosen: Sequence[Rule],
    known: dict[str, Rule],
    durations: dict[str, float],
) -> Outcome:
    """Return what the rules ``chosen`` of all ``known`` find in ``root``; ``durations`` gets the seconds of each.

    Rules of plug-ins may depend on what no trace has, and who observes wants a project: then no outcome is recalled.
    """
    if wish.cache is None:
        project = _project(root, paths, wish, settings)
        return _worked_out(project, wish, settings, chosen, known, durations)
    usable = not (wish.collect_only or (wish.allow_plugins and settings.plugins))
    whole = usable and not (wish.contents or wish.observe)
    folder = wish.cache or os.path.join(root, FOLDER)
    names = tuple(rule.name for rule in chosen)
    basis = (root, wish.person, wish.config, settings.target_version, settings.schemas, settings.slots, wish.user)
    given = (paths, settings, names, wish.force_exclude)
    kept: Kept | None = None
    if usable and os.path.isdir(folder):  # nothing of a cache is imported where there is none
        from memlint.engine.results import Kept

        kept = Kept(folder, basis, given)
        found = kept.recall() if whole else None
        if found is not None:
            return found
    with disk.traced() as trace:
        project = _project(root, paths, wish, settings, kept.parsing if kept else None)
        if usable and len(project.files) >= ENOUGH and (kept or whole):
            from memlint.engine.results import Kept

            kept = kept or Kept(folder, basis, given)
            kept.give(project, wish.contents)
        found = _worked_out(project, wish, settings, chosen, known, durations)
    if kept and whole and project.parts is not None:
        kept.keep(found, trace, project)
    elif kept:
        kept.close()
    return found


def _worked_out(
    project: Project,
    wish: Wish,
    settings: Settings,
    chosen: Sequence[Rule],
    known: dict[str, Rule],
    durations: dict[str, float],
) -> Outcome:
    remembered.shrink()
    hidden, ignored = list[Finding](), list[Finding]()
    unmet: dict[str, str] = {}
    findings = run(
        project,
        () if wish.collect_only else chosen,
        settings,
        durations,
        suppressed=hidden,
        ignored=ignored,
        unmet=unmet,
        known=known,
        complete=wish.allow_plugins or not settings.plugins,
        workers=wish.workers,
        before=wish.before,
    )
    if wish.observe is not None:
        wish.observe(project, findings)
    return Outcome(
        findings=findings,
        hidden=hidden,
        ignored=ignored,
        unmet=unmet,
        ran=tuple(durations),
        files=project.files,
        exact=_exact(project),
        texts=_texts(project, [*findings, *hidden]),
    )


def _project(root: str, paths: list[str], wish: Wish, settings: Settings, parsing: Parsing | None = None) -> Project:
    return Project(
        root,
        home=wish.person,
        config=wish.config,
        facts=asked_for(settings.target_version),
        requested=() if wish.force_exclude else tuple(paths),
        session=Session(root, user=wish.user, environment=disk.Environment() if wish.user else {}),
        contents=wish.contents,
        ignored=settings.exclude,
        today=settings.today,
        schemas=schemas(settings),
        slots=tuple(settings.slots.values()),
        parsing=parsing,
    )


def _texts(project: Project, findings: list[Finding]) -> dict[str, str]:
    """Return the texts that findings have places in: those of the memory files, and of what else they name."""
    settings = {each.path: each.text for each in project.agent_settings}
    agents = {agent.document.path: agent.document.text for agent in project.agents}
    known = settings | agents | {path: document.text for path, document in project.documents.items()}
    places = (place for finding in findings for place in finding.related if place.span.end)
    return known | {place.path: project.text(place.path) for place in places if place.path not in known}


def _exact(project: Project) -> frozenset[str]:
    documents = (*project.documents.values(), *(agent.document for agent in project.agents))
    return frozenset(document.path for document in documents if not document.bom)
