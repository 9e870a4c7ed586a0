"""Why an import token loads nothing: one reason a token, so that one rule alone reports it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

from memlint import Document, ImportEdge, NamedTuple, Project, Span, compile_once, is_placeholder

from ._sessions import loads_anyway
from ._tokens import TOPS, extension, file_beside, is_listed, is_personal, is_prose, starts_listed, stripped

Reason: TypeAlias = Literal[
    "backslash", "markup", "space", "keyword", "punctuation", "case", "extension", "directory", "missing"
]
_KEYWORDS = ("import", "include")
_STYLES = ("css", "scss", "sass", "less")  # "@import theme.css" is theirs
_LONGEST = 300  # characters of a path; a longer token is data


class Lost(NamedTuple):
    """An import that loads nothing.

    ``span`` is all that the author wrote of it, ``meant`` the project's file that was meant, if that is known, and
    ``text`` what counts of it: the signs glued to a path, else the path as it was meant to be written.
    """

    edge: ImportEdge
    reason: Reason
    span: Span
    meant: str
    text: str = ""


def lost(document: Document, project: Project, reason: Reason) -> Iterator[Lost]:
    """Yield the imports of ``document`` that load nothing for this ``reason``, what is written twice once."""
    edges = {edge.node.path: edge for edge in project.imports(document.path)}
    seen: set[str] = set()
    for node in document.imports if edges else ():
        if not _may_be(reason, edges[node.path], document.text[node.span.end : node.span.end + 1]):
            continue
        found = _why(document, project, edges[node.path]._replace(node=node))
        if found is not None and found.reason == reason and not _loads_anyway(found, project):
            # Paths that are cut at the same place are one path to the loader, and several to their author.
            whole = node.path if found.span == node.span else document.text[slice(*found.span)]
            if whole not in seen:
                seen.add(whole)
                yield found


def _loads_anyway(found: Lost, project: Project) -> bool:
    """Say whether what was meant is in the session all the same: by another import, or as a file that loads by itself."""
    if not found.meant:
        return False
    home = project.chain(found.edge.source)[0]
    limit = project.facts.number("imports.max-hops")
    roots = {project.chain(edge.source)[0] for edge in project.importers(found.meant) if edge.hop <= limit}
    ways = (found.edge._replace(state="file", target=path, outside=False) for path in (found.meant, *sorted(roots)))
    return home in roots or any(loads_anyway(project, way) for way in ways)


def elsewhere(edge: ImportEdge, project: Project) -> bool:
    """Say whether the target lies outside the project where that is another rule's finding: in files of others too."""
    file = project.file(edge.source)
    scope = file.scope if file else "shared"
    return edge.outside and (scope == "shared" or (scope == "local" and not posixpath.isabs(edge.target)))


def _may_be(reason: Reason, edge: ImportEdge, behind: str) -> bool:
    """Rule out cheaply what most tokens are not; ``behind`` is the character after the token."""
    path = edge.node.path
    match reason:
        case "backslash":
            return behind == "\\"
        case "markup":
            return behind != "" and behind in "*_<`!["
        case "space":
            return behind == " "
        case "keyword":
            return path in _KEYWORDS
        case "punctuation":
            return edge.state == "missing" and (stripped(path) != path or bool(_glue().search(path)))
        case "case":
            return edge.state in ("missing", "file") and not set("./").isdisjoint(path)
        case "missing":
            return edge.state == "missing" and not set("./").isdisjoint(path)
        case "extension" | "directory":
            return edge.state == reason


def _why(document: Document, project: Project, edge: ImportEdge) -> Lost | None:
    path = edge.node.path
    if is_personal(path):
        return _on_this_machine(project, edge)
    if elsewhere(edge, project) or len(path) > _LONGEST:
        return None
    if edge.state == "file":
        return _spelled(project, edge)
    rest = _rest(document, edge)
    if rest.startswith("\\"):
        return _with_backslash(project, edge, rest)
    if rest and _goes_on().match(rest):
        meant = file_beside(edge.source, path + rest, project)
        return Lost(edge, "markup", _longer(edge, len(rest)), meant) if meant else None
    return (
        _with_spaces(document, project, edge)
        or _after_keyword(document, project, edge)
        or _with_punctuation(project, edge)
        or (_spelled(project, edge) if edge.state == "missing" else None)
        or _plain(project, edge)
    )


def _plain(project: Project, edge: ImportEdge) -> Lost | None:
    """The token is all that was written: the wrong kind of target, or none."""
    path, span = edge.node.path, edge.node.span
    if edge.state == "extension":
        return Lost(edge, "extension", span, edge.target)
    if edge.state == "directory":
        return Lost(edge, "directory", span, edge.target) if _is_folder_path(path) else None
    if not project.meant(edge) or "[" in path or project.spelling(edge.target) == edge.source:
        return None
    return Lost(edge, "missing", span, "")


def _on_this_machine(project: Project, edge: ImportEdge) -> Lost | None:
    """A path from the top or the home folder can be looked up in the person's own files alone."""
    path, file = edge.node.path, project.file(edge.source)
    if edge.state != "missing" or not is_prose(path) or is_placeholder(path):
        return None
    if path.startswith("/") and path.split("/")[1] not in TOPS and is_listed(path[1:], project):
        return Lost(edge, "missing", edge.node.span, path[1:])
    own = file is not None and file.scope == "user" and path.startswith(("/", "~/"))
    return Lost(edge, "missing", edge.node.span, "") if own else None


@cache
def _word() -> re.Pattern[str]:
    return compile_once(r"\S*")


@cache
def _goes_on() -> re.Pattern[str]:
    """Markup that cuts a path in two, unlike the end of bold text, of a link or of a tag."""
    return compile_once(r"[*_]+\.?\w|<(?!/)|`|!?\[")


def _rest(document: Document, edge: ImportEdge) -> str:
    """Return what touches the token from behind; a backslash at a line's end breaks the line."""
    found = _word().match(document.text, edge.node.span.end)
    rest = found[0][:_LONGEST] if found else ""
    return "" if rest == "\\" else rest


def _longer(edge: ImportEdge, length: int) -> Span:
    return Span(edge.node.span.start, edge.node.span.end + length)


@cache
def _escaped() -> re.Pattern[str]:
    return compile_once(r"\\(?=[!-/:-@\[-`{-~])")


def _with_backslash(project: Project, edge: ImportEdge, rest: str) -> Lost | None:
    written = stripped(edge.node.path + rest)
    slashed, escaped = written.replace("\\", "/"), _escaped().sub("", written)
    likely = slashed if "\\" in escaped else escaped
    span = _longer(edge, len(stripped(rest)))
    for path in (slashed, escaped):
        meant = file_beside(edge.source, path, project)
        if meant:
            return Lost(edge, "backslash", span, meant, path)
    if not is_prose(likely) or is_placeholder(likely) or "#" in likely:  # where the loader would cut it as well
        return None
    return Lost(edge, "backslash", span, "", likely)


def _with_spaces(document: Document, project: Project, edge: ImportEdge) -> Lost | None:
    """A file whose name goes on behind the blank, up to the end of the line."""
    if edge.outside or not starts_listed(f"{edge.target} ", project):
        return None
    start = edge.node.span.start + 1
    line = document.text[start : start + _LONGEST].partition("\n")[0]
    for at in reversed([*(found.start() for found in re.finditer(" ", line)), len(line)]):
        words = line[:at].rstrip()
        for path in (words, stripped(words)):
            meant = file_beside(edge.source, path.replace("\\ ", " "), project)
            if len(path) > len(edge.node.path) and meant:
                return Lost(edge, "space", Span(start - 1, start + len(path)), meant)
    return None


@cache
def _next_word() -> re.Pattern[str]:
    return compile_once(r"[ \t]+([\"'“]?)([^\s\"'“”@]+)")


def _after_keyword(document: Document, project: Project, edge: ImportEdge) -> Lost | None:
    if edge.node.path not in _KEYWORDS:
        return None
    found = _next_word().match(document.text, edge.node.span.end)
    if found is None or document.in_code(found.start(2)):
        return None
    path = stripped(found[2])
    meant = file_beside(edge.source, path, project)
    if extension(path) in _STYLES or not (meant or (is_prose(path) and not is_placeholder(path))):
        return None
    return Lost(edge, "keyword", Span(edge.node.span.start, found.start(2) + len(path)), meant, path)


@cache
def _glue() -> re.Pattern[str]:
    """Where a sentence may go on at the end of a path: a sign, or a letter of a script that has no blanks."""
    return compile_once(r"(?<=\w)[^\w./ ~-]|(?<=[A-Za-z0-9])[^\x00-\x7f]")


def _with_punctuation(project: Project, edge: ImportEdge) -> Lost | None:
    if edge.state != "missing":
        return None
    path = edge.node.path
    ends = {len(stripped(path)), *(found.start() for found in _glue().finditer(path))} - {len(path)}
    for end in sorted(ends, reverse=True):
        meant = file_beside(edge.source, path[:end], project)
        if meant and (
            not set("./").isdisjoint(path[:end]) or path[:1].isupper()
        ):  # else a handle: "@docs, look at this"
            return Lost(edge, "punctuation", edge.node.span, meant, path[end:])
    return None


def _spelled(project: Project, edge: ImportEdge) -> Lost | None:
    """The file is listed in other upper and lower case; a disk that ignores case finds it all the same."""
    if edge.outside or set("./").isdisjoint(edge.node.path) or is_listed(edge.target, project):
        return None
    meant = project.spelling(edge.target)
    if not meant or meant == edge.source or (edge.state == "file" and project.ignored(edge.target)):
        return None
    return Lost(edge, "case", edge.node.span, meant)


@cache
def _scope() -> re.Pattern[str]:
    return compile_once(r"\w[\w.-]*(?:/\w[\w.-]*)?")


def _is_folder_path(path: str) -> bool:
    """Say whether a folder was meant, and not a package or a handle of the same name."""
    return bool(path.strip("./")) and (path.endswith("/") or not _scope().fullmatch(path))
