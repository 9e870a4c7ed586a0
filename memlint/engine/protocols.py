"""The signatures of rules for mypy; a run does not import them, since two dozen classes take it a millisecond."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias

from memlint.engine.finding import Finding
from memlint.engine.suppression import Suppression
from memlint.project.agents import Agent
from memlint.project.imports import ImportEdge
from memlint.project.memory import Index, Topic
from memlint.project.plan import LoadPlan
from memlint.project.project import Project
from memlint.source.document import Document, Unread


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


class OnImportEdge(Protocol):
    def __call__(self, import_edge: ImportEdge) -> Iterable[Finding]: ...


class OnImportEdgeInProject(Protocol):
    def __call__(self, import_edge: ImportEdge, project: Project) -> Iterable[Finding]: ...


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


class OnSuppression(Protocol):
    def __call__(self, suppression: Suppression) -> Iterable[Finding]: ...


class OnSuppressionInProject(Protocol):
    def __call__(self, suppression: Suppression, project: Project) -> Iterable[Finding]: ...


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
    | OnImportEdge
    | OnImportEdgeInProject
    | OnAgent
    | OnAgentInProject
    | OnPlan
    | OnPlanInProject
    | OnUnread
    | OnUnreadInProject
    | OnProject
    | OnSuppression
    | OnSuppressionInProject
)
