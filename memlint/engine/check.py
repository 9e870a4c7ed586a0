"""One run: paths → projects → rules → a Report. The command line and the Python API both come through here."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from memlint.config import Settings, find_file, load, schemas
from memlint.engine.finding import SEVERITIES, Finding
from memlint.engine.registry import RuleError
from memlint.engine.registry import load as load_rules
from memlint.engine.rule import Rule
from memlint.engine.run import run
from memlint.engine.selection import choose
from memlint.errors import UsageError
from memlint.harness import claude
from memlint.harness.facts import asked_for
from memlint.project.files import MemoryFile, display
from memlint.project.listing import find_root
from memlint.project.project import Project
from memlint.project.session import Session
from memlint.source.records import NamedTuple

if TYPE_CHECKING:
    from memlint.engine.baseline import Outcome

_FOR_VENDORED = "security"  # the family that looks at other people's files


class Report(NamedTuple):
    """The outcome of a run.

    ``findings`` are sorted by path, span and rule. ``files`` are the memory files that were looked at, ``texts`` the
    decoded text of each document by path (spans count its characters). ``seconds`` is wall time.
    ``suppressed`` are the findings that comments hide, ``baseline`` what became of those that are known.
    ``exact`` are the paths whose text is all that the file holds: no byte order mark stands before it.
    ``ignored`` are the findings that the configuration hides in their file, ``unmet`` by rule the input that the
    project has nothing of.
    """

    findings: tuple[Finding, ...]
    root: str
    files: tuple[MemoryFile, ...]
    texts: dict[str, str]
    rules: tuple[Rule, ...]
    durations: dict[str, float]
    seconds: float
    suppressed: tuple[Finding, ...] = ()
    baseline: Outcome | None = None
    exact: frozenset[str] = frozenset()
    ignored: tuple[Finding, ...] = ()
    unmet: dict[str, str] = {}  # noqa: RUF012 - never written to

    def worst(self) -> str:
        """Return the worst severity among the findings, "" without any."""
        levels = {finding.severity for finding in self.findings}
        return next((level for level in SEVERITIES if level in levels), "")


def check(
    paths: Sequence[str | os.PathLike[str]],
    *,
    root: str | os.PathLike[str] | None = None,
    home: str | os.PathLike[str] | None = None,
    select: Iterable[str] = (),
    settings: Settings | None = None,
    user: bool = False,
    allow_plugins: bool = False,
    contents: dict[str, bytes] | None = None,
    collect_only: bool = False,
    force_exclude: bool = False,
    vendored: bool = False,
    before: Callable[[Rule], None] = lambda rule: None,
    observe: Callable[[Project, list[Finding]], None] = lambda project, findings: None,
) -> Report:
    """Lint ``paths``, files or folders, and return a Report.

    The whole project around each path is read, and findings that touch a path are reported. ``root`` is the project's
    folder (by default the nearest one with ``.git``), ``home`` the person's home. ``select`` names rules or families.
    ``settings``: by default those of the configuration file found from the root. ``user`` adds the person's own files.
    ``contents`` maps absolute paths to bytes that stand for what is on disk. ``collect_only``: find files, run no rule.
    ``force_exclude``: paths only choose among the files of the whole project, so that what it leaves out stays out.
    ``vendored`` adds the instruction files of dependencies and vendored code, for the security rules alone.
    ``before`` is called before each rule; ``observe`` after the last one, with the project and all of its findings.

    Raises UsageError for a missing path, a bad configuration and an unknown rule.
    """
    started = time.perf_counter()
    wanted = [os.path.abspath(path) for path in paths]
    for path in wanted:
        if not os.path.lexists(path) and path not in (contents or {}):
            raise UsageError(f"no such file or folder: {path}")
    top, names = os.path.abspath(root) if root is not None else None, tuple(select)
    reports = [
        _check_root(
            *(base, group, home, names, settings, user, allow_plugins, contents, collect_only, force_exclude),
            before,
            observe,
        )
        for base, group in _by_root(wanted, top).items()
    ]
    if vendored:
        reports += _vendored(reports, names, settings, home, allow_plugins, collect_only)
    first = reports[0]
    if len(reports) > 1:
        from memlint.engine.merging import merge

        first = merge(reports)
    return first._replace(seconds=time.perf_counter() - started)


def _vendored(
    reports: list[Report],
    select: tuple[str, ...],
    settings: Settings | None,
    home: str | os.PathLike[str] | None,
    allow_plugins: bool,
    collect_only: bool,
) -> list[Report]:
    """Return a report on what others wrote for each project that has some; a selection narrows the rules further.

    Others' comments suppress nothing: a dependency does not decide what is told of it.
    """
    from memlint.project.vendored import instruction_files

    chosen = select or (settings.cli_select if settings else ())
    rules = tuple(name for name in chosen if name.partition("/")[0] == _FOR_VENDORED)
    if chosen and not rules and "all" not in chosen:
        return []
    facts = asked_for(settings.target_version if settings else "")
    found = ((report.root, [*instruction_files(report.root, facts)]) for report in reports)
    return [
        _check_root(
            root,
            paths,
            home,
            rules or (_FOR_VENDORED,),
            (settings or _configured(root))._replace(ignore_suppressions=True),
            False,
            allow_plugins,
            None,
            collect_only,
            False,
        )
        for root, paths in found
        if paths
    ]


def _by_root(paths: list[str], root: str | None) -> dict[str, list[str]]:
    """Group ``paths`` by project; the one of the working directory first."""
    if root is not None:
        return {root: paths}
    here = os.getcwd()
    groups: dict[str, list[str]] = {}
    for path in paths or [here]:
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        base = find_root(folder)
        if base is None:
            base = here if not os.path.isabs(display(folder, here)) else folder
        groups.setdefault(base, []).append(path)
    return dict(sorted(groups.items(), key=lambda group: os.path.isabs(display(here, group[0]))))


def _configured(root: str) -> Settings:
    file = find_file(root, root)
    return load(file) if file else Settings()


def _check_root(
    root: str,
    paths: list[str],
    home: str | os.PathLike[str] | None,
    select: tuple[str, ...],
    settings: Settings | None,
    user: bool,
    allow_plugins: bool,
    contents: dict[str, bytes] | None,
    collect_only: bool,
    force_exclude: bool,
    before: Callable[[Rule], None] = lambda rule: None,
    observe: Callable[[Project, list[Finding]], None] = lambda project, findings: None,
) -> Report:
    settings = settings or _configured(root)
    if select:
        settings = settings._replace(cli_select=select)
    try:
        rules = load_rules(settings.plugins if allow_plugins else ())
    except RuleError as error:
        raise UsageError(str(error)) from None
    chosen = choose(rules, settings, user=user)
    project = _project(root, () if force_exclude else tuple(paths), home, settings, user, contents)
    durations: dict[str, float] = {}
    hidden, ignored = list[Finding](), list[Finding]()
    unmet: dict[str, str] = {}
    complete = allow_plugins or not settings.plugins
    findings = run(
        project,
        () if collect_only else chosen,
        settings,
        durations,
        suppressed=hidden,
        ignored=ignored,
        unmet=unmet,
        known=rules,
        complete=complete,
        before=before,
    )
    asked = _Asked(paths, root, user)
    texts = _texts(project, [*findings, *hidden])
    outcome = None
    if settings.baseline and not collect_only:
        from memlint.engine.baseline import compare, seen

        scope = seen(findings, rules, durations, complete, asked.wants, asked.touches)
        findings, outcome = compare(findings, settings.baseline, texts, rules, scope)
    observe(project, findings)
    return Report(
        findings=tuple(filter(asked.touches, findings)),
        root=root,
        files=tuple(file for file in project.files if asked.wants(file.path) or any(map(asked.wants, file.twins))),
        texts=texts,
        rules=tuple(chosen),
        durations=durations,
        seconds=0.0,
        exact=_exact(project),
        suppressed=tuple(filter(asked.touches, hidden)),
        baseline=outcome,
        ignored=tuple(filter(asked.touches, ignored)),
        unmet=unmet,
    )


def _project(
    root: str,
    requested: tuple[str, ...],
    home: str | os.PathLike[str] | None,
    settings: Settings,
    user: bool,
    contents: dict[str, bytes] | None,
) -> Project:
    person = os.path.abspath(home) if home is not None else os.path.expanduser("~")
    return Project(
        root,
        home=person,
        config=os.path.join(person, ".claude") if home is not None else claude.config_directory(person),
        facts=asked_for(settings.target_version),
        requested=requested,
        session=Session(root, user=user, environment=os.environ if user else {}),
        contents=contents,
        ignored=settings.exclude,
        today=settings.today,
        schemas=schemas(settings),
        slots=tuple(settings.slots.values()),
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


class _Asked:
    """Whether a finding or a file belongs to the paths that were asked for."""

    def __init__(self, paths: list[str], root: str, user: bool) -> None:
        self.all = root in paths
        self.user = user
        self.names = {display(path, root) for path in paths}
        self.real = {display(os.path.realpath(path), os.path.realpath(root)) for path in paths}

    def wants(self, path: str) -> bool:
        if os.path.isabs(path):
            if self.user:
                return True
        elif self.all:
            return True
        return any(
            path == name or path.startswith(name.rstrip("/") + "/") or name == "." for name in self.names | self.real
        )

    def touches(self, finding: Finding) -> bool:
        return self.wants(finding.path) or any(self.wants(place.path) for place in finding.related)
