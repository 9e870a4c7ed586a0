"""agents/orphan-store."""

from __future__ import annotations

from memlint import Agent, Finding, Findings, Place, Project, Span, rule, store_name

from .._names import nearest
from ._agents import Store, header_field, named, notes, owners, stores


@rule("info", where="agent")
def orphan_store(project: Project) -> Findings:
    """A store of memories whose subagent is not in the project.

    Each subagent reads the store of its own name alone. When it is renamed, or its definition goes away, the notes
    stay behind and nobody reads them. Subagents of plug-ins and of a person are defined elsewhere: a project that
    defines none is let pass, and this is an info but where a subagent of almost the same name has no store.

    What to do: rename the folder after the subagent that is to read it.

    Bad:

        ==> .claude/agents/planner.md
        ---
        name: firing-planner
        description: Plans firings
        memory: project
        ---
        You plan firings.

        ==> .claude/agent-memory/firings-planner/MEMORY.md
        - Cone 6 takes nine hours.

    Good:

        ==> .claude/agents/planner.md
        ---
        name: firing planner
        description: Plans firings
        memory: project
        ---
        You plan firings.

        ==> .claude/agent-memory/firing-planner/MEMORY.md
        - Cone 6 takes nine hours.
    """
    found, defined = list(stores(project)), owners(project)
    if not found or not defined:
        return
    elsewhere, plugins = _elsewhere(project), _plugins(project)
    filled = {store.name for store in found}
    waiting = [name for name in _remembering(project) if name not in filled]
    for store in found:
        if store.name in defined or store.name in elsewhere or store.name.startswith(plugins):
            continue
        count = notes(store, project)
        if count:
            yield _finding(store, count, nearest(store.name, waiting), project)


def _finding(store: Store, count: int, near: str, project: Project) -> Finding:
    files = f"{count:,} file{'' if count == 1 else 's'} of notes"
    path = store.directory.index_file or store.directory.topics[0]
    if not near:
        message = (
            f'no agent of this project is named "{store.name}": if no plug-in or person has one, nobody reads {files}'
        )
        return Finding(Span(0, 0), message, path)
    agent = _remembering(project)[near]
    message = f'no agent is named "{store.name}", and "{near}" has no store: nobody reads {files}'
    there = Place(agent.document.path, Span(0, 0), "reads a store of its own name")
    return Finding(Span(0, 0), message, path, "warning", related=(there,))


def _remembering(project: Project) -> dict[str, Agent]:
    """Return the agents that have a memory, by the name of their store."""
    with_memory = (agent for agent in project.agents if named(agent) and header_field(agent, "memory") is not None)
    return {store_name(agent.name, project.facts): agent for agent in with_memory}


def _elsewhere(project: Project) -> frozenset[str]:
    """Return the stores of the agents that plug-ins of this repository and other tools define."""
    found = set()
    for path in project.listed:
        if path.endswith(".md") and "agents/" in path:
            folder, _, name = path.rpartition("/")
            if "agents" in folder.split("/"):
                found.add(store_name(name.removesuffix(".md").removesuffix(".agent"), project.facts))
    return frozenset(found)


def _plugins(project: Project) -> tuple[str, ...]:
    """Return how the stores of the plug-ins' agents begin: those that the settings switch on."""
    tables = (settings.get("enabledPlugins") for settings in project.agent_settings)
    names = {str(name).partition("@")[0] for table in tables if isinstance(table, dict) for name in table}
    return tuple(sorted(f"{store_name(name, project.facts)}-" for name in names if name))
