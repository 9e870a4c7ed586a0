"""The ``@`` of plain text that begins no import token: where it stands, and whether its path loads all the same."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from memlint import Document, Project

from ._tokens import expands

#: Quotation marks of all scripts.
MARKS = "\"'“”„‟‘’‚‛«»‹›「」『』"


def mentions(document: Document, project: Project, pattern: Callable[[], re.Pattern[str]]) -> Iterator[re.Match[str]]:
    """Yield the matches of ``pattern()``, compiled where needed, in the text of a file whose imports are expanded.

    Code, comments, the header and HTML blocks are no text. A match starts at an ``@`` or at a sign before it; those
    inside of import tokens are left out.
    """
    if "@" not in document.text or not expands(document, project):
        return
    for span in document.texts:
        if document.text.find("@", *span) < 0:
            continue
        for found in pattern().finditer(document.text, *span):
            at = bisect_right(document.imports, found.start() + 1, key=lambda node: node.span.start) - 1
            if at < 0 or document.imports[at].span.end <= found.start():
                yield found


def loads_anyway(path: str, project: Project) -> bool:
    """Say whether the file at ``path`` is imported somewhere or is one that loads by itself."""
    file = project.file(path)
    if file is not None and file.kind == "rule_file":
        return True
    if file is not None and file.kind == "instructions" and path.endswith(project.facts.words("names.instructions")):
        return True
    return bool(project.importers(path))
