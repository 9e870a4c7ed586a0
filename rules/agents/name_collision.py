"""agents/name-collision."""

from __future__ import annotations

from memlint import Agent, Finding, Findings, Place, Project, Span, rule, store_name

from ._agents import base_of, header_field, named

_SHOWN = 10


@rule("warning", where="agent")
def name_collision(project: Project) -> Findings:
    """Two subagents of one folder have the same name.

    Of two definitions with one name the agent takes one and drops the other, and tells nobody. Two names that differ
    in other characters than letters, digits, `-` and `_` share a memory folder: each subagent reads and overwrites
    what the other one learned. A definition in an inner folder may replace an outer one on purpose.

    What to do: give each subagent a name of its own.

    Bad:

        ==> .claude/agents/painter.md
        ---
        name: painter
        description: Mixes glazes
        ---
        You mix glazes.

        ==> .claude/agents/kiln/mixer.md
        ---
        name: painter
        description: Mixes clay
        ---
        You mix clay.

    Good:

        ==> .claude/agents/painter.md
        ---
        name: painter
        description: Mixes glazes
        ---
        You mix glazes.

        ==> services/glaze/.claude/agents/painter.md
        ---
        name: painter
        description: Mixes the glazes of this service
        ---
        You mix glazes.
    """
    same: dict[tuple[str, str], list[Agent]] = {}
    shared: dict[tuple[str, str, str], dict[str, Agent]] = {}
    scopes = project.facts.words("subagent.memory-scopes")
    for agent in project.agents:
        name = named(agent)
        if not name:
            continue
        base, memory = base_of(agent, project.facts), header_field(agent, "memory")
        same.setdefault((base, name), []).append(agent)
        if memory is not None and memory.text in scopes:
            shared.setdefault((base, memory.text, store_name(name, project.facts)), {}).setdefault(name, agent)
    for (_, name), agents in same.items():
        if len(agents) > 1:
            yield _finding(agents, f'{len(agents)} definitions are named "{name}": only one of them is used')
    for (_, _, store), by_name in shared.items():
        if len(by_name) > 1:
            names = ", ".join(f'"{name}"' for name in by_name)
            yield _finding([*by_name.values()], f"{names} keep their memory in one folder, {store}")


def _finding(agents: list[Agent], message: str) -> Finding:
    first, *others = reversed(agents)  # the last one by path: it came later more often than not
    related = tuple(Place(other.document.path, _place(other), "named here too") for other in reversed(others))
    return Finding(_place(first), message, first.document.path, related=related[:_SHOWN])


def _place(agent: Agent) -> Span:
    field = agent.field("name")
    return field.span if field is not None else Span(0, 0)
