"""agents/invalid-memory-scope."""

from __future__ import annotations

from memlint import Agent, Finding, Findings, Project, rule

from .._names import nearest
from ._agents import header_field

_NOTHING = ("", "none", "false", "off", "no", "null", "~")  # says that there is no memory, and so it is


@rule("error")
def invalid_memory_scope(agent: Agent, project: Project) -> Findings:
    """A subagent whose `memory:` is none of the scopes.

    `user`, `project` and `local` say where the subagent keeps what it learns. With any other word it runs without
    memory: it reads none, writes none and tells nobody.

    What to do: name one scope; `project` is shared with everybody who has the repository.

    Bad:

        ==> .claude/agents/painter.md
        ---
        name: painter
        description: Mixes glazes
        memory: projet
        ---
        You mix glazes.

    Good:

        ==> .claude/agents/painter.md
        ---
        name: painter
        description: Mixes glazes
        memory: project
        ---
        You mix glazes.
    """
    field = header_field(agent, "memory")
    scopes = project.facts.words("subagent.memory-scopes")
    if field is None or not scopes or field.text in scopes:
        return
    if field.text.strip().lower() in _NOTHING and field.kind not in ("list", "mapping"):
        return
    said = f'"{field.text}"' if field.text else f"a {field.kind}"
    near = nearest(field.text.strip().lower(), scopes)
    hint = f'; "{near}" is meant?' if near else ""
    span = field.span if field.span.end > field.span.start else field.key_span
    yield Finding(span, f"{said} is none of {', '.join(scopes)}: this agent runs without memory{hint}")
