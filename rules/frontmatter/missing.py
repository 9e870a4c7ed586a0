"""frontmatter/missing."""

from __future__ import annotations

from memlint import Finding, Findings, Project, Span, Topic, rule

from ._headers import folded, late, unclosed_header


@rule("error")
def missing(topic: Topic, project: Project) -> Findings:
    """A topic file has no header while the others of its directory have one.

    Topic files are recalled by name and description alone: without a header this memory is never chosen, and the agent
    never adds one to a file that has none. A store in which most or all files have no header is an older one and is let
    pass.

    What to do: begin the file with a header that tells name, description and type.

    Bad:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Tests](tests.md) — how to run them

        ==> memory/deploys.md
        On Tuesdays.

        ==> memory/tests.md
        ---
        name: tests
        description: How to run the tests
        metadata:
          type: reference
        ---
        With `make check`.

    Good:

        ==> memory/MEMORY.md
        - [Deploys](deploys.md) — when we deploy
        - [Tests](tests.md) — how to run them

        ==> memory/deploys.md
        ---
        name: deploys
        description: When we deploy
        metadata:
          type: project
        ---
        On Tuesdays.

        ==> memory/tests.md
        ---
        name: tests
        description: How to run the tests
        metadata:
          type: reference
        ---
        With `make check`.
    """
    document = topic.document
    if document.frontmatter is not None or late(document) or unclosed_header(document):
        return
    having, others = project.memories.headed[topic.directory.path], len(topic.directory.topics) - 1
    if not having or having * 2 < others or topic.stem.lower() == folded(project.facts.text("names.index")):
        return
    share = f"{having} of the {others} other memories here" if others > 1 else "the other memory here"
    yield Finding(
        Span(0, 0),
        f"no header, so no name, description or type, while {share} {'have' if having > 1 else 'has'} one: recall goes "
        "by these",
    )
