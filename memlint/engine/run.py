"""Calls rules with what their parameters ask for; one crash is one finding."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from memlint.config import Settings
from memlint.engine.by_file import ByFile
from memlint.engine.calling import Calling
from memlint.engine.finding import Finding, Severity
from memlint.engine.mask import Mask
from memlint.engine.needs import may_find
from memlint.engine.rule import Rule
from memlint.engine.signatures import UNITS
from memlint.project.project import Project
from memlint.source.records import NamedTuple
from memlint.source.spans import Span

if TYPE_CHECKING:
    from memlint.engine.suppressions import Suppressions

CRASH = "internal/rule-crash"
#: The unit of rules that are called last: what they are about is known once the others have run.
LAST = "suppression"

_MANY = 100  # memory files from which on a second process pays: 1.72 s become 1.21 with two (0.78 of 1.21 s at 50)
_Values: TypeAlias = Iterable[tuple[str, Any]]


class Called(NamedTuple):
    """What came of calling a rule: its findings, those that the configuration hides in their file, and its crashes.

    ``lacks`` is the input that the project has nothing of, "" for none; ``seconds`` is wall time.
    """

    found: tuple[Finding, ...]
    silenced: tuple[Finding, ...]
    crashes: tuple[Finding, ...]
    lacks: str
    seconds: float


def run(
    project: Project,
    rules: Iterable[Rule],
    settings: Settings,
    durations: dict[str, float],
    *,
    suppressed: list[Finding] | None = None,
    ignored: list[Finding] | None = None,
    unmet: dict[str, str] | None = None,
    known: Mapping[str, Rule] | None = None,
    complete: bool = True,
    workers: int = 1,
    before: Callable[[Rule], None] = lambda rule: None,
) -> list[Finding]:
    """Return the findings of ``rules``, sorted. ``durations`` gets the seconds that each rule took.

    ``suppressed`` gets the findings that comments suppress, ``ignored`` those that the configuration does in their
    file, ``unmet`` by rule the input that nothing here is. Comments may name ``known`` rules, by default those that
    run; ``complete`` says that there are no others, such as those of plug-ins that are not loaded. ``workers`` is how
    many processes look at single files, 0 for as many as pay. ``before`` is called before each rule.
    """
    by_file, mask = ByFile(settings), Mask(project)
    called = [rule for rule in rules if by_file.runs(rule)]
    comments = _comments(project, known or {rule.name: rule for rule in called}, complete)
    silenced: list[Finding] = [] if ignored is None else ignored
    durations.update({rule.name: 0.0 for rule in called if rule.unit == LAST})

    def call(rule: Rule, given: _Values | None = None) -> Called:
        return _called(rule, UNITS[rule.unit](project) if given is None else given, project, by_file, mask)

    def note(rule: Rule, made: Called) -> tuple[Finding, ...]:
        silenced.extend(made.silenced)
        durations[rule.name] = made.seconds
        if made.lacks and unmet is not None:
            unmet[rule.name] = made.lacks
        return made.found + made.crashes

    first = [rule for rule in called if rule.unit != LAST]
    ahead = dict[str, float]()
    found = [_unreadable(*each) for each in _ahead(project, first, by_file, workers, ahead).items()]
    made = []
    for rule in first:
        before(rule)
        made.append(call(rule))
        found += note(rule, made[-1])
        durations[rule.name] += ahead.get(rule.name, 0.0)
    if comments is not None:
        hidden = suppressed if suppressed is not None else []
        # what the configuration ignores as well is no reason to call a comment unused
        comments.split(silenced, counted=False)
        kept = _without(found, comments, settings, hidden)
        judged = list(
            comments.judged(frozenset(rule.name for rule, each in zip(first, made, strict=True) if not each.crashes))
        )
        told = [finding for rule in called if rule.unit == LAST for finding in note(rule, call(rule, judged))]
        found = kept + _without(told, comments, settings, hidden)
        hidden.sort(key=order)
    return sorted(found, key=order)


def _ahead(
    project: Project, rules: Sequence[Rule], by_file: ByFile, workers: int, seconds: dict[str, float]
) -> dict[str, str]:
    """Let several processes find what they can in single files, where that pays.

    Return the paths that are documents no more, with the reasons; ``seconds`` gets those of each rule.
    """
    least = _MANY if workers == 0 else 2
    if workers == 1 or len(project.documents) < least:
        return {}
    from memlint.engine.ahead import make_parts
    from memlint.engine.pool import CAN_COPY

    if not CAN_COPY:
        return {}
    asked = ((rule, each.options) for rule in rules for each in by_file.variants(rule, lambda: _paths(project)))
    lost = make_parts(project, asked, workers, least, seconds)
    for path in lost:
        del project.documents[path]
    return lost


def _called(rule: Rule, given: _Values, project: Project, by_file: ByFile, mask: Mask) -> Called:
    started = time.perf_counter()
    values = list(given)
    found, silenced, crashes = list[Finding](), list[Finding](), dict[Finding, None]()
    lacks = "" if values else rule.unit
    if rule.where and not any(True for _ in UNITS[rule.where](project)):
        lacks = rule.where
    idle = lacks or not may_find(rule, project)
    for options, holds in () if idle else by_file.variants(rule, lambda: _paths(project)):
        for finding in map(mask, _call(rule, project, options, values)):
            if finding.rule == CRASH:
                crashes[finding] = None
            elif holds(finding.path):
                level = by_file.severity(finding.path, rule)
                severity = (level if level != "off" else "") or finding.severity or rule.severity
                finding = finding._replace(severity=cast(Severity, severity))
                (found if level != "off" else silenced).append(finding)
    return Called(tuple(found), tuple(silenced), tuple(crashes), lacks, time.perf_counter() - started)


def _paths(project: Project) -> set[str]:
    """Return the paths that findings may have, as far as they are known before."""
    return {
        *project.documents,
        *(file.path for file in project.files),
        *(agent.document.path for agent in project.agents),
    }


def _comments(project: Project, known: Mapping[str, Rule], complete: bool) -> Suppressions | None:
    """Return the comments that suppress findings, None without any: most projects never load what reads them."""
    documents = [*project.documents.values(), *(agent.document for agent in project.agents)]
    documents = [document for document in documents if "memlint-" in document.text]
    if not documents:
        return None
    from memlint.engine.suppressions import Suppressions

    return Suppressions(documents, known, project.today, complete=complete)


def _without(
    findings: list[Finding], comments: Suppressions, settings: Settings, hidden: list[Finding]
) -> list[Finding]:
    """Return ``findings`` without those that ``comments`` suppress, which ``hidden`` gets."""
    kept, dropped = comments.split(findings)
    if settings.ignore_suppressions:
        return findings
    hidden += dropped
    return kept


def order(finding: Finding) -> tuple[str, Span, str, str]:
    """Sort findings by place, then rule: the order of every report."""
    return finding.path, finding.span, finding.rule, finding.message


def _call(rule: Rule, project: Project, options: dict[str, Any], values: _Values) -> Iterable[Finding]:
    calling = Calling(rule, options, project)
    for path, value in values:
        try:
            yield from calling.found_in(path, value)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a rule does is reported, never a lost run
            yield _crash(rule, path, error)


def _unreadable(path: str, reason: str) -> Finding:
    """Return what is told of a file whose reader ended."""
    message = (
        f"the process that read this file ended before it answered ({reason}): no rule has looked at it. "
        "This is a bug of memlint, of a plug-in or of a library, or there was too little memory: please report it"
    )
    return Finding(Span(0, 0), message, path, "error", rule=CRASH)


def _crash(rule: Rule, path: str, error: Exception | SystemExit) -> Finding:
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{frame.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{frame.tb_lineno}" if frame else "?"
    name = type(error).__name__
    # What else an error says may be the text of a file.
    what = f"yielded what is no finding ({error})" if name == "FindingError" else f"crashed here with {name} at {where}"
    message = (
        f"the rule {rule.name} {what}; its other findings are missing. "
        "This is a bug of memlint or of a plug-in: please report it with the file that shows it"
    )
    return Finding(Span(0, 0), message, path, "error", rule=CRASH)
