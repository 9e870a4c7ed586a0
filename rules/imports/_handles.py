"""Which tokens are a person, a package or a decorator, and import a file by accident."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, ImportEdge, compile_once


@cache
def _handle() -> re.Pattern[str]:
    # One name, or a scope and a name, as packages, people and decorators are called; no file that is written like it.
    folders = "bin|docs?|etc|examples?|hooks?|libexec|scripts?|tasks?|tests?|tools?"
    files = r"(?:\w+-)?(?:license|readme|changelog|authors|notice|codeowners|version|\w*file)"
    return compile_once(rf"(?!(?:{folders})/)(?!{files}$)[a-z0-9][a-z0-9_-]*(?:/(?!{files}$)[a-z0-9][a-z0-9_-]*)?")


@cache
def _file_word() -> re.Pattern[str]:
    # Words before a name that is meant as a file to read or to run.
    return compile_once(
        r"(?:\b(?:see|read|files?|scripts?|imports?|includes?|loads?|follows?|follow|open|edit|check|run|execute|source"
        r"|refer to|in|from|per|via|with|use|uses|using|call|calls|invoke|and|or)|[:(,;])[\s*_\"'(]{0,40}$",
        re.IGNORECASE,
    )


@cache
def _file_noun() -> re.Pattern[str]:
    return compile_once(r"[\s*_\"')]*(?:files?|scripts?|wrappers?|commands?|tools?|binary|executable)\b", re.IGNORECASE)


@cache
def _letter() -> re.Pattern[str]:
    return compile_once(r"[^\W\d_]")


def is_accident(edge: ImportEdge, document: Document) -> bool:
    """Say whether a file is imported because a handle, a decorator or a scope in a sentence is called like it.

    A token that stands alone in its line, or behind a word that asks for a file, is meant.
    """
    if edge.state != "file" or edge.outside or not _handle().fullmatch(edge.node.path):
        return False
    start, end = edge.node.span
    first = document.text.rfind("\n", 0, start) + 1
    last = document.text.find("\n", end)
    before = document.text[first:start]
    after = document.text[end : last if last >= 0 else len(document.text)]
    if not _letter().search(before + after):
        return False
    return not _file_word().search(before) and not _file_noun().match(after)
