"""imports/only-in-code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Project, Span, compile_once, is_placeholder, rule

from ._samples import Samples
from ._sessions import own_loads
from ._targets import has_loading_name, is_credential
from ._tokens import expands, file_beside

_TEXT = frozenset(("", "md", "markdown", "text", "txt", "plain", "plaintext"))


@rule("warning", needs=("@",))
def only_in_code(project: Project) -> Findings:
    """An import that stands in code, and nowhere else.

    What is in a fence, in an indented block or between backticks is no import: the agent sees the line as it is written
    and not the file. That is right for a sample of the syntax. It is reported where the code is nothing but the path,
    the file exists, nothing else brings it in, and no word around it speaks of a sample, of the syntax or of when to
    read the file.

    What to do: take the path out of the code, or say in words when to read the file.

    Bad:

        ==> CLAUDE.md
        # Kiln

        ```
        @AGENTS.md
        ```

        ==> AGENTS.md
        Fire slowly.

    Good:

        ==> CLAUDE.md
        # Kiln

        @AGENTS.md

        An import is written like this:

        ```
        @docs/firing.md
        ```

        ==> AGENTS.md
        Fire slowly.

        ==> docs/firing.md
        # Firing
    """
    limit = project.facts.number("imports.max-hops")
    imported = {edge.target for edge in project.import_edges()}
    for document in project.documents.values():
        if not expands(document, project) or (project.hops(document.path) or 0) >= limit:
            continue
        words: Samples | None = None
        for span, path in _paths(document):
            target = file_beside(document.path, path, project)
            if not target or target in imported or target == document.path or not has_loading_name(target, project):
                continue
            file = project.file(target)
            by_itself = own_loads(project, target) or (file is not None and file.kind in ("index", "topic"))
            words = words or Samples(document)
            if not (by_itself or is_placeholder(path) or is_credential(path) or words.near(span)):
                imported.add(target)  # one place is enough
                message = (
                    f"in code this is no import, and nothing else brings {target} in: the agent never sees that file"
                )
                yield Finding(span, message, document.path)


@cache
def _line() -> re.Pattern[str]:
    return compile_once(r"@((?:\./)?[A-Za-z0-9._-][^\s\\#`]*)")


def _paths(document: Document) -> Iterator[tuple[Span, str]]:
    """Yield the paths that are all of a block of code, line by line, or of a paragraph that is a code span."""
    if "@" not in document.text:
        return
    for block in document.code_blocks:
        around = document.block_at(block.span.start)
        if block.language.lower() in _TEXT and not around.depth and not around.quoted:
            found = list(_lines(document.text, block.content))
            if all(path for _, path in found):
                yield from found
    for code in document.code_spans:
        match = _line().fullmatch(code.text)
        if match is None:
            continue
        around = document.block_at(code.span.start)
        whole = document.text[slice(*around.content)].strip() == document.text[slice(*code.span)]
        if whole and around.kind == "paragraph" and not around.depth and not around.quoted:
            yield code.span, match[1]


def _lines(text: str, content: Span) -> Iterator[tuple[Span, str]]:
    """Yield each line that is not blank: its span and the path that it consists of, or ""."""
    for found in re.finditer(r"\S[^\n]*(?<=\S)", text[slice(*content)]):
        match = _line().fullmatch(found[0])
        yield Span(content.start + found.start(), content.start + found.end()), match[1] if match else ""
