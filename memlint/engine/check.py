"""One run: paths → projects → rules → a Report. The command line and the Python API both come through here."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from memlint.config import Settings
from memlint.engine.finding import SEVERITIES, Finding
from memlint.engine.outcome import Wish, configured, reached
from memlint.engine.registry import RuleError
from memlint.engine.registry import load as load_rules
from memlint.engine.rule import Rule
from memlint.engine.selection import choose
from memlint.errors import UsageError
from memlint.harness.facts import asked_for
from memlint.project.files import Contents, MemoryFile, display
from memlint.project.listing import find_root
from memlint.project.project import Project
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
    contents: Contents | None = None,
    collect_only: bool = False,
    force_exclude: bool = False,
    vendored: bool = False,
    cache: str | os.PathLike[str] | None = None,
    workers: int = 1,
    before: Callable[[Rule], None] = lambda rule: None,
    observe: Callable[[Project, list[Finding]], None] | None = None,
) -> Report:
    """Lint ``paths``, files or folders, and return a Report.

    The whole project around each path is read, and findings that touch a path are reported. ``root`` is the project's
    folder (by default the nearest one with ``.git``), ``home`` the person's home. ``select`` names rules or families.
    ``settings``: by default those of the configuration file found from the root. ``user`` adds the person's own files.
    ``contents`` maps absolute paths to bytes that stand for what is on disk, or None for no such file.
    ``collect_only``: find files, run no rule.
    ``force_exclude``: paths only choose among the files of the whole project, so that what it leaves out stays out.
    ``vendored`` adds the instruction files of dependencies and vendored code, for the security rules alone.
    ``cache`` is the folder that keeps what was worked out for the next run, "" for the one in the project, None for
    none. ``workers`` is the number of processes that read the files of a large project, 0 for as many as there are
    processors; the result is the same.
    ``before`` is called before each rule; ``observe`` after the last one, with the project and all of its findings.

    Raises UsageError for a missing path, a bad configuration and an unknown rule.
    """
    started = time.perf_counter()
    wanted = [os.path.abspath(path) for path in paths]
    for path in wanted:
        if not os.path.lexists(path) and path not in (contents or {}):
            raise UsageError(f"no such file or folder: {path}")
    wish = Wish(
        home=os.path.abspath(home) if home is not None else None,
        select=tuple(select),
        settings=settings,
        user=user,
        allow_plugins=allow_plugins,
        contents=contents or {},
        collect_only=collect_only,
        force_exclude=force_exclude,
        cache=cache if cache is None else os.fspath(cache),
        workers=workers,
        before=before,
        observe=observe,
    )
    top = os.path.abspath(root) if root is not None else None
    reports = [_check_root(base, group, wish) for base, group in _by_root(wanted, top).items()]
    if vendored:
        reports += _vendored(reports, wish)
    first = reports[0]
    if len(reports) > 1:
        from memlint.engine.merging import merge

        first = merge(reports)
    return first._replace(seconds=time.perf_counter() - started)


def _vendored(reports: list[Report], wish: Wish) -> list[Report]:
    """Return a report on what others wrote for each project that has some; a selection narrows the rules further.

    Others' comments suppress nothing: a dependency does not decide what is told of it.
    """
    from memlint.project.vendored import instruction_files

    settings = wish.settings
    chosen = wish.select or (settings.cli_select if settings else ())
    rules = tuple(name for name in chosen if name.partition("/")[0] == _FOR_VENDORED)
    if chosen and not rules and "all" not in chosen:
        return []
    wish = wish._replace(select=rules or (_FOR_VENDORED,), user=False, contents={}, force_exclude=False, observe=None)
    facts = asked_for(settings.target_version if settings else "")
    found = ((report.root, [*instruction_files(report.root, facts)]) for report in reports)
    return [
        _check_root(
            root, paths, wish._replace(settings=(settings or configured(root))._replace(ignore_suppressions=True))
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
            inside = os.path.dirname(here) != here and not os.path.isabs(display(folder, here))
            base = here if inside else folder  # a container may start us in /, which is no project
        groups.setdefault(base, []).append(path)
    return dict(sorted(groups.items(), key=lambda group: os.path.isabs(display(here, group[0]))))


def _check_root(root: str, paths: list[str], wish: Wish) -> Report:
    settings = wish.settings or configured(root)
    if wish.select:
        settings = settings._replace(cli_select=wish.select)
    try:
        rules = load_rules(settings.plugins if wish.allow_plugins else ())
    except RuleError as error:
        raise UsageError(str(error)) from None
    chosen = choose(rules, settings, user=wish.user)
    durations: dict[str, float] = {}
    found = reached(root, paths, wish, settings, chosen, rules, durations)
    asked = _Asked(paths, root, wish.user)
    findings, compared = found.findings, None
    if settings.baseline and not wish.collect_only:
        from memlint.engine.baseline import compare, seen

        complete = wish.allow_plugins or not settings.plugins
        scope = seen(findings, rules, found.ran, complete, asked.wants, asked.touches)
        findings, compared = compare(findings, settings.baseline, found.texts, rules, scope)
    return Report(
        findings=tuple(filter(asked.touches, findings)),
        root=root,
        files=tuple(file for file in found.files if asked.wants(file.path) or any(map(asked.wants, file.twins))),
        texts=found.texts,
        rules=tuple(chosen),
        durations=durations,
        seconds=0.0,
        exact=found.exact,
        suppressed=tuple(filter(asked.touches, found.hidden)),
        baseline=compared,
        ignored=tuple(filter(asked.touches, found.ignored)),
        unmet=found.unmet,
    )


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
