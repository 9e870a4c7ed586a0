"""The patterns of a rule's ``paths``, where each stands, and why it does not do what it says: one reason a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal, TypeAlias

from memlint import Document, Field, NamedTuple, Project, Scalar, Span, compile_once, over_budget, rule_patterns

Reason: TypeAlias = Literal[
    "",
    "unquoted",
    "comment",
    "extglob",
    "negated",
    "absolute",
    "escapes",
    "dot-slash",
    "backslash",
    "bracket",
    "budget",
    "dead",
]
EVERYTHING = frozenset(("*", "**", "/*", "/**", "**/*", "/**/*", "**/**"))
_SIGNS = "*{[&%@`!|>"  # what YAML gives a meaning at the start of a plain value


class Pattern(NamedTuple):
    """One pattern: its ``text`` as written, ``glob`` without the tail that the loader takes off, where it stands."""

    text: str
    glob: str
    span: Span
    first: bool  # of an unquoted text
    listed: bool  # in a YAML list


def written(document: Document, project: Project) -> tuple[Pattern, ...]:
    """Return the patterns of a rule file in order; none where the loader ignores the header or its shape."""
    header = document.frontmatter
    field = header.get("paths") if header is not None and header.status != "invalid" else None
    if field is None:
        return ()
    values: list[Field | Scalar] = [field] if field.kind == "string" else []
    if field.kind == "list" and project.facts.holds("rules.list-paths"):
        values += (item for item in field.items if item.kind == "string")
    return tuple(pattern for value in values for pattern in _parts(value, document.text))


def _parts(value: Field | Scalar, text: str) -> Iterator[Pattern]:
    """Yield what stands between commas outside of braces, as the loader cuts it."""
    at, depth, start = value.span.start, 0, 0
    for end, sign in enumerate((*value.text, ",")):
        last = end == len(value.text)
        if sign in "{}":
            depth += 1 if sign == "{" else -1
        elif sign == "," and (last or not depth):
            part = value.text[start:end].strip()
            first = start == 0 and not value.quoted
            start = end + 1
            if not part and not (first and last):
                continue
            span = _place(part, text, at, value.span)
            at = span.end if span != value.span else at
            glob = part if part.startswith("!") else part.removesuffix("/**")
            yield Pattern(part, glob, span, first, isinstance(value, Scalar))


def _forms(part: str) -> tuple[str, str]:
    """Return how a pattern may stand in the file: as it is, or with its backslashes doubled."""
    return part, part.replace("\\", "\\\\")


def _place(part: str, text: str, start: int, whole: Span) -> Span:
    for form in _forms(part):
        at = text.find(form, start, whole.end) if form else -1
        if at >= 0:
            return Span(at, at + len(form))
    return whole


def base(document: Document, project: Project) -> str | None:
    """Return the folder that patterns count from, "" for the root; None for a rule that is not of this project."""
    file = project.file(document.path)
    if file is None or file.scope == "user":
        return None
    for path in (file.path, *file.twins):
        before, there, _ = f"/{path}".rpartition(f"/{project.facts.text('names.rules')}/")
        if there and not path.startswith("/"):
            return before.lstrip("/")
    return None


def reasons(document: Document, project: Project) -> tuple[tuple[Pattern, Reason], ...]:
    """Return the patterns of a rule that has a scope, each with its reason."""
    known = project.once(_reasons)
    if document.path not in known:
        known[document.path] = tuple(_all_reasons(document, project))
    return known[document.path]


def _reasons(project: Project) -> dict[str, tuple[tuple[Pattern, Reason], ...]]:
    """Return those of ``project`` that are known, by path."""
    return {}


def _all_reasons(document: Document, project: Project) -> Iterator[tuple[Pattern, Reason]]:
    if not rule_patterns(document.frontmatter, project.facts):
        return
    patterns, here = written(document, project), base(document, project)
    large = frozenset(over_budget(tuple(pattern.glob for pattern in patterns), project.facts))
    for pattern in patterns:
        reason = _reason(pattern, document, project, here, large)
        yield pattern, reason
        if reason == "unquoted" and pattern.text.startswith("["):
            return  # the second try makes one text of all of them


def found(document: Document, project: Project, reason: Reason) -> Iterator[Pattern]:
    """Yield the patterns that do not do what they say for this ``reason``."""
    return (pattern for pattern, why in reasons(document, project) if why == reason)


def _reason(pattern: Pattern, document: Document, project: Project, here: str | None, large: frozenset[str]) -> Reason:
    glob, header = pattern.glob, document.frontmatter
    starts = document.text[pattern.span.start]
    if pattern.first and (not glob or (header is not None and header.status == "rescued" and starts in _SIGNS)):
        return "unquoted" if starts in _SIGNS else ""
    if glob.startswith("#") or comment_after(pattern, document):
        return "comment"
    if glob.startswith("!") and not glob.startswith("!("):
        return "negated"
    if glob in large:
        return "budget"
    if here is not None and project.matched(glob, here):
        return ""
    if _extglob().search(glob):
        return "extglob"
    if _absolute().match(pattern.text):
        return "absolute"
    parts = glob.split("/")
    if ".." in parts:
        return "escapes"
    if "." in parts:
        return "dot-slash"
    if _backslash().search(glob):
        return "backslash"
    if _unclosed(glob):
        return "bracket"
    return "" if here is None else "dead"


def comment_after(pattern: Pattern, document: Document) -> Span | None:
    """Return what stands behind an unquoted pattern as a comment and looks like the rest of it."""
    behind = _comment().match(document.text, pattern.span.end)
    return Span(*behind.span(1)) if behind else None


@cache
def _comment() -> re.Pattern[str]:
    return compile_once(r"[ \t]+(#[^\s/*]*[/*]\S*)[ \t\r]*$", re.MULTILINE)


@cache
def _extglob() -> re.Pattern[str]:
    return compile_once(r"[+@!][(][^()]*[)]|[?*][(][^()|]*[|][^()]*[)]")


@cache
def _absolute() -> re.Pattern[str]:
    return compile_once(r"~/|[A-Za-z]:[\\/]|/(?:Users|home|root|mnt|private)/|\$\{?(?:HOME|PWD|CLAUDE_PROJECT_DIR)\b")


@cache
def _backslash() -> re.Pattern[str]:
    return compile_once(r"\\[\w*.{@$-]|\\\\|\\$")


def _unclosed(glob: str) -> bool:
    at = 0
    while at < len(glob):
        if glob[at] == "\\":
            at += 1
        elif glob[at] == "[":
            at = glob.find("]", at + 2 + (glob[at + 1 : at + 2] in ("!", "^")))
            if at < 0:
                return True
        at += 1
    return False


def is_literal(pattern: Pattern, document: Document) -> bool:
    """Say whether the span of a pattern holds its own characters: else it is that of all the patterns in its text."""
    return document.text[slice(*pattern.span)] in _forms(pattern.text)


def matching(forms: Iterable[str], pattern: Pattern, document: Document, project: Project) -> str:
    """Return, as the end of a message, the first of ``forms`` that matches a file where ``pattern`` matches none."""
    here = base(document, project)
    for form in forms if here is not None else ():
        there = project.matched(form.removesuffix("/**"), here or "")
        if there:
            tail = "/**" if pattern.text.endswith("/**") and not form.endswith("/**") else ""
            return f'; "{form}{tail}" matches {there}'
    return ""
