"""Links that git checked out as text: a file that holds nothing but the path of another one."""

from __future__ import annotations

import posixpath

from memlint import Document, Project

from ._places import listed


def text_link(project: Project, document: Document) -> str:
    """Return the existing file that is the whole text of ``document``, as a path of the project; "" for none."""
    text = document.text.removesuffix("\n").removesuffix("\r")
    if not text or len(text.split()) != 1 or text != text.strip() or text.startswith(("@", "/", "~")):
        return ""
    if "." not in text and "/" not in text:  # a word, not a path
        return ""
    if posixpath.isabs(document.path):
        return ""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(document.path), text))
    return target if target != document.path and listed(project, target) else ""
