"""imports/in-scoped-rule."""

from __future__ import annotations

from collections import defaultdict

from memlint import Document, Finding, Findings, Project, rule

from ._handles import is_accident
from ._sessions import is_scoped, loads_anyway
from ._targets import brings_credentials, sized


@rule("warning", where="import_edge")
def in_scoped_rule(project: Project) -> Findings:
    """An import inside a rule file that is meant for certain files only.

    A rule file with `paths` in its header waits until the agent works on a file that matches. What it imports does
    not wait: it is loaded at the start of every session, whatever the paths say, so that the scope has no effect on
    that text. A rule that is nothing but its import is let pass: it points to the file of another tool, and has no
    text of its own to scope.

    What to do: put the text into the rule file itself, or name the file without `@`, to be read when it is needed.

    Bad:

        ==> .claude/rules/api.md
        ---
        paths: "src/api/**"
        ---
        Every route has a test. The error codes are in @../../docs/errors.md

        ==> docs/errors.md
        # Error codes

        ==> src/api/kiln.py
        pass

    Good:

        ==> .claude/rules/api.md
        ---
        paths: "src/api/**"
        ---
        Every route has a test. The error codes are in docs/errors.md

        ==> docs/errors.md
        # Error codes

        ==> src/api/kiln.py
        pass
    """
    if not project.facts.holds("rules.eager-imports"):
        return
    others = defaultdict(set)  # target → files that load it without waiting for anything
    for edge in project.import_edges():
        if not is_scoped(project, edge.source):
            others[edge.target].add(edge.source)
    for edge in project.import_edges():
        if edge.state != "file" or edge.outside or edge.target in others or edge.target == edge.source:
            continue
        if not is_scoped(project, edge.source) or is_scoped(project, edge.target) or loads_anyway(project, edge):
            continue
        document = project.documents[edge.source]
        if not (brings_credentials(edge, project) or is_accident(edge, document) or _is_pointer(document)):
            target = sized(edge.target, project)
            message = f"{target} is loaded at the start of every session, whatever the paths of this rule say"
            yield Finding(edge.node.span, message, edge.source)


def _is_pointer(document: Document) -> bool:
    """Say whether what loads of ``document`` is imports and nothing else."""
    rest = "".join(document.text[start:end] for start, end in document.kept)
    for node in document.imports:
        rest = rest.replace(document.text[node.span.start : node.span.end], "", 1)
    return not rest.strip("-* \t\r\n")
