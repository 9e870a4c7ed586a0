"""Why rules said nothing, for ``-v``: which guard stood before each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memlint.config import Settings
from memlint.engine.check import Report
from memlint.engine.keyword import matches
from memlint.engine.rule import Rule
from memlint.engine.selection import former_names, level_of, names

_NOTHING = "nothing found"


def reasons(report: Report, settings: Settings, rules: Mapping[str, Rule]) -> Iterator[str]:
    """Yield a line for each reason, with the rules that it silenced; rules that looked and found nothing are counted."""
    told = {finding.rule for finding in report.findings}
    chosen = {rule.name for rule in report.rules}
    table: dict[str, list[str]] = {}
    for rule in rules.values():
        if rule.name not in told:
            why = _late(rule, report, settings) if rule.name in chosen else _early(rule, settings, rules)
            table.setdefault(why, []).append(rule.name)
    quiet = table.pop(_NOTHING, [])
    for why, found in sorted(table.items()):
        yield f"silent, {why}: {', '.join(found)}"
    if quiet:
        yield f"silent, {_NOTHING}: {len(quiet)} rule{'' if len(quiet) == 1 else 's'} not named here"


def _early(rule: Rule, settings: Settings, rules: Mapping[str, Rule]) -> str:
    """Say why a rule was not chosen to run."""
    former = former_names(rules)
    ignored = {former.get(name, name) for name in (*settings.ignore, *settings.cli_ignore)}
    selected = {former.get(name, name) for name in (*(settings.cli_select or settings.select), *settings.extend_select)}
    if settings.keyword and not matches(settings.keyword, rule.name):
        return "not meant by -k"
    if not names(rule).isdisjoint(ignored) and (rule.default or not names(rule).isdisjoint(selected)):
        return "ignored"
    if settings.cli_select or settings.select:
        return "not selected"
    return "ignored" if settings.preset == "strict" else "off by default"


def _late(rule: Rule, report: Report, settings: Settings) -> str:
    """Say why a rule that was chosen has no finding in the report."""
    if rule.name not in report.durations:
        return 'severity "off"' if level_of(rule, settings.severity) == "off" else "not run"
    if rule.name in report.unmet:
        return f"no {report.unmet[rule.name].replace('_', ' ')} here"
    hidden = (
        ("suppressed by a comment", report.suppressed),
        ("ignored in the file", report.ignored),
        ("in the baseline", report.baseline.known if report.baseline else ()),
    )
    found = [why for why, findings in hidden if any(finding.rule == rule.name for finding in findings)]
    return " and ".join(found) or _NOTHING
