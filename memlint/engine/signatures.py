"""The signatures that a rule may have: its parameters are its inputs and say how often it runs.

One unit (the first parameter), ``project`` beside it where needed, options as keyword-only parameters with defaults.
mypy checks a rule against these protocols; the engine checks the names again when it loads the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeAlias

from memlint.engine.finding import Finding
from memlint.project.agents import Agent
from memlint.project.memory import Index, Topic
from memlint.project.plan import LoadPlan
from memlint.project.project import Project
from memlint.source.document import Document, Unread

Check: TypeAlias = Callable[..., Iterable[Finding]]

#: Parameter → how the engine makes its values: pairs of the path that findings belong to, and the value.
UNITS: dict[str, Callable[[Project], Iterable[tuple[str, Any]]]] = {
    "document": lambda project: project.documents.items(),
    "instructions": lambda project: ((document.path, document) for document in project.instructions()),
    "rule_file": lambda project: ((document.path, document) for document in project.rule_files()),
    "index": lambda project: ((index.document.path, index) for index in project.memories.indexes),
    "topic": lambda project: ((topic.document.path, topic) for topic in project.memories.topics),
    "agent": lambda project: ((agent.document.path, agent) for agent in project.agents),
    "plan": lambda project: ((".", project.plan),),
    "unread": lambda project: ((unread.path, unread) for unread in project.unread),
    "project": lambda project: ((".", project),),
}


class OnDocument(Protocol):
    def __call__(self, document: Document) -> Iterable[Finding]: ...


class OnDocumentInProject(Protocol):
    def __call__(self, document: Document, project: Project) -> Iterable[Finding]: ...


class OnInstructions(Protocol):
    def __call__(self, instructions: Document) -> Iterable[Finding]: ...


class OnInstructionsInProject(Protocol):
    def __call__(self, instructions: Document, project: Project) -> Iterable[Finding]: ...


class OnRuleFile(Protocol):
    def __call__(self, rule_file: Document) -> Iterable[Finding]: ...


class OnRuleFileInProject(Protocol):
    def __call__(self, rule_file: Document, project: Project) -> Iterable[Finding]: ...


class OnIndex(Protocol):
    def __call__(self, index: Index) -> Iterable[Finding]: ...


class OnIndexInProject(Protocol):
    def __call__(self, index: Index, project: Project) -> Iterable[Finding]: ...


class OnTopic(Protocol):
    def __call__(self, topic: Topic) -> Iterable[Finding]: ...


class OnTopicInProject(Protocol):
    def __call__(self, topic: Topic, project: Project) -> Iterable[Finding]: ...


class OnAgent(Protocol):
    def __call__(self, agent: Agent) -> Iterable[Finding]: ...


class OnAgentInProject(Protocol):
    def __call__(self, agent: Agent, project: Project) -> Iterable[Finding]: ...


class OnPlan(Protocol):
    def __call__(self, plan: LoadPlan) -> Iterable[Finding]: ...


class OnPlanInProject(Protocol):
    def __call__(self, plan: LoadPlan, project: Project) -> Iterable[Finding]: ...


class OnUnread(Protocol):
    def __call__(self, unread: Unread) -> Iterable[Finding]: ...


class OnUnreadInProject(Protocol):
    def __call__(self, unread: Unread, project: Project) -> Iterable[Finding]: ...


class OnProject(Protocol):
    def __call__(self, project: Project) -> Iterable[Finding]: ...


Signature: TypeAlias = (
    OnDocument
    | OnDocumentInProject
    | OnInstructions
    | OnInstructionsInProject
    | OnRuleFile
    | OnRuleFileInProject
    | OnIndex
    | OnIndexInProject
    | OnTopic
    | OnTopicInProject
    | OnAgent
    | OnAgentInProject
    | OnPlan
    | OnPlanInProject
    | OnUnread
    | OnUnreadInProject
    | OnProject
)
