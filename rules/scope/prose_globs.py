"""scope/prose-globs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Project, Span, compile_once, rule

from ._rule_files import scoping_field, when

_MOST_LETTERS = 24  # beside the patterns; more is a sentence about them


@rule("info")
def prose_globs(rule_file: Document, project: Project) -> Findings:
    """A rule file that says in its text which files it is for, and has no `paths`.

    A heading such as "Glob Pattern" with a pattern below it reads like a scope, but only `paths` in the header is one:
    the rule loads in every session, and the agent has to tell by itself whether it applies.

    What to do: put the pattern into the header, as `paths: "glaze/**/*.glz"`, if the rule is for these files only.

    Bad:

        ==> .claude/rules/glaze.md
        # Glazes

        ## Glob Pattern

        `glaze/**/*.glz`

        ## Names
        Name every glaze after its recipe.

    Good:

        ==> .claude/rules/glaze.md
        ---
        paths: "glaze/*.glz"
        ---
        # Glazes
        Name every glaze after its recipe.

        ==> glaze/blue.glz
        cobalt
    """
    header = rule_file.frontmatter
    if header is not None and (header.get("paths") is not None or scoping_field(header) is not None):
        return
    if not any(_is_glob(span.text) for span in rule_file.code_spans):
        return
    for place, start, end in _labels(rule_file):
        globs = _only_globs(rule_file, start, end)
        if globs and not rule_file.in_generated(place.start):
            load = f"this rule has none and loads {when(rule_file, project)}"
            yield Finding(place, f"{globs[0]} reads like a scope, but only paths in the header is one: {load}")
            return


@cache
def _label() -> re.Pattern[str]:
    kind = r"(?:globs?|glob patterns?|(?:file|path) (?:globs?|patterns?)|paths|scope|(?:applicable|matching|target) (?:files|paths))"
    return compile_once(
        rf"\W*(?:{kind}|appl(?:ies|y) to(?: (?:these |the following )?(?:files|paths))?)\W*", re.IGNORECASE
    )


@cache
def _glob() -> re.Pattern[str]:
    return compile_once(r"[\w./{},@\[\]-]*+\*[\w./{},*@\[\]-]*+")


def _is_glob(text: str) -> bool:
    return bool(_glob().fullmatch(text)) and ("/" in text or text.startswith("*.")) and not text.startswith(("@", "-"))


def _labels(document: Document) -> Iterator[tuple[Span, int, int]]:
    """Yield places that may announce a scope, with the text that belongs to each."""
    starts = [heading.span.start for heading in document.headings]
    for at, heading in enumerate(document.headings):
        if _label().fullmatch(heading.text):
            end = starts[at + 1] if at + 1 < len(starts) else len(document.text)
            yield heading.span, heading.span.end, end
    for block in document.blocks:
        if block.kind == "paragraph" and not block.depth and not block.quoted:
            label, colon, _ = document.text[slice(*block.content)].partition(":")
            if colon and _label().fullmatch(label):
                yield (
                    Span(block.content.start, block.content.start + len(label)),
                    block.content.start + len(label),
                    block.span.end,
                )


def _only_globs(document: Document, start: int, end: int) -> list[str]:
    """Return the patterns between two offsets where there is little else."""
    found, rest, at = [], [], start
    for span in document.code_spans:
        if start <= span.span.start < end:
            rest.append(document.text[at : span.span.start])
            at = span.span.end
            found.append(span.text)
    rest.append(document.text[at:end])
    letters = sum(character.isalnum() for part in rest for character in part)
    globs = [text for text in found if _is_glob(text)]
    return globs if letters <= _MOST_LETTERS and len(globs) * 2 > len(found) else []
