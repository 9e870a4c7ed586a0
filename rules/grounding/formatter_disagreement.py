"""grounding/formatter-disagreement."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from memlint import Document, Finding, Findings, Project, rule

from ._style_words import may_state, sentences

if TYPE_CHECKING:
    from memlint import Style

    from ._style_about import Subject
    from ._style_words import Claim

_PLACES = 10
_SENTENCES = 50  # more of them are no instructions
_NAMED = 3  # files in the message
_NAMES = {
    "line-length": "the line length is",
    "indent": "the indentation is",
    "indent-width": "the indentation is",
    "indent-style": "the indentation is",
    "quotes": "the quotes are",
    "semicolons": "semicolons are",
}
_UNITS = {"indent": " spaces", "indent-width": " columns"}


@rule("warning")
def formatter_disagreement(document: Document, project: Project) -> Findings:
    """A line length, an indentation or quotes that the formatter's configuration contradicts.

    The agent writes what the text says, and the formatter or linter turns it back or complains: each change costs
    another round, and diffs grow. Compared with .editorconfig and the configurations of Prettier, Biome, ESLint, Ruff,
    Black, Flake8, rustfmt and clang-format for the language, or the tool, that the text is about. Configurations that
    are programs, or that disagree among themselves, are let pass, and so are hedges, examples and texts about commits,
    comments and documents.

    What to do: write the value that the configuration has, or name the tool in place of the value.

    Bad:

        ==> CLAUDE.md
        Maximum line length: 100.

        ==> pyproject.toml
        [tool.ruff]
        line-length = 88

        ==> kiln.py
        fire()

    Good:

        ==> CLAUDE.md
        Maximum line length: 88. Commit subjects stay under 72 characters.

        ==> pyproject.toml
        [tool.ruff]
        line-length = 88

        ==> kiln.py
        fire()
    """
    if not may_state(document.text) or not _is_project_s(document, project):
        return
    told: set[tuple[str, str, tuple[Style, ...]]] = set()
    for claim, about in _claims(document, project):
        from ._style_settings import against  # few projects state anything

        settings = against(claim, about, _base(document, project), document, project)
        if settings and (claim.knob, claim.value, settings) not in told:
            told.add((claim.knob, claim.value, settings))
            yield _finding(claim, settings, project)


def _claims(document: Document, project: Project) -> Iterator[tuple[Claim, Subject]]:
    """Yield what the text states without stating anything else about the same."""
    found: list[tuple[Claim, Subject]] = []
    for sentence in islice(sentences(document), _SENTENCES):
        from ._style_about import is_about_code, subject

        about = subject(document, sentence, project)
        if about is not None:
            found += [(claim, about) for claim in sentence.claims if is_about_code(claim, sentence, about)]
    for claim, about in found:
        others = [(other, of) for other, of in found if other.knob == claim.knob and other.value != claim.value]
        if not any(about.is_any or (of.extensions, of.tools) == (about.extensions, about.tools) for _, of in others):
            yield claim, about


def _is_project_s(document: Document, project: Project) -> bool:
    file = project.file(document.path)
    outside = posixpath.isabs(document.path) or document.path.startswith("..")
    return file is not None and not outside and file.scope != "user" and file.kind != "index"


def _base(document: Document, project: Project) -> str:
    """Return the folder whose code the file speaks of; what is imported speaks of its importer's."""
    from ._scripts import base_of

    if project.directory(document.path) is not None:
        return ""
    return base_of(project.chain(document.path)[0])


def _finding(claim: Claim, settings: tuple[Style, ...], project: Project) -> Finding:
    from ._style_settings import place

    tools: dict[str, list[str]] = {}
    for style in settings:
        tools.setdefault(style.path, []).append(style.tool)
    said = ", ".join(_named(path, names) for path, names in list(tools.items())[:_NAMED])
    more = f" and {len(tools) - _NAMED} more" if len(tools) > _NAMED else ""
    says = "says" if len(tools) == 1 else "say"
    given = f"{_word(claim.value)}{_UNITS.get(claim.knob, '')}"
    message = f"{_NAMES[claim.knob]} given as {given}; {said}{more} {says} {_word(settings[0].value)}"
    places = tuple(place(style, project.text(style.path)) for style in settings[:_PLACES])
    return Finding(claim.span, message, related=places)


def _named(path: str, tools: list[str]) -> str:
    return path if all(tool in path for tool in tools) else f"{path} ({', '.join(tools)})"


def _word(value: str) -> str:
    return {"tab": "tabs", "space": "spaces"}.get(value, value)
