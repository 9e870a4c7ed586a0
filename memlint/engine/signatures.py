"""The signatures that a rule may have: its parameters are its inputs and say how often it runs.

One unit (the first parameter), ``project`` beside it where needed, options as keyword-only parameters with defaults.
mypy checks a rule against ``protocols``; the engine checks the names again when it loads the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from memlint.engine.finding import Finding
from memlint.project.project import Project

Check: TypeAlias = Callable[..., Iterable[Finding]]

#: Parameter → how the engine makes its values: pairs of the path that findings belong to, and the value.
UNITS: dict[str, Callable[[Project], Iterable[tuple[str, Any]]]] = {
    "document": lambda project: project.documents.items(),
    "instructions": lambda project: ((document.path, document) for document in project.instructions()),
    "rule_file": lambda project: ((document.path, document) for document in project.rule_files()),
    "index": lambda project: ((index.document.path, index) for index in project.memories.indexes),
    "topic": lambda project: ((topic.document.path, topic) for topic in project.memories.topics),
    "import_edge": lambda project: ((edge.source, edge) for edge in project.import_edges()),
    "agent": lambda project: ((agent.document.path, agent) for agent in project.agents),
    "plan": lambda project: ((".", project.plan),),
    "unread": lambda project: ((unread.path, unread) for unread in project.unread),
    "project": lambda project: ((".", project),),
    "suppression": lambda project: (),  # made by the run itself, when all other rules are done
}
