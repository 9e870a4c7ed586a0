"""Calls a rule with single values, or takes what it found in their files before."""

from __future__ import annotations

from functools import partial
from typing import Any

from memlint.engine.finding import Finding
from memlint.engine.rule import Rule
from memlint.project.project import Project

#: Units of which each value is one memory file.
OF_ONE_FILE = ("document", "instructions", "rule_file", "topic")


class Calling:
    """Calls ``rule`` with ``options`` for values of ``project``."""

    def __init__(self, rule: Rule, options: dict[str, Any], project: Project) -> None:
        self.rule, self._options, self._project = rule, options, project
        self._parts = project.parts if rule.unit in OF_ONE_FILE else None
        self._name = f"{rule.name} {sorted(options.items())}"

    def found_in(self, path: str, value: Any) -> tuple[Finding, ...]:
        """Return what the rule finds in ``value``, which belongs to ``path``. Raises whatever the rule does."""
        if self._parts is None:
            return self._called(path, value, self._project)
        is_topic = self.rule.unit == "topic"  # one knows its directory
        name = f"{self._name} {value.directory.path}" if is_topic else self._name
        if self._parts.is_empty(name, path):
            return ()
        return self._parts.of(name, path, partial(self._called, path, value), around=is_topic)

    def _called(self, path: str, value: Any, project: Project) -> tuple[Finding, ...]:
        rule = self.rule
        arguments = (value, project) if rule.wants_project else (value,)
        found = rule.check(*arguments, **self._options)
        told = tuple(finding._replace(rule=rule.name, path=finding.path or path) for finding in found)
        if told and not rule.module.startswith("memlint.rules."):  # the tests check those
            from memlint.engine.finding_check import checked

            told = tuple(map(checked, told))
        return told
