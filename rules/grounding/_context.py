"""Whether the words around a command say that it is gone, forbidden, still to come, or another project's."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Span, compile_once

_ELSEWHERE = (
    r"entfernt|veraltet|umbenannt|supprim|obsol[eè]t|eliminad|obsolet|不再|不要|禁止|不存在|已删除|移除|废弃|弃用|旧|删除|廃止|削除"
    r"|しない|例えば|例如|比如|예를|하지"
)


@cache
def _denied() -> re.Pattern[str]:
    gone = (
        r"remov(?:e[ds]?|ing|al)|delet(?:ed|es|ing)|renam\w+|old|deprecat\w+|obsolete|legacy|former(?:ly)?|previous(?:ly)?"
        r"|used to|no longer|not anymore|retired|dropped|gone|supersed\w+|replac(?:ed|es|ing)|instead of|rather than"
        r"|migrat\w+ (?:from|to)|was called|breaking changes?|stale|outdated"
    )
    absent = (
        r"there(?:['’]s| is| are| was) no|(?:does|do|did) ?n['o’]?t (?:exist|have|work)|(?:does|do|did) not (?:exist|have|work)"
        r"|no (?:such )?(?:\w+ ){0,2}(?:scripts?|targets?|tasks?|commands?|recipes?)|not (?:yet|available|defined|needed|configured|implemented)"
        r"|isn['’]t|aren['’]t|missing|todo|tbd|planned|future|upcoming|will be|nonexistent|hypothetical"
        r"|non-existent|invented|hallucinat\w*|would|could|wrong|incorrect|anti-?patterns?|mistakes?|pitfalls?|bad:"
    )
    asked = (
        r"do not|don['’]t|never|avoid|must not|should not|shouldn['’]t|not use|forbidden|prohibited"
        r"|(?:if|when|where) (?:\w+ ){0,4}(?:exists?|available|present|defined|any|applicable|configured|has|have)"
        r"|(?:add|create|define|introduce|propose)s? (?:an?|the|new)"
        r"|e\.g|for (?:example|instance)|such as"
    )
    other = (
        r"(?:your|their|user['’]?s?|users['’]|customers?|consumers?|consuming|generated|scaffold\w*|downstream|target|host"
        r"|another|other|sibling|external|upstream|client['’]s) (?:own )?(?:\w+ )?(?:apps?|projects?|repos?|repositor\w+|packages?|sites?|workspaces?)"
        r"|placeholder|hypothetical|template"
    )
    return compile_once(rf"\b(?:{gone}|{absent}|{asked}|{other})(?!\w)|{_ELSEWHERE}|[❌✗🚫⛔]", re.IGNORECASE)


@cache
def _harmless() -> re.Pattern[str]:
    # "never commit without `npm run lint`" asks for the command
    return compile_once(
        r"\b(?:do not|don['’]t|never|must not|should not|avoid)\b[^.;]{0,80}\b(?:without|until|unless|before)\b",
        re.IGNORECASE,
    )


@cache
def _turned_down() -> re.Pattern[str]:
    return compile_once(r"\b(?:not|nor|than|instead of)[ \n]+`*\Z", re.IGNORECASE)


@cache
def _other_tools() -> re.Pattern[str]:
    return compile_once(
        r"`(?:go (?:build|test|vet)|cargo (?:build|test|check)|mvn|(?:\./)?gradlew?|dotnet|mix|bundle|pytest)\b"
    )


@cache
def _line_tools() -> re.Pattern[str]:
    return compile_once(r"^[^\S\n]*+(?:\$ )?(go|cargo|mvn|(?:\./)?gradlew?|dotnet|mix|bundle|pytest) ", re.MULTILINE)


@cache
def _new_column() -> re.Pattern[str]:
    return compile_once(r"\b(?:replacements?|new|instead|now|current|use)\b", re.IGNORECASE)


def is_denied(document: Document, line: Span, *, block: bool) -> bool:
    """Say whether the command on ``line`` is not one to run here. ``block``: it stands in a block of code."""
    heading = _heading(document, line.start)
    if block:
        said = _says(document, lead_in(document, line)) or _says(document, heading)
        return said or _comment(document.text, line) or _for_any_language(document, line)
    cells = _row(document, line.start)
    if cells:
        own, header, others = cells
        if _other_tools().search(document.text, *own) or _says(document, own) or _says(document, header):
            return True
        fresh = header is not None and _new_column().search(document.text, *header)
        return not fresh and (_says(document, heading) or any(_says(document, other) for other in others))
    return (
        bool(_turned_down().search(document.text, max(line.start - 30, 0), line.start))
        or _strangers(document, line)
        or _says(document, sentence(document, line))
        or _says(document, heading)
        or _says(document, _list(document, line))
    )


def _for_any_language(document: Document, line: Span) -> bool:
    """Say whether the block around ``line`` tests or builds in three languages: it speaks of projects in general."""
    block = document.block_at(line.start).content
    tools = {found[1] for found in _line_tools().finditer(document.text, *block)}
    return len(tools) > 1


def _strangers(document: Document, line: Span) -> bool:
    """Say whether the sentence lists what other languages run: it speaks of projects in general."""
    found = _other_tools().finditer(document.text, *sentence(document, line))
    return any(not line.start - 1 <= other.start() < line.end for other in found)


def _says(document: Document, span: Span | None) -> bool:
    if span is None or span.start >= span.end:
        return False
    words = _masked(document, span)
    return bool(_denied().search(_harmless().sub(" ", words)))


def _masked(document: Document, span: Span) -> str:
    """Return the text with code made blank: ``clean:old`` is a name."""
    pieces, at = [], span.start
    for code in document.code:
        if code.start >= span.end:
            break
        if code.end > at:
            pieces.append(
                document.text[at : code.start] + "`" + " " * (min(code.end, span.end) - max(code.start, at) - 1)
            )
            at = min(code.end, span.end)
    pieces.append(document.text[at : span.end])
    return "".join(pieces)


def _heading(document: Document, offset: int) -> Span | None:
    before = [heading for heading in document.headings if heading.span.start < offset]
    return before[-1].span if before else None


def sentence(document: Document, line: Span) -> Span:
    """Return the sentence around a command in code."""
    content = document.block_at(line.start).content
    words = _masked(document, content)
    start, end = content.start, content.end
    for stop in re.finditer(r"[.!?;](?=\s)(?<!e\.g\.)(?<!i\.e\.)", words):
        at = content.start + stop.end()
        if at <= line.start:
            start = at
        elif at >= line.end:
            end = at
            break
    return Span(start, end)


def _list(document: Document, line: Span) -> Span | None:
    around = [item for item in document.items if item.span.start <= line.start < item.span.end]
    return around[-1].lead_in if around else None


def lead_in(document: Document, line: Span) -> Span | None:
    """Return the last paragraph before the block of code around ``line``, within its section."""
    found = None
    for block in document.blocks:
        if block.span.start >= line.start:
            break
        if block.kind in ("paragraph", "heading"):
            found = block.content
        elif block.kind == "code" and block.span.end <= line.start:
            found = None
    return found


def _comment(text: str, line: Span) -> bool:
    """Say whether the comment on a shell line, or on the line above it, denies it."""
    end = text.find("\n", line.start)
    own = text[line.start : end if end >= 0 else len(text)].partition(" #")[2]
    start = text.rfind("\n", 0, line.start)
    above = text[text.rfind("\n", 0, max(start, 0)) + 1 : max(start, 0)].strip()
    return any(_denied().search(words) for words in (own, above if above.startswith("#") else ""))


def _row(document: Document, offset: int) -> tuple[Span, Span | None, list[Span]] | None:
    """Return the table cell around ``offset``, the header of its column and the other cells of its row."""
    header: dict[int, Span] = {}
    for place, cell in enumerate(document.cells):
        if cell.row == 0:
            header = {} if cell.column == 0 else header
            header[cell.column] = cell.span
        if cell.span.start <= offset < cell.span.end:
            near = (*document.cells[max(place - 20, 0) : place], *document.cells[place + 1 : place + 20])
            start, end = document.text.rfind("\n", 0, offset), document.text.find("\n", offset)
            others = [other.span for other in near if start < other.span.start < (end if end > 0 else offset)]
            return cell.span, header.get(cell.column) if cell.row else None, others
    return None
