"""imports/unsupported-extension."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._lost import lost


@rule("warning", where="import_edge")
def unsupported_extension(document: Document, project: Project) -> Findings:
    """An import of a file whose extension the agent does not import.

    It has a list of extensions for text (`md`, `txt`, `json`, source code …); a target with another one is ignored in
    silence. Not on the list are, for instance, `mdx`, `mdc`, `markdown`, `jsonc`, `ipynb`, `tf`, `pdf` and images,
    while a file without extension (`LICENSE`, `Makefile`) loads. Only files that exist are reported.

    What to do: import a copy or a summary with an extension that loads, or name the file without `@`: the agent can
    read it when it needs it.

    Bad:

        ==> CLAUDE.md
        The rules for glazes are in @docs/glazes.mdx

        ==> docs/glazes.mdx
        # Glazes

    Good:

        ==> CLAUDE.md
        The rules for glazes are in @docs/glazes.md and the @LICENSE

        ==> docs/glazes.md
        # Glazes

        ==> LICENSE
        Free for all.
    """
    for found in lost(document, project, "extension"):
        ending = found.edge.node.path.rpartition(".")[2]
        message = f"{found.meant} exists, but the agent imports no .{ending} files: nothing loads here"
        yield Finding(found.span, message)
