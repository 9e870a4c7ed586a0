"""content/vague."""

from __future__ import annotations

from memlint import Document, Finding, Findings, Place, Project, Sentence, rule

_PLACES = 10
_KINDS = ("instructions", "rule_file", "topic", "imported")


@rule("info", default=False)
def vague(document: Document, project: Project) -> Findings:
    """An instruction that names nothing which could be checked.

    "Write clean code" and "handle errors properly" leave it to the agent what clean and proper are, and that is what
    it does without them. They take room in each session. A sentence counts only if all of its words are general: one
    name, number, path or piece of code makes it something else. One finding for each file.

    What to do: say what it means here, with the name, the number or the example that a reviewer would check.

    Bad:

        ==> CLAUDE.md
        - Write clean code.
        - Handle errors properly.

    Good:

        ==> CLAUDE.md
        - Functions take one glaze and return one firing curve.
        - Handle errors properly: raise `KilnError` with the cone in its message.
    """
    file = project.file(document.path)
    if file is None or file.kind not in _KINDS:
        return
    from ._vague import cue

    found = [(sentence, word) for sentence in project.sentences(document.path) if (word := cue(sentence.words))]
    if found:
        sentence, word = found[0]
        more = f", and {len(found) - 1:,} more such sentences" if len(found) > 2 else ", and one more such sentence"
        message = f'"{word}" is all this asks for: nothing in it could be checked{more if len(found) > 1 else ""}'
        related = tuple(_place(document.path, each) for each, _ in found[1 : _PLACES + 1])
        yield Finding(sentence.span, message, related=related)


def _place(path: str, sentence: Sentence) -> Place:
    return Place(path, sentence.span, "nothing to check here either")
