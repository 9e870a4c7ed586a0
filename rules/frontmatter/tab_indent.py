"""frontmatter/tab-indent."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, Span, rule


@rule("error")
def tab_indent(document: Document, project: Project) -> Findings:
    """A line of the header is indented with a tab.

    YAML forbids tabs there, so the whole header is lost: a topic file has no name and description for recall, and a
    rule file with `paths` loads in every session. The agent's second try does not help, and nobody is told.

    What to do: indent with blanks.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
        \\x09type: project
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    header, file = document.frontmatter, project.file(document.path)
    if header is None or header.problem is None or file is None:
        return
    if header.problem.cause != "tab" or header.status != "invalid":
        return
    offset = header.problem.offset
    line = document.text.rfind("\n", 0, offset) + 1
    at = max(line, document.text.find("\t", line, offset + 1))
    span, what = Span(at, at + 1), "a tab indents this line, which YAML forbids"
    if file.kind == "topic":
        yield Finding(span, f"{what}: the agent takes the header as empty, so recall has no name or description")
    elif file.kind == "rule_file" and header.get("paths") is not None:
        yield Finding(span, f"{what}: its paths are lost, so this rule loads in every session")
    elif file.kind == "rule_file":
        yield Finding(span, f"{what}: the agent takes the header as empty", severity="warning")
