"""security/mixed-script."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Span, rule

from ._characters import LINES, named
from ._scripts import foreign, inflected, latin, mixed_words


@rule("info")
def mixed_script(document: Document) -> Findings:
    r"""A Latin word in code whose letters are not all Latin.

    A Cyrillic `с` or a Greek `ο` cannot be told from the Latin letter. In a command, a path, an address or an import it
    makes another name: the command fails, or it reaches what somebody else has put there. Prose is not looked at, nor
    is a Latin name with an ending of the language around it. Each word is told once a file.

    What to do: type the word anew.

    Bad:

        ==> CLAUDE.md
        Run `npm run fir\xd0\xb5`.

    Good:

        ==> CLAUDE.md
        Run `npm run fire`. Печь греется два часа: `npm run печь`.
    """
    told: set[str] = set()
    for span in mixed_words(document.text):
        word = document.text[slice(*span)]
        if word in told or not _is_code(document, span.start):
            continue
        if inflected(document.text, span):
            continue
        told.add(word)
        letters = foreign(word)
        are = "is a letter" if len(letters) == 1 else "are letters"
        message = f'"{word}" only looks like "{latin(word)}": in it {are} of another script ({named(letters)})'
        yield Finding(span, message)
        if len(told) == LINES:
            return  # a person has seen enough


def _is_code(document: Document, offset: int) -> bool:
    """Say whether a program reads what is at ``offset``: code, the target of a link, or an import."""
    if document.in_code(offset):
        return True
    spans: list[Span] = [link.target_span for link in document.links]
    spans += [node.span for node in document.imports]
    return any(span.start <= offset < span.end for span in spans)
