"""agents/missing-tools."""

from __future__ import annotations

import re
from functools import cache

from memlint import Agent, Field, Finding, Findings, Project, compile_once, rule, store_name

from ._agents import header_field


@cache
def _tool() -> re.Pattern[str]:
    return compile_once(r"\w[\w-]*|\*")


@rule("info")
def missing_tools(agent: Agent, project: Project) -> Findings:
    """A subagent with memory whose list of tools leaves out what memory needs.

    `memory:` turns on Read, Write and Edit, so that the subagent can keep its notes. An explicit `tools:` list is
    reported to win over that: the subagent is then told to keep a memory that it cannot write. Silent where its store
    already holds memories.

    What to do: add the missing tools to the list, or let the subagent go without `memory:`.

    Bad:

        ==> .claude/agents/painter.md
        ---
        name: painter
        description: Mixes glazes
        tools: Read, Grep, Bash
        memory: project
        ---
        You mix glazes.

    Good:

        ==> .claude/agents/painter.md
        ---
        name: painter
        description: Mixes glazes
        tools: Read, Write, Edit, Grep
        memory: project
        ---
        You mix glazes.
    """
    memory, tools = header_field(agent, "memory"), header_field(agent, "tools")
    if memory is None or tools is None or memory.text not in project.facts.words("subagent.memory-scopes"):
        return
    listed = _tools(tools)
    missing = [tool for tool in project.facts.words("subagent.memory-tools") if tool not in listed]
    if not listed or not missing or "*" in listed or _has_notes(agent, project):
        return
    message = (
        f"memory: {memory.text} needs {_and(missing)}, which this list leaves out: "
        "reports say that the list wins and the agent cannot keep its notes"
    )
    yield Finding(tools.span, message)


def _tools(field: Field) -> frozenset[str]:
    """Return the names in a list or a text: ``Read, Bash(git log:*)`` has Read and Bash."""
    words = [item.text for item in field.items] if field.kind == "list" else _split(field.text)
    found = (_tool().match(word.strip()) for word in words)
    return frozenset(match[0] for match in found if match is not None)


def _split(text: str) -> list[str]:
    """Split at commas and blanks that stand in no parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth <= 0 and (letter == "," or letter.isspace()):
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _has_notes(agent: Agent, project: Project) -> bool:
    ends = tuple(
        f"{place.rpartition('/')[2]}/{store_name(agent.name, project.facts)}"
        for place in project.facts.words("names.agent-memory")
    )
    return any(directory.topics for directory in project.directories if directory.path.endswith(ends))


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
