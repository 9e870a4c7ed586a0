"""security/path-traversal."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memlint import Document, Finding, Findings, Project, Span, is_placeholder, rule

from ._escapes import disguise, holds_credentials, leads_out


@rule("warning", needs=("](", "]:"))
def path_traversal(document: Document, project: Project) -> Findings:
    r"""A link of a memory file whose path climbs out of the repository, or hides where it leads.

    An agent that follows links opens what they name. A path with encoded dots or slashes (`%2e%2e/`), with a zero byte,
    or to a share in a network (`\\host\share`) reads as something else than it opens, and passes checks that look
    for `..`; in a memory directory it counts from the directory on. A plain `../` that leaves the repository is a warning
    if it leads to credentials and an info otherwise. Imports are those of `imports/outside-project`, entries of an
    index with a plain path those of `index/entry-outside-directory`.

    What to do: write the path as it is, to a file in the repository.

    Bad:

        ==> CLAUDE.md
        Read [the recipes](%2e%2e/%2e%2e/recipes.md) first.

    Bad:

        ==> docs/CLAUDE.md
        Read [the keys](../../.ssh/id_ed25519) first.

    Good:

        ==> docs/CLAUDE.md
        Read [the recipes](../recipes.md) and [how](../a%20b.md) first.

        ==> recipes.md
        # Recipes

        ==> a b.md
        # How
    """
    file = project.file(document.path)
    if file is None or ("](" not in document.text and "]:" not in document.text):
        return
    folder, seen = posixpath.dirname(document.path), set()
    store = project.directory(document.path)
    for span, target in _targets(document):
        if target in seen or document.in_comment(span.start) or document.in_generated(span.start):
            continue
        seen.add(target)
        how = disguise(target)
        if how:
            if how.certain or leads_out(target, folder, store.path if store else ""):
                yield Finding(span, f"{_shown(target)} {how.text}: an agent opens another place than a reader sees")
        elif leads_out(target, folder, "") and file.scope == "shared" and not is_placeholder(target):
            if holds_credentials(target):
                message = f"{_shown(target)} climbs out of the repository, to a file of credentials"
                yield Finding(span, message)
            elif file.kind != "index" and posixpath.splitext(target)[1]:
                message = f"{_shown(target)} climbs out of the repository: what is there depends on the machine"
                yield Finding(span, message, severity="info")


def _targets(document: Document) -> Iterator[tuple[Span, str]]:
    """Yield the targets of links as they are written, where they could be a path."""
    for link in document.links:
        if link.kind == "autolink":
            continue
        raw = document.text[slice(*link.target_span)] if link.kind == "inline" else link.target
        yield link.span, raw.partition("#")[0].partition("?")[0]


def _shown(target: str) -> str:
    return target if len(target) <= 80 else f"{target[:79]}…"
