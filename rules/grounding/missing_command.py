"""grounding/missing-command."""

from __future__ import annotations

import os
import re
from functools import cache

from memlint import Document, Finding, Findings, Project, Span, compile_once, rule

from .._names import nearest


@cache
def _command() -> re.Pattern[str]:
    return compile_once(
        r"/(?!(?:tmp|etc|usr|var|home|opt|dev|bin|lib|mnt|root|srv|proc|run)$)([a-z][a-z0-9_-]{2,})(?:\s[^/]*)?$"
    )


@cache
def _speaks_of_commands() -> re.Pattern[str]:
    return compile_once(r"(?i)(?<!bash )(?<!shell )(?<!git )\b(?:commands?|skills?)\b")


@cache
def _other() -> re.Pattern[str]:
    return compile_once(
        r"(?i)\b(?:routes?|urls?|endpoints?|pages?|api|redirect|path|director(?:y|ies)|folders?|mount|GET|POST|PUT|served?|browser"
        r"|plug-?ins?|marketplace|personal|user-level|~|codex|cursor|gemini|telegram|slack|discord|bot|chat"
        r"|removed|renamed|deprecated|no longer|old|legacy|formerly|replaced|not exist|add|create|new|future|planned|example|e\.g\.)\b"
    )


@rule("info")
def missing_command(document: Document, project: Project) -> Findings:
    """A slash command that neither the agent nor this repository has.

    The file of a command or skill was removed or renamed, and instructions still tell to use it. The agent cannot run
    it and makes up what it might have done. Asked of inline code like `/fire` on lines that speak of commands or
    skills, in repositories with `.claude/commands` or `.claude/skills`; routes, folders, built-in commands and those
    of plug-ins are let pass.

    What to do: write the name that the command has now.

    Bad:

        ==> CLAUDE.md
        Before a release, run the command `/safe-fire`.

        ==> .claude/commands/fire.md
        Fire the kiln.

    Good:

        ==> CLAUDE.md
        Before a release, run the command `/fire`, then `/compact`.

        ==> .claude/commands/fire.md
        Fire the kiln.
    """
    known = project.repository.commands
    places = project.facts.words("commands.places")
    if not known or not document.code_spans or not any(project.exists(place) for place in places):
        return
    if os.path.isabs(document.path):
        return  # a person's own file may name commands of theirs and of other projects
    if any(settings.get("enabledPlugins") for settings in project.agent_settings):
        return  # plug-ins bring commands that are not seen here
    rows = ("commands.built-in", "commands.former", "commands.unlisted")
    built_in = frozenset(name for row in rows for name in project.facts.words(row))
    for code in document.code_spans:
        found = _command().match(code.text)
        if found is None or found[1] in known or found[1] in built_in or project.exists(found[1]):
            continue
        said = _sentence(document, code.span)
        if not _speaks_of_commands().search(said) or _other().search(said) or document.in_generated(code.span.start):
            continue
        like = nearest(found[1], sorted(known))
        hint = f"; {like} is" if like else ""
        at = document.text.find("/", code.span.start)
        message = f"no command or skill of this repository is named {found[1]}{hint}"
        yield Finding(Span(at, at + 1 + len(found[1])), message)


def _sentence(document: Document, span: Span) -> str:
    """Return the sentence, within one line, that ``span`` stands in."""
    text = document.text
    begin = max(text.rfind(mark, 0, span.start) for mark in ("\n", ". ")) + 1
    ends = [at for mark in ("\n", ". ") if (at := text.find(mark, span.end)) >= 0]
    return text[begin : min(ends, default=len(text))]
