"""frontmatter/duplicate-key."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Place, Project, Span, rule


@rule("warning")
def duplicate_key(document: Document, project: Project) -> Findings:
    """A key stands twice in a header.

    Readers do not agree on it: many keep the last value, and the agent's own YAML reader refuses such a header, which
    then counts as empty. A rule file with `paths` loads in every session then, which is an error.

    What to do: keep the value that is right, once.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        description: When we deploy, and who may
        metadata:
          type: project
        ---
        On Tuesdays.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy, and who may
        metadata:
          type: project
        ---
        On Tuesdays.
    """
    header, file = document.frontmatter, project.file(document.path)
    if header is None or header.problem is None or file is None or file.kind not in ("topic", "rule_file"):
        return
    problem = header.problem
    if problem.cause != "duplicate-key":
        return
    key = problem.message.partition('"')[2].rpartition('"')[0]
    line = document.line(problem.first)
    related = (Place(document.path, Span(problem.first, problem.first + 1), "it stands here first"),)
    lost = file.kind == "rule_file" and header.get("paths") is not None
    effect = "its paths are lost and this rule loads in every session" if lost else "the header counts as empty"
    yield Finding(
        Span(problem.offset, min(problem.offset + len(key), header.content.end)),
        f'the key "{key}" stands on line {line} already: where readers keep one, it is the last, and for those that '
        f"refuse it, as the agent's does, {effect}",
        severity="error" if lost else None,
        related=related,
    )
