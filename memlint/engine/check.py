"""One run: paths → projects → rules → a Report. The command line and the Python API both come through here."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memlint.config import Settings, find_file, load, schemas
from memlint.engine.finding import SEVERITIES, Finding
from memlint.engine.registry import RuleError
from memlint.engine.registry import load as load_rules
from memlint.engine.rule import Rule
from memlint.engine.run import order, run
from memlint.engine.selection import choose
from memlint.errors import UsageError
from memlint.harness import claude
from memlint.harness.facts import asked_for
from memlint.project.files import MemoryFile, display
from memlint.project.listing import find_root
from memlint.project.project import Project
from memlint.project.session import Session


class Report(NamedTuple):
    """The outcome of a run.

    ``findings`` are sorted by path, span and rule. ``files`` are the memory files that were looked at, ``texts`` the
    decoded text of each document by path (spans count its characters). ``seconds`` is wall time.
    """

    findings: tuple[Finding, ...]
    root: str
    files: tuple[MemoryFile, ...]
    texts: dict[str, str]
    rules: tuple[Rule, ...]
    durations: dict[str, float]
    seconds: float

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
) -> Report:
    """Lint ``paths``, files or folders, and return a Report.

    The whole project around each path is read, and findings that touch a path are reported. ``root`` is the project's
    folder (by default the nearest one with ``.git``), ``home`` the person's home. ``select`` names rules or families.
    ``settings``: by default those of the configuration file found from the root. ``user`` adds the person's own files.
    ``contents`` maps absolute paths to bytes that stand for what is on disk. ``collect_only``: find files, run no rule.

    Raises UsageError for a missing path, a bad configuration and an unknown rule.
    """
    started = time.perf_counter()
    wanted = [os.path.abspath(path) for path in paths]
    for path in wanted:
        if not os.path.lexists(path) and path not in (contents or {}):
            raise UsageError(f"no such file or folder: {path}")
    top = os.path.abspath(root) if root is not None else None
    reports = [
        _check_root(base, group, home, tuple(select), settings, user, allow_plugins, contents, collect_only)
        for base, group in _by_root(wanted, top).items()
    ]
    first = reports[0]
    merged = _merge(reports) if len(reports) > 1 else first
    return merged._replace(seconds=time.perf_counter() - started)


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
) -> Report:
    if settings is None:
        file = find_file(root, root)
        settings = load(file) if file else Settings()
    if select:
        settings = settings._replace(cli_select=select)
    try:
        rules = load_rules(settings.plugins if allow_plugins else ())
    except RuleError as error:
        raise UsageError(str(error)) from None
    chosen = choose(rules, settings, user=user)
    person = os.path.abspath(home) if home is not None else os.path.expanduser("~")
    project = Project(
        root,
        home=person,
        config=os.path.join(person, ".claude") if home is not None else claude.config_directory(person),
        facts=asked_for(settings.target_version),
        requested=tuple(paths),
        session=Session(root, user=user, environment=os.environ if user else {}),
        contents=contents,
        ignored=settings.exclude,
        today=settings.today,
        schemas=schemas(settings),
    )
    durations: dict[str, float] = {}
    findings = run(project, () if collect_only else chosen, settings, durations)
    asked = _Asked(paths, root, user)
    return Report(
        findings=tuple(finding for finding in findings if asked.touches(finding)),
        root=root,
        files=tuple(file for file in project.files if asked.wants(file.path) or any(map(asked.wants, file.twins))),
        texts=_texts(project),
        rules=tuple(chosen),
        durations=durations,
        seconds=0.0,
    )


def _texts(project: Project) -> dict[str, str]:
    settings = {each.path: each.text for each in project.agent_settings}
    agents = {agent.document.path: agent.document.text for agent in project.agents}
    return settings | agents | {path: document.text for path, document in project.documents.items()}


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


def _merge(reports: list[Report]) -> Report:
    """Put the reports of several projects together; paths outside the first project become absolute."""
    first = reports[0]
    findings = list(first.findings)
    files = list(first.files)
    texts = dict(first.texts)
    durations = dict(first.durations)
    for report in reports[1:]:

        def full(path: str, root: str = report.root) -> str:
            return os.path.normpath(os.path.join(root, path))

        findings += (
            finding._replace(
                path=full(finding.path),
                related=tuple(place._replace(path=full(place.path)) for place in finding.related),
            )
            for finding in report.findings
        )
        files += (file._replace(path=full(file.path)) for file in report.files)
        texts |= {full(path): text for path, text in report.texts.items()}
        for name, seconds in report.durations.items():
            durations[name] = durations.get(name, 0.0) + seconds
    return first._replace(
        findings=tuple(sorted(findings, key=order)), files=tuple(sorted(files)), texts=texts, durations=durations
    )
