"""imports/credential-file."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Project, rule

from ._targets import brings_credentials, way_out


@rule("error", where="import_edge", aliases=("security/imported-credential-file",))
def credential_file(document: Document, project: Project) -> Findings:
    """An import of a file that holds credentials.

    An import puts the whole file into the context of every session, and with it into transcripts, logs and whatever
    the agent writes. A sentence that forbids to read the file imports it all the same if it names it with `@`. Known
    by their names are `.env` files, private keys, `.netrc`, `.npmrc`, `.pypirc`, `credentials.json`, `secrets.yml`,
    service accounts, `.aws/credentials`, kubeconfigs and the like. Samples (`.env.example`), test data and sealed
    secrets are let pass, as are keys that the agent's extension filter keeps out. The file need not exist here: the
    import works wherever somebody has it.

    What to do: name the variables that matter in words; put the name of the file into backticks.

    Bad:

        ==> CLAUDE.md
        The settings of the kiln are in @.env

    Bad:

        ==> CLAUDE.md
        Sign in with @~/.aws/credentials

    Good:

        ==> CLAUDE.md
        The variables are in @docs/settings.md; never read `@.env`.

        ==> docs/settings.md
        # Settings
    """
    for edge in project.imports(document.path):
        if brings_credentials(edge, project):
            where = "wherever somebody has it"
            if way_out(edge):
                where = "wherever somebody has it and approved the import"
            elif edge.state == "file":
                where = "with this file"
            message = (
                f"{edge.node.path} is a file of credentials: the whole of it goes into the agent's context {where}"
            )
            yield Finding(edge.node.span, message)
