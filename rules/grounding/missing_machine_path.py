"""grounding/missing-machine-path."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache

from memlint import Document, Finding, Findings, Project, Span, compile_once, is_placeholder, rule


@cache
def _path() -> re.Pattern[str]:
    return compile_once(r"(?:~|[A-Za-z]:)?(?:[/\\][\w.@+-][\w.@+ -]*)+")


@cache
def _word() -> re.Pattern[str]:
    # Up to a sign that ends a phrase, so that a name with a blank is not taken for its first word.
    return compile_once(
        r"(?<![^\s(\"'])(?:~|[A-Za-z]:)?(?:[/\\][\w.@+-]*[\w@+-])+(?=[/\\]?(?:[,;:.)\"']|\s*$))", re.MULTILINE
    )


@cache
def _elsewhere() -> re.Pattern[str]:
    # Said on the same line of what is on another machine, gone, or not certain.
    return compile_once(
        r"(?i)\b(?:servers?|ssh|scp|rsync|remote(?:ly)?|hosts?|vms?|containers?|docker|cluster|wsl|machines?|laptops?|desktops?"
        r"|deploy\w*|prod\w*|staging|ci|windows|mac(?:os)?|linux|removed|deleted|gone|no longer|moved|renamed|old|formerly"
        r"|not exist|was|were|planned|will|would|if|e\.g\.|examples?)\b"
    )


@cache
def _making() -> re.Pattern[str]:
    # Said before a path that is still to come.
    return compile_once(
        r"(?i)\b(?:creat\w+|new|writ(?:e|es|ten)|saves?|generat\w+|output|backups?|clones?|install\w*)\b"
    )


@rule("warning")
def missing_machine_path(document: Document, project: Project) -> Findings:
    """A memory on this machine names a place in the home folder where nothing is.

    Something that was only thought aloud became a stored fact, or a folder was renamed. Each session that recalls the
    memory tries that path. Asked of the person's own memories alone, on the machine where they lie: a repository's files
    are read on many. Paths of another system's shape, of other homes, on servers, and of what is gone or still to be
    made are let pass; of `~/…` also those whose first folder does not exist.

    What to do: ask the agent to find out where it is, and correct the memory.

    Bad:

        ==> ../home/.claude/agent-memory/potter/MEMORY.md
        - The vault is at `~/Documents/Vault`; notes go there.

        ==> ../home/Documents/letter.txt
        Dear kiln

    Good:

        ==> ../home/.claude/agent-memory/potter/MEMORY.md
        - The vault is at `~/Documents/Archive`.
        - On the server it is at `~/Documents/Vault`.

        ==> ../home/Documents/Archive/letter.txt
        Dear kiln
    """
    if not os.path.isabs(document.path) or project.directory(document.path) is None:
        return
    seen: set[str] = set()
    for span in sorted(_named(document)):
        named = document.text[slice(*span)]
        path = _on_disk(named, project)
        if not path or path in seen or project.exists(path) or _is_elsewhere_or_to_come(document, span):
            continue
        seen.add(path)
        yield Finding(span, f"nothing is at {named} on this machine")


def _named(document: Document) -> Iterator[Span]:
    """Yield the paths that are all of an inline code, or stand in words."""
    for code in document.code_spans:
        at = document.text.find(code.text, code.span.start)
        if at >= 0 and _path().fullmatch(code.text):
            yield Span(at, at + len(code.text))
    for found in _word().finditer(document.text):
        if not document.in_code(found.start()) and not document.in_comment(found.start()):
            yield Span(*found.span())


def _on_disk(named: str, project: Project) -> str:
    """Return where a path in the home folder leads, "" for another's home, another system, and what cannot be told."""
    path, home = named.replace(os.sep, "/"), project.home.replace(os.sep, "/")
    start = "~" if path.startswith("~/") else home
    parts = path.removeprefix(f"{start}/").rstrip("/").split("/")
    if (
        not path.startswith(f"{start}/")
        or "\\" in path
        or len(parts) < 2
        or parts[0].startswith(".")
        or is_placeholder(path)
    ):
        return ""
    if start == "~" and not project.exists(f"{home}/{parts[0]}"):
        return ""
    return "/".join((home, *parts))


def _is_elsewhere_or_to_come(document: Document, span: Span) -> bool:
    text = document.text
    begin, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    before, behind = text[begin : span.start], text[span.end : end if end >= 0 else None]
    return bool(_making().search(before) or _elsewhere().search(f"{before} {behind}"))
