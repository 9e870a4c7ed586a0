"""imports/keyword-form."""

from __future__ import annotations

from memlint import Document, Edit, Finding, Findings, Fix, Project, rule

from ._lost import lost


@rule("warning", where="import_edge")
def keyword_form(document: Document, project: Project) -> Findings:
    """An `@import` or `@include` with a path behind it.

    There are no such keywords: `@` and a path are the whole of an import. The agent looks for a file named `import`,
    finds none and says nothing; the path behind it stays plain text. The at-rules of style sheets are let pass.

    What to do: write the path right behind the `@`. Where the file exists, the unsafe fix does.

    Bad:

        ==> CLAUDE.md
        @import docs/style.md

        ==> docs/style.md
        # Style

    Good:

        ==> CLAUDE.md
        @docs/style.md

        Styles start with @import theme.css and @include button-reset.

        ==> docs/style.md
        # Style
    """
    for found in lost(document, project, "keyword"):
        word, path = found.edge.node.path, found.text
        message = f'"@{word}" is no keyword: the agent looks for a file named "{word}" and loads nothing; '
        fix = Fix(f"write @{path}", (Edit(found.span, f"@{path}"),), "unsafe") if found.meant else None
        yield Finding(found.span, f'{message}"{path}" stays plain text, as an import it reads "@{path}"', fix=fix)
