"""Imports and links as a graph, for Mermaid or Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from memlint.project.plan import LoadPlan
from memlint.project.project import Project
from memlint.report.plan import words
from memlint.report.visible import shown
from memlint.source.records import NamedTuple

Language: TypeAlias = Literal["mermaid", "dot"]
Style: TypeAlias = Literal["import", "link", "lost"]

# In a quoted label only the quote would end it; the others are read as an entity, as HTML, as a line break ("\n")
# or as the start of Markdown.
_MERMAID = {ord(character): f"#{ord(character)};" for character in '#"&<>\\`'}
# Graphviz reads HTML entities in every label, and backslashes as its own escapes.
_DOT = {ord("\\"): "\\\\", ord('"'): '\\"', ord("&"): "&amp;"}


class Edge(NamedTuple):
    """An arrow between two files: an import, a link between memories, or an import that loads nothing."""

    source: str
    target: str
    style: Style


def edges(plan: LoadPlan, project: Project) -> tuple[list[str], list[Edge]]:
    """Return the files of the plan with those that they link to, and the arrows between them, sorted."""
    nodes = {load.path for load in plan.loads}
    loaded = {
        Edge(load.imported_by, load.path, "import" if load.contributes or load.why_not == "duplicate" else "lost")
        for load in plan.loads
        if load.imported_by
    }
    links = set()
    for index in project.memories.indexes:
        links |= {Edge(index.document.path, entry.target, "link") for entry in index.entries if entry.exists}
    for topic in project.memories.topics:
        names = (project.memories.named(link.target, topic.directory) for link in topic.document.wiki_links)
        links |= {Edge(topic.document.path, name, "link") for name in names if name}
    again = {edge for edge in loaded if edge.style == "lost" and edge._replace(style="import") in loaded}
    found = sorted((loaded - again) | {edge for edge in links if edge.source in nodes})
    return sorted(nodes | {path for edge in found for path in edge[:2]}), found


def render(plan: LoadPlan, project: Project, language: Language) -> Iterator[str]:
    """Yield the lines of the graph."""
    nodes, arrows = edges(plan, project)
    read = {load.path for load in plan.loads if load.contributes}
    never = {load.path for load in plan.loads} - read
    number = {path: f"n{at}" for at, path in enumerate(nodes)}
    labels = {path: shown(words.name(path, plan.home)) for path in nodes}
    yield from (_mermaid if language == "mermaid" else _dot)(number, labels, arrows, never)


def _mermaid(number: dict[str, str], labels: dict[str, str], arrows: list[Edge], never: set[str]) -> Iterator[str]:
    yield "flowchart LR"
    for path, name in number.items():
        yield f'  {name}["{labels[path].translate(_MERMAID)}"]' + (":::never" if path in never else "")
    for edge in arrows:
        arrow = {"import": "-->", "link": "-.->", "lost": "--x"}[edge.style]
        yield f"  {number[edge.source]} {arrow} {number[edge.target]}"
    if never:
        yield "  classDef never stroke-dasharray: 4 4,color:#888"


def _dot(number: dict[str, str], labels: dict[str, str], arrows: list[Edge], never: set[str]) -> Iterator[str]:
    yield "digraph memory {"
    yield "  rankdir=LR; node [shape=box];"
    for path, name in number.items():
        style = ", style=dashed, fontcolor=gray" if path in never else ""
        yield f'  {name} [label="{labels[path].translate(_DOT)}"{style}];'
    for edge in arrows:
        style = {"import": "", "link": " [style=dotted]", "lost": " [style=dashed, arrowhead=tee]"}[edge.style]
        yield f"  {number[edge.source]} -> {number[edge.target]}{style};"
    yield "}"
