"""agents/header-invalid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Agent, Document, Finding, Findings, Frontmatter, Project, Severity, Span, compile_once, rule

# Other keys that say that a file is meant to define an agent.
_MEANT = ("tools", "model", "memory", "color", "disallowedTools", "permissionMode")
# What strict YAML refuses here for safety alone; the product may read it.
_OURS = ("an alias", "nesting deeper", "the header is longer")
_HEAD = 4_000  # characters in which a header that is not at the top is looked for


@cache
def _key() -> re.Pattern[str]:
    return compile_once(r"(?m)^(?:name|description)[ \t]*:[ \t]*\S")


@cache
def _late_header() -> re.Pattern[str]:
    return compile_once(r"(?m)^[ \t]*---[ \t]*\r?$")


@rule("error")
def header_invalid(agent: Agent, project: Project) -> Findings:
    """A file in the folder of agents whose header defines none.

    The agent takes a file below `.claude/agents` as a subagent only with a header that it can read, at the very top,
    with a name and a description. It goes on without any other one and shows that in `/doctor` at most. A file
    without anything like a header is taken for notes about the agents and let pass.

    What to do: begin the file with a line `---`, close the header with another, and quote values that hold a colon and
    a blank or start with a special character.

    Bad:

        ==> .claude/agents/painter.md
        ---
        description: Mixes glazes
        tools: Read, Grep
        ---
        You mix glazes.

    Bad:

        ==> .claude/agents/painter.md
        <!-- Owner: dana -->
        ---
        name: painter
        description: Mixes glazes
        ---
        You mix glazes.

    Good:

        ==> .claude/agents/painter.md
        ---
        name: painter
        description: Mixes glazes
        ---
        You mix glazes.

        ==> .claude/agents/README.md
        # Our subagents
    """
    header = agent.document.frontmatter
    if header is None:
        yield from _without_header(agent.document)
    elif header.status == "invalid":
        if header.problem is not None and (header.get("name") or header.get("description")):
            ours = header.problem.message.startswith(_OURS)
            severity: Severity = "warning" if ours else "error"
            at = min(header.problem.offset, len(agent.document.text))
            span = Span(at, min(at + 1, len(agent.document.text)))
            message = f"not valid YAML ({header.problem.message}): the header counts as empty and defines no agent"
            yield Finding(span, message, severity=severity)
    else:
        yield from _missing_keys(agent, header, project.facts.words("subagent.required-keys"))


def _without_header(document: Document) -> Iterator[Finding]:
    """Yield what is meant as a header and is none: not closed, or not at the top."""
    head = document.text[:_HEAD]
    fences = _late_header().finditer(head)
    first, second = next(fences, None), next(fences, None)
    if first is None or document.in_code(first.start()):
        return
    inner = head[first.end() : second.start() if second else len(head)]
    if first.start() == 0 and first[0].startswith("---"):
        if second is None and len(_key().findall(inner)) > 1:
            yield Finding(Span(0, 3), "no line --- closes the header, so this file defines no agent")
    elif _is_header(head[: first.start()]) and _key().match(head) and len(_key().findall(head, 0, first.start())) > 1:
        yield Finding(Span(0, 0), "no line --- opens the header, so this file defines no agent")
    elif second is not None and _is_header(inner) and len(_key().findall(inner)) > 1:
        message = "this header is not at the very top of the file: the agent takes it for text and defines no agent"
        yield Finding(Span(first.start(), first.start() + len(first[0].rstrip("\r"))), message)


def _is_header(text: str) -> bool:
    text = text.replace("\r\n", "\n").strip()
    return "\n\n" not in text and "\n#" not in text


def _missing_keys(agent: Agent, header: Frontmatter, required: tuple[str, ...]) -> Iterator[Finding]:
    missing = [key for key in required if not _says(header, key)]
    meant = any(_says(header, key) for key in required) and any(
        header.get(key) is not None for key in (*_MEANT, *required[:1])
    )
    if not missing or not meant:
        return
    field = header.get(missing[0])
    keys = " and no ".join(missing)
    severity: Severity = "error" if required[0] in missing else "warning"
    span = field.key_span if field is not None else Span(0, 3)
    yield Finding(span, f"the header has no {keys}, and the agent needs both to define a subagent", severity=severity)


def _says(header: Frontmatter, key: str) -> bool:
    field = header.get(key)
    return field is not None and bool(field.text.strip()) and field.kind not in ("list", "mapping", "null")
