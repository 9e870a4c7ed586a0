"""security/credential."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Credential, Document, Finding, Findings, MemoryFile, Project, Span, credentials, rule

from ..imports._targets import is_credential

_EPOCH = 719_163  # the first of January 1970, in days as dates count them


@rule("error")
def credential(project: Project) -> Findings:
    """A credential stands in a text that an agent reads.

    Memory is standing context: every session that loads the file sends the credential to the model and writes it into
    transcripts and logs, from where a tool call can carry it on, and a file that is shared or committed hands it to
    everybody. Found are tokens in the shape of their issuer (about 140 kinds), signed web tokens, private keys,
    passwords in URLs and `Authorization` headers and on command lines, and what is set as a password, secret, token
    or key, also in code and comments. Samples (`EXAMPLE`, `xxxx`, `<your-token>`, `changeme`), references
    (`op://…`, `$NAME`, `${{ secrets.NAME }}`, `os.environ`), hashes, UUIDs, expired web tokens and passwords like
    those of every compose file are let pass. What opens a test system or may be public by design is a warning. No
    report shows more of a credential than its first characters.

    What to do: make the credential invalid where it was issued, since transcripts and history keep it; keep the new
    one in a secret store or the environment, and write here what it is called there.

    Bad:

        ==> memory/MEMORY.md
        The controller of the kiln: user `fire`, password `Gl4ze&Cone-04`.

    Good:

        ==> memory/MEMORY.md
        The password of the kiln's controller is in `$KILN_PASSWORD`, from op://studio/kiln/password.
    """
    for path, text in _texts(project):
        for found in credentials(text):
            if not _is_over(found, project):
                yield Finding(found.span, _message(found, text), path, "warning" if found.harmless else "error")
    for path, span, document in _imported_data(project):
        for found in credentials(document.text):
            if not _is_over(found, project):
                where = f"line {document.line(found.span.start)} of {document.path}, which this imports: "
                yield Finding(span, where + _message(found, document.text), path)


def _is_over(found: Credential, project: Project) -> bool:
    return 0 < found.expires < (project.today.toordinal() - _EPOCH) * 86_400


def _message(found: Credential, text: str) -> str:
    value = text[found.span.start : found.span.end]
    start = f", {value[: found.shown]}…" if found.shown else ""
    kind = found.kind[0].upper() + found.kind[1:]
    means = "it may be public or open a test system only; if not, " if found.harmless else ""
    return (
        f"{kind} ({len(value)} characters{start}): {means}every session that loads this file carries it into the model's "
        "context, transcripts and logs"
    )


def _texts(project: Project) -> Iterator[tuple[str, str]]:
    """Yield the documents, but for files of credentials that are only imported: imports/credential-file tells."""
    for path, document in project.documents.items():
        file = project.file(path)
        if not (file and file.kind == "imported" and is_credential(path)):
            yield path, document.text
    for agent in project.agents:
        yield agent.document.path, agent.document.text


def _imported_data(project: Project) -> Iterator[tuple[str, Span, Document]]:
    """Yield imported files that are no documents (data, code), but for those of imports/credential-file."""
    seen: set[str] = set()
    for edge in project.import_edges():
        if (
            edge.state != "file"
            or edge.target in project.documents
            or edge.target in seen
            or is_credential(edge.target)
        ):
            continue
        seen.add(edge.target)
        value = project.outcome(MemoryFile(edge.target, edge.real, "imported"))
        if isinstance(value, Document):
            yield edge.source, edge.node.span, value
