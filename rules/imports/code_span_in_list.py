"""imports/code-span-in-list."""

from __future__ import annotations

from memlint import Finding, Findings, Project, rule

from ._sessions import own_loads
from ._targets import has_loading_name
from ._tokens import expands, file_beside


@rule("info", needs=("@",))
def code_span_in_list(project: Project) -> Findings:
    """A path in a code span of a list item that the agent may import all the same.

    Code spans are not scanned for imports, says the documentation. But the text of a list item reaches the scanner
    with its backticks, so an `@` behind a blank inside of them may count: the agent then loads a file that was only
    named. An `@` directly behind the backtick is safe, and so are code spans outside of lists. Reported where the file
    exists and does not load anyway.

    What to do: let the code span begin with the `@`, or write the path without it.

    Bad:

        ==> CLAUDE.md
        - run `cat @docs/firing.md | less` first

        ==> docs/firing.md
        # Firing

    Good:

        ==> CLAUDE.md
        - run `cat docs/firing.md | less` first, or name `@docs/firing.md` in the prompt

        ==> docs/firing.md
        # Firing
    """
    for document in project.documents.values():
        if not document.possible_imports or not expands(document, project):
            continue
        for node in document.possible_imports:
            target = file_beside(document.path, node.path, project)
            loads = project.hops(target) not in (None, 0) or own_loads(project, target)
            if target and not loads and target != document.path and has_loading_name(target, project):
                message = f"the agent may import {target} here, though it stands in a code span: a list is scanned raw"
                yield Finding(node.span, message, document.path)
