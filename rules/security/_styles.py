"""Elements of HTML whose text a rendered page does not show: by an attribute, or by what their style says."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from memlint import Document, NamedTuple, Span, compile_once

_CONTENT = 4_000  # characters of an element that are looked at
_REACH = 600  # characters before an element in which a background is looked for
_FAR = 500  # pixels or the like: out of every page
_NEAR = 16  # of 255: two colours that no eye tells apart


class Unshown(NamedTuple):
    """An element: its opening tag, what hides it, in the words of CSS or HTML, and the text in it."""

    tag: Span
    by: str
    text: str


@cache
def _tag() -> re.Pattern[str]:
    return compile_once(r"<([A-Za-z][A-Za-z0-9-]*+)(?=[\s/>])((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+)>")


@cache
def _attribute() -> re.Pattern[str]:
    return compile_once(r"([A-Za-z][\w:-]*+)(?:\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]++)))?")


@cache
def _closing() -> re.Pattern[str]:
    return compile_once(r"</([A-Za-z][A-Za-z0-9-]*+)")


@cache
def _markup() -> re.Pattern[str]:
    return compile_once(r"<!--(?:[^-]|-(?!->))*+(?:-->|\Z)|<[^<>]*+>")


@cache
def _backed() -> re.Pattern[str]:
    return compile_once(r"(?i)<[^<>]{0,200}\b(?:background|bgcolor)[^<>]{0,200}>")


@cache
def _number() -> re.Pattern[str]:
    return compile_once(r"(-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(?:%|[a-z]{1,4})?")


def unshown(document: Document) -> Iterator[Unshown]:
    """Yield the elements with words in them that a page does not show. Code and comments hold no elements."""
    text = document.text
    if "<" not in text or not any(word in text.lower() for word in ("style", "hidden", "color")):
        return
    closings: dict[str, list[int]] = {}
    for closing in _closing().finditer(text):
        closings.setdefault(closing[1].lower(), []).append(closing.start())
    header = document.frontmatter.span.end if document.frontmatter else 0
    done = header
    for found in _tag().finditer(text, header):
        if found.start() < done or ("=" not in found[2] and "hidden" not in found[2].lower()):
            continue
        if document.in_code(found.start()) or document.in_comment(found.start()):
            continue
        by = _hidden_by(text, found)
        if not by:
            continue
        ends = closings.get(found[1].lower(), [])
        at = bisect_left(ends, found.end())
        block = document.block_at(found.start())
        if at < len(ends):
            done = ends[at]
        elif block.kind == "html":
            done = max(block.span.end, found.end())  # nothing closes it
        else:
            continue
        words = " ".join(_markup().sub(" ", text[found.end() : min(done, found.end() + _CONTENT)]).split())
        if sum(map(str.isalpha, words)) > 2:
            yield Unshown(Span(*found.span()), by, words)


def _hidden_by(text: str, tag: re.Match[str]) -> str:
    attributes = {name.lower(): a or b or c for name, a, b, c in _attribute().findall(tag[2])}
    if "hidden" in attributes and not attributes["hidden"].startswith("{"):  # a component may decide that later
        return "the attribute hidden"
    style = _declarations(attributes.get("style", ""))
    by = next(_hiding(style), "")
    colour = style.get("color") or attributes.get("color", "")
    if by or not colour:
        return by
    behind = style.get("background-color") or style.get("background") or attributes.get("bgcolor", "")
    if _transparent(colour):
        return f"color: {colour}"
    if not behind:
        if _backed().search(text, max(0, tag.start() - _REACH), tag.start()):
            return ""  # of an element around it
        behind = "white"
    return f"color: {colour} on {behind}" if _alike(colour, behind) else ""


def _declarations(style: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in style.lower().split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, _, value in pairs}


def _hiding(style: dict[str, str]) -> Iterator[str]:
    """Yield the declarations of ``style`` that leave nothing to be seen."""
    for name, values in _NOTHING.items():
        if style.get(name) in values:
            yield f"{name}: {style[name]}"
    for name, least in (("opacity", 0.05), ("font-size", 1.0)):
        if name in style and 0 <= _amount(style[name], 99.0) <= least:
            yield f"{name}: {style[name]}"
    if style.get("position") in ("absolute", "fixed"):
        for name in ("left", "top", "right", "bottom"):
            if abs(_amount(style.get(name, ""), 0.0)) >= _FAR and style[name].startswith("-"):
                yield f"{name}: {style[name]}"
    if _amount(style.get("text-indent", ""), 0.0) <= -_FAR:
        yield f"text-indent: {style['text-indent']}"
    if style.get("overflow", "").startswith(("hidden", "clip")):
        for name in ("height", "width", "max-height", "max-width"):
            if name in style and 0 <= _amount(style[name], 99.0) <= 1:
                yield f"{name}: {style[name]}"


#: Declarations that hide an element whatever else its style says.
_NOTHING = {
    "display": ("none",),
    "visibility": ("hidden", "collapse"),
    "content-visibility": ("hidden",),
    "transform": ("scale(0)", "scale(0,0)", "scale(0, 0)"),
    "clip-path": ("inset(100%)", "inset(50%)", "circle(0)"),
}


def _amount(value: str, otherwise: float) -> float:
    """Return the number of ``value``, whatever its unit. "em" and "%" of a font's size are not a pixel each."""
    found = _number().fullmatch(value)
    if found is None:
        return otherwise
    number = float(found[1])
    return number * 16 if value.endswith(("em", "vw", "vh")) else number


_NAMES = {"white": (255, 255, 255), "snow": (255, 250, 250), "ivory": (255, 255, 240), "black": (0, 0, 0)}


def _rgb(colour: str) -> tuple[int, ...] | None:
    colour = colour.strip().lower()
    if colour in _NAMES:
        return _NAMES[colour]
    digits = colour.removeprefix("#")
    if len(digits) in (3, 6) and digits != colour and all(digit in "0123456789abcdef" for digit in digits):
        step = len(digits) // 3
        return tuple(int((digits[at : at + step] * 2)[:2], 16) for at in range(0, len(digits), step))
    numbers = re.fullmatch(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})[^()]{0,20}\)", colour)
    return tuple(map(int, numbers.groups())) if numbers else None


def _transparent(colour: str) -> bool:
    return colour == "transparent" or re.fullmatch(r"rgba\([^()]{5,30}[,/]\s*0?(?:\.0+)?%?\s*\)", colour) is not None


def _alike(colour: str, behind: str) -> bool:
    first, second = _rgb(colour), _rgb(behind)
    if first is None or second is None:
        return False
    return all(abs(one - other) <= _NEAR for one, other in zip(first, second, strict=True))
