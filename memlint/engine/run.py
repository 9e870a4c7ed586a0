"""Calls rules with what their parameters ask for; one crash is one finding."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, cast

from memlint.config import Settings
from memlint.engine import selection
from memlint.engine.finding import Finding, Severity
from memlint.engine.rule import Rule
from memlint.engine.signatures import UNITS
from memlint.project.project import Project
from memlint.source.spans import Span

CRASH = "internal/rule-crash"


def run(project: Project, rules: Iterable[Rule], settings: Settings, durations: dict[str, float]) -> list[Finding]:
    """Return the findings of ``rules``, sorted. ``durations`` gets the seconds that each rule took."""
    found: list[Finding] = []
    ignores = _per_file_ignores(settings)
    for rule in rules:
        level = selection.severity(rule, settings)
        if level == "off":
            continue
        started = time.perf_counter()
        for finding in _call(rule, project, selection.options(rule, settings)):
            if not ignores(finding.path, rule) or finding.rule == CRASH:
                severity = level or finding.severity or rule.severity
                found.append(finding._replace(severity=cast(Severity, severity)) if finding.rule != CRASH else finding)
        durations[rule.name] = durations.get(rule.name, 0.0) + time.perf_counter() - started
    return sorted(found, key=order)


def order(finding: Finding) -> tuple[str, Span, str, str]:
    """Sort findings by place, then rule: the order of every report."""
    return finding.path, finding.span, finding.rule, finding.message


def _call(rule: Rule, project: Project, options: dict[str, Any]) -> Iterable[Finding]:
    if rule.where and not any(True for _ in UNITS[rule.where](project)):
        return
    for path, value in UNITS[rule.unit](project):
        arguments = (value, project) if rule.wants_project else (value,)
        try:
            for finding in rule.check(*arguments, **options):
                yield finding._replace(rule=rule.name, path=finding.path or path)
        except Exception as error:  # noqa: BLE001 - whatever a rule does wrong is reported, never a lost run
            yield _crash(rule, path, error)


def _crash(rule: Rule, path: str, error: Exception) -> Finding:
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{frame.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{frame.tb_lineno}" if frame else "?"
    message = (
        f"the rule {rule.name} crashed here with {type(error).__name__} at {where}; its other findings are missing. "
        "This is a bug of memlint or of a plug-in: please report it with the file that shows it"
    )
    return Finding(Span(0, 0), message, path, "error", rule=CRASH)


def _per_file_ignores(settings: Settings) -> Callable[[str, Rule], bool]:
    if not settings.per_file_ignores:
        return lambda path, rule: False
    from pathspec import GitIgnoreSpec

    table = [
        (GitIgnoreSpec.from_lines([glob.replace("\\", "/")]), frozenset(words))
        for glob, words in settings.per_file_ignores.items()
    ]

    @cache
    def ignored(path: str) -> frozenset[str]:
        return frozenset(word for spec, words in table if spec.match_file(path) for word in words)

    return lambda path, rule: not ignored(path).isdisjoint((rule.name, rule.family, selection.ALL, *rule.aliases))
