"""memlint checks what coding agents remember: the files they load, as they load them.

The names below are all that a rule, a plug-in or an embedder may import. They come in on first use, so that
``memlint --version`` pays for none of them.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing.TYPE_CHECKING without the 8 ms that importing typing takes
if TYPE_CHECKING:
    from typing import Any

    from memlint.config import Settings
    from memlint.engine.check import Report, check
    from memlint.engine.finding import Edit, Finding, Findings, Fix, Place, Severity
    from memlint.engine.rule import PartMaker, Rule, rule
    from memlint.engine.suppression import Named, Suppression
    from memlint.errors import UsageError
    from memlint.harness.claude import store_name
    from memlint.harness.excludes import excluded_by
    from memlint.harness.facts import Fact, Facts
    from memlint.harness.ignore import ignore_spec
    from memlint.harness.rule_paths import over_budget, rule_matcher, rule_patterns
    from memlint.project.agent_settings import AgentSettings
    from memlint.project.agents import Agent
    from memlint.project.contexts import Context, Contexts
    from memlint.project.directions import spoken_in
    from memlint.project.files import MemoryDirectory, MemoryFile
    from memlint.project.imports import ImportEdge
    from memlint.project.index_line import new_entry
    from memlint.project.memory import Answer, Entry, Index, Topic
    from memlint.project.plan import Load, LoadPlan
    from memlint.project.project import Project
    from memlint.project.repository import Repository
    from memlint.project.repository.packages import Package
    from memlint.project.repository.scripts import Targets
    from memlint.project.repository.style import Style
    from memlint.source.date_hints import mentions_time, time_hints
    from memlint.source.dates import RelativeDate, relative_dates
    from memlint.source.directives.atoms import Atom, Directive
    from memlint.source.directives.conflicts import Conflict
    from memlint.source.document import Document, Unread
    from memlint.source.frontmatter import Frontmatter
    from memlint.source.header_yaml import Field, Scalar
    from memlint.source.measure import Cut, Measure
    from memlint.source.nodes import WikiLink
    from memlint.source.patterns import compile_once
    from memlint.source.placeholders import is_placeholder
    from memlint.source.records import NamedTuple
    from memlint.source.remembered import remembered
    from memlint.source.secrets import Credential, credentials
    from memlint.source.sentences import Sentence
    from memlint.source.spans import Span

__version__ = "0.1.0"

_HOMES = {
    "config": ("Settings",),
    "engine.check": ("Report", "check"),
    "engine.finding": ("Edit", "Finding", "Findings", "Fix", "Place", "Severity"),
    "engine.rule": ("PartMaker", "Rule", "rule"),
    "engine.suppression": ("Named", "Suppression"),
    "errors": ("UsageError",),
    "harness.claude": ("store_name",),
    "harness.excludes": ("excluded_by",),
    "harness.facts": ("Fact", "Facts"),
    "harness.ignore": ("ignore_spec",),
    "harness.rule_paths": ("over_budget", "rule_matcher", "rule_patterns"),
    "project.agent_settings": ("AgentSettings",),
    "project.agents": ("Agent",),
    "project.contexts": ("Context", "Contexts"),
    "project.directions": ("spoken_in",),
    "project.files": ("MemoryDirectory", "MemoryFile"),
    "project.imports": ("ImportEdge",),
    "project.index_line": ("new_entry",),
    "project.memory": ("Answer", "Entry", "Index", "Topic"),
    "project.plan": ("Load", "LoadPlan"),
    "project.project": ("Project",),
    "project.repository": ("Repository",),
    "project.repository.packages": ("Package",),
    "project.repository.scripts": ("Targets",),
    "project.repository.style": ("Style",),
    "source.directives.atoms": ("Atom", "Directive"),
    "source.directives.conflicts": ("Conflict",),
    "source.date_hints": ("mentions_time", "time_hints"),
    "source.dates": ("RelativeDate", "relative_dates"),
    "source.document": ("Document", "Unread"),
    "source.frontmatter": ("Frontmatter",),
    "source.header_yaml": ("Field", "Scalar"),
    "source.measure": ("Cut", "Measure"),
    "source.nodes": ("WikiLink",),
    "source.patterns": ("compile_once",),
    "source.placeholders": ("is_placeholder",),
    "source.records": ("NamedTuple",),
    "source.remembered": ("remembered",),
    "source.secrets": ("Credential", "credentials"),
    "source.sentences": ("Sentence",),
    "source.spans": ("Span",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = (
    "Agent",
    "AgentSettings",
    "Answer",
    "Atom",
    "Conflict",
    "Context",
    "Contexts",
    "Credential",
    "Cut",
    "Directive",
    "Document",
    "Edit",
    "Entry",
    "Fact",
    "Facts",
    "Field",
    "Finding",
    "Findings",
    "Fix",
    "Frontmatter",
    "ImportEdge",
    "Index",
    "Load",
    "LoadPlan",
    "Measure",
    "MemoryDirectory",
    "MemoryFile",
    "Named",
    "NamedTuple",
    "Package",
    "PartMaker",
    "Place",
    "Project",
    "RelativeDate",
    "Report",
    "Repository",
    "Rule",
    "Scalar",
    "Sentence",
    "Settings",
    "Severity",
    "Span",
    "Style",
    "Suppression",
    "Targets",
    "Topic",
    "Unread",
    "UsageError",
    "WikiLink",
    "check",
    "compile_once",
    "credentials",
    "disk",
    "excluded_by",
    "ignore_spec",
    "is_placeholder",
    "mentions_time",
    "new_entry",
    "over_budget",
    "relative_dates",
    "remembered",
    "rule",
    "rule_matcher",
    "rule_patterns",
    "spoken_in",
    "store_name",
    "time_hints",
)


def __getattr__(name: str) -> Any:
    if name == "disk":  # a module whose functions stand for those of os
        from importlib import import_module

        return import_module("memlint.disk")
    if name not in _HOME:
        raise AttributeError(f"module 'memlint' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"memlint.{_HOME[name]}"), name)
    globals()[name] = value
    return value
