"""budget/header-too-long."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Topic, rule


@rule("warning")
def header_too_long(topic: Topic, project: Project) -> Findings:
    """The header of a topic file ends after the lines that recall reads.

    Recall takes name and description from the first 30 lines of a file, 64 KiB at most. A header that is not closed
    there counts as none, so the memory is not offered for a question that it would answer.

    What to do: keep name, description and type in the header and move the rest below it.

    Bad:

        ==> memory/MEMORY.md
        - [Blue](blue.md) — how the blue glaze is fired

        ==> memory/blue.md
        ---
        name: blue
        description: How the blue glaze is fired
        type: project
        firings:
          - cone six, held for twenty minutes
        (30 such lines)
        ---
        It runs at cone seven.

    Good:

        ==> memory/MEMORY.md
        - [Blue](blue.md) — how the blue glaze is fired

        ==> memory/blue.md
        ---
        name: blue
        description: How the blue glaze is fired
        type: project
        ---
        Firings:
        - cone six, held for twenty minutes
        (30 such lines)
    """
    document, facts = topic.document, project.facts
    header = document.frontmatter
    if header is None or not any(topic.field(name) for name in ("name", "description", "type")):
        return  # no header, or a text between two rule lines
    lines, size = facts.number("topic.header-lines"), facts.number("topic.header-bytes")
    last = document.line(header.content.end)
    head = document.text[: header.content.end + 3]
    if last > lines:
        message = f"the header ends on line {last}; recall reads the first {lines} lines"
    elif len(head) * 4 > size and len(head.encode()) > size:
        message = f"the header ends after {len(head.encode()):,} bytes; recall reads the first {size:,}"
    else:
        return
    yield Finding(header.span, f"{message}, so name and description are not seen")
