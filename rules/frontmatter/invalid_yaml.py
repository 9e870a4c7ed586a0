"""frontmatter/invalid-yaml."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Frontmatter, Project, Span, rule


@rule("warning")
def invalid_yaml(document: Document, project: Project) -> Findings:
    """A header that is not valid YAML.

    When reading it fails, the agent quotes simple one-line values and tries again; when that fails too, it goes on as
    if the header were empty and says so to nobody. A rule file then loses its `paths` and loads in every session (an
    error). A header that the second try saves is only an info: other tools still drop all of it.

    What to do: quote values that start with a special character or hold a colon and a blank.

    Bad:

        ==> .claude/rules/api.md
        ---
        paths:
          - **/*.ts
        ---
        Return typed errors.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: "When" we deploy: [Tuesdays
          or Fridays
        type: project
        ---
        On Tuesdays.

    Good:

        ==> .claude/rules/api.md
        ---
        paths:
          - "**/*.ts"
        ---
        Return typed errors.
    """
    header, file = document.frontmatter, project.file(document.path)
    if header is None or header.problem is None or file is None or file.kind == "imported":
        return
    span = Span(min(header.problem.offset, len(document.text)), min(header.problem.offset + 1, len(document.text)))
    why = f"not valid YAML ({header.problem.message})"
    if header.status == "rescued":
        yield Finding(
            span, f"{why}: the agent's second try reads it, other tools lose the whole header", severity="info"
        )
    elif file.kind == "rule_file" and _means_scope(header):
        yield Finding(span, f"{why}: its paths are lost, so this rule loads in every session", severity="error")
    else:
        yield Finding(span, f"{why}: the agent takes the header as empty")


def _means_scope(header: Frontmatter) -> bool:
    return header.get("paths") is not None
