"""Writes the comments that suppress findings into a file's text, where they change nothing else of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

from memlint.engine import suppression_comments
from memlint.engine.finding import Finding
from memlint.source.document import Document, read
from memlint.source.records import NamedTuple
from memlint.source.spans import covers

#: On a line of its own above the finding, in a YAML header likewise, at the end of its line, or for the whole file.
Form: TypeAlias = Literal["above", "header", "end", "file"]


class Spot(NamedTuple):
    """Where a comment goes in: its form and the offset in the text of before."""

    at: int
    form: Form


class Added(NamedTuple):
    """The new text, how many comments are new in it, and the findings that got none, each with why."""

    text: str
    comments: int
    refused: tuple[tuple[Finding, str], ...]


def add(document: Document, findings: Iterable[Finding], reason: str, *, everywhere: bool = False) -> Added:
    """Return the text of ``document`` with a comment for each of ``findings``, which are all in it.

    A comment stands above the finding's line, at its end where a line of its own would break a list, a quote or a
    paragraph, and speaks for the whole file where neither can be: in code and tables, and for findings about the file.
    The result is read again: where it would not be the same document, or not cover the findings, comments for the
    whole file are tried, and nothing is written when those fail too. ``everywhere`` tries no others.
    """
    fit: list[Finding] = []
    refused: list[tuple[Finding, str]] = []
    for finding in findings:
        if document.in_generated(min(finding.span.start, max(len(document.text) - 1, 0))):
            refused.append((finding, "a tool owns that part of the file and would write over the comment"))
        else:
            fit.append(finding)
    for place in (_whole_file,) if everywhere else (_spot, _whole_file):
        spots = _spots(document, fit, place)
        if None in spots.values():
            break
        made = _written(document, {finding: spot for finding, spot in spots.items() if spot}, reason)
        if made is not None:
            return Added(*made, tuple(refused))
    refused += ((finding, "no comment can stand in this file without changing it") for finding in fit)
    return Added(document.text, 0, tuple(refused))


def _spots(
    document: Document, findings: list[Finding], place: Callable[[Document, Finding], Spot | None]
) -> dict[Finding, Spot | None]:
    """Place ``findings``; those of a rule that needs a comment for the whole file share it."""
    spots = {finding: place(document, finding) for finding in findings}
    everywhere = {finding.rule: spot for finding, spot in spots.items() if spot is None or spot.form == "file"}
    return {finding: everywhere.get(finding.rule, spot) for finding, spot in spots.items()}


def _spot(document: Document, finding: Finding) -> Spot | None:
    text, at = document.text, finding.span.start
    if finding.span.end == 0 or at >= len(text):
        return _whole_file(document, finding)
    first = text.rfind("\n", 0, at) + 1
    header = document.frontmatter
    if header is not None and at < header.span.end:
        values = [field.span for field in header.fields if field.kind not in ("list", "mapping")]
        values += [item.span for field in header.fields for item in field.items]
        inside = any(start < first < end for start, end in values)
        if header.status != "valid" or not header.content.start <= first < header.content.end or inside:
            return _whole_file(document, finding)
        return Spot(first, "header")
    block = document.block_at(at)
    table = bisect_left(document.cells, block.span.start, key=lambda cell: cell.span.start)
    if table < len(document.cells) and document.cells[table].span.start < block.span.end:
        return _whole_file(document, finding)
    starts = first == block.span.start and block.kind in ("paragraph", "heading", "html")
    if starts and not block.depth and not block.quoted:
        return Spot(first, "above")
    if block.kind not in ("paragraph", "heading"):
        return _whole_file(document, finding)
    last = text.find("\n", at)
    line = text[first : len(text) if last < 0 else last].rstrip()
    end = first + len(line)
    inside = any(link.span.start < end < link.span.end for link in document.links)
    if inside or line.endswith("\\") or covers(document.code, end):
        return _whole_file(document, finding)
    return Spot(end, "end")


def _whole_file(document: Document, finding: Finding) -> Spot | None:
    header = document.frontmatter
    at = header.span.end if header else 0
    if header is None and document.text.startswith("---"):
        return None  # perhaps a header that is not closed: nothing may stand before it
    if header is not None and not header.fence_alone:
        return None
    if any(start < at < end for start, end in document.generated):
        return None
    return Spot(at, "file")


def _written(document: Document, spots: dict[Finding, Spot], reason: str) -> tuple[str, int] | None:
    """Return the text with comments at ``spots`` and their number; None when it would not be the same document."""
    rules: dict[Spot, set[str]] = {}
    for finding, spot in spots.items():
        rules.setdefault(spot, set()).add(finding.rule)
    pieces: list[str] = []
    comments: list[str] = []
    at = 0
    for spot in sorted(rules):
        comment = _comment(document, spot, sorted(rules[spot]), reason)
        pieces += (document.text[at : spot.at], comment)
        comments.append(comment)
        at = spot.at
    text = "".join((*pieces, document.text[at:]))
    after = read(text, document.path, bom=document.bom)
    if _shape(after, comments) != _shape(document, comments):
        return None
    return (text, len(comments)) if _covered(after, spots, comments) else None


def _comment(document: Document, spot: Spot, rules: list[str], reason: str) -> str:
    text = document.text
    words = f"{', '.join(rules)} -- {reason}"
    if spot.form == "end":
        return f" <!-- memlint-disable-line {words} -->"
    stop = text.find("\n", spot.at)
    stop = stop if stop >= 0 else text.find("\n")
    newline = "\r\n" if stop > 0 and text[stop - 1] == "\r" else "\n"
    if spot.at and not text.endswith("\n", 0, spot.at):
        return f"{newline}<!-- memlint-disable-file {words} -->"  # below a header that ends the file
    if spot.form == "header":
        indent = text[spot.at :][: len(text[spot.at :]) - len(text[spot.at :].lstrip(" "))]
        return f"{indent}# memlint-disable-next-line {words}{newline}"
    return f"<!-- memlint-disable-{'file' if spot.form == 'file' else 'next-line'} {words} -->{newline}"


def _shape(document: Document, comments: list[str]) -> Any:
    """Return what must be the same before and after, with no trace of ``comments``."""
    text = document.text

    def without(span: tuple[int, int]) -> str:
        found = text[slice(*span)]
        if "memlint-" in found:
            for comment in comments:
                found = found.replace(comment.strip(), "")
        return " ".join(found.split())

    header = document.frontmatter
    blocks = (
        (block.kind, block.depth, block.quoted, without(block.content)) for block in document.blocks[bool(header) :]
    )
    return (
        [(field.path, field.text) for field in header.fields] if header else None,
        [block for block in blocks if block[0] != "blank" and block[3]],
        [
            (item.depth, item.list_id, item.position, without(item.content), item.lead_in is None)
            for item in document.items
        ],
        [(heading.level, heading.text) for heading in document.headings],
        [text[slice(*code.content)] for code in document.code_blocks],
        [code.text for code in document.code_spans],
        [(link.kind, link.text, link.target) for link in document.links],
        [each.path for each in (*document.imports, *document.possible_imports)],
        [link.target for link in document.wiki_links],
        len(document.generated),
    )


def _covered(after: Document, spots: dict[Finding, Spot], comments: list[str]) -> bool:
    """Say whether the new comments, read again, are about each finding at its new place."""
    starts = sorted({spot.at for spot in spots.values()})
    added = [0]
    for comment in comments:
        added.append(added[-1] + len(comment))
    found: dict[str, list[tuple[int, int]]] = {}
    for each in suppression_comments.read(after):
        for word in each.words:
            found.setdefault(word.text, []).append(each.covers)
    lines = {rule: sorted(spans) for rule, spans in found.items()}
    for finding, spot in spots.items():
        if spot.form == "file":
            continue
        # what goes in at the finding's own offset goes before it, but for what follows its line
        passed = bisect_left(starts, finding.span.start + (spot.form != "end"))
        at = finding.span.start + added[passed]
        spans = lines.get(finding.rule, [])
        before = bisect_left(spans, (at + 1, 0)) - 1
        if before < 0 or not spans[before][0] <= at < spans[before][1]:
            return False
    return True
