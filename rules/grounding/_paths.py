"""The paths of this repository that memory files name: in inline code and in plain words, with what stands around them."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, lru_cache

from memlint import Document, NamedTuple, Span, compile_once, is_placeholder

_FAR = 2_000  # characters around a path that are looked at: a line may be as long as a file


class Named(NamedTuple):
    """A path as it stands in a document: ``path`` without ``./``, a final ``/`` and a line number."""

    document: Document
    span: Span
    path: str
    folder: bool
    in_code: bool


@cache
def _token() -> re.Pattern[str]:
    return compile_once(
        r"(?<![\w./\\@~$%:#=+&?*{}<>\[\]|-])(?:\./)?[\w.@+-]++(?:/[\w.@+-]++)++/?+(?![\w/\\*{}<>$\[(=?&%~|])"
    )


@cache
def _tail() -> re.Pattern[str]:
    # a line, a range, a test, a function
    return compile_once(r"(?::\d[\d:,-]{0,99}+|#L?\d[\w-]{0,99}+|::[\w:.\[\]-]{1,300}+|:[A-Za-z_][\w.]*+(?:\(\))?)$")


@cache
def _gone() -> re.Pattern[str]:
    # Said on the same line of things that are gone, or are somebody else's (cases 80, 94, 96).
    return compile_once(
        r"(?i)\b(?:remov(?:ed|al|ing)\b|renam|deprecat|deleted|deletion|obsolet|legacy|migrat(?:ed|ion)\b|moved\b|replac(?:ed|es)\b"
        r"|supersed|archived|dropped\b|formerly|previous(?:ly)?\b|histor|used to\b|no longer\b|old\b|gone\b|retired|extracted|was split"
        r"|(?:merged|folded) into|ported\b|inspired|upstream|(?:other|another|separate|sibling|sister|their|external) repo|submodule"
        r"|n['’]t exist|not exist|hypothetical|if (?:present|it exists|they exist|any\b|exists|available)|when present|optional\b(?! [A-Z])"
        r"|planned|future\b|todo\b|tbd\b|not yet|proposed|git-?ignored?|untracked|not (?:tracked|committed|checked in)|anomaly)"
        r"|삭제|없음|없는|削除|废弃|已删除|不存在|移除"
    )


@cache
def _making() -> re.Pattern[str]:
    # Said just before a path: it is a sample, or still to come.
    return compile_once(
        r"(?i)\b(?:create[sd]?\b|creating|writ(?:e|es|ing|ten)\b|wrote|generat(?:e|es|ed|ing)\b|output|produc(?:e|es|ed|ing)\b|emit"
        r"|add(?:s|ed|ing)?\b(?!.*\b(?:to|in|under)\W*$)|new\b|sav(?:e|es|ed|ing)\b|stored\b|dump|compiles?\b|cop(?:y|ies|ied)\b"
        r"|download|export(?:s|ed)? to|install(?:s|ed)? (?:in|to)|scaffold|persist(?!\w* (?:via|by|through)\b)|log(?:s|ged)? to|lands? in|goes? (?:in|to|under)\b"
        r"|put\b|plac(?:e|es|ed|ing)\b|mkdir|touch\b|clone|e\.g\.|for (?:example|instance)|examples?:?\b|such as|like\b|avoid\b"
        r"|instead of|rather than|reserved|exclud|introduc|artifacts? (?:at|in|under)|may\b|might\b|would\b|(?:not|never)\W*$|-o\b|--out)"
        r"|생성|작성|生成|作成|创建|出力"
    )


@cache
def _made() -> re.Pattern[str]:
    # Said just behind a path.
    return compile_once(
        r"(?i)\b(?:(?:auto-?)?(?:generated|created|written|produced|saved)\b(?! (?!(?:by|at|in|to|on|when|from|during|automatically"
        r"|into|after|with|once|only|each|here|and|or|as|if|for|per|via|under|files?|reports?|outputs?|code)\b)\w)"
        r"|will\b|would\b|may\b|or similar|out of scope|output|artifact"
        r"|git-?ignored?|if\b|when (?:it|they|present)|example|placeholder)|생성|작성|生成|作成|创建|出力"
    )


@cache
def _replacement() -> re.Pattern[str]:
    return compile_once(r"(?i)\b(?:replacement|new|now|instead|was|before|after|from)\b")


@cache
def _clause() -> re.Pattern[str]:
    return compile_once(r"[.;:!?)] |\(|\n\s*\n|\|| [—–-] |, ")


_SAMPLES = frozenset(
    ("example", "examples", "sample", "samples", "test", "tests", "fixtures", "testdata", "template", "templates")
)
_MADE = frozenset(
    (
        "dist",
        "build",
        "out",
        "coverage",
        "target",
        "generated",
        "__generated__",
        "gen",
        "tmp",
        "temp",
        "logs",
        "log",
        "worktrees",
    )
)
# First parts of what is no path of the repository: memory/x.md is a note of the agent's own store.
_ELSEWHERE = frozenset(("..", "and", "or", "memory", "origin", "upstream", "node_modules"))


@cache
def _gap() -> re.Pattern[str]:
    return compile_once(r"X{2,}|N{2,}\b|^(?:[A-Z]|[a-c]|name|my[-_].*|new[-_].*|your.*|some[-_].*)$|^(?:foo|bar|baz)\b")


@cache
def _list_part() -> re.Pattern[str]:
    return compile_once(r"\.(?:md|txt|py|js|ts|tsx|json|ya?ml|toml|sh|rs|go)$")


def named(document: Document) -> Iterator[Named]:
    """Yield the tokens that may be paths, outside fenced code, links, comments, quotes and what a tool owns."""
    text = document.text
    if "/" not in text or not _SAMPLES.isdisjoint(document.path.split("/")[:-1]):
        return
    spans = {found.span.start: found for found in document.code_spans}
    starts = sorted(spans)
    for found in _token().finditer(text):
        at = found.start()
        if document.in_generated(at) or document.in_comment(at):
            continue
        block = document.block_at(at)
        if block.kind not in ("paragraph", "heading") or block.quoted:
            continue
        near = bisect_right(starts, at) - 1
        inside = spans[starts[near]] if near >= 0 and at < spans[starts[near]].span.end else None
        if inside is None and document.in_code(at):
            continue
        if _in_link(document, at):
            continue
        whole = found[0]
        if inside is not None and len(inside.text) > _FAR:
            continue
        if inside is not None:
            ticks = document.text.find(inside.text, inside.span.start)
            whole = _only_path(inside.text, whole, at - ticks) if ticks >= 0 else ""
        else:
            whole = "" if _goes_on(text[max(at - 80, 0) : at]) else whole.rstrip(".,;:-")
        path = posixpath.normpath(whole.removeprefix("./"))
        if whole and _plausible(path):
            yield Named(document, Span(at, at + len(whole)), path, whole.endswith("/"), inside is not None)


@cache
def _runner() -> re.Pattern[str]:
    return compile_once(
        r"(?:\w+=\S+ )*(?:\./)?(?:python3?|node|bash|sh|zsh|source|\.|cat|less|uv run|poetry run|pytest|dotnet (?:test|run|build)|npx|bunx?"
        r"|deno run|tsx|ts-node|go (?:test|run|build)|cargo|ruff|ruby|php|perl|make -C|cd|git diff|bats|shellcheck|terraform|docker compose)\s"
    )


@lru_cache(maxsize=4096)  # the same few paths are named over and over
def _only_path(code: str, token: str, at: int) -> str:
    """Return the path when it is all of the inline code, or an argument of what runs or reads it; "" elsewhere."""
    bare = _tail().sub("", code.strip())
    if bare.removeprefix("./") == token.removeprefix("./"):
        return token
    if not (" " in code and (code.startswith(token) or _runner().match(code))) or _making().search(code):
        return ""
    return token if code[at - 1 : at] in ("", " ") and code[at + len(token) :][:1] in ("", " ", ":") else ""


def _goes_on(before: str) -> bool:
    """Say whether a path with a blank in it began before: `~/Cloud Files/notes.md`."""
    words = before.rsplit(None, 1)
    last = words[-1] if words and before.endswith(" ") else ""
    return "/" in last and last[-1].isalnum() and not posixpath.splitext(last)[1]


def _in_link(document: Document, offset: int) -> bool:
    at = bisect_right(document.links, offset, key=lambda link: link.span.start) - 1
    return at >= 0 and offset < document.links[at].span.end


@lru_cache(maxsize=4096)
def _plausible(path: str) -> bool:
    parts = path.split("/")
    if is_placeholder(path) or len(parts) < 2 or parts[0] in _ELSEWHERE or "@" in parts[0]:
        return False
    if any(posixpath.splitext(part)[1] and "." in part[1:] and _list_part().search(part) for part in parts[:-1]):
        return False  # CLAUDE.md/README.md/notes.md: a list
    if not _MADE.isdisjoint(parts) or any(_gap().search(part) for part in parts):
        return False
    return not all(part.replace(".", "").replace("-", "").isdigit() for part in parts)


def is_to_come_or_gone(path: Named) -> bool:
    """Say whether the words around a path tell that it is not, or not yet, or no longer there."""
    text, span = path.document.text, path.span
    begin = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    end = end if end >= 0 else len(text)
    first, last = _sentence(text, begin, end, span)
    block = path.document.block_at(span.start).content
    start = max(block.start, text.rfind("\n", 0, max(begin - 1, 0)) + 1, span.start - _FAR)
    # names in code say nothing, nor do the parts of the path: workflows/todo.md
    before = _bare(text[start : span.start])
    ahead = before[max(first - start, 0) :]
    if last == end < block.end and text[begin:end].lstrip()[:1] != "|":  # the sentence goes on in the next line
        last = _sentence(text, end + 1, min(block.end, end + _FAR), Span(end + 1, end + 1))[1]
    behind = _within(_bare(text[span.end : min(last, span.end + _FAR)], opened=path.in_code))
    titles = (*_headings(path), *_columns(path))
    if _gone().search(f"{ahead}`{behind}") or any(_gone().search(title) for title in titles):
        return True
    clause = _clause().split(before[-80:])[-1]
    return bool(_making().search(clause) or _made().search(behind[:40]))


def _within(text: str) -> str:
    """Return ``text`` up to the bracket that closes one before it: what follows is said of another thing."""
    opens, closes = text.find("("), text.find(")")
    return text[:closes] if closes >= 0 and not 0 <= opens < closes else text


def _bare(text: str, *, opened: bool = False) -> str:
    """Return ``text`` with inline code blanked; ``opened``: it begins within code."""
    end = text.find("`") + 1 if opened else 0
    return text[:end] + re.sub(r"`[^`\n]+`", lambda found: " " * len(found[0]), text[end:])


@cache
def _other_names() -> re.Pattern[str]:
    # What else is written with one slash: `docs/new-glazes` as a branch, `image/png` as a type.
    return compile_once(
        r"(?i)\b(?:branch\w*|checkout|git (?:switch|push|pull)|commits?|pull requests?|PRs?|prefix\w*|models?|mime|content[- ]type"
        r"|headers?|routes?|endpoints?|urls?|permissions?|scopes?|events?|topics?|channels?|roles?|tags?|labels?|keys?|org\w*|images?)\b"
    )


def is_other_name(path: Named) -> bool:
    """Say whether the words around a path with a single slash tell that it is another thing's name."""
    text, span = path.document.text, path.span
    begin = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    first, last = _sentence(text, begin, end if end >= 0 else len(text), span)
    words = f"{_bare(text[begin : span.start])[first - begin :]} {_bare(text[span.end : last], opened=path.in_code)}"
    return bool(_other_names().search(words))


def _sentence(text: str, begin: int, end: int, span: Span) -> tuple[int, int]:
    """Return the part of a line around ``span``; the row of a table is one sentence."""
    if text[begin:end].lstrip().startswith("|"):
        return begin, end
    first = max(text.rfind(mark, begin, span.start) for mark in (". ", "; "))
    lasts = [at for mark in (". ", "; ") if (at := text.find(mark, span.end, end)) >= 0]
    return max(first, begin), min(lasts, default=end)


def _columns(path: Named) -> Iterator[str]:
    """Yield the names of the columns of the table around a path; in one of replacements, all are told to be gone."""
    cells, text = path.document.cells, path.document.text
    at = bisect_right(cells, path.span.start, key=lambda cell: cell.span.start) - 1
    if at < 0 or path.span.start > cells[at].span.end:
        return
    while at >= 0 and cells[at].row:
        at -= 1
    while at >= 0 and not cells[at].row:
        name = text[slice(*cells[at].span)]
        yield f"{name} old" if _replacement().search(name) else name
        if not cells[at].column:
            return
        at -= 1


def _headings(path: Named) -> Iterator[str]:
    """Yield the headings above a path, from the nearest to the outermost, the title of the file apart."""
    level = 7
    for heading in reversed(path.document.headings):
        if heading.span.start < path.span.start and 1 < heading.level < level:
            level = heading.level
            yield heading.text
