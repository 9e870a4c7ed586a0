"""frontmatter/invalid-yaml."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, Span, rule


@rule("warning")
def invalid_yaml(document: Document, project: Project) -> Findings:
    """A header that is not valid YAML.

    When reading it fails, the agent quotes simple one-line values and tries again; when that fails too, it goes on as
    if the header were empty and says so to nobody. A rule file then loses its `paths` and loads in every session (an
    error). A header that the second try saves is only an info: other tools still drop all of it. An unquoted colon in a
    topic file is `frontmatter/truncated-value`; tabs and keys that stand twice have rules of their own too.

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
    cause = header.problem.cause
    if (file.kind == "topic" and cause != "other") or (file.kind == "rule_file" and cause in ("tab", "duplicate-key")):
        return  # these have rules of their own
    offset = min(header.problem.offset, len(document.text))
    span = Span(offset, min(offset + 1, len(document.text)))
    why = f"not valid YAML ({_in_words(header.problem.message, document.text[:offset].rstrip(' '))})"
    if header.status == "rescued":
        paths = header.get("paths") if file.kind == "rule_file" else None
        if paths is not None and paths.span.start <= offset <= paths.span.end:
            return  # scope/unquoted-glob tells of it
        yield Finding(
            span, f"{why}: the agent's second try reads it, other tools lose the whole header", severity="info"
        )
    elif file.kind == "rule_file" and header.get("paths") is not None:
        yield Finding(span, f"{why}: its paths are lost, so this rule loads in every session", severity="error")
    elif file.kind == "topic":
        yield Finding(span, f"{why}: the agent takes the header as empty, so recall has no name or description")
    else:
        yield Finding(span, f"{why}: the agent takes the header as empty")


def _in_words(message: str, before: str) -> str:
    """Say what stands there where the parser only says what it missed."""
    behind = message.startswith("did not find expected key") and before.endswith(('"', "'"))
    return "text behind the closing quote" if behind else message
