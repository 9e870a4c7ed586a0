"""Instructions that stand in one file twice, word for word."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Project, Sentence

from ._directive import is_directive

_WORDS = 8  # of a sentence that counts; shorter ones are said again for good reasons


def repeated(project: Project, path: str) -> tuple[tuple[Sentence, Sentence], ...]:
    """Return the first and each further place of directives under other headings in the file at ``path``."""
    return tuple(_repeated(project, path))


def _repeated(project: Project, path: str) -> Iterator[tuple[Sentence, Sentence]]:
    seen: dict[str, Sentence] = {}
    for sentence in project.sentences(path):
        if sentence.words.count(" ") + 1 < _WORDS:
            continue
        first = seen.setdefault(" ".join(sentence.words.lower().split()).rstrip("."), sentence)
        if first is not sentence and first.headings != sentence.headings and is_directive(sentence):
            yield first, sentence
