"""scope/absolute-glob."""

from __future__ import annotations

from collections.abc import Iterator

from memlint import Document, Finding, Findings, Project, rule

from ._patterns import found, matching


@rule("warning")
def absolute_glob(rule_file: Document, project: Project) -> Findings:
    """A pattern of `paths` starts at a drive, a home folder or a variable.

    Patterns count from the folder that holds `.claude`: `/Users/dana/kiln/src` means a folder `Users` in it, and `~`, `C:`
    and `$HOME` are names like any other. The pattern never matches, on this machine or another. A leading `/` by itself is
    right: it anchors a pattern to that folder.

    What to do: write the pattern from the folder that holds `.claude`.

    Bad:

        ==> .claude/rules/glazes.md
        ---
        paths: "~/kiln/src/**"
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass

    Good:

        ==> .claude/rules/glazes.md
        ---
        paths: "/src/**"
        ---
        Name every glaze after its recipe.

        ==> src/blue.py
        pass
    """
    for pattern in found(rule_file, project, "absolute"):
        also = matching(_shorter(pattern.text), pattern, rule_file, project)
        yield Finding(
            pattern.span,
            f'"{pattern.text}" never matches: patterns count from the folder that holds .claude, not from the machine{also}',
        )


def _shorter(text: str) -> Iterator[str]:
    """Yield what is left of a path behind its first folders, as long as a name leads it."""
    parts = text.replace("\\", "/").split("/")
    for at in range(1, len(parts)):
        if parts[at] and "*" not in parts[at]:
            yield "/" + "/".join(parts[at:])
