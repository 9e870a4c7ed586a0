"""Edits of one text: which may be made at all, what comes of them, and whether the rest is still the same document."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

from memlint.engine.finding import Edit, Finding
from memlint.source.document import Document
from memlint.source.header_yaml import Field
from memlint.source.patterns import compile_once
from memlint.source.spans import Span

_Edits: TypeAlias = tuple[Edit, ...]
#: What tells one node from another: its kind, where it is, and what it says.
_Node: TypeAlias = tuple[str, Span, Any]


def by_path(finding: Finding) -> dict[str, _Edits]:
    """Return the edits of a finding's fix, ordered, by the file that they are made in."""
    found: dict[str, list[Edit]] = {}
    for edit in finding.fix.edits if finding.fix else ():
        found.setdefault(edit.path or finding.path, []).append(Edit(edit.span, edit.text))
    return {path: ordered(found[path]) for path in sorted(found)}


def ordered(edits: Iterable[Edit]) -> _Edits:
    """Return ``edits`` of one file by place, each once."""
    return tuple(sorted(set(edits)))


def overlap(edits: _Edits) -> bool:
    """Say whether two of ``edits`` (ordered) touch the same characters, or insert at one place.

    Whole lines that are inserted at one place stand one below the other and do not overlap.
    """
    return any(
        (later.span.start < earlier.span.end or later.span.start == earlier.span.start)
        and not _are_lines(earlier, later)
        for earlier, later in pairwise(edits)
    )


class Taken:
    """The places that fixes chosen so far will change; a fix that meets one of them has to wait."""

    def __init__(self) -> None:
        self._hulls: dict[str, list[Span]] = {}
        self._lines: dict[tuple[str, int], Edit] = {}

    def take(self, parts: dict[str, _Edits]) -> bool:
        """Take the places of ``parts``, edits by file, unless one is taken; return whether they were free."""
        if any(self._meets(path, edits) for path, edits in parts.items()):
            return False
        for path, edits in parts.items():
            insort(self._hulls.setdefault(path, []), _hull(edits))
            self._lines[path, edits[0].span.start] = edits[0]
        return True

    def _meets(self, path: str, edits: _Edits) -> bool:
        lines = self._lines.get((path, edits[0].span.start))
        joins = len(edits) == 1 and lines is not None and _are_lines(lines, edits[0])
        return not joins and _near(self._hulls.get(path, ()), _hull(edits))


def _hull(edits: _Edits) -> Span:
    return Span(edits[0].span.start, max(edit.span.end for edit in edits))


def _are_lines(one: Edit, other: Edit) -> bool:
    """Say whether both insert a line at the same place, in front of another or at the end.

    A numbered item is not such a line: its number is that of the item before it and one more.
    """
    return one.span == other.span and one.span.start == one.span.end and _line_form(one) == _line_form(other) != ""


def _line_form(edit: Edit) -> str:
    starts, ends = edit.text.startswith(("\n", "\r\n")), edit.text.endswith("\n")
    if starts == ends or edit.text.strip()[:1].isdigit():
        return ""
    return "starts" if starts else "ends"


def apply(text: str, edits: _Edits) -> str:
    """Return ``text`` after ``edits`` (ordered, none overlaps another)."""
    parts: list[str] = []
    at = 0
    for span, new, _ in edits:
        parts += (text[at : span.start], new)
        at = span.end
    return "".join((*parts, text[at:]))


def forbidden(document: Document, edits: _Edits) -> str:
    """Return why ``edits`` (ordered) may not be made in ``document``, "" when they may.

    What a tool owns, code, quotations and tables are nobody's to change, and nothing that says something goes away: a
    deletion takes blanks and signs, a comment of memlint's own, or a line that stands in the file once more.
    """
    lines: set[str] = set()  # what is left, once something is taken out that says something
    if not edits or overlap(edits) or edits[0].span.start < 0 or edits[-1].span.end > len(document.text):
        return "the edits do not fit the text"
    cells = tuple(sorted(cell.span for cell in document.cells))
    for span, new, _ in edits:
        last = max(span.start, span.end - 1)
        if span.start > span.end or "\0" in new:
            return "the edits do not fit the text"
        if _near(document.generated, span):
            return "a tool owns that part of the file"
        if _touch(document.code, span):
            return "it stands in code"
        if _near(cells, Span(span.start, last)):
            return "it stands in a table"
        if document.text and any(document.in_quotes(min(at, len(document.text) - 1)) for at in (span.start, last)):
            return "it stands in a quotation"
        if not new and not _may_go(document.text, span):
            lines = lines or {line.strip() for line in apply(document.text, edits).splitlines()}
            if _is_line(document.text, span) and document.text[slice(*span)].strip() in lines:
                continue
            return "nothing that says something is taken out"
    return ""


def _touch(spans: tuple[Span, ...], span: Span) -> bool:
    """Say whether ``span`` meets one of ``spans`` (sorted, disjoint); an insertion at the edge of one does not."""
    at = bisect_left(spans, span.end, key=lambda other: other.start) - 1  # the last that begins before its end
    return at >= 0 and span.start < spans[at].end


@cache
def _word() -> re.Pattern[str]:
    return compile_once(r"\w")


def _may_go(text: str, span: Span) -> bool:
    """Say whether what stands at ``span`` says nothing to the agent: signs, or one comment of memlint's own."""
    gone = text[slice(*span)]
    if not _word().search(gone):
        return True
    bare = gone.strip()
    own = bare.startswith(("<!--", "# memlint-", "#memlint-", "memlint-")) and "memlint-" in bare
    return own and bare.count("<!--") <= 1


def _is_line(text: str, span: Span) -> bool:
    """Say whether ``span`` is a line, with the newline behind it or the one before it."""
    if text.count("\n", *span) > 1:
        return False
    first, last = not span.start or text[span.start - 1] == "\n", span.end == len(text) or text[span.end] in "\r\n"
    return first or (last and text[span.start] in "\r\n")


def changed(before: Document, after: Document, edits: _Edits) -> str:
    """Return what of a document is another after ``edits`` (ordered) than their own characters; "" for nothing.

    A node that they do not touch must be there again with the same words, and none may be new; of links, wiki links
    and imports that they touch there may be no fewer.
    """
    places = list(_shifts(edits))
    own = tuple(edit.span for edit in edits)
    made = tuple(Span(edit.span.start + shift, edit.span.start + shift + len(edit.text)) for edit, shift in places)
    old, new = list(_nodes(before)), list(_nodes(after))
    kept = {(kind, _moved(span, places), said) for kind, span, said in old if not _near(own, span)}
    if kept != {node for node in new if not _near(made, node[1])}:
        return "a link, an import or code elsewhere in the file would be another"
    why = _header(before, after, own) or _layout(before, after, own, places)
    if why:
        return why
    for kind in ("link", "wiki link", "import"):
        was, now = ([said for name, _, said in nodes if name == kind] for nodes in (old, new))
        fewer = len(now) < len(was)
        if fewer and (any(edit.text for edit in edits) or set(map(repr, was)) - set(map(repr, now))):
            return f"{'an' if kind == 'import' else 'a'} {kind} would be lost"
    return ""


def _header(before: Document, after: Document, own: tuple[Span, ...]) -> str:
    """Return what of a header is another: a key that no edit touches, a part of a value, a key that stands there twice."""
    old, new = before.frontmatter, after.frontmatter
    if old is None or old.status == "invalid":
        return ""
    if new is None or new.status not in ("valid", old.status):
        return "the header could not be read any more"
    inserted = tuple(span for span in own if span.start == span.end)
    strict = old.status == "valid"  # else the second try reads as text what is none in a header that is YAML

    def is_touched(field: Field) -> bool:
        return _near(own, field.span) or _near(inserted, field.key_span) or _touch(own, field.key_span)

    was, now = (
        Counter((field.path, field.text if strict and field.kind != "mapping" else "") for field in fields)
        for fields in ([field for field in old.fields if not is_touched(field)], new.fields)
    )
    if was - now:
        return f"{'.'.join(next(iter(was - now))[0])} in the header would be another"
    touched = [field for field in old.fields if is_touched(field) and not _is_within(own, field)]
    kept = _parts(field for field in old.fields if not is_touched(field))
    near = sum(_near((field.span,), span) for span in own for field in touched)
    then, there = _parts(touched), _parts(new.fields) - kept
    if there.total() < then.total() or (then - there).total() > near:
        return "a part of a value in the header would be lost"
    doubled = [path for path, count in Counter(field.path for field in new.fields).items() if count > 1]
    return f"the header would have {'.'.join(doubled[0])} twice" if doubled else ""


def _is_within(own: tuple[Span, ...], field: Field) -> bool:
    """Say whether an edit is about the whole of a field, key and value."""
    return any(span.start <= field.key_span.start and field.span.end <= span.end for span in own)


def _parts(fields: Iterable[Field]) -> Counter[str]:
    """Return what stands in values: the items of lists, and what stands between commas."""
    values = (value.text for field in fields for value in (field.items if field.kind == "list" else (field,)))
    return Counter(part for text in values for each in text.split(",") if (part := each.strip()))


def _layout(before: Document, after: Document, own: tuple[Span, ...], places: list[tuple[Edit, int]]) -> str:
    """Return why a line that no edit touches, a list's item or a heading is read as another part of the text now.

    What the header takes in, where there was none, is no text any more.
    """
    header = after.frontmatter.span.end if before.frontmatter is None and after.frontmatter is not None else 0
    start = 0
    for line in before.text.split("\n"):
        first, end = start + len(line) - len(line.lstrip()), start + len(line.rstrip())
        if first < end and not _touch(own, Span(start, end)):
            at = _moved(Span(first, end), places).start
            if at >= header and _kind(before, first) != _kind(after, at):
                return "a line elsewhere in the file would belong to another part of the text"
        start += len(line) + 1
    marks = set(_marks(after))
    for name, at, said in _marks(before):
        moved = _moved(Span(at, at), places).start
        if not _touch(own, Span(at, at + 1)) and moved >= header and (name, moved, said) not in marks:
            return f"{'an item' if name == 'item' else 'a heading'} elsewhere in the file would be another"
    return ""


def _kind(document: Document, at: int) -> tuple[object, ...]:
    """Return what the line with the offset ``at`` is, and whether it is the first of its block."""
    block = document.block_at(at)
    return block.kind, block.depth, block.quoted, document.text.find("\n", block.span.start, at) < 0


def _marks(document: Document) -> Iterator[tuple[str, int, Any]]:
    for item in document.items:
        yield "item", item.span.start, (item.depth, item.ordered)
    for heading in document.headings:
        yield "heading", heading.span.start, heading.level


def _nodes(document: Document) -> Iterator[_Node]:
    for link in document.links:
        yield "link", link.span, (link.kind, link.target)
    for wiki in document.wiki_links:
        yield "wiki link", wiki.span, wiki.target
    for token in document.imports:
        yield "import", token.span, token.path
    for block in document.code_blocks:
        yield "code", block.span, block.language
    for code in document.code_spans:
        yield "code", code.span, code.text


def _shifts(edits: _Edits) -> Iterator[tuple[Edit, int]]:
    """Yield each edit with how far what stands before it has moved."""
    shift = 0
    for edit in edits:
        yield edit, shift
        shift += len(edit.text) - (edit.span.end - edit.span.start)


def _moved(span: Span, places: list[tuple[Edit, int]]) -> Span:
    at = bisect_right(places, span.start, key=lambda place: place[0].span.start) - 1
    if at < 0:
        return span
    edit, before = places[at]
    shift = before + len(edit.text) - (edit.span.end - edit.span.start)
    return Span(span.start + shift, span.end + shift)


def _near(spans: Sequence[Span], span: Span) -> bool:
    """Say whether ``span`` overlaps or borders on one of ``spans`` (sorted, disjoint)."""
    at = bisect_right(spans, span.end, key=lambda other: other.start) - 1
    return at >= 0 and span.start <= spans[at].end
