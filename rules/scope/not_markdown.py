"""scope/not-markdown."""

from __future__ import annotations

import posixpath
import re
from functools import cache

from memlint import Finding, Findings, Place, Project, compile_once, rule

from ._rule_files import SHOWN, TOP, counted, in_rules

_TEXT = frozenset((".mdc", ".mdx", ".markdown", ".mdown"))  # what somebody wrote as a rule
_MAYBE = frozenset((".txt", ".rst", ".adoc", ".yaml", ".yml", ".toml"))


@rule("warning")
def not_markdown(project: Project) -> Findings:
    """A file among the rules that does not end with `.md`.

    The agent takes every `.md` file in `.claude/rules` and looks at no other: a rule that came over from Cursor as
    `.mdc` is in no session. Text and data files are only an info, as they may serve something else. Images, scripts,
    licences, files that a memory file names and those beside a `.md` file of the same name are let pass.

    What to do: let the file's name end with `.md`, and turn `globs` in its header into `paths`.

    Bad:

        ==> .claude/rules/glaze.mdc
        Name every glaze after its recipe.

    Good:

        ==> .claude/rules/glaze.md
        Name every glaze after its recipe.

        ==> .claude/rules/kiln.png
        (a picture)
    """
    found: dict[str, list[str]] = {}
    for path in project.listed:
        stem, ending = posixpath.splitext(path)
        if ending.lower() not in _TEXT | _MAYBE or not in_rules(path, project) or not project.exists(path):
            continue
        if not _companion().match(posixpath.basename(path)) and not _beside(project, stem):
            found.setdefault(ending.lower(), []).append(path)
    if not found:
        return
    named = {name for document in project.documents.values() for name in _name().findall(document.text)}
    for ending, paths in found.items():
        lost = [path for path in paths if posixpath.basename(path) not in named]
        if not lost:
            continue
        subject = f"this {ending} file is" if len(lost) == 1 else f"{counted(len(lost), f'{ending} file')} here are"
        related = tuple(Place(path, TOP, "not read either") for path in lost[1 : SHOWN + 1])
        message = f"{subject} in no session: of the folder of rules the agent reads only files that end with .md"
        yield Finding(TOP, message, lost[0], "warning" if ending in _TEXT else "info", related)


@cache
def _companion() -> re.Pattern[str]:
    return compile_once(r"\.|_|(?:requirements|licen[cs]e|notice|copying|changelog|robots|readme)\b", re.IGNORECASE)


@cache
def _name() -> re.Pattern[str]:
    return compile_once(r"(?<![\w.-])[\w.-]*\w")


def _beside(project: Project, stem: str) -> bool:
    """Say whether a rule file of the same name is there, in the same folder."""
    return project.exists(f"{stem}.md")
