"""Calls a rule with one value, or takes what it found in that file before."""

from __future__ import annotations

from functools import partial
from typing import Any

from memlint.engine.finding import Finding
from memlint.engine.rule import Rule
from memlint.project.project import Project

#: Units of which each value is one memory file.
OF_ONE_FILE = ("document", "instructions", "rule_file", "topic")


def found_in(rule: Rule, options: dict[str, Any], path: str, value: Any, project: Project) -> tuple[Finding, ...]:
    """Return what ``rule`` finds in ``value``, which belongs to ``path``. Raises whatever the rule does."""
    make = partial(_called, rule, options, path, value)
    if project.parts is None or rule.unit not in OF_ONE_FILE:
        return make(project)
    name = f"{rule.name} {sorted(options.items())}"
    if rule.unit == "topic":  # a topic knows its directory
        return project.parts.of(f"{name} {value.directory.path}", path, make, around=True)
    return project.parts.of(name, path, make)


def _called(rule: Rule, options: dict[str, Any], path: str, value: Any, project: Project) -> tuple[Finding, ...]:
    arguments = (value, project) if rule.wants_project else (value,)
    found = rule.check(*arguments, **options)
    return tuple(finding._replace(rule=rule.name, path=finding.path or path) for finding in found)
